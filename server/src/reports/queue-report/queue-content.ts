// Every table of the queue report, in words.
import { maskingOf } from '@ringside/core/base/masks.ts';
import { masksFor } from '@ringside/core/access/narrowing.ts';
import { can } from '@ringside/core/access/ability.ts';
import { QUEUE_REPORT_COLUMNS } from '@ringside/core/contract/queue-report.ts';
import type { QueueReport, QueueReportFilters } from '@ringside/core/contract/queue-report.ts';
import { FORMULAS, isFormula } from '@ringside/core/metrics/formulas.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import type { Caller } from '../../http/context.ts';
import { markedName, totalsTable } from '../report-content.ts';
import type { ReportContent, ReportTable } from '../report-content.ts';
import type { MadeReport } from '../report-file.ts';
import { fillIn, wordsOf } from '../report-words.ts';
import type { ReportLanguage } from '../report-words.ts';
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

const FIGURES = QUEUE_REPORT_COLUMNS.filter((name) => name !== 'label' && name !== 'unseen') as Figure[];

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

/** The rows as they stand in the file, in every column. */
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

const formulasOf = (words: Words, { judged }: QueueReport): (readonly [string, string])[] => [
  ...Object.entries(words.queues.explained).map(
    ([name, how]) => [words.queues.figures[name as 'received'], how] as const,
  ),
  ...judged.map(({ formula, thresholdSeconds, shortAbandonSeconds }) => {
    const values = { seconds: String(thresholdSeconds), short: String(shortAbandonSeconds) };
    const text = isFormula(formula) ? FORMULAS[formula] : String(formula);
    return [words.paper.formula, `\u2066${text}\u2069 · ${fillIn(words.paper.threshold, values)}`] as const;
  }),
  ...(judged.length > 1 ? [[words.paper.formula, words.queues.weighted] as const] : []),
];

/** `lost`: null for who may not read call records. */
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
  const label = report.choices.find((c) => c.queue === queue)?.label;
  return {
    title: queues.title,
    language,
    firstDay: dayOf(Date.parse(report.from), report.timeZone),
    lastDay: dayOf(Date.parse(report.to) - 1, report.timeZone),
    timeZone: report.timeZone,
    filters: [
      ...(callcenterId === undefined ? [] : [[paper.callcenter, choice?.callcenterName ?? callcenterId] as const]),
      ...(queue === undefined ? [] : [[paper.queue, label ?? queue] as const]),
      ...(hours === undefined ? [] : [[paper.hours, paper.hoursOf[hours]] as const]),
      ...(isFormula(formula) ? [[paper.formula, `\u2066${FORMULAS[formula]}\u2069`] as const] : []),
    ],
    unseen: unseen.all,
    tables: [
      totalsTable(
        words,
        FIGURES.map((name) => ({
          ...{ name: queues.figures[name as 'received'], kind: kindOf(name) },
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

/** On the paper of the whole report. */
const MOST_LOST = 200;

/** As the caller may see it: the callers whom nobody answered are named to who may read call records. */
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
  };
};
