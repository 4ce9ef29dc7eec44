// A Kysely dialect for PGlite, which has only one session. Kysely's own PGlite driver shares that session, so a query beside an open
// transaction would run inside it. This dialect lends the connection to one holder at a time.
import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { PgliteProcess } from './pglite-process.ts';

/** A statement with this prefix runs as a script: several statements, no parameters. */
export const SCRIPT_MARK = '-- script\n';

const WAIT_MS = 60_000;

const connectionOver = (process: PgliteProcess, isCurrent: () => boolean): DatabaseConnection => ({
  executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    // After a restart of the engine, the rest of a transaction must not run outside it.
    if (!isCurrent()) throw new DatabaseUnavailable('away');
    const { rows, affectedRows } = query.sql.startsWith(SCRIPT_MARK)
      ? await process.ask({ kind: 'script', sql: query.sql })
      : await process.ask({ kind: 'query', sql: query.sql, parameters: query.parameters });
    return {
      rows: rows as R[],
      ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }),
    };
  },
  // eslint-disable-next-line require-yield -- the embedded engine has no cursors over the worker
  streamQuery: async function* () {
    throw new Error('The embedded database cannot stream results. Page the query.');
  },
});

/**
 * Grants the connection in order of arrival. A wait of more than a minute indicates a forgotten transaction, and fails instead of hanging.
 */
const createConnectionQueue = () => {
  const queue: { readonly enter: () => void }[] = [];
  let taken = false;
  return {
    enter: (): Promise<void> => {
      if (!taken) {
        taken = true;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          const at = queue.indexOf(entry);
          if (at >= 0) queue.splice(at, 1);
          const cause = new Error('Deadlock: a transaction uses the database handle from outside, or does not end');
          reject(new DatabaseUnavailable('busy', cause));
        }, WAIT_MS);
        timer.unref();
        const entry = {
          enter: () => {
            clearTimeout(timer);
            resolve();
          },
        };
        queue.push(entry);
      });
    },
    leave: (): void => {
      const next = queue.shift();
      if (next === undefined) taken = false;
      else next.enter();
    },
  };
};

const isolation = (settings: TransactionSettings): string =>
  settings.isolationLevel === undefined ? 'begin' : `begin isolation level ${settings.isolationLevel}`;

interface EngineState {
  /** Increases when the engine and its session are replaced. */
  generation(): number;
  /** Whether writes are refused. */
  isReadOnly(): boolean;
}

const ALWAYS: EngineState = { generation: () => 1, isReadOnly: () => false };

export const createPgliteDialect = (process: PgliteProcess, state: EngineState = ALWAYS): Dialect => {
  const connect = () => {
    const generation = state.generation();
    const connection = connectionOver(process, () => state.generation() === generation);
    return { generation, connection, readOnly: false };
  };
  let session = connect();
  const turnstile = createConnectionQueue();
  const run = async (connection: DatabaseConnection, statement: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(statement));
  };
  /** Updates the session's read-only mode, and reconnects to a replaced engine. Runs only between transactions. */
  const prepare = async (): Promise<DatabaseConnection> => {
    if (session.generation !== state.generation()) session = connect();
    const readOnly = state.isReadOnly();
    if (session.readOnly !== readOnly) {
      await run(session.connection, `set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
      session.readOnly = readOnly;
    }
    return session.connection;
  };
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => {
      await turnstile.enter();
      try {
        return await prepare();
      } catch (error) {
        turnstile.leave();
        throw error;
      }
    },
    releaseConnection: async () => turnstile.leave(),
    beginTransaction: async (connection, settings) => run(connection, isolation(settings)),
    commitTransaction: async (connection) => run(connection, 'commit'),
    rollbackTransaction: async (connection) => run(connection, 'rollback'),
    destroy: () => process.close(),
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
};
