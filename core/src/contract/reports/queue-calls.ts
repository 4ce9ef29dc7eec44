// Drill-down of the queue report: the rows behind a figure.
import { z } from 'zod';
import { CALL_ORDERS, CALL_SETS } from '../../reports/call-sets.ts';
import { TALK_BOUNDS, WAIT_BOUNDS } from '../../reports/queue-report.ts';
import { CallParty } from '../calls/cdr.ts';
import { LOST_OUTCOMES, QueueReportFilters } from './queue-report.ts';
import { EXPORT_FORMATS, EXPORT_FILES, FILE_WORDS, Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS } from '../text.ts';

const seconds = z.number().int();

/** An ended queue visit or an ended talk. */
export const QueueCall = z.object({
  serverId: z.number().int(),
  queue: z.string(),
  queueLabel: z.string(),
  /** End time, which determines its hour and day. */
  at: Instant,
  /** Outcome of a visit, `null` for a talk. */
  outcome: z.enum(['answered', ...LOST_OUTCOMES]).nullable(),
  waitSeconds: seconds.nullable(),
  /** Talk time of a talk, `null` for a visit. */
  talkSeconds: seconds.nullable(),
  /** The agent transferred the caller. */
  transferred: z.boolean(),
  /** Whether the service level counts it as in time. `null` when it is not counted. */
  inTime: z.boolean().nullable(),
  caller: CallParty,
  callerName: z.string(),
  agent: z.string(),
  /** ID of the call record, or `null`. */
  callId: Id.nullable(),
});
export type QueueCall = z.infer<typeof QueueCall>;

const bar = (bounds: readonly number[]) => z.coerce.number().int().min(0).max(bounds.length).optional();

/** Exports all rows behind a figure, not only the page. */
export const BEHIND_FILE = {
  format: z.enum(['json', ...EXPORT_FORMATS]).optional(),
  ...FILE_WORDS,
};
/** Columns of the file, in order. */
export const CALL_COLUMNS = [
  ...(['at', 'caller', 'callerName', 'queue', 'outcome', 'waitSeconds', 'talkSeconds'] as const),
  ...(['transferred', 'inTime', 'agent'] as const),
] as const;

/**
 * `meta.total` is the figure if it is a count. A file needs the export permission. 422: the period is empty or longer than 400 days. 413: a
 * file would have more than 100,000 rows.
 */
export const listQueueCalls = route({
  method: 'GET',
  path: '/reports/queues/behind',
  summary: 'Drill down into a figure of the queue report',
  tag: 'report',
  access: ['read', 'cdr'],
  query: QueueReportFilters.extend({
    set: z.enum(CALL_SETS).default('received'),
    /** Key of one report row, as made by `groupBy`. Absent: all rows. */
    key: z.string().max(300).regex(PATTERNS.characters).optional(),
    /** One cell of the week: weekday (1 is Monday) and hour, such as `5 09`. */
    cell: z
      .string()
      .regex(/^[1-7] ([01]\d|2[0-3])$/)
      .optional(),
    /** Index of one bar of `waits` or `talks`, starting at 0. */
    waitBar: bar(WAIT_BOUNDS),
    talkBar: bar(TALK_BOUNDS),
    /** Sorts by latest, longest wait or longest talk. */
    order: z.enum(CALL_ORDERS).default('at'),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    perPage: z.coerce.number().int().min(1).max(500).default(50),
    ...BEHIND_FILE,
  }),
  file: EXPORT_FILES,
  response: z.object({
    data: z.array(QueueCall),
    meta: z.object({ page: z.number().int(), perPage: z.number().int(), total: z.number().int() }),
  }),
  errors: ['too-large'],
});
