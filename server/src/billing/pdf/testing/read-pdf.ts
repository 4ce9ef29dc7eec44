// What a test sees of a PDF: how many pages, and how many characters are drawn on them.
import { inflateSync } from 'node:zlib';

export const pagesOf = (pdf: Buffer): number => (pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g) ?? []).length;

/** Glyphs are numbers of a font, four digits each. */
export const drawnOn = (pdf: Buffer): number => {
  const text = pdf.toString('latin1');
  let count = 0;
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    const from = index + (text[index + 6] === '\r' ? 8 : 7);
    try {
      const drawn = inflateSync(pdf.subarray(from)).toString('latin1');
      for (const [, hex = ''] of drawn.matchAll(/<([0-9a-f]+)>/g)) if (drawn.includes(' Tf')) count += hex.length / 4;
    } catch {
      // A font or a picture.
    }
  }
  return count;
};
