// A report from the API, and the same report from an export or e-mail attachment.
import type { QueueReport, QueueReportRow } from '@ringside/core/contract/reports/queue-report.ts';
import { QUEUE_REPORT_COLUMNS } from '@ringside/core/contract/reports/queue-report.ts';
import type { AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import { AGENT_REPORT_COLUMNS } from '@ringside/core/contract/reports/agent-report.ts';
import { textOf } from '../../../server/src/billing/pdf/testing/read-pdf.ts';
import { csvRows, sheetRows } from '../../../server/src/platform/documents/testing/read-files.ts';
import type { KeptLetter } from '../../../server/src/platform/mail/testing/smtp-sink.ts';

const COLUMNS = { queues: QUEUE_REPORT_COLUMNS, agents: AGENT_REPORT_COLUMNS } as const;
export type ReportName = keyof typeof COLUMNS;

const SHARES = /Percent$|^serviceLevel$|^occupancy$|^utilisation$/;

/** Files show percent with two decimals: 81 130 thousandths are 81.13. */
const cellOf = (name: string, value: unknown): string =>
  value === null || value === undefined
    ? ''
    : SHARES.test(name)
      ? String(Math.round(Number(value) / 10) / 100)
      : String(value);

/** Expected rows of the file. Leaves out `unseen`, which is text. */
export const tableOf = (name: ReportName, report: Pick<QueueReport | AgentReport, 'data'>): string[][] => {
  const columns = COLUMNS[name].filter((column) => column !== 'unseen');
  return report.data
    .map((row) => columns.map((column) => cellOf(column, (row as unknown as Record<string, unknown>)[column])))
    .toSorted(byText);
};

const byText = (a: readonly string[], b: readonly string[]): number => (a.join('\t') < b.join('\t') ? -1 : 1);

const withoutUnseen = (name: ReportName, rows: readonly string[][]): string[][] => {
  const at = COLUMNS[name].indexOf('unseen' as never);
  return rows
    .slice(1)
    .map((row) => COLUMNS[name].map((_, i) => row[i] ?? '').toSpliced(at, 1))
    .toSorted(byText);
};

export const tableOfCsv = (name: ReportName, bytes: Buffer): string[][] => withoutUnseen(name, csvRows(bytes));

export const tableOfWorkbook = (name: ReportName, bytes: Buffer): string[][] => withoutUnseen(name, sheetRows(bytes));

const two = (n: number): string => String(n).padStart(2, '0');
const duration = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

/** Figures of a PDF line in order, without spaces. */
const paperLine = (row: QueueReportRow): string => {
  const percent = (share: number | null): string =>
    share === null ? '–' : `${Math.round(share / 100) / 10}%`.replace('.0%', '%');
  const time = (seconds: number | null): string => (seconds === null ? '–' : duration(seconds));
  return [
    ...[row.received, row.answered, percent(row.answeredPercent), row.unanswered, row.abandoned],
    ...[time(row.averageWaitSeconds), time(row.longestWaitSeconds), time(row.averageTalkSeconds)],
    ...[row.maximumCallers, percent(row.serviceLevel)],
  ].join('');
};

/** Report rows missing in the PDF. Compares the first 12 characters of the label, because the PDF truncates long names. */
export const missingOnPaper = (report: QueueReport, pdf: Buffer): string[] => {
  const text = textOf(pdf).replace(/[\s\u2066-\u2069]/g, '');
  const isThere = (label: string, line: string): boolean => {
    for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1))
      if (text.slice(at, at + 100).includes(line)) return true;
    return false;
  };
  return report.data
    .map((row) => [row.label.replace(/\s/g, '').slice(0, 12), paperLine(row)] as const)
    .filter(([label, line]) => !isThere(label, line))
    .map(([label, line]) => `${label} ${line}`);
};

/** Attachments of an e-mail by file name. */
export const attachmentsOf = ({ text }: KeptLetter): Map<string, Buffer> => {
  const boundary = /^--\S+/m.exec(text)?.[0] ?? '\0';
  const files = new Map<string, Buffer>();
  for (const part of text.split(boundary)) {
    const [head = '', ...body] = part.split('\r\n\r\n');
    const name = /filename="?([^"\r\n;]+)"?/i.exec(head)?.[1];
    if (name !== undefined) files.set(name, Buffer.from(body.join(''), 'base64'));
  }
  return files;
};
