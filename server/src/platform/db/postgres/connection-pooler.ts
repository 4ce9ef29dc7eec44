// Detects connection poolers that switch connections between transactions (PgBouncer in transaction or statement mode). They cannot carry
// the session state that the console needs: the tenant of row-level security, prepared statements, advisory locks and LISTEN.
import pg from 'pg';
import { clientSettings } from './postgres-session.ts';

export class PoolerRefused extends Error {
  constructor() {
    super(
      'DATABASE_URL leads to a connection pooler that shares connections between transactions, such as PgBouncer in transaction mode. Connect to PostgreSQL directly, or set pool_mode = session.',
    );
  }
}

const ROUNDS = 3;
const WAIT_MS = 2_000;

const backendOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
};

const connect = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ ...clientSettings(databaseUrl), query_timeout: WAIT_MS });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Returns whether a transaction on another connection moves this connection to another backend. */
const isShared = async (first: pg.Client, second: pg.Client, own: number): Promise<boolean> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await second.query('begin');
    try {
      if ((await backendOf(second)) === own || (await backendOf(first)) !== own) return true;
    } catch {
      // The pooler's only connection is in use by the transaction.
      return true;
    } finally {
      await second.query('commit').catch(() => undefined);
    }
  }
  return false;
};

/** Throws PoolerRefused if a shared pooler is detected. A direct connection costs one statement. */
export const refusePooler = async (databaseUrl: string): Promise<void> => {
  const first = await connect(databaseUrl);
  try {
    const own = await backendOf(first);
    // PostgreSQL announces the backend's process ID on connect. A pooler announces a number of its own.
    if (own === first.processID) return;
    const second = await connect(databaseUrl);
    try {
      if (await isShared(first, second, own)) throw new PoolerRefused();
    } finally {
      await second.end().catch(() => undefined);
    }
  } finally {
    await first.end().catch(() => undefined);
  }
};
