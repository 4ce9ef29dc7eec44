// Builds every table of the agent report with localized headings.
import { keysOf } from '@ringside/core/base/keys-of.ts';
import { AGENT_REPORT_COLUMNS } from '@ringside/core/contract/reports/agent-report.ts';
import type { AgentReport, AgentReportFilters } from '@ringside/core/contract/reports/agent-report.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { chosenQueueLabel } from '../choice-queries.ts';
import { markedName, totalsTable } from '../../platform/documents/report-content.ts';
import type {
  CellKind,
  CellValue,
  ReportColumn,
  ReportContent,
  ReportTable,
} from '../../platform/documents/report-content.ts';
import { ownerOf } from '../../platform/documents/document-pool.ts';
import type { MadeReport } from '../../platform/documents/report-file.ts';
import { wordsOf } from '../../platform/documents/report-words.ts';
import type { ReportLanguage } from '../../platform/documents/report-words.ts';
import { readUnseen } from '../unseen.ts';
import type { Unseen } from '../unseen.ts';
import { makeAgentReport } from './make-agent-report.ts';
import type { ReportDeps } from './make-agent-report.ts';

type Words = ReturnType<typeof wordsOf>;
/** A figure with a localized name. */
type Figure = keyof AgentReport['totals'] & keyof Words['agents']['figures'];
type Group = AgentReportFilters['groupBy'];

const SHARES = new Set<string>(['pausedPercent', 'sessionPercent', 'occupancy', 'utilisation']);
const kindOf = (name: string): CellKind => {
  if (name.endsWith('Seconds') || name === 'seconds') return 'time';
  return SHARES.has(name) ? 'share' : 'count';
};

const FIGURES: Figure[] = AGENT_REPORT_COLUMNS.filter(
  (name) => name !== 'label' && name !== 'team' && name !== 'unseen',
);
/** Figures on PDFs: sessions and times first, then calls. */
const TIMES = [
  ...([
    'sessions',
    'sessionSeconds',
    'averageSessionSeconds',
    'shortestSessionSeconds',
    'longestSessionSeconds',
  ] as const),
  ...(['talkSeconds', 'pauseSeconds', 'idleSeconds', 'wrapupSeconds', 'pausedPercent', 'sessionPercent'] as const),
] as const;
/** Parts of the session time. */
const SPENT = ['sessionSeconds', 'talkSeconds', 'pauseSeconds', 'wrapupSeconds', 'idleSeconds'] as const;
const CALLS = [
  ...(['taken', 'missed', 'completed', 'averageTalkSeconds', 'handleSeconds', 'occupancy', 'utilisation'] as const),
  'repairs',
] as const;
const PAUSES = ['count', 'seconds', 'longestSeconds', 'allowanceSeconds', 'over', 'overSeconds'] as const;

const columnsOf = (words: Words, group: Group, names: readonly Figure[]): ReportColumn[] => [
  { name: 'label', heading: words.agents.groups[group], kind: group === 'day' ? 'day' : 'text' },
  ...names.map((name) => ({ name, heading: words.agents.figures[name], kind: kindOf(name) })),
];
const valuesOf = (figures: AgentReport['totals'], names: readonly Figure[]): CellValue[] =>
  names.map((name) => figures[name]);

const rowName = (words: Words, group: Group, row: AgentReport['data'][number]): string => {
  if (row.label !== '') return row.label;
  return group === 'day' ? row.key : words.agents.nobodys;
};

/** Returns the rows of the file with all columns. */
const agentRows = (report: AgentReport, group: Group, unseen: Unseen, language: ReportLanguage): ReportTable => {
  const words = wordsOf(language);
  const [label, ...figures] = columnsOf(words, group, FIGURES);
  return {
    name: 'rows',
    title: words.agents.by[group],
    columns: [
      label!,
      { name: 'team', heading: words.paper.callcenter, kind: 'text' },
      ...figures,
      { name: 'unseen', heading: words.paper.notSeen, kind: 'text' },
    ],
    rows: report.data.map((row) => [
      ...[row.label || row.key, row.team, ...valuesOf(row, FIGURES)],
      unseenOf(unseen, group, row),
    ]),
  };
};

