// A database of a test's own in a real PostgreSQL: copied from one that was migrated once, which takes a fraction of
// running every migration again.
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDb } from '../connect.ts';
import { migrate, readMigrations } from '../migrate.ts';

export interface PostgresCopy {
  readonly name: string;
  /** Of the copy: what DATABASE_URL takes. */
  readonly url: string;
  drop(): Promise<void>;
}

/** Any constant will do; it only has to be ours. */
const LOCK_KEY = 728_193_456;

const named = (url: string, name: string): string => {
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
};

const withClient = async <T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
};

const exists = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1;

export const dropDatabase = (url: string, name: string): Promise<void> =>
  withClient(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));

/** Migrated under another name first: a template that is there is whole. */
const makeTemplate = async (client: pg.Client, url: string, name: string): Promise<void> => {
  const making = `${name}_making`;
  await client.query(`drop database if exists ${making} with (force)`);
  await client.query(`create database ${making}`);
  const opened = await openDb({ dataFolder: '', databaseUrl: named(url, making), databaseSchema: null });
  try {
    await migrate(opened.db);
  } finally {
    await opened.close();
  }
  await client.query(`alter database ${making} rename to ${name}`);
};

const copyOf = async (client: pg.Client, url: string, template: string): Promise<PostgresCopy> => {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await client.query(`create database ${name} template ${template}`);
  return { name, url: named(url, name), drop: () => dropDatabase(url, name) };
};

/** One at a time: nobody may be connected to what is copied. `url` names any database of a server where databases may be made. */
const inTurn = <T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    return use(client);
  });

/** Migrated and empty. */
export const copyMigrated = (url: string): Promise<PostgresCopy> =>
  inTurn(url, async (client) => {
    const checksums = readMigrations().map((m) => m.checksum);
    const template = `ringside_${createHash('sha256').update(checksums.join()).digest('hex').slice(0, 16)}`;
    if (!(await exists(client, template))) await makeTemplate(client, url, template);
    return copyOf(client, url, template);
  });

/** Of a database that `keepDatabase` kept. */
export const copyKept = (url: string, name: string): Promise<PostgresCopy> =>
  inTurn(url, (client) => copyOf(client, url, name));

/** Keeps a copy that nobody is connected to under a name, to be copied. */
export const keepDatabase = (url: string, copy: PostgresCopy, name: string): Promise<void> =>
  withClient(url, async (client) => void (await client.query(`alter database ${copy.name} rename to ${name}`)));
