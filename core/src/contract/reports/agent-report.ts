// The agent report: time and calls of agents, by agent, call center, queue or day.
import { z } from 'zod';
import { CallParty } from '../calls/cdr.ts';
import { QueueReport, QueueReportFilters, REPORT_FORMATS } from './queue-report.ts';
import { EXPORT_FILES, FILE_WORDS, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS } from '../text.ts';

export const AGENT_GROUPS = ['agent', 'callcenter', 'queue', 'day'] as const;
export type AgentGroup = (typeof AGENT_GROUPS)[number];

/** Tables of the report, also available as files. `time`: how each row's time was spent. */
export const AGENT_TABLES = ['totals', 'rows', 'time', 'days', 'pauses'] as const;

const count = z.number().int();
const seconds = z.number().int();
/** Thousandths of a percent. `null` when the total is zero. */
const share = z.number().int().nullable();

export const AgentFigures = z.object({
  sessions: count,
  averageSessionSeconds: seconds.nullable(),
  shortestSessionSeconds: seconds.nullable(),
  longestSessionSeconds: seconds.nullable(),
  /** Total session time: the sum of talk, pause, idle and wrap-up. */
  sessionSeconds: seconds,
  talkSeconds: seconds,
  pauseSeconds: seconds,
  idleSeconds: seconds,
  wrapupSeconds: seconds,
  ringSeconds: seconds.describe('Time that phones rang: part of `idleSeconds`, not in addition to it.'),
  pausedPercent: share,
  /** Share of the session time of all agents in the report. */
  sessionPercent: share,
  taken: count,
  missed: count,
  completed: count,
  averageTalkSeconds: seconds.nullable(),
  handleSeconds: seconds.nullable(),
  occupancy: share,
  utilisation: share,
  /** Missing PBX events that were added by rule. */
  repairs: count,
});
export type AgentFigures = z.infer<typeof AgentFigures>;

export const AgentReportRow = AgentFigures.extend({
  /** Key of the group: `serverId/interface/customerId` of an agent, an ID, or a day. */
  key: z.string(),
  /** Display name, '' for days. */
  label: z.string(),
  serverId: z.number().int().nullable(),
  interface: z.string().nullable(),
  /** Names of the agent's call centers. */
  team: z.string(),
});
export type AgentReportRow = z.infer<typeof AgentReportRow>;

export const AgentPauses = z.object({
  /** Code on the PBX server, '' without a reason. */
  reason: z.string(),
  label: z.string(),
  count,
  seconds,
  longestSeconds: seconds,
  /** Limit of one pause. `null` without a limit or with different limits per call center. */
  allowanceSeconds: seconds.nullable(),
  /** Pauses above their limit, and the total excess. */
  over: count,
  overSeconds: seconds,
});
export type AgentPauses = z.infer<typeof AgentPauses>;

const word = z.string().trim().max(160).regex(PATTERNS.characters);

export const AgentReportFilters = QueueReportFilters.omit({
  groupBy: true,
  formula: true,
  thresholdSeconds: true,
  shortAbandonSeconds: true,
}).extend({
  groupBy: z.enum(AGENT_GROUPS).default('agent'),
  /** An interface such as `PJSIP/acme-101`. */
  agent: word.optional(),
});
export type AgentReportFilters = z.output<typeof AgentReportFilters>;

export const AgentReport = z.object({
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  totals: AgentFigures,
  /** The same number of days just before. `agents`: their number. */
  previous: z.object({ from: Instant, to: Instant, totals: AgentFigures, agents: count }),
  data: z.array(AgentReportRow),
  /** Days of the period with data. */
  days: z.array(AgentFigures.extend({ day: z.string() })),
  pauses: z.array(AgentPauses),
  choices: QueueReport.shape.choices,
  agents: z.array(z.object({ serverId: z.number().int(), interface: z.string(), name: z.string() })),
});
export type AgentReport = z.infer<typeof AgentReport>;

/**
 * A file needs the export permission. CSV and XLSX contain the rows of `data`, the PDF all tables. 422: the period is empty or longer than
 * 400 days.
 */
