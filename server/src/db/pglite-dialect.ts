// PGlite has one session. Kysely's own PGlite driver hands that session to everybody at once, so a query beside an open
// transaction would run inside it; here a connection is lent to one holder at a time.
import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { PgliteProcess } from './pglite-process.ts';

/** A statement that starts with this runs as a script: several statements, no parameters. */
export const SCRIPT_MARK = '-- script\n';

const WAIT_MS = 60_000;

const connectionOver = (process: PgliteProcess): DatabaseConnection => ({
  executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
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
    throw new Error('The embedded database does not stream; page the query instead');
  },
});

/** First come, first served. A wait over a minute is a forgotten transaction, and is told as such instead of hanging. */
const createTurnstile = () => {
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
          reject(
            new Error('The database stayed busy for a minute: a transaction uses the outer handle, or never ends'),
          );
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

export const createPgliteDialect = (process: PgliteProcess): Dialect => {
  const connection = connectionOver(process);
  const turnstile = createTurnstile();
  const run = async (statement: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(statement));
  };
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => {
      await turnstile.enter();
      return connection;
    },
    releaseConnection: async () => turnstile.leave(),
    beginTransaction: async (_connection, settings) => run(isolation(settings)),
    commitTransaction: async () => run('commit'),
    rollbackTransaction: async () => run('rollback'),
    destroy: () => process.close(),
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
};
