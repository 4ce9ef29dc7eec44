// What a report says, free of any form: a paper, a file and a letter are made of it.
import { formatDuration } from '@ringside/core/format/duration.ts';
import type { ReportLanguage } from './report-words.ts';
import type { ReportWords } from './words/en.ts';

/** Seconds are `time`, thousandths of a percent `share`, a day `2026-11-21` `day`, a moment `instant`. */
export type CellKind = 'text' | 'count' | 'time' | 'share' | 'day' | 'instant';
export type CellValue = string | number | null;
/** Of a table whose lines are of different kinds. */
export type Cell = CellValue | { readonly kind: CellKind; readonly value: CellValue };

export interface ReportColumn {
  /** The field that an import or a script knows it by. */
  readonly name: string;
  readonly heading: string;
  readonly kind: CellKind;
}

export interface ReportTable {
  /** By which it is asked for as a file of its own. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** The last line, all together. */
  readonly total?: readonly Cell[];
  /** There are others. */
  readonly more?: boolean;
  /** On paper it goes with that one: columns for which its lines had no room. */
  readonly goesWith?: string;
  /** A file of its own alone: the whole paper says the same in another table. */
  readonly alone?: boolean;
}

export interface ReportContent {
  readonly title: string;
  readonly language: ReportLanguage;
  /** Both included, on the report's clock. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly timeZone: string;
  /** Label and value of what narrows it. */
  readonly filters: readonly (readonly [string, string])[];
  /** What of the period nobody saw; rows that it touches are marked. */
  readonly unseen: readonly string[];
  readonly tables: readonly ReportTable[];
  /** Names of figures, and how each is made. */
  readonly formulas: readonly (readonly [string, string])[];
}

const TAGS: Readonly<Record<ReportLanguage, string>> = { en: 'en-GB', es: 'es', fr: 'fr', he: 'he' };

/** The name of a row of a paper: with a mark where not all was seen. */
export const markedName = (name: string, unseen: string): string => (unseen === '' ? name : `${name} *`);

/** How cells are written for people. */
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
  // In a line of the other direction a number keeps its own.
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

/** Of a spreadsheet: percentages are percent (81.13), the rest as it is. */
export const plainValue = (column: CellKind, cell: Cell): CellValue => {
  const { kind, value } = kindly(column, cell);
  return kind === 'share' && typeof value === 'number' ? Math.round(value / 10) / 100 : value;
};

/** Each figure on a line of its own, beside that of the period before. */
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
