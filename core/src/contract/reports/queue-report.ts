// The queue report: outcomes of queue calls in a period, by queue, call center, customer or time.
import { z } from 'zod';
import { CallParty } from '../calls/cdr.ts';
import { HOURS_SIDES } from '../../reports/business-hours.ts';
import { REPORT_GROUPS } from '../../reports/queue-report.ts';
import { EXPORT_FORMATS, EXPORT_FILES, FILE_WORDS, Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS, TimeZone } from '../text.ts';

const count = z.number().int();
const seconds = z.number().int();
/** Thousandths of a percent. `null` without calls. */
const share = z.number().int().nullable();

export const QueueFigures = z.object({
  received: count,
  answered: count,
  unanswered: count,
  abandoned: count,
  abandonedShort: count,
  abandonedLong: count,
  timedOut: count,
  leftByKey: count,
  noAgent: count,
  full: count,
  withdrawn: count,
  /** Talks that ended in the period. */
  completed: count,
  transferred: count,
  answeredInTime: count,
  abandonedInTime: count,
  averageWaitSeconds: seconds.nullable(),
  averageAbandonSeconds: seconds.nullable(),
  longestWaitSeconds: seconds,
  averageTalkSeconds: seconds.nullable(),
  /** Total talk time, seconds. */
  talkSeconds: seconds,
  /** Maximum number of callers who waited at one time. */
  maximumCallers: count,
  answeredPercent: share,
  unansweredPercent: share,
  abandonedPercent: share,
  serviceLevel: share,
});
export type QueueFigures = z.infer<typeof QueueFigures>;

export const QueueReportRow = QueueFigures.extend({
  /** Key of the group: an ID, `09`, `2026-11-21`, `1` to `7` from Monday, or `2026-11`. */
  key: z.string(),
  /** Display name, '' for times. */
  label: z.string(),
  serverId: z.number().int().nullable(),
  /** Name on the PBX server. */
  queue: z.string().nullable(),
  callcenterId: Id.nullable(),
  customerId: Id.nullable(),
});
export type QueueReportRow = z.infer<typeof QueueReportRow>;

export const REPORT_FORMATS = EXPORT_FORMATS;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Tables of the report, also available as files. */
export const QUEUE_TABLES = ['totals', 'rows', 'outcomes', 'hours', 'week', 'waits', 'talks', 'lost'] as const;

const word = z.string().trim().max(100).regex(PATTERNS.characters);

export const QueueReportFilters = z.object({
  /** Absent: today. The end is exclusive. */
  from: Instant.optional(),
  to: Instant.optional(),
  /** Time zone of hours and days. Default: the customer's, or UTC for platform staff. */
  timeZone: TimeZone.optional(),
  groupBy: z.enum(REPORT_GROUPS).default('queue'),
  /** Service level settings. Absent: each call center's own. */
  formula: z.coerce.number().int().min(1).max(7).optional(),
  thresholdSeconds: z.coerce.number().int().min(0).max(3600).optional(),
  shortAbandonSeconds: z.coerce.number().int().min(0).max(600).optional(),
  customerId: Id.optional(),
  callcenterId: Id.optional(),
  serverId: z.coerce.number().int().min(1).optional(),
  queue: word.optional(),
  /** Only calls during or only outside the call center's hours. Without hours it is always open. */
  hours: z.enum(HOURS_SIDES).optional(),
});
export type QueueReportFilters = z.output<typeof QueueReportFilters>;

export const QueueReport = z.object({
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  totals: QueueFigures,
  /** The same number of days just before. */
  previous: z.object({ from: Instant, to: Instant, totals: QueueFigures }),
  data: z.array(QueueReportRow),
  /** Hours of the day with calls, `00` to `23`. */
  hours: z.array(QueueFigures.extend({ hour: z.string() })),
  /** Hours of the week with calls. Monday is 1. */
  week: z.array(QueueFigures.extend({ weekday: z.number().int(), hour: z.string() })),
  /** Wait until answer or end, in bars. `upTo`: upper limit in seconds; the lower limit is that of the bar before. */
  waits: z.array(z.object({ upTo: seconds.nullable(), answered: count, abandoned: count, other: count })),
  talks: z.array(z.object({ upTo: seconds.nullable(), completed: count })),
  /** Service-level settings in the report: one entry per distinct setting of its call centers. */
  settings: z.array(z.object({ formula: z.number().int(), thresholdSeconds: seconds, shortAbandonSeconds: seconds })),
  /** Queues that the caller may select. */
  choices: z.array(
    z.object({
      serverId: z.number().int(),
      queue: z.string(),
      label: z.string(),
      callcenterId: Id,
      callcenterName: z.string(),
      customerId: Id,
      customerName: z.string(),
    }),
  ),
});
export type QueueReport = z.infer<typeof QueueReport>;

/**
 * A file needs the export permission. CSV and XLSX contain the rows of `data`, the PDF all tables. 422: the period is empty or longer than
 * 400 days.
 */
export const getQueueReport = route({
  method: 'GET',
  path: '/reports/queues',
  summary: 'Get the queue report by queue, call center or time. With `format`: a file',
  tag: 'report',
  access: ['read', 'report'],
  query: QueueReportFilters.extend({
    format: z.enum(['json', ...REPORT_FORMATS]).optional(),
    headings: FILE_WORDS.headings,
    /** Exports only this table, with its own headings. */
    table: z.enum(QUEUE_TABLES).optional(),
  }),
  file: EXPORT_FILES,
  response: QueueReport,
  errors: [],
});

/** Columns of the file, in order. */
export const QUEUE_REPORT_COLUMNS = [
  ...['label', 'received', 'answered', 'answeredPercent', 'unanswered', 'unansweredPercent'],
  ...['abandonedShort', 'abandonedLong', 'timedOut', 'leftByKey', 'noAgent', 'full', 'withdrawn'],
  ...['completed', 'transferred', 'averageWaitSeconds', 'averageAbandonSeconds', 'longestWaitSeconds'],
  ...['averageTalkSeconds', 'maximumCallers', 'serviceLevel'],
  /** Data gaps of the PBX servers in the row. */
  'unseen',
] as const;

export const LOST_OUTCOMES = ['abandoned', 'timed-out', 'left-by-key', 'no-agent', 'full', 'withdrawn'] as const;

/** A queue visit that no agent answered. */
export const LostCaller = z.object({
  serverId: z.number().int(),
  queue: z.string(),
  queueLabel: z.string(),
  /** End time. */
  at: Instant,
  waitSeconds: seconds,
  outcome: z.enum(LOST_OUTCOMES),
  caller: CallParty,
  callerName: z.string(),
  /** When the same number was served later: answered by an agent or called back. `null`: not within a week. */
  servedAt: Instant.nullable(),
  servedBy: z.enum(['agent', 'call']).nullable(),
});
export type LostCaller = z.infer<typeof LostCaller>;

/** Latest first. `more`: the period has more rows. Needs permission to read call records, because it names callers. */
export const listLostCallers = route({
  method: 'GET',
  path: '/reports/queues/lost',
  summary: 'List callers who reached no agent, and whether they were served later',
  tag: 'report',
  access: ['read', 'cdr'],
  query: QueueReportFilters.pick({
    from: true,
    to: true,
    timeZone: true,
    customerId: true,
    callcenterId: true,
    serverId: true,
    queue: true,
    hours: true,
  }).extend({ limit: z.coerce.number().int().min(1).max(500).default(50) }),
  response: z.object({ data: z.array(LostCaller), more: z.boolean() }),
  errors: [],
});
