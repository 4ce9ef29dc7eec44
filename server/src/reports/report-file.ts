// A report as a file: CSV and XLSX have the rows of its grouping in every column, the PDF has all its tables.
import type { ReportFormat } from '@ringside/core/contract/queue-report.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { fileOf } from '../http/export-rows.ts';
import { renderReport } from './render-report.ts';
import { plainValue } from './report-content.ts';
import type { ReportContent, ReportTable } from './report-content.ts';

export interface MadeReport {
  readonly content: ReportContent;
  /** Its rows in every column. */
  readonly rows: ReportTable;
  /** `queue-report` */
  readonly name: string;
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** What steers the reading order is for eyes, not for a spreadsheet. */
const bare = (value: string | number | null): string | number | null =>
  typeof value === 'string' ? value.replace(/[\u2066-\u2069]/g, '') : value;

/** One table of the report alone, under its own headings. A spreadsheet has room for every column of the rows. */
const tableFile = async (
  format: ReportFormat,
  { content, rows: full, name }: MadeReport,
  madeAt: number,
  only: string,
): Promise<FileAnswer> => {
  const table = only === full.name ? full : content.tables.find((each) => each.name === only);
  const fileName = `${name}-${only}-${content.firstDay}-${content.lastDay}`;
  if (format === 'pdf') {
    const tables = content.tables.filter((each) => each.name === only || each.goesWith === only);
    const pdf = await renderReport({ ...content, tables, formulas: [] }, madeAt);
    return { mediaType: 'application/pdf', fileName: `${fileName}.pdf`, content: once(pdf) };
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
    ...{ fileName, language: content.language },
  });
};

/** `headings`: in place of the columns' own; those that do not fit become the fields' names. `only`: one table. `madeAt`: epoch ms. */
export const reportFile = async (
  format: ReportFormat,
  { content, rows, name }: MadeReport,
  madeAt: number,
  headings?: readonly string[],
  only?: string,
): Promise<FileAnswer> => {
  if (only !== undefined) return tableFile(format, { content, rows, name }, madeAt, only);
  const fileName = `${name}-${content.firstDay}-${content.lastDay}`;
  if (format === 'pdf') {
    const tables = content.tables.filter((each) => !each.alone);
    const pdf = await renderReport({ ...content, tables }, madeAt);
    return { mediaType: 'application/pdf', fileName: `${fileName}.pdf`, content: once(pdf) };
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
    fileName,
    language: content.language,
  });
};
