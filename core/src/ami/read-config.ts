// A configuration file as `GetConfig` tells it: values as they are there, nothing dropped, so that what is compared is what is
// there. The block comes one byte a character.
import { decodeUtf8 } from './clean.ts';

export interface ToldSection {
  readonly name: string;
  readonly lines: readonly { readonly name: string; readonly value: string }[];
}

const CATEGORY = /^Category-([0-9]+): ?(.*)$/s;
const LINE = /^Line-([0-9]+)-[0-9]+: ?([^=]*)=(.*)$/s;

/** Sections in order; of one that stands twice, both. */
export const readConfig = (block: string): readonly ToldSection[] => {
  const sections = new Map<string, { name: string; lines: { name: string; value: string }[] }>();
  for (const header of decodeUtf8(block).split('\r\n')) {
    const category = CATEGORY.exec(header);
    if (category !== null) sections.set(category[1] ?? '', { name: category[2] ?? '', lines: [] });
    const line = category === null ? LINE.exec(header) : null;
    if (line !== null) sections.get(line[1] ?? '')?.lines.push({ name: line[2] ?? '', value: line[3] ?? '' });
  }
  return [...sections.values()];
};

/** Of `ListCategories`. */
export const readCategories = (block: string): readonly string[] =>
  decodeUtf8(block)
    .split('\r\n')
    .flatMap((header) => {
      const found = CATEGORY.exec(header);
      return found === null ? [] : [found[2] ?? ''];
    });
