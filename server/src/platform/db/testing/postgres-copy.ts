// Creates a database for one test on a real PostgreSQL server by copying a migrated one, which takes a fraction of the time of running all
// migrations.
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDb } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { schemaChecksum } from './schema-checksum.ts';

export interface PostgresCopy {
  readonly name: string;
  /** Connection URL of the copy, as for DATABASE_URL. */
  readonly url: string;
  drop(): Promise<void>;
}

/** An arbitrary constant that only these tests use. */
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

/** Migrates under another name first, so that an existing template is always complete. */
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

const copyOf = async (client: pg.Client, url: string, template: string | null): Promise<PostgresCopy> => {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await client.query(`create database ${name}${template === null ? '' : ` template ${template}`}`);
  return { name, url: named(url, name), drop: () => dropDatabase(url, name) };
};

/**
 * Runs one copy at a time, because PostgreSQL cannot copy a database with open connections. `url` names any database of a server on which
 * the user may create databases.
 */
const inTurn = <T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    return use(client);
  });

/** Creates a migrated, empty database. */
export const copyMigrated = (url: string): Promise<PostgresCopy> =>
  inTurn(url, async (client) => {
    const template = `ringside_${createHash('sha256').update(schemaChecksum()).digest('hex').slice(0, 16)}`;
    if (!(await exists(client, template))) await makeTemplate(client, url, template);
    return copyOf(client, url, template);
  });

/** Creates a database without tables. */
export const makeEmpty = (url: string): Promise<PostgresCopy> => inTurn(url, (client) => copyOf(client, url, null));

/** Copies a database that `keepDatabase` stored. */
export const copyKept = (url: string, name: string): Promise<PostgresCopy> =>
  inTurn(url, (client) => copyOf(client, url, name));

/** Renames a copy without open connections, so that tests can copy it. */
export const keepDatabase = (url: string, copy: PostgresCopy, name: string): Promise<void> =>
  withClient(url, async (client) => void (await client.query(`alter database ${copy.name} rename to ${name}`)));
