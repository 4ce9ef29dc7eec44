// A4 pages on which texts of any direction are set. Places are counted from the side on which the language begins to read.
import PDFDocument from 'pdfkit';
import type { Weight } from './fonts.ts';
import { visualRuns } from './visual-runs.ts';

export const PAGE = { width: 595.28, height: 841.89, margin: 48, bottom: 64 } as const;

export interface Style {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  /** Where the language begins to read, or where it ends. */
  readonly align?: 'start' | 'end';
  /** What somebody wrote: each line reads as its own first letter does, so that `12 Main street` stays so on a Hebrew paper. */
  readonly own?: boolean;
}

export interface Sheet {
  /** Between the margins. */
  readonly width: number;
  /** Of the whole page. */
  readonly height: number;
  /** The height of one line. */
  lineOf(style: Style): number;
  widthOf(text: string, style: Style): number;
  /** One line at most `width` wide, cut with an ellipsis if need be. */
  line(text: string, at: number, y: number, width: number, style?: Style): void;
  /** Breaks at spaces; returns the height that it takes. */
  paragraph(text: string, at: number, y: number, width: number, style?: Style): number;
  heightOf(text: string, width: number, style?: Style): number;
  rule(at: number, y: number, width: number, color?: string): void;
  box(at: number, y: number, width: number, height: number, color: string): void;
  picture(bytes: Uint8Array, at: number, y: number, width: number, height: number): void;
  addPage(): void;
  /** On every page, when all are there. */
  onEach(draw: (page: number, pages: number) => void): void;
  end(): Promise<Buffer>;
}

const INK = '#1c2430';
const MOST_WIDTHS = 20_000;

const HEBREW = /[\u0590-\u05ff\ufb1d-\ufb4f]/;
/** Without features the library remembers the shape of each word, but puts words from left to right. */
const shapingOf = (text: string): { readonly features?: [] } => (HEBREW.test(text) ? { features: [] } : {});

export const createSheet = (about: {
  readonly direction: 'ltr' | 'rtl';
  readonly language: string;
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
  /** Wide tables. */
  readonly landscape?: boolean;
}): Sheet => {
  const layout = about.landscape ? 'landscape' : 'portrait';
  const doc = new PDFDocument({
    ...{
      size: 'A4',
      layout,
      margin: 0,
      autoFirstPage: true,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: about.language,
    },
    displayTitle: true,
    info: { Title: about.title, Author: about.author, Creator: 'Ringside', CreationDate: about.createdAt },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const page = about.landscape ? { width: PAGE.height, height: PAGE.width } : PAGE;
  const width = page.width - 2 * PAGE.margin;
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
    visualRuns(text, about.direction).reduce((sum, run) => {
      choose(run.fontName, run.path, style);
      return sum + doc.widthOfString(run.text, shapingOf(run.text));
    }, 0);
  // A table has the same words over and over, and measures each several times.
  const widths = new Map<string, number>();
  const widthOf = (text: string, style: Style): number => {
    const key = `${style.size ?? ''} ${style.weight ?? ''} ${text}`;
    const width = widths.get(key) ?? measure(text, style);
    if (widths.size >= MOST_WIDTHS) widths.clear();
    widths.set(key, width);
    return width;
  };
  const left = (at: number, wide: number): number => PAGE.margin + (about.direction === 'rtl' ? width - at - wide : at);
  const draw = (text: string, at: number, y: number, wide: number, style: Style): void => {
    const length = widthOf(text, style);
    const fromLeft = (about.direction === 'rtl') === (style.align === 'end');
    let x = left(at, wide) + (fromLeft ? 0 : wide - length);
    for (const run of visualRuns(style.own === true ? `\u2068${text}\u2069` : text, about.direction)) {
      choose(run.fontName, run.path, style);
      doc.fillColor(style.color ?? INK).text(run.text, x, y, { lineBreak: false, ...shapingOf(run.text) });
      x += doc.widthOfString(run.text, shapingOf(run.text));
    }
  };
  const fit = (text: string, wide: number, style: Style): string => {
    if (widthOf(text, style) <= wide) return text;
    let cut = text;
    while (cut.length > 1 && widthOf(`${cut}…`, style) > wide) cut = cut.slice(0, -1);
    return `${cut.trimEnd()}…`;
  };
  const wrap = (text: string, wide: number, style: Style): string[] =>
    text.split('\n').flatMap((paragraph) => {
      if (widthOf(paragraph, style) <= wide) return [paragraph];
      const lines: string[] = [];
      let line = '';
      for (const word of paragraph.split(' ')) {
        const longer = line === '' ? word : `${line} ${word}`;
        if (line !== '' && widthOf(longer, style) > wide) {
          lines.push(line);
          line = word;
        } else line = longer;
      }
      return [...lines, line];
    });
  const lineOf = ({ size = 9.5 }: Style): number => size * 1.45;
  return {
    width,
    height: page.height,
    lineOf,
    widthOf,
    line: (text, at, y, wide, style = {}) => draw(fit(text, wide, style), at, y, wide, style),
    paragraph: (text, at, y, wide, style = {}) => {
      const lines = wrap(text, wide, style);
      for (const [n, line] of lines.entries()) draw(fit(line, wide, style), at, y + n * lineOf(style), wide, style);
      return lines.length * lineOf(style);
    },
    heightOf: (text, wide, style = {}) => wrap(text, wide, style).length * lineOf(style),
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
    addPage: () => void doc.addPage({ size: 'A4', layout, margin: 0 }),
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
