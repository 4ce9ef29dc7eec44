// Rows as a PDF: as many columns beside each other as a page is wide, the others below with the first one again; pages
// are numbered.
import { reportLanguage, fillIn, wordsOf } from '../reports/report-words.ts';
import { createCellText } from '../reports/report-content.ts';
import { createBreath } from '../reports/breath.ts';
import { createSheet } from '../billing/pdf/sheet.ts';
import type { Sheet } from '../billing/pdf/sheet.ts';
import { directionOf } from '@ringside/core/format/direction-of.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { cellText } from './cell-text.ts';

type Row = Readonly<Record<string, unknown>>;

interface Printed {
  readonly columns: readonly string[];
  readonly headings: readonly string[];
  readonly batches: AsyncIterable<readonly Row[]>;
  readonly fileName: string;
  readonly language: string;
  readonly title?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly madeAt?: number | undefined;
}

/** Nobody prints more; CSV and XLSX have them all. */
export const MOST_PRINTED = 1000;
/** Rows whose texts say how wide a column is. */
const LOOKED_AT = 300;
const [NARROWEST, WIDEST, GAP] = [26, 170, 8];
const [TOP, BOTTOM] = [48, 60];
const GREY = '#5b6675';
const HEAD = { size: 7.5, weight: 700, color: GREY } as const;
const CELL = { size: 8 } as const;
const NUMBER = /^[-−\u2066]*[\d.,:%\s\u00a0\u202f]+[\u2069]*$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

interface Column {
  readonly heading: string;
  /** Of each row. */
  readonly texts: readonly string[];
  readonly width: number;
  readonly number: boolean;
}

/** The first rows, and whether there are others. */
const firstRows = async (batches: Printed['batches']): Promise<{ readonly rows: Row[]; readonly more: boolean }> => {
  const rows: Row[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length > MOST_PRINTED) return { rows: rows.slice(0, MOST_PRINTED), more: true };
  }
  return { rows, more: false };
};

const textsOf = (language: ReturnType<typeof reportLanguage>, timeZone: string) => {
  const text = createCellText(language, timeZone);
  return (column: string, value: unknown): string => {
    if (typeof value === 'boolean') return value ? '•' : '–';
    if (typeof value === 'number') return text.cell(column.endsWith('Seconds') ? 'time' : 'count', value);
    const plain = cellText(value);
    return INSTANT.test(plain) ? text.cell('instant', plain) : plain;
  };
};

const columnOf = (sheet: Sheet, heading: string, texts: readonly string[]): Column => {
  const widest = (words: readonly string[], style: typeof HEAD | typeof CELL): number =>
    words.reduce((most, word) => Math.max(most, sheet.widthOf(word, style)), 0);
  const number = texts.every((text) => text === '' || NUMBER.test(text)) && texts.some((text) => text !== '');
  const wanted = Math.max(widest(heading.split(' '), HEAD), widest(texts.slice(0, LOOKED_AT), CELL));
  return { heading, texts, number, width: Math.min(WIDEST, Math.max(NARROWEST, wanted)) + GAP };
};

/** As many columns as a page is wide; each further band begins with the first column, by which rows are known. */
const bandsOf = (columns: readonly Column[], width: number): Column[][] => {
  const [first, ...others] = columns;
  if (first === undefined) return [];
  const bands: Column[][] = [[first]];
  let used = first.width;
  for (const column of others) {
    if (used + column.width > width) {
      bands.push([first]);
      used = first.width;
    }
    bands.at(-1)!.push(column);
    used += column.width;
  }
  return bands;
};

const drawBand = async (sheet: Sheet, columns: readonly Column[], pen: { y: number }, breathe: () => Promise<void>) => {
  const used = columns.reduce((n, column) => n + column.width, 0);
  // What is left goes to all alike, unless the table is narrow.
  const stretch = used > sheet.width * 0.6 ? sheet.width / used : 1;
  const wide = columns.map((column) => column.width * stretch);
  const at = wide.map((_, i) => wide.slice(0, i).reduce((n, w) => n + w, 0));
  const whole = used * stretch;
  const styled = (i: number) => (columns[i]!.number && i > 0 ? { align: 'end' as const } : {});
  const line = (texts: readonly string[], style: typeof HEAD | typeof CELL): number => {
    const heights = texts.map((text, i) =>
      sheet.paragraph(text, at[i]!, pen.y, wide[i]! - GAP, { ...style, ...styled(i) }),
    );
    return Math.max(...heights);
  };
  const head = (): void => {
    pen.y += line(
      columns.map((column) => column.heading),
      HEAD,
    );
    sheet.rule(0, pen.y + 1, whole, '#9aa5b4');
    pen.y += 5;
  };
  head();
  for (let row = 0; row < (columns[0]?.texts.length ?? 0); row += 1) {
    const texts = columns.map((column) => column.texts[row] ?? '');
    const height = Math.max(...texts.map((text, i) => sheet.heightOf(text, wide[i]! - GAP, CELL)));
    if (pen.y + height > sheet.height - BOTTOM) {
      sheet.addPage();
      pen.y = TOP;
      head();
    }
    line(texts, CELL);
    pen.y += height;
    sheet.rule(0, pen.y + 1, whole, '#e6eaef');
    pen.y += 4;
    await breathe();
  }
  pen.y += 16;
};

const render = async (table: Printed): Promise<Buffer> => {
  const { columns: names, headings, fileName, title = fileName, madeAt = Date.now() } = table;
  const language = reportLanguage(table.language as Language);
  const { paper } = wordsOf(language);
  const timeZone = table.timeZone ?? 'UTC';
  const { rows, more } = await firstRows(table.batches);
  const sheet = createSheet({
    ...{ direction: directionOf(language), language, author: 'Ringside', landscape: true },
    ...{ title, createdAt: new Date(madeAt) },
  });
  const write = textsOf(language, timeZone);
  const breathe = createBreath();
  const columns: Column[] = [];
  for (const [i, name] of names.entries()) {
    const texts = rows.map((row) => write(name, row[name]));
    columns.push(columnOf(sheet, headings[i] ?? name, texts));
    await breathe();
  }
  const pen = { y: TOP };
  sheet.line(title, 0, pen.y, sheet.width, { size: 16, weight: 700 });
  pen.y += 26;
  const made = `${paper.made} ${createCellText(language, timeZone).moment(madeAt)} · \u2066${timeZone}\u2069`;
  const cut = more ? ` · ${fillIn(paper.firstRows, { count: String(rows.length) })}` : '';
  sheet.line(`${made}${cut}`, 0, pen.y, sheet.width, { size: 8, color: GREY });
  pen.y += 22;
  for (const [i, band] of bandsOf(columns, sheet.width).entries()) {
    if (i > 0 && pen.y + (rows.length + 3) * CELL.size * 2 > sheet.height - BOTTOM) {
      sheet.addPage();
      pen.y = TOP;
    }
    await drawBand(sheet, band, pen, breathe);
  }
  sheet.onEach((page, pages) => {
    const bottom = sheet.height - 36;
    const small = { size: 7.5, color: GREY } as const;
    sheet.line(title, 0, bottom, sheet.width - 120, small);
    const count = fillIn(paper.page, { page: String(page), pages: String(pages) });
    sheet.line(count, sheet.width - 110, bottom, 110, { ...small, align: 'end' });
  });
  return sheet.end();
};

export async function* printRows(table: Printed): AsyncGenerator<Uint8Array> {
  yield await render(table);
}
