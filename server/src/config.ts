// The settings, read once from the environment and `.env`; a bad one is named with what it should be.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { parseNetwork } from '@ringside/core/access/network.ts';
import { readFollowedLogs } from './calls/followed-logs.ts';
import type { FollowedLog } from './calls/followed-logs.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataFolder: string;
  /** Origin under which people reach the console, no slash at the end; null: `http://host:port`. */
  readonly publicUrl: string | null;
  /** 32 bytes as 64 hex digits or base64, or any text of 32 characters or more; null: kept in the data folder. */
  readonly secretKey: string | null;
  readonly defaultCountry: string;
  /** null: the embedded database in the data folder. */
  readonly databaseUrl: string | null;
  /** Schema of the PostgreSQL database to live in; null: its default. Tests use one each. */
  readonly databaseSchema: string | null;
  readonly natsUrl: string | null;
  readonly role: 'all' | 'collector' | 'web';
  readonly recordings: string | null;
  /** What makes MP3 of recordings, where the machine has it. */
  readonly ffmpeg: string;
  readonly smtpUrl: string | null;
  /** Sender of the console's e-mail: `ringside@example.com`, or `Ringside <ringside@example.com>`. */
  readonly smtpFrom: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Files of PBXs that are followed. */
  readonly logs: readonly FollowedLog[];
  readonly realtimeTicketsOnly: boolean;
  /** A session ends after this long without use (an open live socket is use) and after `sessionHours` whatever happens. */
  readonly sessionIdleMinutes: number;
  readonly sessionHours: number;
  /** Addresses or networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Networks that no PBX and no source of recordings may be in, beside those that the console never connects to. */
  readonly refusedNetworks: readonly string[];
  /** Calls a minute of one session, and of one address without one; 0: no limit. API keys have their own. */
  readonly apiRateLimit: number;
  /** What was deleted is kept this many days, to be brought back; null: for good. */
  readonly deletedDays: number | null;
  /** Origins of other web pages that may call the API from a browser. */
  readonly corsOrigins: readonly string[];
  /** Built web console. */
  readonly webFolder: string;
}

export class BadSetting extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const url = (...protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));

const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

/** Name in the environment → how it is read, and what it should be in words. */
const SETTINGS = {
  PORT: [z.coerce.number().int().min(0).max(65535).default(8080), 'a port from 0 to 65535'],
  HOST: [z.string().min(1).max(253).default('127.0.0.1'), 'an address or a host name'],
  RINGSIDE_DATA: [z.string().min(1).default('./data'), 'a folder'],
  RINGSIDE_PUBLIC_URL: [url('http:', 'https:').optional(), 'an address such as https://console.example.com'],
  RINGSIDE_SECRET_KEY: [z.string().min(32).max(512).optional(), 'at least 32 characters, better 64 random hex digits'],
  RINGSIDE_DEFAULT_COUNTRY: [
    z
      .string()
      .regex(/^[A-Z]{2}$/)
      .default('US'),
    'a country of two capital letters such as IL or US',
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
    'a schema name of small letters, digits and _',
  ],
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
    'files of PBX servers with commas between, such as North:/var/log/asterisk/queue_log,2:/mnt/Master.csv@Europe/Madrid',
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
    'addresses or networks with commas between, such as 10.0.0.1,192.168.0.0/24',
  ],
  RINGSIDE_REFUSED_NETWORKS: [
    z
      .string()
      .refine((text) => splitList(text).every((part) => parseNetwork(part) !== null))
      .default(''),
    'addresses or networks with commas between, such as 127.0.0.0/8,::1',
  ],
  RINGSIDE_API_RATE_LIMIT: [
    z.coerce.number().int().min(0).max(1_000_000).default(6000),
    'calls a minute, 0 for no limit',
  ],
  RINGSIDE_DELETED_DAYS: [
    z.coerce.number().int().min(0).max(36_500).default(365),
    'days that deleted rows are kept, 0 for ever',
  ],
  RINGSIDE_CORS_ORIGINS: [
    z
      .string()
      .refine((text) => splitList(text).every(isOrigin))
      .default(''),
    'origins with commas between, such as https://portal.example.com',
  ],
} as const;

type Name = keyof typeof SETTINGS;
type Values = { readonly [N in Name]: z.output<(typeof SETTINGS)[N][0]> };

const readValues = (environment: Environment): Values => {
  const values: Partial<Record<Name, unknown>> = {};
  const bad: string[] = [];
  for (const name of Object.keys(SETTINGS) as Name[]) {
    const [schema, should] = SETTINGS[name];
    // An empty setting is an absent one: `NAME=` in a .env means "not set".
    const parsed = schema.safeParse(environment[name] === '' ? undefined : environment[name]);
    if (parsed.success) values[name] = parsed.data;
    else bad.push(`${name} should be ${should}`);
  }
  if (bad.length > 0) throw new BadSetting(bad.join('\n'));
  return values as Values;
};

const hostOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;

/** Throws BadSetting with one line for every bad setting. Values never appear in it: they may be secrets. */
export const readConfig = (environment: Environment): Config => {
  const values = readValues(environment);
  return {
    port: values.PORT,
    host: values.HOST,
    dataFolder: resolve(values.RINGSIDE_DATA),
    publicUrl: values.RINGSIDE_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    secretKey: values.RINGSIDE_SECRET_KEY ?? null,
    defaultCountry: values.RINGSIDE_DEFAULT_COUNTRY,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseSchema: values.RINGSIDE_DATABASE_SCHEMA ?? null,
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
    webFolder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  };
};

/** The environment over a `.env` of the folder, if there is one. */
export const readEnvironment = (folder: string): Environment => {
  let file: Environment = {};
  try {
    file = parseEnv(readFileSync(resolve(folder, '.env'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { ...file, ...process.env };
};
