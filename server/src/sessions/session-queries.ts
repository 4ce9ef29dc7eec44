// Sessions that are to end: over, at rest for too long, or more than their user may have at once.
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

const ids = ({ rows }: { readonly rows: readonly { readonly id: string }[] }): string[] => rows.map((row) => row.id);

/** A role may say for itself how long its holders' sessions may rest. */
export const findOver = async (db: Db, now: Date, idleSince: Date): Promise<string[]> =>
  ids(
    await sql<{ id: string }>`
      select s.id from sessions s join users u on u.id = s.user_id join roles r on r.id = u.role_id
      where s.expires_at <= ${now} or u.expires_at <= ${now} or s.last_seen_at <=
        coalesce(${now}::timestamptz - make_interval(mins => r.session_idle_minutes), ${idleSince}::timestamptz)`.execute(
      db,
    ),
  );

/** Those of a user that were begun longest ago, beyond as many as he may have; what the support does is not his. */
export const findBeyondLimit = async (db: Db, userId: string): Promise<string[]> =>
  ids(
    await sql<{ id: string }>`
      select s.id from (select id, user_id, row_number() over (order by created_at desc, id desc) as place
        from sessions where user_id = ${userId} and acted_by is null) s
      join users u on u.id = s.user_id where s.place > u.session_limit`.execute(db),
  );
