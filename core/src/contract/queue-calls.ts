// The calls behind a figure of the queue report: the very rows that it was counted from.
import { z } from 'zod';
import { CALL_ORDERS, CALL_SETS } from '../metrics/calls-behind.ts';
import { TALK_BOUNDS, WAIT_BOUNDS } from '../metrics/queue-report.ts';
import { CallParty } from './cdr.ts';
import { LOST_OUTCOMES, QueueReportFilters } from './queue-report.ts';
import { EXPORT_FORMATS, EXPORT_FILES, FILE_WORDS, Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

const seconds = z.number().int();

/** A stay in a queue that ended, or a talk that did. */
export const QueueCall = z.object({
  serverId: z.number().int(),
  queue: z.string(),
  queueLabel: z.string(),
  /** When it ended: by this it belongs to its hour and day. */
  at: Instant,
  /** Of a stay; null of a talk. */
  outcome: z.enum(['answered', ...LOST_OUTCOMES]).nullable(),
  waitSeconds: seconds.nullable(),
  /** Of a talk; null of a stay. */
  talkSeconds: seconds.nullable(),
  /** The agent sent the caller on. */
  transferred: z.boolean(),
  /** Whether the service level counts it as served in time; null where it does not look at it. */
  inTime: z.boolean().nullable(),
  caller: CallParty,
  callerName: z.string(),
  agent: z.string(),
  /** Its call record; null where there is none. */
  callId: Id.nullable(),
});
export type QueueCall = z.infer<typeof QueueCall>;

const bar = (bounds: readonly number[]) => z.coerce.number().int().min(0).max(bounds.length).optional();

/** All rows behind a figure as a file, whatever the page. */
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
 * `meta.total` is the figure itself, where it is a count. A file needs the ability to export. 422: the period is empty or longer
 * than 400 days. 413: a file would have more than 100,000 rows.
 */
export const queueCalls = route({
  method: 'GET',
  path: '/reports/queues/behind',
  summary: 'The calls behind a figure of the queue report',
  tag: 'report',
  access: ['read', 'cdr'],
  query: QueueReportFilters.extend({
    set: z.enum(CALL_SETS).default('received'),
    /** Of one row of the report, by its key as `groupBy` makes it; all rows when left out. */
    key: z.string().max(300).regex(PATTERNS.characters).optional(),
    /** Of one cell of the week: weekday, Monday is 1, and hour, `5 09`. */
    cell: z
      .string()
      .regex(/^[1-7] ([01]\d|2[0-3])$/)
      .optional(),
    /** Of one bar of `waits` or `talks`, counted from 0. */
    waitBar: bar(WAIT_BOUNDS),
    talkBar: bar(TALK_BOUNDS),
    /** The latest, the longest wait or the longest talk first. */
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
