// Returns the number of connections that PostgreSQL allows: the smallest limit of server, database and role.
import { sql } from 'kysely';
import type { Db } from '../connect.ts';

export const readConnectionLimit = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ allowed: number }>`
    select least(
      current_setting('max_connections')::integer
        - case when r.rolsuper then 0 else current_setting('superuser_reserved_connections')::integer end,
      nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)) as allowed
    from pg_roles r, pg_database d
    where r.rolname = current_user and d.datname = current_database()`.execute(db);
  return rows[0]?.allowed ?? Infinity;
};
