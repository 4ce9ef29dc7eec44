// Reads a configuration file from a `GetConfig` reply. Values stay unchanged for comparison. The block has one character per byte.
import { decodeUtf8 } from './clean.ts';

export interface ReportedSection {
  readonly name: string;
  readonly lines: readonly { readonly name: string; readonly value: string }[];
}

const CATEGORY = /^Category-([0-9]+): ?(.*)$/s;
const LINE = /^Line-([0-9]+)-[0-9]+: ?([^=]*)=(.*)$/s;

/** Returns the sections in order, including duplicates. */
export const readConfig = (block: string): readonly ReportedSection[] => {
  const sections = new Map<string, { name: string; lines: { name: string; value: string }[] }>();
  for (const header of decodeUtf8(block).split('\r\n')) {
    const category = CATEGORY.exec(header);
    if (category !== null) sections.set(category[1] ?? '', { name: category[2] ?? '', lines: [] });
    const line = category === null ? LINE.exec(header) : null;
    if (line !== null) sections.get(line[1] ?? '')?.lines.push({ name: line[2] ?? '', value: line[3] ?? '' });
  }
  return [...sections.values()];
};

/** Reads the reply to `ListCategories`. */
export const readCategories = (block: string): readonly string[] =>
  decodeUtf8(block)
    .split('\r\n')
    .flatMap((header) => {
      const found = CATEGORY.exec(header);
      return found === null ? [] : [found[2] ?? ''];
    });
