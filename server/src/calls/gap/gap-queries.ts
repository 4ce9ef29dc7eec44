// Stores the gaps of PBX servers: times without a link.
import { sql } from 'kysely';
import type { GapCause } from '@ringside/core/contract/calls/gap.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** Stores that these PBX servers are connected now. */
export const noteSeen = async (db: Db, serverIds: readonly number[], at: number): Promise<void> => {
  if (serverIds.length === 0) return;
  await sql`insert into pbx_seen (server_id, seen_at)
    select id, ${iso(at)}::timestamptz from unnest(${[...serverIds]}::integer[]) as id
    on conflict (server_id) do update set seen_at = greatest(pbx_seen.seen_at, excluded.seen_at)`.execute(db);
};

/**
 * Starts a gap unless one is open. `from` null: the last time the PBX was connected; without one there is no gap. If the PBX was disabled
 * within 10 s of a link loss, the cause becomes `off`.
 */
export const beginGap = async (db: Db, serverId: number, from: number | null, cause: GapCause): Promise<void> => {
  const since = from === null ? sql`seen_at` : sql`${iso(from)}::timestamptz`;
  await sql`insert into pbx_gaps (id, server_id, from_at, cause)
    select ${newId()}::uuid, server_id, ${since}, ${cause} from pbx_seen where server_id = ${serverId}
    on conflict (server_id) where to_at is null do update set cause = excluded.cause
      where excluded.cause = 'off' and pbx_gaps.cause = 'link' and excluded.from_at - pbx_gaps.from_at < interval '10 seconds'`.execute(
    db,
  );
};

/** Ends the gap. Gaps shorter than one second are deleted. */
export const endGap = async (db: Db, serverId: number, at: number): Promise<void> => {
  await sql`update pbx_gaps set to_at = greatest(from_at, ${iso(at)}::timestamptz)
    where server_id = ${serverId} and to_at is null`.execute(db);
  await sql`delete from pbx_gaps where server_id = ${serverId} and to_at < from_at + interval '1 second'`.execute(db);
};

interface Covered {
  readonly serverId: number;
  /** Time that the PBX's own records cover completely, epoch ms. */
  readonly from: number;
  readonly to: number;
}

/**
 * Marks gaps within the covered time as recovered. Recovered calls have a leg that ended in the gap and was stored after it.
 * Recounts gaps that were recovered before, because another file may have added calls.
 */
export const catchUpCalls = async (db: Db, { serverId, from, to }: Covered, now: number): Promise<void> => {
  await sql`update pbx_gaps g set calls_caught_up_at = coalesce(g.calls_caught_up_at, ${iso(now)}::timestamptz),
    calls_recovered = (
      select count(distinct l.linkedid)::integer from calls c
      join cdr_legs l on l.server_id = c.server_id and l.linkedid = c.linkedid
      where c.server_id = g.server_id and c.start_at <= g.to_at and c.start_at >= g.from_at - interval '12 hours'
        and l.end_at >= date_trunc('second', g.from_at) and l.end_at <= g.to_at and l.arrived_at > g.to_at)
    where g.server_id = ${serverId} and g.to_at is not null
      and g.from_at >= ${iso(from)}::timestamptz and g.to_at <= ${iso(to)}::timestamptz`.execute(db);
};

/** Like `catchUpCalls`, for queue and agent events. Recovered are ends of queue visits that were read from a file. */
export const catchUpQueues = async (db: Db, { serverId, from, to }: Covered, now: number): Promise<void> => {
  await sql`update pbx_gaps g set queues_caught_up_at = coalesce(g.queues_caught_up_at, ${iso(now)}::timestamptz),
    stays_recovered = (
      select count(*)::integer from live_events e
      where e.server_id = g.server_id and e.at >= date_trunc('second', g.from_at) and e.at <= g.to_at
        and e.kind = 'outcome' and e.event ->> 'importedAt' is not null)
    where g.server_id = ${serverId} and g.to_at is not null
      and g.from_at >= ${iso(from)}::timestamptz and g.to_at <= ${iso(to)}::timestamptz`.execute(db);
};
