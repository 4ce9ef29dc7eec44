// Draws A4 pages with texts of either direction. Distances start at the side on which reading starts.
import PDFDocument from 'pdfkit';
import { createFitter } from './fit-text.ts';
import type { Style } from './fit-text.ts';
import type { Weight } from './fonts.ts';
import { visualRuns } from './visual-runs.ts';

export const PAGE = { width: 595.28, height: 841.89, margin: 48, bottom: 64 } as const;

export interface Sheet {
  /** Width between the margins. */
  readonly width: number;
  /** Height of the whole page. */
  readonly height: number;
  /** Returns the height of one line. */
  lineOf(style: Style): number;
  /** Returns the width that `line` and `paragraph` assume: characters side by side, without kerning. */
  widthOf(text: string, style: Style): number;
  /** Draws one line of at most `width`, cut with an ellipsis if necessary. */
  line(text: string, at: number, y: number, width: number, style?: Style): void;
  /** Draws text wrapped at spaces. Returns its height. */
  paragraph(text: string, at: number, y: number, width: number, style?: Style): number;
  heightOf(text: string, width: number, style?: Style): number;
  rule(at: number, y: number, width: number, color?: string): void;
  box(at: number, y: number, width: number, height: number, color: string): void;
  picture(bytes: Uint8Array, at: number, y: number, width: number, height: number): void;
  addPage(): void;
  /** Returns the number of texts that were shortened. */
  shortened(): number;
  /** Draws on every page after all pages exist. */
  onEach(draw: (page: number, pages: number) => void): void;
  end(): Promise<Buffer>;
}

const INK = '#1c2430';
const MOST_WIDTHS = 20_000;

const HEBREW = /[\u0590-\u05ff\ufb1d-\ufb4f]/;
/** A long text without spaces is rarely repeated, so its shape is not cached. */
const LONG_WORD = /\S{40}/;
/** Without `features`, pdfkit caches each word's shape for the life of the document, but orders words from left to right. */
const shapingOf = (text: string): { readonly features?: [] } =>
  HEBREW.test(text) || LONG_WORD.test(text) ? { features: [] } : {};

interface About {
  readonly direction: 'ltr' | 'rtl';
  readonly language: string;
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
  /** For wide tables. */
  readonly landscape?: boolean;
}

const pageOf = (about: About): { readonly width: number; readonly height: number } =>
  about.landscape ? { width: PAGE.height, height: PAGE.width } : PAGE;

const layoutOf = (about: About): 'landscape' | 'portrait' => (about.landscape ? 'landscape' : 'portrait');

const openDocument = (about: About) => {
  const doc = new PDFDocument({
    size: 'A4',
    layout: layoutOf(about),
    margin: 0,
    autoFirstPage: true,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: about.language,
    displayTitle: true,
    info: { Title: about.title, Author: about.author, Creator: 'Ringside', CreationDate: about.createdAt },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  return { doc, ended };
};

/** Measures and draws texts. `left` converts a distance from the reading side into one from the left edge. */
const createPen = (
  doc: PDFKit.PDFDocument,
  direction: About['direction'],
  left: (at: number, wide: number) => number,
) => {
  const known = new Set<string>();
  const choose = (name: string, path: (weight: Weight) => string, { size = 9.5, weight = 400 }: Style): void => {
    const font = `${name}-${weight}`;
    if (!known.has(font)) {
      doc.registerFont(font, path(weight));
      known.add(font);
    }
    doc.font(font).fontSize(size);
  };
  const measure = (text: string, style: Style): number =>
    visualRuns(text, direction).reduce((sum, run) => {
      choose(run.fontName, run.path, style);
      return sum + doc.widthOfString(run.text, shapingOf(run.text));
    }, 0);
  // Cached because tables repeat words and measure each several times.
  const widths = new Map<string, number>();
  const drawnWidth = (text: string, style: Style): number => {
    const key = `${style.size ?? ''} ${style.weight ?? ''} ${text}`;
    const width = widths.get(key) ?? measure(text, style);
    if (widths.size >= MOST_WIDTHS) widths.clear();
    widths.set(key, width);
    return width;
  };
  const draw = (text: string, at: number, y: number, wide: number, style: Style): void => {
    const length = drawnWidth(text, style);
    const fromLeft = (direction === 'rtl') === (style.align === 'end');
    let x = left(at, wide) + (fromLeft ? 0 : wide - length);
    for (const run of visualRuns(style.own === true ? `\u2068${text}\u2069` : text, direction)) {
      choose(run.fontName, run.path, style);
      doc.fillColor(style.color ?? INK).text(run.text, x, y, { lineBreak: false, ...shapingOf(run.text) });
      x += doc.widthOfString(run.text, shapingOf(run.text));
    }
  };
  const fitter = createFitter((character, font, style) => {
    choose(font.name, font.path, style);
    return doc.widthOfString(character);
  });
  return { draw, ...fitter };
};

const lineOf = ({ size = 9.5 }: Style): number => size * 1.45;

export const createSheet = (about: About): Sheet => {
  const page = pageOf(about);
  const width = page.width - 2 * PAGE.margin;
  const left = (at: number, wide: number): number => PAGE.margin + (about.direction === 'rtl' ? width - at - wide : at);
  const { doc, ended } = openDocument(about);
  const { draw, fit, widthOf, wrap } = createPen(doc, about.direction, left);
  let shortened = 0;
  return {
    width,
    height: page.height,
    lineOf,
    widthOf,
    line: (text, at, y, wide, style = {}) => {
      const line = fit(text, wide, style);
      if (line !== text) shortened++;
      draw(line, at, y, wide, style);
    },
    paragraph: (text, at, y, wide, style = {}) => {
      const { lines, whole } = wrap(text, wide, style);
      if (!whole) shortened++;
      for (const [n, line] of lines.entries()) draw(line, at, y + n * lineOf(style), wide, style);
      return lines.length * lineOf(style);
    },
    heightOf: (text, wide, style = {}) => wrap(text, wide, style).lines.length * lineOf(style),
    rule: (at, y, wide, color = '#d5dae1') => {
      const x = left(at, wide);
      doc
        .moveTo(x, y)
        .lineTo(x + wide, y)
        .lineWidth(0.6)
        .strokeColor(color)
        .stroke();
    },
    box: (at, y, wide, height, color) => {
      doc.rect(left(at, wide), y, wide, height).fill(color);
    },
    picture: (bytes, at, y, wide, height) => {
      const place = about.direction === 'rtl' ? 'right' : 'left';
      doc.image(Buffer.from(bytes), left(at, wide), y, { fit: [wide, height], align: place as 'right' });
    },
    addPage: () => void doc.addPage({ size: 'A4', layout: layoutOf(about), margin: 0 }),
    shortened: () => shortened,
    onEach: (drawOn) => {
      const { start, count } = doc.bufferedPageRange();
      for (let n = 0; n < count; n++) {
        doc.switchToPage(start + n);
        drawOn(n + 1, count);
      }
    },
    end: () => {
      doc.end();
      return ended;
    },
  };
};
