// Ensures that only one console uses a PostgreSQL database. A separate connection holds an advisory lock, so the server releases it with
// the process. The same connection listens for messages from commands.
import { hostname } from 'node:os';
import pg from 'pg';
import { clientSettings, KEEPALIVE_STATEMENT, sessionStatement } from './postgres-session.ts';

interface ConsoleHolder {
  readonly host: string;
  readonly pid: number;
  /** ISO 8601, UTC. */
  readonly since: string;
}

export class DatabaseInUse extends Error {
  readonly holder: ConsoleHolder | null;
  constructor(database: string, holder: ConsoleHolder | null) {
    const by =
      holder === null
        ? 'another console'
        : `the console with process id ${holder.pid} on host ${holder.host}, running since ${holder.since}`;
    super(
      `The database ${database} is in use by ${by}. Stop that console, or give this one a database of its own (DATABASE_URL).`,
    );
    this.holder = holder;
  }
}

export interface ConsoleLock {
  /** Resolves to `null` when the lock is held, after waiting for a connection that is being replaced. Otherwise resolves to the reason. */
  problem(): Promise<unknown>;
  /** Calls the listener for each `NOTIFY` on this console's channel. */
  onNotice(listener: (payload: string) => void): void;
  /** Calls the listener if another console took the lock while the connection was lost. */
  onLost(listener: (error: DatabaseInUse) => void): void;
  close(): Promise<void>;
}

export const noticeChannel = (schema: string | null): string => `ringside_${schema ?? ''}`;

const KEY = (schema: string | null): string => `ringside console ${schema ?? ''}`;
const HEARTBEAT_MS = 5_000;
const RETRY_MS = 250;
/** A console that is shutting down, or whose connection the server has yet to close, releases the lock within this time. */
const TAKE_MS = 5_000;
/** Statements wait this long for a lock whose connection is being replaced. */
const READY_MS = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the connection's application_name with process ID, host and start time. PostgreSQL keeps 63 bytes of it. */
const ownName = (since: Date): string => {
  const rest = `ringside ${process.pid}  ${since.toISOString()}`;
  return `ringside ${process.pid} ${hostname().slice(0, 63 - rest.length)} ${since.toISOString()}`;
};

const readName = (name: string | null): ConsoleHolder | null => {
  const [, pid, host, since] = /^ringside (\d+) (\S+) (\S+)$/.exec(name ?? '') ?? [];
  return pid === undefined || host === undefined || since === undefined ? null : { host, pid: Number(pid), since };
};

interface Holder {
  readonly backend: number;
  readonly name: string | null;
}

const findHolder = async (client: pg.Client, schema: string | null): Promise<Holder | null> => {
  const { rows } = await client.query<{ pid: number; name: string | null }>(
    `select l.pid, a.application_name as name
     from (select hashtextextended($1, 0) as key) k
     join pg_locks l on l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and l.classid = ((k.key >> 32) & 4294967295)::oid and l.objid = (k.key & 4294967295)::oid
       and l.database = (select oid from pg_database where datname = current_database())
     left join pg_stat_activity a on a.pid = l.pid`,
    [KEY(schema)],
  );
  const row = rows[0];
  return row === undefined ? null : { backend: row.pid, name: row.name };
};

const tryLock = async (client: pg.Client, schema: string | null): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
    [KEY(schema)],
  );
  return rows[0]?.taken === true;
};

interface Settings {
  readonly databaseUrl: string;
  readonly schema: string | null;
  /** Name of the database for messages. */
  readonly database: string;
}

/** Connects and takes the lock. Throws DatabaseInUse while another console holds it, or the server's error. */
const takeLock = async ({ databaseUrl, schema, database }: Settings, name: string): Promise<pg.Client> => {
  const client = new pg.Client({ ...clientSettings(databaseUrl), application_name: name });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sessionStatement(schema));
    await client.query(KEEPALIVE_STATEMENT);
    for (const late = Date.now() + TAKE_MS; !(await tryLock(client, schema)); await pause(RETRY_MS)) {
      const holder = await findHolder(client, schema);
      // An earlier connection of this process that the server has not yet closed.
      if (holder?.name === name) await client.query('select pg_terminate_backend($1)', [holder.backend]);
      else if (Date.now() >= late) throw new DatabaseInUse(database, readName(holder?.name ?? null));
    }
    await client.query(`listen ${client.escapeIdentifier(noticeChannel(schema))}`);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
};

const withTimeout = (work: Promise<unknown>, ms: number): Promise<unknown> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The database did not answer')), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

export const openConsoleLock = async (settings: Settings): Promise<ConsoleLock> => {
  const name = ownName(new Date());
  const noticed: ((payload: string) => void)[] = [];
  const lost: ((error: DatabaseInUse) => void)[] = [];
  let client: pg.Client | null = null;
  let closed = false;
  /** Resolves to `null` when the lost lock is taken again, or to the error that prevented it. */
  let outcome = Promise.withResolvers<unknown>();

  const adopt = (taken: pg.Client): void => {
    client = taken;
    taken.on('notification', ({ payload }) => noticed.forEach((listener) => listener(payload ?? '')));
    taken.on('end', () => drop(taken)).on('error', () => drop(taken));
    outcome.resolve(null);
  };
  const drop = (gone: pg.Client): void => {
    if (client !== gone) return;
    client = null;
    outcome = Promise.withResolvers();
    void gone.end().catch(() => undefined);
    if (!closed) void takeAgain();
  };
  const takeAgain = async (): Promise<void> => {
    while (!closed && client === null) {
      try {
        const taken = await takeLock(settings, name);
        if (closed) await taken.end();
        else adopt(taken);
      } catch (error) {
        // Statements fail at once while the server stays unreachable.
        outcome.resolve(error);
        if (error instanceof DatabaseInUse) {
          lost.forEach((listener) => listener(error));
          return;
        }
        await pause(RETRY_MS);
      }
    }
  };
  // Detects a silently broken connection, so that the console stops writing before the server gives the lock to another console.
  const heartbeat = setInterval(() => {
    const asked = client;
    if (asked === null) return;
    withTimeout(asked.query('select 1'), HEARTBEAT_MS).catch(() => drop(asked));
  }, HEARTBEAT_MS).unref();

  adopt(await takeLock(settings, name));
  return {
    problem: async () => {
      if (client !== null) return null;
      const failure = await withTimeout(outcome.promise, READY_MS).catch((error: unknown) => error);
      return client === null ? failure : null;
    },
    onNotice: (listener) => void noticed.push(listener),
    onLost: (listener) => void lost.push(listener),
    close: async () => {
      closed = true;
      clearInterval(heartbeat);
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
};