/** Returns the gap note of a row. A queue's key starts with its server. A call center can be on several servers. */
const unseenOf = (unseen: Unseen, group: Group, { key, serverId }: AgentReport['data'][number]): string => {
  if (group === 'day') return unseen.ofTime('day', key);
  return unseen.ofServer(group === 'queue' ? Number(key.split('/')[0]) : serverId);
};

const pauseTable = (words: Words, { pauses }: AgentReport): ReportTable => ({
  name: 'pauses',
  title: words.agents.pauses,
  columns: [
    { name: 'reason', heading: words.agents.reason, kind: 'text' },
    ...PAUSES.map((name) => ({ name, heading: words.agents.pause[name], kind: kindOf(name) })),
  ],
  rows: pauses.map((row) => [row.label === '' ? words.agents.noReason : row.label, ...PAUSES.map((name) => row[name])]),
});

const tablesOf = (report: AgentReport, group: Group, unseen: Unseen, words: Words): ReportTable[] => {
  const { agents, paper } = words;
  const by = (
    name: string,
    title: string,
    of: Group,
    rows: AgentReport['data'],
    names: readonly Figure[],
  ): ReportTable => ({
    ...{ name, title },
    columns: columnsOf(words, of, names),
    rows: rows.map((row) => [
      of === 'day' ? rowName(words, of, row) : markedName(rowName(words, of, row), unseenOf(unseen, of, row)),
      ...valuesOf(row, names),
    ]),
    total: [agents.all, ...valuesOf(report.totals, names)],
  });
  const days = report.days.map(({ day, ...figures }) => ({
    ...figures,
    ...{ key: day, label: '', serverId: null, interface: null, team: '' },
  }));
  return [
    totalsTable(
      words,
      FIGURES.map((name) => ({
        ...{ name: agents.figures[name], kind: kindOf(name) },
        ...{ now: report.totals[name], earlier: report.previous.totals[name] },
      })),
    ),
    by('rows', agents.by[group], group, report.data, TIMES),
    { ...by('calls', `${agents.by[group]} · ${paper.count}`, group, report.data, CALLS), goesWith: 'rows' },
    { ...by('time', agents.time, group, report.data, SPENT), alone: true },
    ...(group === 'day' ? [] : [by('days', paper.days, 'day', days, TIMES)]),
    ...(report.pauses.length === 0 ? [] : [pauseTable(words, report)]),
  ];
};

const agentContent = (
  report: AgentReport,
  asked: AgentReportFilters,
  unseen: Unseen,
  language: ReportLanguage,
): ReportContent => {
  const words = wordsOf(language);
  const { paper, agents } = words;
  const { callcenterId, queue, agent, hours } = asked;
  const callcenter = report.choices.find((c) => c.callcenterId === callcenterId)?.callcenterName;
  const name = report.agents.find((a) => a.interface === agent)?.name;
  return {
    title: agents.title,
    language,
    firstDay: dayOf(Date.parse(report.from), report.timeZone),
    lastDay: dayOf(Date.parse(report.to) - 1, report.timeZone),
    timeZone: report.timeZone,
    filters: [
      ...(callcenterId === undefined ? [] : [[paper.callcenter, callcenter ?? callcenterId] as const]),
      ...(queue === undefined ? [] : [[paper.queue, chosenQueueLabel(report.choices, asked)] as const]),
      ...(hours === undefined ? [] : [[paper.hours, paper.hoursOf[hours]] as const]),
      ...(agent === undefined ? [] : [[paper.agent, name ?? agent] as const]),
    ],
    unseen: unseen.all,
    tables: tablesOf(report, asked.groupBy, unseen, words),
    formulas: keysOf(agents.explained).map((name) => [agents.figures[name], agents.explained[name]] as const),
  };
};

export const agentReportFor = async (
  deps: ReportDeps,
  caller: Caller,
  asked: AgentReportFilters,
  language: ReportLanguage,
): Promise<MadeReport> => {
  const report = await makeAgentReport(deps, caller, asked);
  const unseen = await readUnseen(deps, caller, { ...asked, ...report }, language);
  return {
    content: agentContent(report, asked, unseen, language),
    rows: agentRows(report, asked.groupBy, unseen, language),
    name: 'agent-report',
    owner: ownerOf(caller),
  };
};
