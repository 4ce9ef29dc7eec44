// Stores how far files of PBX servers were read, and finds the gaps that wait for them.
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';

export interface FollowedState {
  readonly inode: string;
  readonly position: number;
  /** Epoch ms; `null` while nothing was read. */
  readonly since: number | null;
  /** Hash of the bytes before the position; `null` if unknown. */
  readonly tail: string | null;
}

export const readFollowedState = async (db: Db, serverId: number, path: string): Promise<FollowedState | null> => {
  const { rows } = await sql<{ inode: string; position: string; since: Date | null; tail: string | null }>`
    select inode, position::text as position, since, tail from followed_logs
    where server_id = ${serverId} and path = ${path}`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...row, position: Number(row.position), since: row.since?.getTime() ?? null };
};

export const keepFollowedState = async (
  db: Db,
  serverId: number,
  path: string,
  { inode, position, since, tail }: FollowedState,
  now: number,
): Promise<void> => {
  const from = since === null ? null : new Date(since);
  await sql`insert into followed_logs (server_id, path, inode, position, since, tail, read_at)
    values (${serverId}, ${path}, ${inode}, ${position}, ${from}, ${tail}, ${new Date(now)})
    on conflict (server_id, path) do update set inode = excluded.inode, position = excluded.position,
      since = excluded.since, tail = excluded.tail, read_at = excluded.read_at`.execute(db);
};

export interface FollowedFault {
  readonly line: number;
  readonly reason: string;
}

const MOST_FAULTS = 100;
const DAY_MS = 86_400_000;

/** Lists faults of a followed file among the imports, in one entry per day. */
export const keepFaults = async (
  db: Db,
  serverId: number,
  log: { readonly path: string; readonly timeZone: string },
  faults: readonly FollowedFault[],
  now: number,
): Promise<void> => {
  const { rows } = await sql<{ id: string; progress: { faultCount: number; faults: FollowedFault[] } }>`
    select id, progress from history_imports where server_id = ${serverId} and file_name = ${log.path} and kind = 'cdr'
      and started_at > ${new Date(now - DAY_MS)} and progress @> '{"followed": true}' order by started_at desc limit 1`.execute(
    db,
  );
  const before = rows[0]?.progress;
  const nothing = { bytes: 0, totalBytes: 0, newLegs: 0, events: 0, newEvents: 0, from: null, to: null };
  const faultCount = (before?.faultCount ?? 0) + faults.length;
  const progress = JSON.stringify({
    ...{ ...nothing, followed: true, lines: faultCount, faultCount },
    faults: [...(before?.faults ?? []), ...faults].slice(0, MOST_FAULTS),
  });
  const at = new Date(now);
  await (rows[0] === undefined
    ? sql`insert into history_imports (id, server_id, kind, file_name, time_zone, dry_run, state, progress, started_at, finished_at)
        values (gen_random_uuid(), ${serverId}, 'cdr', ${log.path}, ${log.timeZone}, false, 'done', ${progress}::jsonb, ${at}, ${at})`.execute(
        db,
      )
    : sql`update history_imports set progress = ${progress}::jsonb, finished_at = ${at} where id = ${rows[0].id}`.execute(
        db,
      ));
};

/** Returns the id of a server given by id or case-insensitive name, or `null`. */
export const findServer = async (db: Db, named: string): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from endpoints where lower(name) = lower(${named}) or id::text = ${named} order by id limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
};

/** Returns the earliest ended gap whose queue and agent events were not read, epoch ms. */
export const earliestOpenGap = async (
  db: Db,
  serverId: number,
): Promise<{ readonly from: number; readonly to: number; readonly lastTo: number } | null> => {
  const { rows } = await sql<{ from: Date; to: Date; lastTo: Date }>`
    select from_at as "from", to_at as "to", max(to_at) over () as last_to from pbx_gaps
    where server_id = ${serverId} and to_at is not null and queues_caught_up_at is null
    order by from_at limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return { from: row.from.getTime(), to: row.to.getTime(), lastTo: row.lastTo.getTime() };
};

/** Returns whether an ended gap waits for call records. */
export const hasOpenCallGap = async (db: Db, serverId: number): Promise<boolean> => {
  const { rows } = await sql`select 1 from pbx_gaps
    where server_id = ${serverId} and to_at is not null and calls_caught_up_at is null limit 1`.execute(db);
  return rows.length > 0;
};
