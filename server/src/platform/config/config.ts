// Reads the settings once from the environment and `.env`. An error names each invalid setting and the expected value.
import { errorCode } from '@ringside/core/base/error-code.ts';
import { keysOf } from '@ringside/core/base/keys-of.ts';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { parseNetwork } from '@ringside/core/access/network.ts';
import { readFollowedLogs } from './followed-logs.ts';
import type { FollowedLog } from './followed-logs.ts';

/** Default size of the connection pool. */
export const DATABASE_CONNECTIONS = 10;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataFolder: string;
  /** Origin under which people reach the console, without a trailing slash. `null`: `http://host:port`. */
  readonly publicUrl: string | null;
  /** 32 bytes as 64 hex digits or base64, or any text of at least 32 characters. `null`: the key is stored in the data folder. */
  readonly secretKey: string | null;
  /** The previous key, needed until `rotate-key` has run. */
  readonly oldSecretKey: string | null;
  /** Platform staff must set up two-factor authentication before anything else. */
  readonly staffTwoFactor: boolean;
  readonly defaultCountry: string;
  /** `null`: the embedded database in the data folder. */
  readonly databaseUrl: string | null;
  /** False only in the demo: the embedded database does not sync commits to the disk. */
  readonly durable: boolean;
  /** Schema of the PostgreSQL database. `null`: the default schema. Each test uses its own schema. */
  readonly databaseSchema: string | null;
  /** Size of the PostgreSQL connection pool. */
  readonly databaseConnections: number;
  /** Time limit for a statement of a request on PostgreSQL, in seconds. */
  readonly statementSeconds: number;
  readonly natsUrl: string | null;
  readonly role: 'all' | 'collector' | 'web';
  readonly recordings: string | null;
  /** Path of the `ffmpeg` program that converts recordings to MP3, if the machine has it. */
  readonly ffmpeg: string;
  readonly smtpUrl: string | null;
  /** Sender of the console's e-mail: `ringside@example.com`, or `Ringside <ringside@example.com>`. */
  readonly smtpFrom: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Log files of PBX servers that the console follows. */
  readonly logs: readonly FollowedLog[];
  readonly realtimeTicketsOnly: boolean;
  /** Idle limit of a session, in minutes. An open live socket counts as use. Every session ends after `sessionHours`. */
  readonly sessionIdleMinutes: number;
  readonly sessionHours: number;
  /** Addresses or networks of proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[];
  /** Networks that PBX servers and recording sources must not be in, in addition to the networks that the console never connects to. */
  readonly refusedNetworks: readonly string[];
  /** Maximum number of calls per minute for a session, and for an address without a session. 0: no limit. API keys have their own limit. */
  readonly apiRateLimit: number;
  /** Number of days for which deleted rows can be restored. `null`: no limit. */
  readonly deletedDays: number | null;
  /** Origins of other web pages that may call the API from a browser. */
  readonly corsOrigins: readonly string[];
  /** More origins under which people open the console's own page, in addition to `publicUrl`. */
  readonly origins: readonly string[];
  /** Bearer token of `/metrics`. `null`: no token. */
  readonly metricsToken: string | null;
  /** A separate listen address for `/metrics`. `null`: served with the console, to the local machine only. */
  readonly metricsListen: { readonly host: string; readonly port: number } | null;
  /** Whether the HSTS header includes the subdomains of the public URL's host. */
  readonly hstsSubdomains: boolean;
  /** Folder of the built web console. */
  readonly webFolder: string;
}

export class BadSetting extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

const url = (...protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));

const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const isOriginOnly = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { pathname, search, hash, username } = new URL(text);
  return pathname === '/' && search === '' && hash === '' && username === '';
};

