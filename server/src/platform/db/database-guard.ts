// Wraps every statement: translates errors of an unusable database, tracks an outage from its first failed statement to its end, and
// refuses statements while the console must not write.
import type {
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
} from 'kysely';
import { DatabaseUnavailable, isTimedOut, unavailableReason } from './database-unavailable.ts';
import type { OutageReason } from './database-unavailable.ts';
import { workScope } from './work-scope.ts';

type GuardEvent =
  | { readonly kind: 'down'; readonly reason: OutageReason; readonly error: unknown }
  | { readonly kind: 'up'; readonly reason: OutageReason; readonly seconds: number; readonly failed: number };

export interface DatabaseGuard {
  /** The current outage, or `null`. */
  outage(): OutageReason | null;
  /** Calls the listener once at the start and once at the end of each outage. */
  watch(listener: (event: GuardEvent) => void): void;
  /** Delays statements until `problem` resolves. They run if it resolves to `null`, and fail with the resolved error otherwise. */
  require(problem: () => Promise<unknown>): void;
  /** Starts an outage that no statement has detected. */
  begin(reason: OutageReason, error: unknown): void;
  end(): void;
  /** Refuses every further statement, including commits, so that open transactions roll back. */
  stop(): void;
  dialect(base: Dialect): Dialect;
}

const PROBE_MS = 1_000;
const CALM_MS = 10_000;

interface Outage {
  readonly reason: OutageReason;
  readonly since: number;
  failed: number;
}

interface Checks {
  /** Throws if statements are refused, for all requests or for this one. */
  check(): void;
  /** Waits until statements may start, or throws. */
  enter(): Promise<void>;
  translate(error: unknown): unknown;
}

/** Wraps a connection to translate its errors. Keeps one wrapper per driver connection because callers store data by connection object. */
const guardConnections = ({ check, translate }: Pick<Checks, 'check' | 'translate'>) => {
  const outer = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const inner = new WeakMap<DatabaseConnection, DatabaseConnection>();
  return {
    wrap: (connection: DatabaseConnection): DatabaseConnection => {
      const known = outer.get(connection);
      if (known !== undefined) return known;
      const made: DatabaseConnection = {
        executeQuery: async (query, options) => {
          check();
          try {
            return await connection.executeQuery<never>(query, options);
          } catch (error) {
            throw translate(error);
          }
        },
        streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
      };
      outer.set(connection, made);
      inner.set(made, connection);
      return made;
    },
    unwrap: (connection: DatabaseConnection): DatabaseConnection => inner.get(connection) ?? connection,
  };
};

/** `probe` throws while the database is unusable. */
export const createGuard = (probe: () => Promise<unknown>): DatabaseGuard => {
  const listeners: ((event: GuardEvent) => void)[] = [];
  const tell = (event: GuardEvent): void => listeners.forEach((listener) => listener(event));
  let outage: Outage | null = null;
  let stopped = false;
  let problemOf: (() => Promise<unknown>) | null = null;
  let timer: NodeJS.Timeout | undefined;

  const end = (): void => {
    if (outage === null) return;
    const { reason, since, failed } = outage;
    outage = null;
    clearTimeout(timer);
    tell({ kind: 'up', reason, seconds: Math.round((Date.now() - since) / 1000), failed });
  };
  const look = (): void => {
    timer = setTimeout(() => {
      probe().then(end, () => {
        if (outage !== null && !stopped) look();
      });
    }, PROBE_MS);
    timer.unref();
  };
  const begin = (reason: OutageReason, error: unknown): void => {
    if (outage !== null || stopped) return;
    outage = { reason, since: Date.now(), failed: 0 };
    tell({ kind: 'down', reason, error });
    if (reason === 'away') look();
  };
  /** Ends the outage after CALM_MS without a failure. */
  const calmSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(end, CALM_MS).unref();
  };
  const translate = (error: unknown): unknown => {
    // Applies to any error of a canceled statement.
    const scope = workScope.getStore();
    if (scope?.aborted === true) return new DatabaseUnavailable('stopping', error);
    if (scope !== undefined && scope.limits !== null && isTimedOut(error)) {
      return new DatabaseUnavailable('timed-out', error);
    }
    const reason = unavailableReason(error);
    if (reason === null) return error;
    if (reason === 'away' || reason === 'busy') begin(reason, error);
    if (outage?.reason === 'busy') calmSoon();
    if (outage !== null) outage.failed += 1;
    return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(reason, error);
  };
  const check = (): void => {
    if (stopped || workScope.getStore()?.aborted === true) throw new DatabaseUnavailable('stopping');
  };
  const enter = async (): Promise<void> => {
    check();
    const problem = (await problemOf?.()) ?? null;
    if (problem === null) return;
    throw translate(unavailableReason(problem) === null ? new DatabaseUnavailable('lock-lost', problem) : problem);
  };

  const dialect = (base: Dialect): Dialect => ({
    createAdapter: (): DialectAdapter => base.createAdapter(),
    createIntrospector: (db: Kysely<never>): DatabaseIntrospector => base.createIntrospector(db),
    createQueryCompiler: (): QueryCompiler => base.createQueryCompiler(),
    createDriver: () => guardDriver(base.createDriver(), { check, enter, translate }),
  });
  return {
    outage: () => outage?.reason ?? null,
    watch: (listener) => void listeners.push(listener),
    require: (problem) => {
      problemOf = problem;
    },
    begin,
    end,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
    dialect,
  };
};

const guardDriver = (driver: Driver, checks: Checks): Driver => {
  const { enter, translate } = checks;
  const { wrap, unwrap } = guardConnections(checks);
  const translated = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw translate(error);
    }
  };
  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) => {
      await enter();
      return wrap(await translated(driver.acquireConnection(options)));
    },
    beginTransaction: (connection, settings) => translated(driver.beginTransaction(unwrap(connection), settings)),
    commitTransaction: async (connection) => {
      await enter();
      await translated(driver.commitTransaction(unwrap(connection)));
    },
    rollbackTransaction: (connection) => translated(driver.rollbackTransaction(unwrap(connection))),
    ...(driver.savepoint === undefined
      ? {}
      : {
          savepoint: (connection, name, compile) =>
            driver.savepoint?.(unwrap(connection), name, compile) ?? Promise.resolve(),
          rollbackToSavepoint: (connection, name, compile) =>
            driver.rollbackToSavepoint?.(unwrap(connection), name, compile) ?? Promise.resolve(),
          releaseSavepoint: (connection, name, compile) =>
            driver.releaseSavepoint?.(unwrap(connection), name, compile) ?? Promise.resolve(),
        }),
    releaseConnection: (connection, options) => driver.releaseConnection(unwrap(connection), options),
    destroy: (options) => driver.destroy(options),
  };
};
