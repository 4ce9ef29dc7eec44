// Defines the content of a report independent of its format (PDF, file or e-mail).
import { formatDuration } from '@ringside/core/base/duration.ts';
import type { ReportLanguage } from './report-words.ts';
import type { ReportWords } from './words/en.ts';

/** Units: `time` in seconds, `share` in thousandths of a percent, `day` as `2026-11-21`, `instant` as a point in time. */
export type CellKind = 'text' | 'count' | 'time' | 'share' | 'day' | 'instant';
export type CellValue = string | number | null;
/** A cell in a table whose rows have different kinds. */
export type Cell = CellValue | { readonly kind: CellKind; readonly value: CellValue };

export interface ReportColumn {
  /** Field name for imports and scripts. */
  readonly name: string;
  readonly heading: string;
  readonly kind: CellKind;
}

export interface ReportTable {
  /** Name for requesting the table as a separate file. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** The last row with the totals. */
  readonly total?: readonly Cell[];
  /** Whether there are more rows. */
  readonly more?: boolean;
  /** In a PDF, the name of the table that this one continues with the columns that did not fit. */
  readonly goesWith?: string;
  /** Only for a separate file. The PDF shows the same data in another table. */
  readonly alone?: boolean;
}

export interface ReportContent {
  readonly title: string;
  readonly language: ReportLanguage;
  /** First and last day, both included, in the report's time zone. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly timeZone: string;
  /** Label and value of each filter. */
  readonly filters: readonly (readonly [string, string])[];
  /** Gaps without data in the period. Rows that they affect are marked. */
  readonly unseen: readonly string[];
  readonly tables: readonly ReportTable[];
  /** Name and formula of each figure. */
  readonly formulas: readonly (readonly [string, string])[];
}

const TAGS: Readonly<Record<ReportLanguage, string>> = { en: 'en-GB', es: 'es', fr: 'fr', he: 'he' };

/** Returns the row's name, with a mark if part of its data is missing. */
export const markedName = (name: string, unseen: string): string => (unseen === '' ? name : `${name} *`);

/** Formats cells for people. */
export const createCellText = (language: ReportLanguage, timeZone: string) => {
  const tag = TAGS[language];
  const counts = new Intl.NumberFormat(tag);
  const shares = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  const days = new Intl.DateTimeFormat(tag, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const moments = new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeStyle: 'short', timeZone });
  // Keeps a number's direction in a line of the other direction.
  const isolated = (text: string): string => `\u2066${text.replace(/[\u200e\u200f]/g, '')}\u2069`;
  const day = (iso: string): string => days.format(Date.parse(`${iso}T12:00:00Z`));
  return {
    day,
    moment: (at: number): string => isolated(moments.format(at)),
    cell: (column: CellKind, cell: Cell): string => {
      const { kind, value } = kindly(column, cell);
      if (value === null || value === '') return '–';
      if (kind === 'day') return day(String(value));
      if (kind === 'instant') return isolated(moments.format(Date.parse(String(value))));
      if (typeof value === 'string') return value;
      if (kind === 'time') return isolated(formatDuration(value));
      return isolated(kind === 'share' ? shares.format(value / 100_000) : counts.format(value));
    },
  };
};

const kindly = (column: CellKind, cell: Cell): { readonly kind: CellKind; readonly value: CellValue } =>
  typeof cell === 'object' && cell !== null ? cell : { kind: column, value: cell };

/** Returns a cell's value for a spreadsheet. Shares become percent (81.13), other values stay unchanged. */
export const plainValue = (column: CellKind, cell: Cell): CellValue => {
  const { kind, value } = kindly(column, cell);
  return kind === 'share' && typeof value === 'number' ? Math.round(value / 10) / 100 : value;
};

/** Shows each figure in a row of its own, beside the figure of the previous period. */
export const totalsTable = (
  words: ReportWords,
  lines: readonly {
    readonly name: string;
    readonly kind: CellKind;
    readonly now: CellValue;
    readonly earlier: CellValue;
  }[],
): ReportTable => ({
  name: 'totals',
  title: words.paper.totals,
  columns: [
    { name: 'figure', heading: words.paper.figure, kind: 'text' },
    { name: 'value', heading: words.paper.value, kind: 'count' },
    { name: 'before', heading: words.paper.before, kind: 'count' },
  ],
  rows: lines.map(({ name, kind, now, earlier }) => [name, { kind, value: now }, { kind, value: earlier }]),
});
