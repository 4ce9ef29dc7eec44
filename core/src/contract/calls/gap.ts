// Data gaps of a PBX server. Figures of a gap are incomplete until the PBX server's own records are imported.
import { z } from 'zod';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';

/** `link`: the connection was down. `console`: the console was down. `off`: the PBX server was disabled in the console. */
export const GAP_CAUSES = ['link', 'console', 'off'] as const;
export type GapCause = (typeof GAP_CAUSES)[number];

/** The later import. `null`: no import covers the gap yet. */
const CaughtUp = z.object({ at: Instant, recovered: z.number().int() }).nullable();

export const Gap = z.object({
  id: Id,
  serverId: z.number().int(),
  serverName: z.string(),
  from: Instant,
  /** `null` while the gap continues. */
  to: Instant.nullable(),
  cause: z.enum(GAP_CAUSES),
  /** Missing call records found in Master.csv or in the PBX server's CDR table. */
  calls: CaughtUp,
  /** Missing queue visits found in queue_log. */
  queues: CaughtUp,
});
export type Gap = z.infer<typeof Gap>;

/** A day whose figures differ from a recalculation with the stored events. */
export const DayDifference = z.object({
  day: z.iso.date(),
  customerId: Id,
  customerName: z.string(),
  /** Number of differing figures. */
  differences: z.number().int(),
});
export type DayDifference = z.infer<typeof DayDifference>;

export const MOST_GAPS = 500;

/** Gaps of PBX servers with the caller's queues or lines, newest first, at most 500. */
export const listGaps = route({
  method: 'GET',
  path: '/reports/gaps',
  summary: 'List gaps in the data of a period, what imports filled, and days with contradictory figures',
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
