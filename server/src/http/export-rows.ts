// What a list shows on all its pages, as a file: CSV that no spreadsheet runs as a formula, or XLSX whose texts are texts.
import { PassThrough } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import writeExcelFile from 'write-excel-file/node';
import type { Cell, SheetData } from 'write-excel-file/node';
import { EXPORT_TYPES } from '@ringside/core/contract/resource.ts';
import type { ExportFormat } from '@ringside/core/contract/resource.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';

export interface Table {
  /** Fields of the rows, in order. */
  readonly columns: readonly string[];
  /** One for each column. */
  readonly headings: readonly string[];
  readonly batches: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
  /** Without ending. */
  readonly fileName: string;
  readonly rightToLeft: boolean;
}

/** A spreadsheet's cell holds no more. */
const LONGEST_CELL = 32_767;

/** Lists of plain values are separated by semicolons, as an import reads them. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(';');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};

/** An amount below zero, with its cents. */
const LOSS = /^-[0-9]+\.[0-9]{2,6}$/;

/** Numbers stay numbers: only texts can be taken for a formula. */
const plainCell = (value: unknown): string | number => (typeof value === 'number' ? value : textOf(value));

// Excel takes a file without the mark for the code page of the machine.
async function* csvOf({ columns, headings, batches }: Table): AsyncGenerator<string> {
  const lines = (rows: readonly (readonly (string | number)[])[]): string =>
    stringify(rows as (string | number)[][], {
      record_delimiter: 'windows',
      escape_formulas: true,
      // Only what is a text is guarded: a number below zero is no formula, and an exact amount is a number.
      cast: {
        number: (value) => ({ value: String(value), escape_formulas: false }),
        string: (value) => ({ value, escape_formulas: !LOSS.test(value) }),
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

const excelCell = (value: unknown): Cell => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return { value, type: Number };
  if (typeof value === 'boolean') return { value, type: Boolean };
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm:ss' };
  return { value: textOf(value).replace(UNWRITABLE, '').slice(0, LONGEST_CELL), type: String };
};

async function* xlsxOf({ columns, headings, batches, rightToLeft }: Table): AsyncGenerator<Uint8Array> {
  const cells: SheetData = [headings.map((value) => ({ value, type: String, fontWeight: 'bold' }))];
  for await (const rows of batches) {
    for (const row of rows) cells.push(columns.map((column) => excelCell(row[column])));
  }
  const file = writeExcelFile(cells, {
    stickyRowsCount: 1,
    rightToLeft,
    columns: headings.map((heading) => ({ width: Math.min(40, Math.max(14, heading.length + 4)) })),
  });
  const way = new PassThrough();
  const written = file.toStream(way);
  yield* way;
  await written;
}

export const fileOf = (format: ExportFormat, table: Table): FileAnswer => {
  let written = 0;
  const counted = async function* (): Table['batches'] {
    for await (const rows of table.batches) {
      written += rows.length;
      yield rows;
    }
  };
  const counting = { ...table, batches: counted() };
  return {
    mediaType: EXPORT_TYPES[format],
    fileName: `${table.fileName}.${format}`,
    content: format === 'csv' ? csvOf(counting) : xlsxOf(counting),
    rows: () => written,
  };
};
