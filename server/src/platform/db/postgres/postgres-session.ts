// Defines the address and session settings of every PostgreSQL connection. The console sets each setting that it depends on, regardless of
// the defaults of the role and server.
import type pg from 'pg';

/** Sent as a statement after connecting, because connection poolers refuse unknown start-up parameters. */
const SETTINGS: Readonly<Record<string, string>> = {
  // Just-in-time compilation of a query takes longer than any of the console's queries runs.
  jit: 'off',
  datestyle: 'ISO, MDY',
  timezone: 'UTC',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  // Requests set their own limits. Migrations and jobs have none.
  statement_timeout: '0',
  lock_timeout: '0',
};

const setAll = (settings: Readonly<Record<string, string>>): string =>
  `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ')}`;

/** `schema` must have passed the check of the settings: lower-case letters, digits and `_`. */
export const sessionStatement = (schema: string | null): string =>
  setAll(schema === null ? SETTINGS : { ...SETTINGS, search_path: schema });

/** Limits in milliseconds. 0: no limit. */
export const limitStatement = (statementMs: number, lockMs: number): string =>
  setAll({ statement_timeout: String(statementMs), lock_timeout: String(lockMs) });

/** Without these settings PostgreSQL keeps the connection and locks of a vanished host for two hours. */
export const KEEPALIVE_STATEMENT = setAll({
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
});

export const CONNECT_MS = 10_000;

export const clientSettings = (databaseUrl: string): pg.ClientConfig => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** Returns the address as the driver interprets it, for messages. It contains no password. */
export const addressOf = (databaseUrl: string): DatabaseAddress => {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const user = decodeURIComponent(url.username) || process.env['PGUSER'] || process.env['USER'] || '';
  return {
    host: host || process.env['PGHOST'] || 'localhost',
    port: Number(url.port || process.env['PGPORT'] || 5432),
    database: decodeURIComponent(url.pathname.slice(1)) || process.env['PGDATABASE'] || user,
    user,
  };
};
