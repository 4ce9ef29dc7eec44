// Cuts and wraps text to a width, in time linear in its length. A width is the sum of the characters' advance widths. It ignores kerning
// and joining, which only make text narrower.
import { fontOf } from './fonts.ts';
import type { Weight } from './fonts.ts';
import { drawnAs } from './visual-runs.ts';

export interface Style {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  /** `start` is the side on which reading starts in the document's language. */
  readonly align?: 'start' | 'end';
  /**
   * Text that users wrote. Each line takes the direction of its own first letter, so that `12 Main street` stays intact in a Hebrew
   * document.
   */
  readonly own?: boolean;
  /** Maximum number of lines of a paragraph. The last line ends in an ellipsis if text is left. */
  readonly lines?: number;
}

type Font = ReturnType<typeof fontOf>;

interface Wrapped {
  readonly lines: readonly string[];
  /** False if a line or the rest of the text was cut. */
  readonly whole: boolean;
}

interface Fitter {
  widthOf(text: string, style: Style): number;
  /** Returns the text, or the part of it that fits with an ellipsis. */
  fit(text: string, wide: number, style: Style): string;
  /** Wraps text at spaces and line feeds. */
  wrap(text: string, wide: number, style: Style): Wrapped;
}

const ELLIPSIS = '…';
/** Tolerance for rounding errors of sums. */
const TOLERANCE = 0.01;

/** `advance` returns the width of one character in points. */
export const createFitter = (advance: (character: string, font: Font, style: Style) => number): Fitter => {
  const known = new Map<string, number>();
  const widthOfOne = (character: string, style: Style): number => {
    const drawn = drawnAs(character);
    if (drawn === '') return 0;
    const key = `${style.size ?? ''} ${style.weight ?? ''} ${drawn}`;
    const width = known.get(key) ?? advance(drawn, fontOf(drawn.codePointAt(0) ?? 0), style);
    known.set(key, width);
    return width;
  };

  const widthOf = (text: string, style: Style): number => {
    let width = 0;
    for (const character of text) width += widthOfOne(character, style);
    return width;
  };

  /** Returns the number of UTF-16 units that fit, at most `text.length`. Stops at the first character that does not fit. */
  const unitsIn = (text: string, wide: number, style: Style): number => {
    let used = 0;
    let units = 0;
    for (const character of text) {
      used += widthOfOne(character, style);
      if (used > wide + TOLERANCE) return units;
      units += character.length;
    }
    return units;
  };
  const cut = (text: string, wide: number, style: Style): string => {
    const units = unitsIn(text, wide - widthOfOne(ELLIPSIS, style), style);
    const first = String.fromCodePoint(text.codePointAt(0) ?? 0x20);
    return `${text.slice(0, Math.max(units, first.length)).trimEnd()}${ELLIPSIS}`;
  };
  const fits = (text: string, wide: number, style: Style): boolean => unitsIn(text, wide, style) === text.length;
  const fit = (text: string, wide: number, style: Style): string =>
    fits(text, wide, style) ? text : cut(text, wide, style);

  const brokenAtSpaces = (paragraph: string, wide: number, style: Style): string[] => {
    if (fits(paragraph, wide, style)) return [paragraph];
    const space = widthOfOne(' ', style);
    const lines: string[] = [];
    let line: string[] = [];
    let used = 0;
    for (const word of paragraph.split(' ')) {
      const width = widthOf(word, style);
      if (line.length > 0 && used + space + width > wide + TOLERANCE) {
        lines.push(line.join(' '));
        line = [];
      }
      used = line.length === 0 ? width : used + space + width;
      line.push(word);
    }
    return [...lines, line.join(' ')];
  };

  return {
    widthOf,
    fit,
    wrap: (text, wide, style) => {
      const all = text.split('\n').flatMap((paragraph) => brokenAtSpaces(paragraph, wide, style));
      const shown = style.lines === undefined ? all : all.slice(0, style.lines);
      const more = shown.length < all.length;
      const lines = shown.map((line, n) => {
        const isCut = more && n === shown.length - 1;
        return isCut ? cut(line, wide, style) : fit(line, wide, style);
      });
      return { lines, whole: !more && lines.every((line, n) => line === all[n]) };
    },
  };
};
