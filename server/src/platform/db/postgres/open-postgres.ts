// Opens a PostgreSQL database with the console's pool and guard, and for a console the lock.
import { errorCode } from '@ringside/core/base/error-code.ts';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { CamelCasePlugin } from 'kysely';
import { openConsoleLock } from './console-lock.ts';
import type { ConsoleLock } from './console-lock.ts';
import { createGuard } from '../database-guard.ts';
import type { DatabaseGuard } from '../database-guard.ts';
import { refusePooler } from './connection-pooler.ts';
import { addressOf, clientSettings, CONNECT_MS, limitStatement, sessionStatement } from './postgres-session.ts';
import { openHandles } from '../row-security.ts';
import { workScope } from '../work-scope.ts';
import type { StatementLimits, WorkScope } from '../work-scope.ts';

// Frequent statements whose planning takes longer than their execution are prepared by name, once per connection. This suits only
// statements with one best plan for all values.
/** Prefix that marks statements to prepare. */
export const KEPT = '/* kept */';

/** Maximum number of prepared statements. Further statements are planned each time. */
const MOST = 300;
const names = new Map<string, string>();

const nameOf = (text: string): string | null => {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST) return null;
  const name = `kept_${names.size + 1}`;
  names.set(text, name);
  return name;
};

declare module 'pg' {
  interface ClientBase {
    /** Process ID of the backend, as announced by the server. */
    readonly processID?: number;
  }
}

export class KeepingClient extends pg.Client {
  // oxlint-disable-next-line no-explicit-any -- the driver's own overloads
  override query(text: any, ...rest: any[]): any {
    const name = typeof text === 'string' && text.startsWith(KEPT) && Array.isArray(rest[0]) ? nameOf(text) : null;
    if (name === null) return super.query(text, ...(rest as []));
    const [values, ...others] = rest as [unknown[]];
    return super.query({ name, text, values }, ...others);
  }
}

const INT8 = 20;
const DATE = 1082;

const TYPES = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === INT8) return Number;
    if (id === DATE) return (text: string) => text;
    return format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id);
  },
};

const makeSchema = async (databaseUrl: string, schema: string): Promise<void> => {
  const client = new pg.Client(clientSettings(databaseUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    // `create schema if not exists` requires the right to create schemas even if the schema exists.
    const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
    if (rowCount === 0) await client.query(`create schema if not exists ${client.escapeIdentifier(schema)}`);
  } finally {
    await client.end();
  }
};

const TOO_MANY = '53300';
const RETRY_MS = 100;
/** After this time the pool tries again to open as many connections as the settings allow. */
const SMALLER_MS = 60_000;

const isTooMany = (error: unknown): boolean => errorCode(error) === TOO_MANY;

const NO_LIMITS: StatementLimits = { statementMs: 0, lockMs: 0 };

/** Sets the statement limits on a connection for its next holder, unless the connection already has them. */
const createLimiter = () => {
  const current = new WeakMap<pg.PoolClient, StatementLimits>();
  return async (client: pg.PoolClient, limits: StatementLimits): Promise<void> => {
    const { statementMs, lockMs } = current.get(client) ?? NO_LIMITS;
    if (statementMs === limits.statementMs && lockMs === limits.lockMs) return;
    try {
      await client.query(limitStatement(limits.statementMs, limits.lockMs));
      current.set(client, limits);
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
};

/** If the server allows fewer connections than the pool's maximum, requests wait for the open ones. */
const waitingPool = (pool: pg.Pool, connections: number, held: Map<pg.PoolClient, WorkScope>) => {
  const limit = createLimiter();
  pool.on('release', (_error, client) => void held.delete(client));
  const acquire = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    const scope = workScope.getStore();
    await limit(client, scope?.limits ?? NO_LIMITS);
    if (scope !== undefined) held.set(client, scope);
    return client;
  };
  const connect = async (): Promise<pg.PoolClient> => {
    for (const late = Date.now() + CONNECT_MS; ;) {
      try {
        return await acquire();
      } catch (error) {
        if (!isTooMany(error) || Date.now() >= late) throw error;
        if (pool.totalCount > 0 && pool.totalCount < pool.options.max) {
          pool.options.max = pool.totalCount;
          setTimeout(() => (pool.options.max = connections), SMALLER_MS).unref();
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
  return { connect, end: () => pool.end(), options: pool.options, Client: pg.Client };
};

interface PostgresSettings {
  readonly databaseUrl: string;
  readonly schema: string | null;
  readonly connections: number;
  /** True for a console, which holds the console lock. Commands run beside it. */
  readonly exclusive: boolean;
}

interface OpenPostgres {
  readonly db: ReturnType<typeof openHandles>;
  readonly guard: DatabaseGuard;
  readonly consoleLock: ConsoleLock | null;
  /** Cancels the statements of aborted requests that still run. */
  cancelAborted(): Promise<void>;
  close(): Promise<void>;
}

const openPool = ({ databaseUrl, schema, connections }: PostgresSettings): pg.Pool => {
  const statement = sessionStatement(schema);
  const pool = new pg.Pool({
    ...clientSettings(databaseUrl),
    Client: KeepingClient,
    max: connections,
    types: TYPES,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, against its type
    onConnect: async (client) => {
      await client.query(statement);
    },
  });
  // The pool replaces a broken connection. Without listeners, its error would end the process, whether the connection is in use or idle.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
};

const cancelAborted = async (databaseUrl: string, held: ReadonlyMap<pg.PoolClient, WorkScope>): Promise<void> => {
  const backends = [...held].flatMap(([client, { aborted }]) => (aborted ? [client.processID ?? 0] : []));
  if (backends.length === 0) return;
  const client = new pg.Client(clientSettings(databaseUrl));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_cancel_backend(pid) from unnest($1::integer[]) as pid', [backends]);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Opens the database. Throws DatabaseInUse, PoolerRefused, or the error of the server or network. */
export const openPostgres = async (
  settings: PostgresSettings,
  plugins: () => CamelCasePlugin[],
): Promise<OpenPostgres> => {
  const { databaseUrl, schema, exclusive } = settings;
  await refusePooler(databaseUrl);
  const { database, host, port } = addressOf(databaseUrl);
  const lock = exclusive
    ? await openConsoleLock({ databaseUrl, schema, database: `${database} on ${host}:${port}` })
    : null;
  try {
    if (schema !== null) await makeSchema(databaseUrl, schema);
    const pool = openPool(settings);
    const held = new Map<pg.PoolClient, WorkScope>();
    const guard = createGuard(() => pool.query('select 1'));
    if (lock !== null) guard.require(lock.problem);
    const db = openHandles(
      guard.dialect(new PostgresDialect({ pool: waitingPool(pool, settings.connections, held) })),
      plugins,
    );
    return {
      db,
      guard,
      consoleLock: lock,
      cancelAborted: () => cancelAborted(databaseUrl, held),
      close: async () => {
        guard.stop();
        await db.destroy();
        await lock?.close();
      },
    };
  } catch (error) {
    await lock?.close();
    throw error;
  }
};
