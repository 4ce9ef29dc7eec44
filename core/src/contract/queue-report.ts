// The queue report: what became of the calls of the queues in a period, by queue, call center, customer or time.
import { z } from 'zod';
import { CallParty } from './cdr.ts';
import { HOURS_SIDES } from '../metrics/business-hours.ts';
import { REPORT_GROUPS } from '../metrics/queue-report.ts';
import { EXPORT_FORMATS, EXPORT_FILES, Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS, TimeZone } from './text.ts';

const count = z.number().int();
const seconds = z.number().int();
/** Thousandths of a percent; null where there is no call to judge. */
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
  /** Seconds of talk altogether. */
  talkSeconds: seconds,
  /** Most callers who waited at one time. */
  maximumCallers: count,
  answeredPercent: share,
  unansweredPercent: share,
  abandonedPercent: share,
  serviceLevel: share,
});
export type QueueFigures = z.infer<typeof QueueFigures>;

export const QueueReportRow = QueueFigures.extend({
  /** Of the group: an id, `09`, `2026-11-21`, `1` to `7` from Monday, `2026-11`. */
  key: z.string(),
  /** The name of what has one; '' of times. */
  label: z.string(),
  serverId: z.number().int().nullable(),
  /** As the PBX calls it. */
  queue: z.string().nullable(),
  callcenterId: Id.nullable(),
  customerId: Id.nullable(),
});
export type QueueReportRow = z.infer<typeof QueueReportRow>;

export const REPORT_FORMATS = EXPORT_FORMATS;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Tables of the report, each of which is a file too. */
export const QUEUE_TABLES = ['totals', 'rows', 'outcomes', 'hours', 'week', 'waits', 'talks', 'lost'] as const;
export type QueueTable = (typeof QUEUE_TABLES)[number];

const word = z.string().trim().max(100).regex(PATTERNS.characters);

export const QueueReportFilters = z.object({
  /** Today when left out. The end is the first moment that does not belong to it. */
  from: Instant.optional(),
  to: Instant.optional(),
  /** In which hours and days are told; the customer's when left out, UTC for the platform's staff. */
  timeZone: TimeZone.optional(),
  groupBy: z.enum(REPORT_GROUPS).default('queue'),
  /** Of service level; each call center's own when left out. */
  formula: z.coerce.number().int().min(1).max(7).optional(),
  thresholdSeconds: z.coerce.number().int().min(0).max(3600).optional(),
  shortAbandonSeconds: z.coerce.number().int().min(0).max(600).optional(),
  customerId: Id.optional(),
  callcenterId: Id.optional(),
  serverId: z.coerce.number().int().min(1).optional(),
  queue: word.optional(),
  /** What was counted while the call center was open, or while it was closed; one without hours is always open. */
  hours: z.enum(HOURS_SIDES).optional(),
});
export type QueueReportFilters = z.output<typeof QueueReportFilters>;

export const QueueReport = z.object({
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  totals: QueueFigures,
  /** As many days just before. */
  previous: z.object({ from: Instant, to: Instant, totals: QueueFigures }),
  data: z.array(QueueReportRow),
  /** Hours of the day that had calls, `00` to `23`. */
  hours: z.array(QueueFigures.extend({ hour: z.string() })),
  /** Hours of the week that had calls; Monday is 1. */
  week: z.array(QueueFigures.extend({ weekday: z.number().int(), hour: z.string() })),
  /** How long it took until the answer, or until the caller left: up to so many seconds, and more than the bar before. */
  waits: z.array(z.object({ upTo: seconds.nullable(), answered: count, abandoned: count, other: count })),
  talks: z.array(z.object({ upTo: seconds.nullable(), completed: count })),
  /** By what the calls were judged: one entry for each way that a call center in the report has. */
  judged: z.array(z.object({ formula: z.number().int(), thresholdSeconds: seconds, shortAbandonSeconds: seconds })),
  /** Queues that the caller may choose from. */
  choices: z.array(
    z.object({
      serverId: z.number().int(),
      queue: z.string(),
      label: z.string(),
      callcenterId: Id,
      callcenterName: z.string(),
      customerName: z.string(),
    }),
  ),
});
export type QueueReport = z.infer<typeof QueueReport>;

/**
 * A file needs the ability to export; CSV and XLSX have the rows of `data`, the PDF has every table of the report. 422: the period is
 * empty or longer than 400 days.
 */
export const queueReport = route({
  method: 'GET',
  path: '/reports/queues',
  summary: 'Calls of the queues by queue, call center or time; as a file with `format`',
  tag: 'report',
  access: ['read', 'report'],
  query: QueueReportFilters.extend({
    format: z.enum(['json', ...REPORT_FORMATS]).optional(),
    /** Of CSV and XLSX: what stands above the columns, one a line. */
    headings: z.string().max(8000).optional(),
    /** Of a file: this table alone, under headings of its own. */
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
  /** When PBXs were not seen whose calls the row counts. */
  'unseen',
] as const;

export const LOST_OUTCOMES = ['abandoned', 'timed-out', 'left-by-key', 'no-agent', 'full', 'withdrawn'] as const;

/** A stay in a queue that no agent answered. */
export const LostCaller = z.object({
  serverId: z.number().int(),
  queue: z.string(),
  queueLabel: z.string(),
  /** When it ended. */
  at: Instant,
  waitSeconds: seconds,
  outcome: z.enum(LOST_OUTCOMES),
  caller: CallParty,
  callerName: z.string(),
  /** When the same number was served after all: it got through to an agent, or somebody called it. null: not within a week. */
  servedAt: Instant.nullable(),
  servedBy: z.enum(['agent', 'call']).nullable(),
});
export type LostCaller = z.infer<typeof LostCaller>;

/** The latest first; `more` tells that there are others in the period. Needs the ability to read call records: it names callers. */
export const lostCallers = route({
  method: 'GET',
  path: '/reports/queues/lost',
  summary: 'Callers whom no agent answered, and whether they were served later',
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