export const getAgentReport = route({
  method: 'GET',
  path: '/reports/agents',
  summary: 'Get the agent report by agent, call center, queue or day. With `format`: a file',
  tag: 'report',
  access: ['read', 'report'],
  query: AgentReportFilters.extend({
    format: z.enum(['json', ...REPORT_FORMATS]).optional(),
    headings: FILE_WORDS.headings,
    /** Exports only this table, with its own headings. */
    table: z.enum(AGENT_TABLES).optional(),
  }),
  file: EXPORT_FILES,
  response: AgentReport,
  errors: [],
});

/** Columns of the file, in order. */
export const AGENT_REPORT_COLUMNS = [
  ...['label', 'team', 'sessions', 'averageSessionSeconds', 'shortestSessionSeconds', 'longestSessionSeconds'],
  ...['sessionSeconds', 'talkSeconds', 'pauseSeconds', 'idleSeconds', 'wrapupSeconds', 'pausedPercent'],
  ...[
    'sessionPercent',
    'taken',
    'missed',
    'completed',
    'averageTalkSeconds',
    'handleSeconds',
    'occupancy',
    'utilisation',
    'repairs',
    /** Data gaps of the PBX servers. */
    'unseen',
  ],
] as const;

export const AGENT_STATES = ['talk', 'pause', 'wrapup', 'idle'] as const;
const repairs = z.array(z.enum(['log-in', 'log-off', 'pause-start', 'pause-end', 'talk-start', 'talk-end']));
const span = { from: Instant, to: Instant };

export const AgentTimelineAnswer = z.object({
  ...span,
  timeZone: z.string(),
  name: z.string(),
  serverId: z.number().int(),
  interface: z.string(),
  figures: AgentFigures,
  pauseReasons: z.array(AgentPauses),
  /** Full length, also if they began before the period or ended after it. `queues`: display names. */
  sessions: z.array(z.object({ ...span, queues: z.array(z.string()), open: z.boolean(), repairs })),
  pauses: z.array(z.object({ ...span, reason: z.string(), label: z.string(), open: z.boolean(), repairs })),
  calls: z.array(
    z.object({
      ...span,
      queue: z.string(),
      queueLabel: z.string(),
      missed: z.boolean(),
      ringSeconds: seconds,
      talkSeconds: seconds.nullable(),
      open: z.boolean(),
      repairs,
      /** `null` without permission to read call records. */
      caller: CallParty.nullable(),
      callerName: z.string(),
      /** ID to find call records. '' when unknown. */
      uniqueid: z.string(),
    }),
  ),
  /** Non-overlapping, in order, within the period. Their sum is the session time. */
  states: z.array(z.object({ ...span, state: z.enum(AGENT_STATES), reason: z.string() })),
  /** True if `calls` has only the latest calls. */
  more: z.boolean(),
});
export type AgentTimelineAnswer = z.infer<typeof AgentTimelineAnswer>;

/** Tables of a timeline, also available as files, with columns in order. `states` is the timeline itself. */
export const LINE_COLUMNS = {
  states: ['from', 'to', 'state', 'reason', 'seconds'],
  sessions: ['from', 'to', 'seconds', 'queues', 'repairs'],
  pauses: ['from', 'to', 'seconds', 'reason', 'repairs'],
  calls: ['from', 'to', 'caller', 'callerName', 'queue', 'missed', 'ringSeconds', 'talkSeconds', 'repairs'],
} as const;
export const LINE_TABLES = ['states', 'sessions', 'pauses', 'calls'] as const;
export type LineTable = (typeof LINE_TABLES)[number];

/** 404: no such agent in scope. 422: the period is empty or longer than 62 days. A file needs the export permission. */
export const getAgentTimeline = route({
  method: 'GET',
  path: '/reports/agents/timeline',
  summary: 'Get one agent’s log-ins, pauses and calls, and their timeline',
  tag: 'report',
  access: ['read', 'report'],
  query: AgentReportFilters.omit({ groupBy: true, agent: true, serverId: true, hours: true }).extend({
    serverId: z.coerce.number().int().min(1),
    interface: word.min(1),
    format: z.enum(['json', ...REPORT_FORMATS]).optional(),
    ...FILE_WORDS,
    /** For a file. */
    table: z.enum(LINE_TABLES).default('states'),
  }),
  file: EXPORT_FILES,
  response: AgentTimelineAnswer,
  errors: ['not-found', 'too-large'],
});
