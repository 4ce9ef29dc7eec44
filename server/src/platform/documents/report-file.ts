// Writes a report as a file. CSV and XLSX contain the rows with every column, the PDF contains all tables.
import type { ReportFormat } from '@ringside/core/contract/reports/queue-report.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { fileOf } from './export-rows.ts';
import { documents } from './document-pool.ts';
import { plainValue } from './report-content.ts';
import type { ReportContent, ReportTable } from './report-content.ts';

export interface MadeReport {
  readonly content: ReportContent;
  /** The report's rows with every column. */
  readonly rows: ReportTable;
  /** File name without dates, such as `queue-report`. */
  readonly name: string;
  /** Owner of the turn in the document pool. */
  readonly owner: string;
}

const pdfOf = (content: ReportContent, madeAt: number, owner: string, fileName: string): FileAnswer => ({
  mediaType: 'application/pdf',
  fileName: `${fileName}.pdf`,
  content: documents.make({ kind: 'report', content, madeAt }, owner),
});

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** Removes direction control characters, which a spreadsheet does not need. */
const bare = (value: string | number | null): string | number | null =>
  typeof value === 'string' ? value.replace(/[\u2066-\u2069]/g, '') : value;

/** Writes one table of the report under its own headings. The table of rows has every column. */
const tableFile = (
  format: ReportFormat,
  { content, rows: full, name, owner }: MadeReport,
  madeAt: number,
  only: string,
): FileAnswer => {
  const table = only === full.name ? full : content.tables.find((each) => each.name === only);
  const fileName = `${name}-${only}-${content.firstDay}-${content.lastDay}`;
  if (format === 'pdf') {
    const tables = content.tables.filter((each) => each.name === only || each.goesWith === only);
    return pdfOf({ ...content, tables, formulas: [] }, madeAt, owner, fileName);
  }
  const { columns, rows } = table ?? { columns: [], rows: [] };
  return fileOf(format, {
    columns: columns.map((column) => column.name),
    headings: columns.map((column) => column.heading),
    batches: once(
      rows.map((row) =>
        Object.fromEntries(columns.map((column, i) => [column.name, bare(plainValue(column.kind, row[i] ?? null))])),
      ),
    ),
    ...{ fileName, language: content.language, owner },
  });
};

/**
 * `headings` replace the columns' own headings, and are replaced by field names where they do not fit. `only`: one table. `madeAt`: epoch
 * milliseconds.
 */
export const reportFile = (
  format: ReportFormat,
  { content, rows, name, owner }: MadeReport,
  madeAt: number,
  headings?: readonly string[],
  only?: string,
): FileAnswer => {
  if (only !== undefined) return tableFile(format, { content, rows, name, owner }, madeAt, only);
  const fileName = `${name}-${content.firstDay}-${content.lastDay}`;
  if (format === 'pdf') {
    const tables = content.tables.filter((each) => !each.alone);
    return pdfOf({ ...content, tables }, madeAt, owner, fileName);
  }
  const { columns } = rows;
  const names = columns.map((column) => column.name);
  const above = headings ?? columns.map((column) => column.heading);
  const table = rows.rows.map((row) =>
    Object.fromEntries(columns.map(({ name: field, kind }, i) => [field, plainValue(kind, row[i] ?? null)])),
  );
  return fileOf(format, {
    columns: names,
    headings: above.length === names.length ? above : names,
    batches: once(table),
    ...{ fileName, language: content.language, owner },
  });
};
