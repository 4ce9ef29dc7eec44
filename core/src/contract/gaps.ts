// When a PBX was not seen: what happened meanwhile is missing from figures until the PBX's own records were read.
import { z } from 'zod';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';

/** `link`: the connection was down. `console`: the console was. `off`: the PBX was switched off in the console. */
export const GAP_CAUSES = ['link', 'console', 'off'] as const;
export type GapCause = (typeof GAP_CAUSES)[number];

/** What was read afterwards; null: nothing covers the gap yet. */
const CaughtUp = z.object({ at: Instant, recovered: z.number().int() }).nullable();

export const Gap = z.object({
  id: Id,
  serverId: z.number().int(),
  serverName: z.string(),
  from: Instant,
  /** null: it goes on. */
  to: Instant.nullable(),
  cause: z.enum(GAP_CAUSES),
  /** Call records: calls that were missing and were found in Master.csv or in the table that the PBX writes. */
  calls: CaughtUp,
  /** Queues and agents: callers' stays that were missing and were found in queue_log. */
  queues: CaughtUp,
});
export type Gap = z.infer<typeof Gap>;

/** A day whose figures did not agree with what was computed again from the stored events. */
export const DayDifference = z.object({
  day: z.iso.date(),
  customerId: Id,
  customerName: z.string(),
  /** How many figures differ. */
  differences: z.number().int(),
});
export type DayDifference = z.infer<typeof DayDifference>;

export const MOST_GAPS = 500;

/** Of the PBXs that the caller's queues and lines are on; the latest first, 500 at most. */
export const listGaps = route({
  method: 'GET',
  path: '/reports/gaps',
  summary: 'When PBXs were not seen in a period, what of it was caught up, and days whose figures do not agree',
  tag: 'report',
  access: 'signed-in',
  query: z.object({
    from: Instant,
    to: Instant,
    serverId: z.coerce.number().int().min(1).optional(),
    customerId: Id.optional(),
  }),
  response: z.object({ gaps: z.array(Gap), days: z.array(DayDifference) }),
  errors: [],
});
