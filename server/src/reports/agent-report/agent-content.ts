// Every table of the agent report, in words.
import { AGENT_REPORT_COLUMNS } from '@ringside/core/contract/agent-report.ts';
import type { AgentReport, AgentReportFilters } from '@ringside/core/contract/agent-report.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import type { Caller } from '../../http/context.ts';
import { markedName, totalsTable } from '../report-content.ts';
import type { CellKind, CellValue, ReportColumn, ReportContent, ReportTable } from '../report-content.ts';
import type { MadeReport } from '../report-file.ts';
import { wordsOf } from '../report-words.ts';
import type { ReportLanguage } from '../report-words.ts';
import { readUnseen } from '../unseen.ts';
import type { Unseen } from '../unseen.ts';
import { makeAgentReport } from './make-agent-report.ts';
import type { ReportDeps } from './make-agent-report.ts';

type Words = ReturnType<typeof wordsOf>;
type Figure = keyof AgentReport['totals'];
type Group = AgentReportFilters['groupBy'];

const SHARES = new Set<string>(['pausedPercent', 'sessionPercent', 'occupancy', 'utilisation']);
const kindOf = (name: string): CellKind => {
  if (name.endsWith('Seconds') || name === 'seconds') return 'time';
  return SHARES.has(name) ? 'share' : 'count';
};

const FIGURES = AGENT_REPORT_COLUMNS.filter(
  (name) => name !== 'label' && name !== 'team' && name !== 'unseen',
) as Figure[];
/** On paper: sessions and time, then calls. */
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
/** How the time was spent: the parts that make the whole. */
const SPENT = ['sessionSeconds', 'talkSeconds', 'pauseSeconds', 'wrapupSeconds', 'idleSeconds'] as const;
const CALLS = [
  ...(['taken', 'missed', 'completed', 'averageTalkSeconds', 'handleSeconds', 'occupancy', 'utilisation'] as const),
  'repairs',
] as const;
const PAUSES = ['count', 'seconds', 'longestSeconds', 'allowanceSeconds', 'over', 'overSeconds'] as const;

const columnsOf = (words: Words, group: Group, names: readonly string[]): ReportColumn[] => [
  { name: 'label', heading: words.agents.groups[group], kind: group === 'day' ? 'day' : 'text' },
  ...names.map((name) => ({ name, heading: words.agents.figures[name as 'taken'], kind: kindOf(name) })),
];
const valuesOf = (figures: AgentReport['totals'], names: readonly Figure[]): CellValue[] =>
  names.map((name) => figures[name]);

const rowName = (words: Words, group: Group, row: AgentReport['data'][number]): string => {
  if (row.label !== '') return row.label;
  return group === 'day' ? row.key : words.agents.nobodys;
};

/** The rows as they stand in the file, in every column. */
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

/** A queue's key begins with its server; a call center may be on several. */
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
        ...{ name: agents.figures[name as 'taken'], kind: kindOf(name) },
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
  const label = report.choices.find((c) => c.queue === queue)?.label;
  const name = report.agents.find((a) => a.interface === agent)?.name;
  return {
    title: agents.title,
    language,
    firstDay: dayOf(Date.parse(report.from), report.timeZone),
    lastDay: dayOf(Date.parse(report.to) - 1, report.timeZone),
    timeZone: report.timeZone,
    filters: [
      ...(callcenterId === undefined ? [] : [[paper.callcenter, callcenter ?? callcenterId] as const]),
      ...(queue === undefined ? [] : [[paper.queue, label ?? queue] as const]),
      ...(hours === undefined ? [] : [[paper.hours, paper.hoursOf[hours]] as const]),
      ...(agent === undefined ? [] : [[paper.agent, name ?? agent] as const]),
    ],
    unseen: unseen.all,
    tables: tablesOf(report, asked.groupBy, unseen, words),
    formulas: Object.entries(agents.explained).map(([key, how]) => [agents.figures[key as 'taken'], how] as const),
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
  };
};
