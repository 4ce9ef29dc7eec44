// Exports all rows of a list as CSV (cells cannot run as formulas), XLSX (texts stay texts) or PDF.
import { stringify } from 'csv-stringify/sync';
import type { Masking } from '@ringside/core/access/masks.ts';
import { EXPORT_TYPES } from '@ringside/core/contract/resource.ts';
import type { ExportFormat } from '@ringside/core/contract/resource.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { cellText } from './cell-text.ts';
import type { TableHead } from './document-job.ts';
import { documents } from './document-pool.ts';
import { LONGEST_PRINTED } from './print-rows.ts';
import { slimRows } from './slim-rows.ts';

export interface Table extends TableHead {
  readonly batches: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
  /** Owner of the turn (`ownerOf` of documents/document-pool.ts). */
  readonly owner: string;
}

/** Excel's limit for characters in one cell. */
const LONGEST_CELL = 32_767;

/** A negative amount with decimals. */
const LOSS = /^-[0-9]+\.[0-9]{2,6}$/;

/** A position that a spreadsheet with another separator reads as the start of a cell, followed by a character that starts a formula. */
const HIDDEN_FORMULA = /([;\t\r\n])(?=["'\s]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Protects texts. Numbers stay numbers, because only texts can be read as formulas. */
const plainCell = (value: unknown): string | number => {
  if (typeof value === 'number') return value;
  const text = cellText(value);
  return text.replace(HIDDEN_FORMULA, "$1'");
};

// Without the byte order mark, Excel reads the file in the machine's code page.
async function* csvOf({ columns, headings, batches }: Table): AsyncGenerator<string> {
  const lines = (rows: readonly (readonly (string | number)[])[]): string =>
    stringify(rows as (string | number)[][], {
      record_delimiter: 'windows',
      escape_formulas: true,
      // Only texts are protected: negative numbers and exact amounts are not formulas.
      // A cell with its own format costs ten times as much, so only negative numbers and amounts get one.
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

const contentOf = (format: ExportFormat, table: Table): FileAnswer['content'] => {
  if (format === 'csv') return csvOf(table);
  const { batches, owner, columns, headings, fileName, language, title, timeZone, madeAt } = table;
  const head = { columns, headings, fileName, language, title, timeZone, madeAt };
  const [kind, longest] =
    format === 'pdf' ? (['rows-pdf', LONGEST_PRINTED] as const) : (['workbook', LONGEST_CELL] as const);
  return documents.make({ kind, table: head }, owner, slimRows(batches, columns, longest));
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
