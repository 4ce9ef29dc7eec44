// A report as a file: CSV and XLSX have the rows of its grouping in every column, the PDF has all its tables.
import type { ReportFormat } from '@ringside/core/contract/queue-report.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { directionOf } from '@ringside/core/format/direction-of.ts';
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

/** `headings`: in place of the columns' own; those that do not fit become the fields' names. `madeAt`: epoch ms. */
export const reportFile = async (
  format: ReportFormat,
  { content, rows, name }: MadeReport,
  madeAt: number,
  headings?: readonly string[],
): Promise<FileAnswer> => {
  const fileName = `${name}-${content.firstDay}-${content.lastDay}`;
  if (format === 'pdf') {
    const pdf = await renderReport(content, madeAt);
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
    rightToLeft: directionOf(content.language) === 'rtl',
  });
};
