// `ringside cdr-login`: creates a database login with which a PBX server inserts its call records, and prints the lines for its
// cdr_pgsql.conf.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { makeWriter } from '../calls/intake-queries.ts';
import type { Db } from '../platform/db/connect.ts';
import type { CommandDeps, CommandResult } from './command.ts';
import { findServer } from './find-server.ts';

export const CdrLoginOptions = z.object({
  server: z.string({ error: 'is required: the name or id of a PBX server' }).min(1),
});

/** Returns the console's database user if that user may not create logins, otherwise `null`. */
const userWithoutRight = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ name: string; may: boolean }>`
    select rolname as name, rolcreaterole or rolsuper as may from pg_roles where rolname = current_user`.execute(db);
  return rows[0] === undefined || rows[0].may ? null : rows[0].name;
};

export const cdrLoginCommand = async (
  { db, databaseUrl }: Pick<CommandDeps, 'db' | 'databaseUrl'>,
  options: z.output<typeof CdrLoginOptions>,
): Promise<CommandResult> => {
  if (databaseUrl === undefined)
    return { ok: false, lines: ['A PBX can write into PostgreSQL alone: the console uses the embedded database now'] };
  const server = await findServer(db, options.server);
  if (server === undefined) return { ok: false, lines: [`--server: there is no PBX server ${options.server}`] };
  const user = await userWithoutRight(db);
  if (user !== null) {
    const lines = [
      `Cannot create a login: the database user ${user} may not create roles. As a superuser, run: alter role "${user}" createrole;`,
    ];
    return { ok: false, lines };
  }
  const password = randomBytes(24).toString('base64url');
  const login = await makeWriter(db, server.id, password);
  const { hostname, port, pathname } = new URL(databaseUrl);
  return {
    ok: true,
    lines: [
      `; ${server.name}: cdr_pgsql.conf, and in modules.conf: load = cdr_pgsql.so`,
      '[global]',
      `hostname = ${hostname}`,
      `port = ${port || '5432'}`,
      `dbname = ${decodeURIComponent(pathname.slice(1))}`,
      `user = ${login}`,
      `password = ${password}`,
      'table = asterisk_cdr',
      'encoding = UTF8',
    ],
  };
};
