// More was read of what queues and agents did: whoever counted before hears of it.
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

/** `to`: the latest moment that was read, epoch ms. */
export const tellNews = async (db: Db, serverId: number, to: number): Promise<void> => {
  await sql`insert into history_news (server_id, read_at, to_at)
    values (${serverId}, clock_timestamp(), ${new Date(to)})
    on conflict (server_id) do update set read_at = excluded.read_at, to_at = excluded.to_at`.execute(db);
};

/** PBXs of which something of the last two days was read since. */
export const readNews = async (db: Db, since: number): Promise<{ serverId: number; readAt: number }[]> => {
  const { rows } = await sql<{ serverId: number; readAt: Date }>`
    select server_id, read_at from history_news
    where read_at > ${new Date(since)} and to_at > now() - interval '2 days' order by read_at`.execute(db);
  return rows.map((row) => ({ serverId: row.serverId, readAt: Math.ceil(row.readAt.getTime()) + 1 }));
};
