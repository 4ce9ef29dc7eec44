// Splits a line of text into visual runs, from left to right, by the Unicode bidirectional algorithm and by each character's font.
import bidiFactory from 'bidi-js';
import { fontOf } from './fonts.ts';
import type { Weight } from './fonts.ts';

// The package's types declare the function as a property of the module's export.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

interface Run {
  readonly text: string;
  readonly fontName: string;
  readonly path: (weight: Weight) => string;
}

/** Control characters that affect the order and have no shape. */
const STEERING = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;
/** Right-to-left letters and direction controls. Without them no reordering is needed. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\u2068\ufb1d-\ufdff\ufe70-\ufeff]|[\ud800-\udfff]/;
const HEBREW = /[\u0590-\u05ff\ufb1d-\ufb4f]/;

/** Replaces spaces that the fonts lack. */
const plainSpaces = (text: string): string => text.replace(/[\u2000-\u200a\u202f\u205f\t\r\n]/g, '\u00a0');

/** Returns how a character is drawn by itself: `''` for a direction control character. */
export const drawnAs = (character: string): string => (STEERING.test(character) ? '' : plainSpaces(character));

interface Shape {
  readonly character: string;
  readonly font: ReturnType<typeof fontOf>;
}

/** The font engine itself lays out Hebrew from right to left, so it needs the letters in reading order. */
const runOf = (shapes: readonly Shape[]): Run => {
  const characters = shapes.map((shape) => shape.character);
  const text = characters.some((c) => HEBREW.test(c)) ? characters.toReversed().join('') : characters.join('');
  const { font } = shapes[0]!;
  return { text, fontName: font.name, path: font.path };
};

export const visualRuns = (line: string, direction: 'ltr' | 'rtl'): Run[] => {
  const text = plainSpaces(line);
  if (text === '') return [];
  if (direction === 'ltr' && !RIGHT_TO_LEFT.test(text)) return runsOf(text);
  const levels = bidi.getEmbeddingLevels(text, direction);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  return runsOf(bidi.getReorderedIndices(text, levels).map((index) => mirrored.get(index) ?? text.charAt(index)));
};

/** Groups characters, in visual order, into runs of one font. */
const runsOf = (characters: Iterable<string>): Run[] => {
  const runs: Run[] = [];
  let open: Shape[] = [];
  const close = (): void => {
    if (open.length > 0) runs.push(runOf(open));
    open = [];
  };
  for (const character of characters) {
    if (STEERING.test(character)) continue;
    const font = fontOf(character.codePointAt(0) ?? 0);
    if (open.length > 0 && open[0]?.font !== font) close();
    open.push({ character, font });
  }
  close();
  return runs;
};
