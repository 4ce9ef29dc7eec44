// Writes rows as an XLSX workbook. Texts are stored as texts, so no spreadsheet runs them as formulas.
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import type { Cell, CellValue, ColumnDef } from 'hucre/xlsx';
import { directionOf } from '@ringside/core/base/direction-of.ts';
import { cellText } from './cell-text.ts';
import type { DocumentRow, TableHead } from './document-job.ts';

interface Workbook extends TableHead {
  readonly batches: AsyncIterable<readonly DocumentRow[]>;
}

// Characters that XML cannot contain.
// oxlint-disable-next-line no-control-regex -- these very characters are meant
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const TIME = 'yyyy-mm-dd hh:mm:ss';
const HEADING = { font: { name: 'Calibri', size: 11, bold: true } } as const;
const SHEET = 'Sheet1';

/**
 * A workbook up to this number of rows is made in memory, with bold headings and its language's direction. A longer one is streamed, which
 * needs no memory for rows. The library's stream supports neither row styles nor a direction.
 */
const WHOLE_ROWS = 20_000;
/** Maximum number of characters in a workbook made in memory. */
const WHOLE_LENGTH = 8_000_000;
/** Excel limits a sheet to 2^20 rows, and a part of the file is limited to 4 GiB. */
const SHEET_ROWS = 500_000;

/** Returns the first rows, up to the limits for memory, and an iterator over the rest. */
const headOf = async (batches: Workbook['batches']) => {
  const rest = batches[Symbol.asyncIterator]();
  const head: DocumentRow[] = [];
  let length = 0;
  while (head.length <= WHOLE_ROWS && length <= WHOLE_LENGTH) {
    const next = await rest.next();
    if (next.done === true) return { head, rest: null };
    for (const row of next.value) {
      head.push(row);
      for (const value of Object.values(row)) length += typeof value === 'string' ? value.length : 0;
    }
  }
  return { head, rest };
};

const cellOf = (value: unknown): CellValue => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof Date) return value;
  return cellText(value).replace(UNWRITABLE, '');
};

const columnsOf = ({ columns, headings }: TableHead, head: readonly DocumentRow[]): ColumnDef[] =>
  columns.map((column, n) => {
    const header = headings[n] ?? column;
    const isTime = head.some((row) => row[column] instanceof Date);
    return { header, width: Math.min(40, Math.max(14, header.length + 4)), ...(isTime ? { numFmt: TIME } : {}) };
  });

const shortXlsxOf = async (table: TableHead, head: readonly DocumentRow[]): Promise<Uint8Array> => {
  const { columns, headings, language } = table;
  const bold = headings.map((value, n): [string, Partial<Cell>] => [`0,${n}`, { value, style: HEADING }]);
  const sheet = {
    name: SHEET,
    columns: columnsOf(table, head).map(({ header: _written, ...column }) => column),
    rows: [[...headings], ...head.map((row) => columns.map((column) => cellOf(row[column])))],
    cells: new Map(bold),
    freezePane: { rows: 1 },
    view: { rightToLeft: directionOf(language) === 'rtl' },
  };
  return writeXlsx({ sheets: [sheet] });
};

/** Streams rows as they are read, in as many sheets as needed. */
async function* longXlsxOf(
  table: TableHead,
  head: readonly DocumentRow[],
  rest: AsyncIterator<readonly DocumentRow[]>,
): AsyncGenerator<Uint8Array> {
  const { columns } = table;
  async function* rows() {
    for (const row of head) yield columns.map((column) => cellOf(row[column]));
    for (let next = await rest.next(); next.done !== true; next = await rest.next())
      for (const row of next.value) yield columns.map((column) => cellOf(row[column]));
  }
  try {
    yield* writeXlsxStream(rows(), {
      name: SHEET,
      columns: columnsOf(table, head),
      freezePane: { rows: 1 },
      maxRowsPerSheet: SHEET_ROWS,
    });
  } finally {
    await rest.return?.();
  }
}

export async function* writeWorkbook(table: Workbook): AsyncGenerator<Uint8Array> {
  const { head, rest } = await headOf(table.batches);
  if (rest === null) yield await shortXlsxOf(table, head);
  else yield* longXlsxOf(table, head, rest);
}
