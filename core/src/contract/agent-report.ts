// The agent report: how agents spent their time and what became of their calls, by agent, call center, queue or day.
import { z } from 'zod';
import { CallParty } from './cdr.ts';
import { QueueReport, QueueReportFilters, REPORT_FORMATS } from './queue-report.ts';
import { EXPORT_FILES, FILE_WORDS, Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

export const AGENT_GROUPS = ['agent', 'callcenter', 'queue', 'day'] as const;
export type AgentGroup = (typeof AGENT_GROUPS)[number];

/** Tables of the report, each of which is a file too; `time` is how the time of each row was spent. */
export const AGENT_TABLES = ['totals', 'rows', 'time', 'days', 'pauses'] as const;

const count = z.number().int();
const seconds = z.number().int();
/** Thousandths of a percent; null where there is no whole. */
const share = z.number().int().nullable();

export const AgentFigures = z.object({
  sessions: count,
  averageSessionSeconds: seconds.nullable(),
  shortestSessionSeconds: seconds.nullable(),
  longestSessionSeconds: seconds.nullable(),
  /** Total Session Time: talk, pause, idle and wrap-up together. */
  sessionSeconds: seconds,
  talkSeconds: seconds,
  pauseSeconds: seconds,
  idleSeconds: seconds,
  wrapupSeconds: seconds,
  /** Part of the time above. */
  ringSeconds: seconds,
  pausedPercent: share,
  /** Of the session time of everybody in the report. */
  sessionPercent: share,
  taken: count,
  missed: count,
  completed: count,
  averageTalkSeconds: seconds.nullable(),
  handleSeconds: seconds.nullable(),
  occupancy: share,
  utilisation: share,
  /** Things the PBX never told, put in by rule. */
  repairs: count,
});
export type AgentFigures = z.infer<typeof AgentFigures>;

export const AgentReportRow = AgentFigures.extend({
  /** Of the group: `serverId/interface/customerId` of an agent, an id, a day. */
  key: z.string(),
  /** The name of what has one; '' of days. */
  label: z.string(),
  serverId: z.number().int().nullable(),
  interface: z.string().nullable(),
  /** Of an agent: names of his call centers. */
  team: z.string(),
});
export type AgentReportRow = z.infer<typeof AgentReportRow>;

export const AgentPauses = z.object({
  /** As the PBX has it; '' without a reason. */
  reason: z.string(),
  label: z.string(),
  count,
  seconds,
  longestSeconds: seconds,
  /** Of one pause; null without a limit, or where call centers differ. */
  allowanceSeconds: seconds.nullable(),
  /** Pauses longer than their limit, and by how much together. */
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
  /** An interface, `PJSIP/acme-101`. */
  agent: word.optional(),
});
export type AgentReportFilters = z.output<typeof AgentReportFilters>;

export const AgentReport = z.object({
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  totals: AgentFigures,
  /** As many days just before; `agents`: how many there were. */
  previous: z.object({ from: Instant, to: Instant, totals: AgentFigures, agents: count }),
  data: z.array(AgentReportRow),
  /** Each day of the period on which anybody was there. */
  days: z.array(AgentFigures.extend({ day: z.string() })),
  pauses: z.array(AgentPauses),
  choices: QueueReport.shape.choices,
  agents: z.array(z.object({ serverId: z.number().int(), interface: z.string(), name: z.string() })),
});
export type AgentReport = z.infer<typeof AgentReport>;

/**
 * A file needs the ability to export; CSV and XLSX have the rows of `data`, the PDF has every table of the report. 422: the period is
 * empty or longer than 400 days.
 */
export const agentReport = route({
  method: 'GET',
  path: '/reports/agents',
  summary: 'Time and calls of the agents by agent, call center, queue or day; as a file with `format`',
  tag: 'report',
  access: ['read', 'report'],
  query: AgentReportFilters.extend({
    format: z.enum(['json', ...REPORT_FORMATS]).optional(),
    /** Of CSV and XLSX: what stands above the columns, one a line. */
    headings: z.string().max(8000).optional(),
    /** Of a file: this table alone, under headings of its own. */
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
    /** When the PBX was not seen. */
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
  /** Whole, also where they began before the period or ended after it. `queues`: as people call them. */
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
      /** null without the ability to read call records. */
      caller: CallParty.nullable(),
      callerName: z.string(),
      /** By which call records find it; '' where it is not known. */
      uniqueid: z.string(),
    }),
  ),
  /** Without overlap, in order, within the period; together they are the session time. */
  states: z.array(z.object({ ...span, state: z.enum(AGENT_STATES), reason: z.string() })),
  /** Of `calls` only the last so many are told. */
  more: z.boolean(),
});
export type AgentTimelineAnswer = z.infer<typeof AgentTimelineAnswer>;

/** Tables of a time line, each of which is a file; `states` is the line itself. Columns in order. */
export const LINE_COLUMNS = {
  states: ['from', 'to', 'state', 'reason', 'seconds'],
  sessions: ['from', 'to', 'seconds', 'queues', 'repairs'],
  pauses: ['from', 'to', 'seconds', 'reason', 'repairs'],
  calls: ['from', 'to', 'caller', 'callerName', 'queue', 'missed', 'ringSeconds', 'talkSeconds', 'repairs'],
} as const;
export const LINE_TABLES = ['states', 'sessions', 'pauses', 'calls'] as const;
export type LineTable = (typeof LINE_TABLES)[number];

/** 404: no such agent in what the caller may see. 422: the period is empty or longer than 62 days. A file needs the ability to export. */
export const agentTimelineRoute = route({
  method: 'GET',
  path: '/reports/agents/timeline',
  summary: 'One agent: the sessions, pauses and calls behind his figures, and his time line',
  tag: 'report',
  access: ['read', 'report'],
  query: AgentReportFilters.omit({ groupBy: true, agent: true, serverId: true, hours: true }).extend({
    serverId: z.coerce.number().int().min(1),
    interface: word.min(1),
    format: z.enum(['json', ...REPORT_FORMATS]).optional(),
    ...FILE_WORDS,
    /** Of a file. */
    table: z.enum(LINE_TABLES).default('states'),
  }),
  file: EXPORT_FILES,
  response: AgentTimelineAnswer,
  errors: ['not-found', 'too-large'],
});
