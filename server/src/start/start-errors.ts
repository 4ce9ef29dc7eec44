// Explains in one line why the console cannot start: the failure, its reason, and what to do. Never contains a password.
import { BadSetting } from '../platform/config/config.ts';
import type { Config } from '../platform/config/config.ts';
import { PoolerRefused } from '../platform/db/postgres/connection-pooler.ts';
import { DatabaseInUse } from '../platform/db/postgres/console-lock.ts';
import { DataFolderInUse, LockImpossible } from '../platform/db/data-lock.ts';
import { DataFolderUnusable } from '../platform/db/data-folder.ts';
import { DatabaseUnavailable, unavailableReason } from '../platform/db/database-unavailable.ts';
import { MigrationRefused } from '../platform/db/migrate.ts';
import { addressOf } from '../platform/db/postgres/postgres-session.ts';
import type { DatabaseAddress } from '../platform/db/postgres/postgres-session.ts';
import { SecretKeyRefused } from '../platform/db/secrets/secret-key.ts';

type Settings = Pick<Config, 'host' | 'port' | 'databaseUrl' | 'databaseSchema' | 'dataFolder'>;

interface Known {
  readonly code: string;
  readonly message: string;
  readonly syscall?: string;
  readonly severity?: string;
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the host name could not be resolved',
  ENOENT: 'no such socket',
  '57P03': 'the server is starting or shutting down',
  '53300': 'it has no free connection',
};

/** Returns the original error inside wrapping errors. */
const innermost = (error: unknown): Known => {
  const cause = error instanceof DatabaseUnavailable ? (error.cause ?? error) : error;
  const part: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const { code, message, syscall, severity }: Partial<Known> = part ?? {};
  return {
    code: typeof code === 'string' ? code : '',
    message: message ?? String(part),
    ...(syscall === undefined ? {} : { syscall }),
    ...(severity === undefined ? {} : { severity }),
  };
};

export const causeOf = (error: unknown): string => {
  const { code, message } = innermost(error);
  return CAUSES[code] ?? message;
};

export const placeOf = ({ host, port, database, user }: DatabaseAddress): string =>
  `PostgreSQL at ${host}:${port} (database ${database}, user ${user})`;

const explainPostgres = (error: unknown, address: DatabaseAddress, schema: string | null): string | null => {
  const { code, message, severity } = innermost(error);
  const { host, port, database, user } = address;
  const at = `${host}:${port}`;
  switch (code) {
    case '28P01':
    case '28000':
      return `Cannot sign in to PostgreSQL at ${at} (database ${database}) as user ${user}: ${message}. Check the user and the password in DATABASE_URL, and pg_hba.conf on the server.`;
    case '3D000':
      return `Cannot open the database ${database} on ${at} as user ${user}: it does not exist. Create it (createdb --owner=${user} ${database}), or correct DATABASE_URL.`;
    case '42501':
    case '3F000':
      return `Cannot create tables in the database ${database} on ${at} as user ${user}: ${message}. Make ${user} the owner of the database, or run: grant usage, create on schema ${schema ?? 'public'} to "${user}".`;
    default:
  }
  if (unavailableReason(error) !== null || error instanceof DatabaseUnavailable) {
    return `Cannot connect to ${placeOf(address)}: ${causeOf(error)}. Check that the server runs and that DATABASE_URL is right.`;
  }
  if (severity !== undefined || /SSL|certificate|password must be/i.test(message) || /CERT|SSL|TLS/.test(code)) {
    return `Cannot use ${placeOf(address)}: ${message}${code === '' ? '' : ` (${code})`}. Check the server and DATABASE_URL.`;
  }
  return null;
};

const explainListen = (error: unknown, { host, port }: Settings): string | null => {
  const { code, syscall } = innermost(error);
  if (code === 'EADDRINUSE') return `Port ${port} is taken: choose another PORT`;
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && code !== '')) {
    return `Cannot listen on ${host}:${port}: this machine has no such address. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `Cannot listen on ${host}:${port}: permission denied. Choose a PORT above 1023.`;
  }
  return null;
};

/** Errors whose messages are already complete. */
const COMPLETE = [
  BadSetting,
  DatabaseInUse,
  DataFolderInUse,
  DataFolderUnusable,
  LockImpossible,
  MigrationRefused,
  PoolerRefused,
  SecretKeyRefused,
];

/** Marks failures of listening, because a host name can be unknown both there and in the database address. */
export class ListenFailed extends Error {}

/** Returns the complete message of the error, or of the error that made the database unavailable. */
const completeMessage = (error: unknown): string | null => {
  const errors = [error, error instanceof DatabaseUnavailable ? error.cause : null];
  const complete = errors.find((each) => COMPLETE.some((kind) => each instanceof kind));
  return complete instanceof Error ? complete.message : null;
};

export const explainStart = (error: unknown, config: Settings | null): string => {
  const complete = completeMessage(error);
  if (complete !== null) return complete;
  if (config !== null) {
    const known =
      error instanceof ListenFailed
        ? explainListen(error.cause, config)
        : config.databaseUrl === null
          ? null
          : explainPostgres(error, addressOf(config.databaseUrl), config.databaseSchema);
    if (known !== null) return known;
  }
  const { code, message } = innermost(error);
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return `Not allowed: ${message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
