// Builds every table of the queue report with localized headings.
import { keysOf } from '@ringside/core/base/keys-of.ts';
import { fillIn } from '@ringside/core/base/fill-in.ts';
import { maskingOf } from '@ringside/core/access/masks.ts';
import { masksFor } from '@ringside/core/access/narrowing.ts';
import { can } from '@ringside/core/access/ability.ts';
import { QUEUE_REPORT_COLUMNS } from '@ringside/core/contract/reports/queue-report.ts';
import type { QueueReport, QueueReportFilters } from '@ringside/core/contract/reports/queue-report.ts';
import { FORMULAS, isFormula } from '@ringside/core/reports/formulas.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { chosenQueueLabel } from '../choice-queries.ts';
import { markedName, totalsTable } from '../../platform/documents/report-content.ts';
import type { ReportContent, ReportTable } from '../../platform/documents/report-content.ts';
import { ownerOf } from '../../platform/documents/document-pool.ts';
import type { MadeReport } from '../../platform/documents/report-file.ts';
import { wordsOf } from '../../platform/documents/report-words.ts';
import type { ReportLanguage } from '../../platform/documents/report-words.ts';
import { readUnseen } from '../unseen.ts';
import type { Unseen } from '../unseen.ts';
import { makeLostCallers, makeQueueReport } from './make-queue-report.ts';
import type { ReportDeps } from './make-queue-report.ts';
import {
  columnsOf,
  hourName,
  kindOf,
  lengthTables,
  lostTable,
  outcomeTable,
  SHORT,
  timeTables,
  valuesOf,
  weekdayName,
} from './queue-tables.ts';
import type { Figure, Lost, Words } from './queue-tables.ts';

const FIGURES: Figure[] = QUEUE_REPORT_COLUMNS.filter((name) => name !== 'label' && name !== 'unseen');

const rowName = (
  words: Words,
  language: string,
  group: QueueReportFilters['groupBy'],
  row: QueueReport['data'][number],
) => {
  if (row.label !== '') return row.label;
  const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);
  const format = (options: Intl.DateTimeFormatOptions, day: string): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at(day));
  if (group === 'hour') return hourName(row.key);
  if (group === 'weekday') return weekdayName(language, Number(row.key));
  if (group === 'day') return format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, row.key);
  if (group === 'month') return format({ month: 'long', year: 'numeric' }, `${row.key}-01`);
  return words.queues.nobodys;
};

/** Returns the rows of the file with all columns. */
const queueRows = (
  report: QueueReport,
  groupBy: QueueReportFilters['groupBy'],
  unseen: Unseen,
  language: ReportLanguage,
): ReportTable => {
  const words = wordsOf(language);
  return {
    name: 'rows',
    title: words.queues.by[groupBy],
    columns: [
      ...columnsOf(words, words.queues.groups[groupBy], FIGURES),
      { name: 'unseen', heading: words.paper.notSeen, kind: 'text' },
    ],
    rows: report.data.map((row) => [
      ...[row.label || row.key, ...valuesOf(row, FIGURES)],
      unseenOf(unseen, groupBy, row),
    ]),
  };
};

const unseenOf = (
  unseen: Unseen,
  group: QueueReportFilters['groupBy'],
  row: Pick<QueueReport['data'][number], 'key' | 'serverId'>,
): string =>
  group === 'queue' || group === 'callcenter' || group === 'customer'
    ? unseen.ofServer(row.serverId)
    : unseen.ofTime(group, row.key);

const formulasOf = (words: Words, { settings }: QueueReport): (readonly [string, string])[] => [
  ...keysOf(words.queues.explained).map((name) => [words.queues.figures[name], words.queues.explained[name]] as const),
  ...settings.map(({ formula, thresholdSeconds, shortAbandonSeconds }) => {
    const values = { seconds: String(thresholdSeconds), short: String(shortAbandonSeconds) };
    const text = isFormula(formula) ? FORMULAS[formula] : String(formula);
    return [words.paper.formula, `\u2066${text}\u2069 · ${fillIn(words.paper.threshold, values)}`] as const;
  }),
  ...(settings.length > 1 ? [[words.paper.formula, words.queues.weighted] as const] : []),
];

/** `lost` is `null` for callers without permission to read call records. */
const queueContent = (
  report: QueueReport,
  asked: QueueReportFilters,
  { lost, unseen }: { readonly lost: Lost | null; readonly unseen: Unseen },
  language: ReportLanguage,
): ReportContent => {
  const words = wordsOf(language);
  const { paper, queues } = words;
  const { callcenterId, queue, formula, hours } = asked;
  const choice = report.choices.find((c) => c.callcenterId === callcenterId);
  return {
    title: queues.title,
    language,
    firstDay: dayOf(Date.parse(report.from), report.timeZone),
    lastDay: dayOf(Date.parse(report.to) - 1, report.timeZone),
    timeZone: report.timeZone,
    filters: [
      ...(callcenterId === undefined ? [] : [[paper.callcenter, choice?.callcenterName ?? callcenterId] as const]),
      ...(queue === undefined ? [] : [[paper.queue, chosenQueueLabel(report.choices, asked)] as const]),
      ...(hours === undefined ? [] : [[paper.hours, paper.hoursOf[hours]] as const]),
      ...(isFormula(formula) ? [[paper.formula, `\u2066${FORMULAS[formula]}\u2069`] as const] : []),
    ],
    unseen: unseen.all,
    tables: [
      totalsTable(
        words,
        FIGURES.map((name) => ({
          ...{ name: queues.figures[name], kind: kindOf(name) },
          ...{ now: report.totals[name], earlier: report.previous.totals[name] },
        })),
      ),
      {
        name: 'rows',
        title: queues.by[asked.groupBy],
        columns: columnsOf(words, queues.groups[asked.groupBy], SHORT),
        rows: report.data.map((row) => [
          markedName(rowName(words, language, asked.groupBy, row), unseenOf(unseen, asked.groupBy, row)),
          ...valuesOf(row, SHORT),
        ]),
        total: [queues.all, ...valuesOf(report.totals, SHORT)],
      },
      outcomeTable(words, report),
      ...timeTables(words, report, unseen, language),
      ...lengthTables(words, report),
      ...(lost === null ? [] : [lostTable(words, lost)]),
    ],
    formulas: formulasOf(words, report),
  };
};

/** Limit in the PDF of the complete report. */
const MOST_LOST = 200;

/** The report within the caller's scope. It lists unanswered callers only for users who may read call records. */
export const queueReportFor = async (
  deps: ReportDeps,
  caller: Caller,
  asked: QueueReportFilters,
  language: ReportLanguage,
  mostLost = MOST_LOST,
): Promise<MadeReport> => {
  const report = await makeQueueReport(deps, caller, asked);
  const masking = maskingOf(masksFor(caller.narrowed ?? [], 'report'));
  const lost = can(caller.abilities, 'read', 'cdr')
    ? masking(await makeLostCallers(deps, caller, asked, mostLost))
    : null;
  const unseen = await readUnseen(deps, caller, { ...asked, ...report }, language);
  return {
    content: queueContent(report, asked, { lost, unseen }, language),
    rows: queueRows(report, asked.groupBy, unseen, language),
    name: 'queue-report',
    owner: ownerOf(caller),
  };
};
