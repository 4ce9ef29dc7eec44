// Tables of the queue report that do not depend on the grouping.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import type { LostCaller, QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { markedName } from '../../platform/documents/report-content.ts';
import type { CellKind, CellValue, ReportColumn, ReportTable } from '../../platform/documents/report-content.ts';
import type { wordsOf } from '../../platform/documents/report-words.ts';
import type { Unseen } from '../unseen.ts';

export type Words = ReturnType<typeof wordsOf>;
type Figures = QueueReport['totals'];
/** A figure with a localized name. */
export type Figure = keyof Figures & keyof Words['queues']['figures'];

export const kindOf = (name: string): CellKind => {
  if (name === 'label') return 'text';
  if (name.endsWith('Seconds')) return 'time';
  return name.endsWith('Percent') || name === 'serviceLevel' ? 'share' : 'count';
};

/** Figures on PDFs. */
export const SHORT = [
  ...(['received', 'answered', 'answeredPercent', 'unanswered', 'abandoned', 'averageWaitSeconds'] as const),
  ...(['longestWaitSeconds', 'averageTalkSeconds', 'maximumCallers', 'serviceLevel'] as const),
] as const;
const OUTCOMES = [
  ...(['answered', 'abandonedShort', 'abandonedLong', 'timedOut', 'leftByKey', 'noAgent', 'full'] as const),
  'withdrawn',
] as const;

export const columnsOf = (words: Words, first: string, names: readonly Figure[]): ReportColumn[] => [
  { name: 'label', heading: first, kind: 'text' },
  ...names.map((name) => ({ name, heading: words.queues.figures[name], kind: kindOf(name) })),
];
export const valuesOf = (figures: Figures, names: readonly Figure[]): CellValue[] => names.map((name) => figures[name]);

/** January 5, 1970 was a Monday. */
export const weekdayName = (language: string, weekday: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + weekday, 12));
export const hourName = (hour: string): string =>
  `\u2066${hour}:00–${String((Number(hour) + 1) % 24).padStart(2, '0')}:00\u2069`;

interface BarPart {
  readonly name: string;
  readonly heading: string;
}

/** Returns a table of calls by duration. `parts` of each bar precede their sum. */
const barTable = <Bar extends { readonly upTo: number | null }>(
  { name, title, first }: { readonly name: string; readonly title: string; readonly first: string },
  words: Words,
  bars: readonly Bar[],
  countsOf: (bar: Bar) => readonly number[],
  parts: readonly BarPart[] = [],
): ReportTable => {
  const sumOf = (bar: Bar): number => countsOf(bar).reduce((n, count) => n + count, 0);
  const all = bars.reduce((n, bar) => n + sumOf(bar), 0);
  const labelOf = (upTo: number | null): string =>
    upTo === null
      ? fillIn(words.queues.longerThan, { time: formatDuration(bars.at(-2)?.upTo ?? 0) })
      : fillIn(words.queues.upTo, { time: formatDuration(upTo) });
  return {
    ...{ name, title },
    columns: [
      { name: 'label', heading: first, kind: 'text' },
      ...parts.map((part) => ({ ...part, kind: 'count' as const })),
      ...countColumns(words),
    ],
    rows: bars.map((bar) => [
      ...[labelOf(bar.upTo), ...(parts.length === 0 ? [] : countsOf(bar)), sumOf(bar)],
      all > 0 ? (sumOf(bar) / all) * 100_000 : null,
    ]),
  };
};

const countColumns = (words: Words): ReportColumn[] => [
  { name: 'count', heading: words.paper.count, kind: 'count' },
  { name: 'share', heading: words.paper.share, kind: 'share' },
];

export const outcomeTable = (words: Words, { totals }: QueueReport): ReportTable => ({
  name: 'outcomes',
  title: words.queues.outcomes,
  columns: [{ name: 'label', heading: words.queues.lost.outcome, kind: 'text' }, ...countColumns(words)],
  rows: OUTCOMES.map((name) => [
    ...[words.queues.figures[name], totals[name]],
    totals.received > 0 ? (totals[name] / totals.received) * 100_000 : null,
  ]),
  total: [words.queues.figures.received, totals.received, null],
});

export const lengthTables = (words: Words, { waits, talks }: QueueReport): ReportTable[] => [
  barTable(
    { name: 'waits', title: words.queues.waits, first: words.queues.lost.wait },
    words,
    waits,
    (bar) => [bar.answered, bar.abandoned, bar.other],
    [
      { name: 'answered', heading: words.queues.figures.answered },
      { name: 'abandoned', heading: words.queues.figures.abandoned },
      { name: 'other', heading: words.queues.other },
    ],
  ),
  barTable(
    { name: 'talks', title: words.queues.talks, first: words.agents.figures.talkSeconds },
    words,
    talks,
    (bar) => [bar.completed],
  ),
];

export const timeTables = (words: Words, report: QueueReport, unseen: Unseen, language: string): ReportTable[] => [
  {
    name: 'hours',
    title: words.queues.charts.hour,
    columns: columnsOf(words, words.paper.hour, SHORT),
    rows: report.hours.map((row) => [
      markedName(hourName(row.hour), unseen.ofTime('hour', row.hour)),
      ...valuesOf(row, SHORT),
    ]),
  },
  {
    name: 'week',
    title: words.queues.week,
    columns: columnsOf(words, words.paper.weekday, SHORT).toSpliced(1, 0, {
      name: 'hour',
      heading: words.paper.hour,
      kind: 'text',
    }),
    rows: report.week.map((row) => [weekdayName(language, row.weekday), hourName(row.hour), ...valuesOf(row, SHORT)]),
  },
];

export const lostTable = (words: Words, { data, more }: Lost): ReportTable => {
  const { lost } = words.queues;
  return {
    name: 'lost',
    title: lost.title,
    columns: [
      { name: 'at', heading: lost.at, kind: 'instant' },
      { name: 'caller', heading: lost.caller, kind: 'text' },
      { name: 'queue', heading: lost.queue, kind: 'text' },
      { name: 'outcome', heading: lost.outcome, kind: 'text' },
      { name: 'waitSeconds', heading: lost.wait, kind: 'time' },
      { name: 'servedAt', heading: lost.served, kind: 'instant' },
    ],
    rows: data.map((row) => [
      ...[row.at, [`\u2066${row.caller.number}\u2069`, row.callerName].filter((part) => part !== '').join(' · ')],
      ...[row.queueLabel, words.ends[row.outcome], row.waitSeconds, row.servedAt],
    ]),
    more,
  };
};

export interface Lost {
  readonly data: readonly LostCaller[];
  readonly more: boolean;
}