/** Parses `127.0.0.1:9100` or `[::1]:9100`. Returns `null` for other text. */
const readListen = (text: string): { readonly host: string; readonly port: number } | null => {
  const [, v6, host = v6, port = ''] = /^(?:\[([0-9a-fA-F:]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(text) ?? [];
  return host === undefined || Number(port) > 65_535 ? null : { host, port: Number(port) };
};

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

/** Maps each environment variable to its schema and a description of valid values. */
const SETTINGS = {
  PORT: [z.coerce.number().int().min(0).max(65535).default(8080), 'a port from 0 to 65535'],
  HOST: [z.string().min(1).max(253).default('127.0.0.1'), 'an address or a host name'],
  RINGSIDE_DATA: [z.string().min(1).default('./data'), 'a folder'],
  RINGSIDE_PUBLIC_URL: [
    url('http:', 'https:').refine(isOriginOnly).optional(),
    'an address without a path, such as https://console.example.com: the console needs a host name or port of its own',
  ],
  RINGSIDE_SECRET_KEY: [
    z.string().min(32).max(512).optional(),
    'at least 32 characters, preferably 64 random hex digits',
  ],
  RINGSIDE_OLD_SECRET_KEY: [z.string().min(32).max(512).optional(), 'the key in use before RINGSIDE_SECRET_KEY'],
  RINGSIDE_STAFF_TWO_FACTOR: [z.enum(['required', 'optional']).default('optional'), 'required or optional'],
  RINGSIDE_DEFAULT_COUNTRY: [
    z
      .string()
      .regex(/^[A-Z]{2}$/)
      .default('US'),
    'a country code of two capital letters, such as US',
  ],
  DATABASE_URL: [
    url('postgres:', 'postgresql:').optional(),
    'an address such as postgres://user:password@host:5432/ringside',
  ],
  RINGSIDE_DATABASE_SCHEMA: [
    z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,62}$/)
      .optional(),
    'a schema name of lowercase letters, digits and _',
  ],
  RINGSIDE_DATABASE_CONNECTIONS: [
    z.coerce.number().int().min(2).max(500).default(DATABASE_CONNECTIONS),
    'a number of connections from 2 to 500',
  ],
  RINGSIDE_STATEMENT_SECONDS: [z.coerce.number().int().min(1).max(3600).default(60), 'seconds, from 1 to 3600'],
  NATS_URL: [url('nats:', 'tls:', 'ws:', 'wss:').optional(), 'an address such as nats://host:4222'],
  RINGSIDE_ROLE: [z.enum(['all', 'collector', 'web']).default('all'), 'all, collector or web'],
  RINGSIDE_RECORDINGS: [z.string().optional(), 'a folder'],
  RINGSIDE_FFMPEG: [z.string().min(1).default('ffmpeg'), 'a program'],
  SMTP_URL: [url('smtp:', 'smtps:').optional(), 'an address such as smtp://user:password@host:587'],
  SMTP_FROM: [
    z
      .string()
      .regex(/^(?:[^<>\r\n"]{1,100} )?<?[^\s<>@"]+@[^\s<>@"]+>?$/)
      .optional(),
    'an e-mail address such as ringside@example.com',
  ],
  RINGSIDE_LOGS: [
    z
      .string()
      .refine((text) => readFollowedLogs(text) !== null)
      .default(''),
    'log files separated by commas, such as North:/var/log/asterisk/queue_log,2:/mnt/Master.csv@Europe/Madrid',
  ],
  LOG_LEVEL: [
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'fatal, error, warn, info, debug, trace or silent',
  ],
  RINGSIDE_REALTIME_TICKETS_ONLY: [z.enum(['true', 'false']).default('false'), 'true or false'],
  RINGSIDE_SESSION_IDLE_MINUTES: [z.coerce.number().int().min(1).max(1440).default(30), 'minutes, from 1 to 1440'],
  RINGSIDE_SESSION_HOURS: [z.coerce.number().int().min(1).max(720).default(12), 'hours, from 1 to 720'],
  RINGSIDE_TRUSTED_PROXIES: [
    z
      .string()
      .refine((text) => splitList(text).every((part) => parseNetwork(part) !== null))
      .default(''),
    'addresses or networks separated by commas, such as 10.0.0.1,192.168.0.0/24',
  ],
  RINGSIDE_REFUSED_NETWORKS: [
    z
      .string()
      .refine((text) => splitList(text).every((part) => parseNetwork(part) !== null))
      .default(''),
    'addresses or networks separated by commas, such as 127.0.0.0/8,::1',
  ],
  RINGSIDE_API_RATE_LIMIT: [
    z.coerce.number().int().min(0).max(1_000_000).default(6000),
    'requests per minute, or 0 for no limit',
  ],
  RINGSIDE_DELETED_DAYS: [z.coerce.number().int().min(0).max(36_500).default(365), 'days, or 0 for no limit'],
  RINGSIDE_CORS_ORIGINS: [
    z
      .string()
      .refine((text) => splitList(text).every(isOrigin))
      .default(''),
    'origins separated by commas, such as https://portal.example.com',
  ],
  RINGSIDE_ORIGINS: [
    z
      .string()
      .refine((text) => splitList(text).every(isOrigin))
      .default(''),
    'origins separated by commas, such as https://console.example.org,https://console.example.net:8443',
  ],
  RINGSIDE_METRICS_TOKEN: [
    z
      .string()
      .regex(/^[\x21-\x7e]{16,512}$/)
      .optional(),
    'at least 16 characters without spaces',
  ],
  RINGSIDE_METRICS_LISTEN: [
    z
      .string()
      .refine((text) => readListen(text) !== null)
      .optional(),
    'an address and a port such as 127.0.0.1:9100',
  ],
  RINGSIDE_HSTS_SUBDOMAINS: [z.enum(['true', 'false']).default('false'), 'true or false'],
} as const;

type Name = keyof typeof SETTINGS;
type Values = { readonly [N in Name]: z.output<(typeof SETTINGS)[N][0]> };

const readValues = (environment: Environment): Values => {
  const values: Partial<Record<Name, unknown>> = {};
  const bad: string[] = [];
  for (const name of keysOf(SETTINGS)) {
    const [schema, should] = SETTINGS[name];
    // An empty value counts as absent: `NAME=` in a .env file means "not set".
    const parsed = schema.safeParse(environment[name] === '' ? undefined : environment[name]);
    if (parsed.success) values[name] = parsed.data;
    else bad.push(`${name} should be ${should}`);
  }
  if (bad.length > 0) throw new BadSetting(bad.join('\n'));
  return values as Values;
};

/** Returns the names of the settings that have a value. */
export const settingsIn = (environment: Environment): readonly string[] =>
  Object.keys(SETTINGS).filter((name) => (environment[name] ?? '') !== '');

/** Returns a warning for each setting that has no effect yet because it is reserved for clusters. */
export const reservedSettings = ({ natsUrl, role }: Pick<Config, 'natsUrl' | 'role'>): readonly string[] => [
  ...(natsUrl === null ? [] : ['NATS_URL has no effect yet: this console runs alone and connects to no NATS server']),
  ...(role === 'all' ? [] : [`RINGSIDE_ROLE=${role} has no effect yet: this console collects and serves pages alike`]),
];

const hostOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;

/**
 * Reads and checks all settings. Throws BadSetting with one line per invalid setting. The message contains no values because they may be
 * secrets.
 */
export const readConfig = (environment: Environment): Config => {
  const values = readValues(environment);
  return {
    port: values.PORT,
    host: values.HOST,
    dataFolder: resolve(values.RINGSIDE_DATA),
    publicUrl: values.RINGSIDE_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    secretKey: values.RINGSIDE_SECRET_KEY ?? null,
    oldSecretKey: values.RINGSIDE_OLD_SECRET_KEY ?? null,
    staffTwoFactor: values.RINGSIDE_STAFF_TWO_FACTOR === 'required',
    defaultCountry: values.RINGSIDE_DEFAULT_COUNTRY,
    databaseUrl: values.DATABASE_URL ?? null,
    durable: true,
    databaseSchema: values.RINGSIDE_DATABASE_SCHEMA ?? null,
    databaseConnections: values.RINGSIDE_DATABASE_CONNECTIONS,
    statementSeconds: values.RINGSIDE_STATEMENT_SECONDS,
    natsUrl: values.NATS_URL ?? null,
    role: values.RINGSIDE_ROLE,
    recordings: values.RINGSIDE_RECORDINGS ?? null,
    ffmpeg: values.RINGSIDE_FFMPEG,
    smtpUrl: values.SMTP_URL ?? null,
    smtpFrom: values.SMTP_FROM ?? `Ringside <ringside@${hostOf(values.RINGSIDE_PUBLIC_URL)}>`,
    logLevel: values.LOG_LEVEL,
    logs: readFollowedLogs(values.RINGSIDE_LOGS) ?? [],
    realtimeTicketsOnly: values.RINGSIDE_REALTIME_TICKETS_ONLY === 'true',
    sessionIdleMinutes: values.RINGSIDE_SESSION_IDLE_MINUTES,
    sessionHours: values.RINGSIDE_SESSION_HOURS,
    trustedProxies: splitList(values.RINGSIDE_TRUSTED_PROXIES),
    refusedNetworks: splitList(values.RINGSIDE_REFUSED_NETWORKS),
    apiRateLimit: values.RINGSIDE_API_RATE_LIMIT,
    deletedDays: values.RINGSIDE_DELETED_DAYS === 0 ? null : values.RINGSIDE_DELETED_DAYS,
    corsOrigins: splitList(values.RINGSIDE_CORS_ORIGINS),
    origins: splitList(values.RINGSIDE_ORIGINS),
    metricsToken: values.RINGSIDE_METRICS_TOKEN ?? null,
    metricsListen: readListen(values.RINGSIDE_METRICS_LISTEN ?? ''),
    hstsSubdomains: values.RINGSIDE_HSTS_SUBDOMAINS === 'true',
    webFolder: fileURLToPath(new URL('../../../../web/dist', import.meta.url)),
  };
};

/** Returns the environment variables, completed by the `.env` file of the folder if there is one. */
export const readEnvironment = (folder: string): Environment => {
  let file: Environment = {};
  try {
    file = parseEnv(readFileSync(resolve(folder, '.env'), 'utf8'));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return { ...file, ...process.env };
};
