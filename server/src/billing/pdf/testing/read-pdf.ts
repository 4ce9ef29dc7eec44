// Reads pages, character counts and text of a PDF for tests.
import { inflateSync } from 'node:zlib';

export const pagesOf = (pdf: Buffer): number => (pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g) ?? []).length;

/** Counts glyphs, which are font-specific numbers of four digits each. */
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

/** Returns streams by object number, and the dictionaries before them. */
const objectsOf = (pdf: Buffer): Map<string, string> => {
  const text = pdf.toString('latin1');
  const objects = new Map<string, string>();
  for (const { index, 0: head, 1: id = '' } of text.matchAll(/(\d+) 0 obj\n/g)) {
    const from = index + head.length;
    const body = text.slice(from, text.indexOf('endobj', from));
    const stream = body.indexOf('stream\n');
    try {
      objects.set(id, stream < 0 ? body : inflateSync(pdf.subarray(from + stream + 7)).toString('latin1'));
    } catch {
      objects.set(id, body);
    }
  }
  return objects;
};

/** Returns the characters of a font by glyph number. */
const charactersOf = (cmap: string): readonly string[] =>
  [...cmap.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  );

/** Returns the text in drawing order. */
export const textOf = (pdf: Buffer): string => {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, readonly string[]>();
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
      fonts.set(name, charactersOf(objects.get(map) ?? ''));
    }
  }
  let text = '';
  for (const body of objects.values()) {
    let characters: readonly string[] = [];
    for (const [, font, hex] of body.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>/g)) {
      if (font !== undefined) characters = fonts.get(font) ?? [];
      else if (characters.length > 0)
        for (const code of hex!.match(/.{4}/g) ?? []) text += characters[Number.parseInt(code, 16)] ?? '';
    }
  }
  return text;
};
