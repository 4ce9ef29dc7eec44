// Publishes that logs added queue or agent events, so that open reports refetch.
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';

/** `to`: time of the latest event that was read, epoch ms. */
export const writeNews = async (db: Db, serverId: number, to: number): Promise<void> => {
  await sql`insert into history_news (server_id, read_at, to_at)
    values (${serverId}, ${new Date()}, ${new Date(to)})
    on conflict (server_id) do update set read_at = excluded.read_at, to_at = excluded.to_at`.execute(db);
};

/** Returns PBX servers with newly imported events of the last two days. */
export const readNews = async (db: Db, since: number): Promise<{ serverId: number; readAt: number }[]> => {
  const { rows } = await sql<{ serverId: number; readAt: Date }>`
    select server_id, read_at from history_news
    where read_at > ${new Date(since)} and to_at > console_now() - interval '2 days' order by read_at`.execute(db);
  return rows.map((row) => ({ serverId: row.serverId, readAt: Math.ceil(row.readAt.getTime()) + 1 }));
};
