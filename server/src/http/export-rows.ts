// What a list shows on all its pages, as a file: CSV that no spreadsheet runs as a formula, XLSX whose texts are texts, or a
// PDF to be printed.
import { PassThrough } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { writeXlsxStream } from 'hucre/xlsx';
import writeExcelFile from 'write-excel-file/node';
import type { Cell, SheetData } from 'write-excel-file/node';
import type { Masking } from '@ringside/core/base/masks.ts';
import { EXPORT_TYPES } from '@ringside/core/contract/resource.ts';
import type { ExportFormat } from '@ringside/core/contract/resource.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { directionOf } from '@ringside/core/format/direction-of.ts';
import { cellText } from './cell-text.ts';
import { printRows } from './print-rows.ts';

export interface Table {
  /** Fields of the rows, in order. */
  readonly columns: readonly string[];
  /** One for each column. */
  readonly headings: readonly string[];
  readonly batches: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
  /** Without ending. */
  readonly fileName: string;
  /** Of headings and texts. */
  readonly language: string;
  /** Of a PDF: what stands above it, the file's name otherwise. */
  readonly title?: string | undefined;
  /** Of a PDF: on whose clock times are told; UTC otherwise. */
  readonly timeZone?: string | undefined;
  /** Of a PDF: when it was made, epoch ms. */
  readonly madeAt?: number;
}

/** A spreadsheet's cell holds no more. */
const LONGEST_CELL = 32_767;

/** An amount below zero, with its cents. */
const LOSS = /^-[0-9]+\.[0-9]{2,6}$/;

/** Numbers stay numbers: only texts can be taken for a formula. */
const plainCell = (value: unknown): string | number => (typeof value === 'number' ? value : cellText(value));

// Excel takes a file without the mark for the code page of the machine.
async function* csvOf({ columns, headings, batches }: Table): AsyncGenerator<string> {
  const lines = (rows: readonly (readonly (string | number)[])[]): string =>
    stringify(rows as (string | number)[][], {
      record_delimiter: 'windows',
      escape_formulas: true,
      // Only what is a text is guarded: a number below zero is no formula, and an exact amount is a number.
      // A cell that says how it is written costs ten times another: none does that begins like no formula.
      cast: {
        number: (value) => (value < 0 ? { value: String(value), escape_formulas: false } : String(value)),
        string: (value) => (LOSS.test(value) ? { value, escape_formulas: false } : value),
      },
    });
  yield `\ufeff${lines([headings])}`;
  for await (const rows of batches) {
    if (rows.length > 0) yield lines(rows.map((row) => columns.map((column) => plainCell(row[column]))));
  }
}

// What XML cannot hold.
// oxlint-disable-next-line no-control-regex -- these very characters are meant
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const TIME = 'yyyy-mm-dd hh:mm:ss';

const excelCell = (value: unknown): Cell => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return { value, type: Number };
  if (typeof value === 'boolean') return { value, type: Boolean };
  if (value instanceof Date) return { value, type: Date, format: TIME };
  return { value: cellText(value).replace(UNWRITABLE, '').slice(0, LONGEST_CELL), type: String };
};

const widthOf = (heading: string): number => Math.min(40, Math.max(14, heading.length + 4));

type Row = Readonly<Record<string, unknown>>;

/**
 * A workbook up to this length is made as a whole, with bold headings and in its language's direction. A longer one is
 * streamed by another library, the only one that needs no memory for its rows; but its stream has a style for a column,
 * none for a row, and no direction of the sheet: so neither can do for both.
 */
const WHOLE_ROWS = 20_000;
/** A sheet of Excel ends at 2^20 rows, and one of the file's parts at 4 GiB. */
const SHEET_ROWS = 500_000;

/** The first rows, as many as are kept in memory, and those behind them. */
const headOf = async (batches: Table['batches']) => {
  const rest = batches[Symbol.asyncIterator]();
  const head: Row[] = [];
  while (head.length <= WHOLE_ROWS) {
    const next = await rest.next();
    if (next.done === true) return { head, rest: null };
    head.push(...next.value);
  }
  return { head, rest };
};

/** Written as it is read, in as many sheets as it needs: its length is bounded by nothing here. */
async function* longXlsxOf(
  { columns, headings }: Table,
  head: readonly Row[],
  rest: AsyncIterator<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const plain = (value: unknown) => {
    if (value === null || value === undefined || value === '') return null;
    if (typeof value === 'number' || typeof value === 'boolean' || value instanceof Date) return value;
    return cellText(value).replace(UNWRITABLE, '').slice(0, LONGEST_CELL);
  };
  async function* rows() {
    for (const row of head) yield columns.map((column) => plain(row[column]));
    for (let next = await rest.next(); next.done !== true; next = await rest.next())
      for (const row of next.value) yield columns.map((column) => plain(row[column]));
  }
  const isTime = (column: string): boolean => head.some((row) => row[column] instanceof Date);
  try {
    yield* writeXlsxStream(rows(), {
      name: 'Sheet1',
      columns: columns.map((column, n) => ({
        header: headings[n] ?? column,
        width: widthOf(headings[n] ?? column),
        ...(isTime(column) ? { numFmt: TIME } : {}),
      })),
      freezePane: { rows: 1 },
      maxRowsPerSheet: SHEET_ROWS,
    });
  } finally {
    await rest.return?.();
  }
}

async function* xlsxOf(table: Table): AsyncGenerator<Uint8Array> {
  const { columns, headings, language } = table;
  const { head, rest } = await headOf(table.batches);
  if (rest !== null) return yield* longXlsxOf(table, head, rest);
  const cells: SheetData = [headings.map((value) => ({ value, type: String, fontWeight: 'bold' }))];
  for (const row of head) cells.push(columns.map((column) => excelCell(row[column])));
  const file = writeExcelFile(cells, {
    stickyRowsCount: 1,
    rightToLeft: directionOf(language) === 'rtl',
    columns: headings.map((heading) => ({ width: widthOf(heading) })),
  });
  const way = new PassThrough();
  const written = file.toStream(way);
  yield* way;
  await written;
}

const contentOf = (format: ExportFormat, table: Table): FileAnswer['content'] => {
  if (format === 'pdf') return printRows(table);
  return format === 'csv' ? csvOf(table) : xlsxOf(table);
};

export const fileOf = (format: ExportFormat, table: Table): FileAnswer => {
  let written = 0;
  const counted = async function* (): Table['batches'] {
    for await (const rows of table.batches) {
      written += rows.length;
      yield rows;
    }
  };
  const counting = { ...table, batches: counted() };
  const without = async function* (masking: Masking): Table['batches'] {
    for await (const rows of table.batches) yield rows.map(masking);
  };
  return {
    masked: (masking) => fileOf(format, { ...table, batches: without(masking) }),
    mediaType: EXPORT_TYPES[format],
    fileName: `${table.fileName}.${format}`,
    content: contentOf(format, counting),
    rows: () => written,
  };
};
