// Prints rows as a PDF with page numbers. Columns that do not fit on the page's width continue below, with the first column repeated.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import { reportLanguage, wordsOf } from './report-words.ts';
import { createCellText } from './report-content.ts';
import { createSheet } from './sheet.ts';
import type { Sheet } from './sheet.ts';
import { directionOf } from '@ringside/core/base/direction-of.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { cellText } from './cell-text.ts';
import type { DocumentRow, TableHead } from './document-job.ts';

interface Printed extends TableHead {
  readonly batches: AsyncIterable<readonly DocumentRow[]>;
}

/** Maximum number of printed rows. CSV and XLSX contain all rows. */
export const MOST_PRINTED = 1000;
/** Maximum number of characters in a printed cell. */
export const LONGEST_PRINTED = 500;
/** Maximum number of lines in a printed cell. */
const MOST_LINES = 10;
/** Number of rows whose texts determine a column's width. */
const LOOKED_AT = 300;
const [NARROWEST, WIDEST, GAP] = [26, 170, 8];
const [TOP, BOTTOM] = [48, 60];
const GREY = '#5b6675';
const HEAD = { size: 7.5, weight: 700, color: GREY } as const;
const CELL = { size: 8, lines: MOST_LINES } as const;
const NUMBER = /^[-−\u2066]*[\d.,:%\s\u00a0\u202f]+[\u2069]*$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

interface Column {
  readonly heading: string;
  /** One text per row. */
  readonly texts: readonly string[];
  readonly width: number;
  readonly number: boolean;
}

/** Returns the first rows, and whether there are more. */
const firstRows = async (
  batches: Printed['batches'],
): Promise<{ readonly rows: DocumentRow[]; readonly more: boolean }> => {
  const rows: DocumentRow[] = [];
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

/** Splits columns into bands that fit the page's width. Each further band starts with the first column, which identifies the rows. */
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

const drawBand = (sheet: Sheet, columns: readonly Column[], pen: { y: number }): void => {
  const used = columns.reduce((n, column) => n + column.width, 0);
  // Distributes the remaining width over all columns, unless the table is narrow.
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
  }
  pen.y += 16;
};

const isCut = (row: DocumentRow, columns: readonly string[]): boolean =>
  columns.some((column) => String(row[column] ?? '').length >= LONGEST_PRINTED);

export const printRows = async (table: Printed): Promise<Buffer> => {
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
  const columns: Column[] = [];
  for (const [i, name] of names.entries()) {
    const texts = rows.map((row) => write(name, row[name]));
    columns.push(columnOf(sheet, headings[i] ?? name, texts));
  }
  const pen = { y: TOP };
  sheet.line(title, 0, pen.y, sheet.width, { size: 16, weight: 700 });
  pen.y += 26;
  const made = `${paper.made} ${createCellText(language, timeZone).moment(madeAt)} · \u2066${timeZone}\u2069`;
  const cut = more ? ` · ${fillIn(paper.firstRows, { count: String(rows.length) })}` : '';
  const limits = { y: pen.y, text: `${made}${cut}` };
  pen.y += 22;
  for (const [i, band] of bandsOf(columns, sheet.width).entries()) {
    if (i > 0 && pen.y + (rows.length + 3) * CELL.size * 2 > sheet.height - BOTTOM) {
      sheet.addPage();
      pen.y = TOP;
    }
    drawBand(sheet, band, pen);
  }
  const short = sheet.shortened() > 0 || rows.some((row) => isCut(row, names));
  const said = short ? fillIn(paper.cutCells, { characters: String(LONGEST_PRINTED), lines: String(MOST_LINES) }) : '';
  sheet.onEach((page, pages) => {
    if (page === 1) {
      const text = said === '' ? limits.text : `${limits.text} · ${said}`;
      sheet.line(text, 0, limits.y, sheet.width, { size: 8, color: GREY });
    }
    const bottom = sheet.height - 36;
    const small = { size: 7.5, color: GREY } as const;
    sheet.line(title, 0, bottom, sheet.width - 120, small);
    const count = fillIn(paper.page, { page: String(page), pages: String(pages) });
    sheet.line(count, sheet.width - 110, bottom, 110, { ...small, align: 'end' });
  });
  return sheet.end();
};
