// Logs the start and end of database outages, one line each, and limits that the settings exceed.
import type { OpenDb } from '../platform/db/connect.ts';
import { readConnectionLimit } from '../platform/db/postgres/connection-limit.ts';
import { addressOf } from '../platform/db/postgres/postgres-session.ts';
import type { Config } from '../platform/config/config.ts';
import { causeOf } from './start-errors.ts';

interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

const DOWN = {
  away: 'database unreachable',
  busy: 'no free database connection',
  'read-only': 'disk full: database read-only',
  'lock-lost': 'database lock lost',
  stopping: 'database closed',
} as const;

const UP = {
  away: 'database reachable again',
  busy: 'database connections free again',
  'read-only': 'disk has space again: database writable',
  'lock-lost': 'database lock taken again',
  stopping: 'database open',
} as const;

/** The connection of the console lock and the one that provisioning uses while it runs. */
const CONNECTIONS_BESIDE_POOL = 2;

export const placeFields = ({ databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>): object => {
  if (databaseUrl === null) return { database: 'embedded', folder: dataFolder };
  const { host, port, database } = addressOf(databaseUrl);
  return { host, port, database };
};

export const logDatabase = async (log: Log, opened: OpenDb, config: Config): Promise<void> => {
  opened.guard.watch((event) => {
    if (event.kind === 'down') {
      log.error({ ...placeFields(config), cause: causeOf(event.error) }, DOWN[event.reason]);
    } else {
      log.info({ ...placeFields(config), seconds: event.seconds, failedQueries: event.failed }, UP[event.reason]);
    }
  });
  if (!opened.durable)
    log.warn(placeFields(config), 'commits of the embedded database do not reach the disk: use DATABASE_URL');
  if (config.databaseUrl === null) return;
  const wanted = config.databaseConnections + CONNECTIONS_BESIDE_POOL;
  const allowed = await readConnectionLimit(opened.db);
  if (wanted > allowed) {
    log.warn(
      { ...placeFields(config), wanted, allowed },
      'RINGSIDE_DATABASE_CONNECTIONS exceeds what the server allows',
    );
  }
};
