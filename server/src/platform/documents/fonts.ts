// Selects fonts for PDFs by character: Noto Sans (SIL Open Font License), one file per script.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Range = readonly [number, number];

interface FontFile {
  readonly name: string;
  readonly ranges: readonly Range[];
  readonly path: (weight: Weight) => string;
}

const WEIGHTS = [400, 700] as const;
export type Weight = (typeof WEIGHTS)[number];

const FAMILIES = [
  ['noto-sans', ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']],
  ['noto-sans-hebrew', ['hebrew']],
] as const;

const resolve = (path: string): string => fileURLToPath(import.meta.resolve(`@fontsource/${path}`));

const rangesOf = (text: string): Range[] =>
  text.split(',').map((part): Range => {
    const [from = '0', to = from] = part.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });

let files: readonly FontFile[] | null = null;

const readFiles = (): readonly FontFile[] =>
  FAMILIES.flatMap(([family, subsets]) => {
    const ranges: Record<string, string> = JSON.parse(readFileSync(resolve(`${family}/unicode.json`), 'utf8'));
    return subsets.map((subset) => ({
      name: `${family}-${subset}`,
      ranges: rangesOf(ranges[subset] ?? ''),
      path: (weight: Weight) => resolve(`${family}/files/${family}-${subset}-${weight}-normal.woff`),
    }));
  });

const fontFiles = (): readonly FontFile[] => (files ??= readFiles());

/** Returns the font file that contains the character, or the first file if none does. */
export const fontOf = (codePoint: number): FontFile => {
  const all = fontFiles();
  return all.find((f) => f.ranges.some(([from, to]) => codePoint >= from && codePoint <= to)) ?? all[0]!;
};
