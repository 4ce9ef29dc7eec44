// Imports the history of a PBX server from files: call records (Master.csv), queue events (queue_log), or a database dump with both. An
// upload is answered immediately; its row shows the progress.
import { z } from 'zod';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS, rule, TimeZone } from '../text.ts';

/** `dump`: MySQL or MariaDB with tables `cdr` and `queue_log` (or `queuelog`). Each may be compressed with gzip. */
export const HISTORY_KINDS = ['cdr', 'queue-log', 'dump'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

const count = z.number().int();

export const HistoryImport = z.object({
  id: Id,
  serverId: count,
  serverName: z.string(),
  kind: z.enum(HISTORY_KINDS),
  fileName: z.string(),
  timeZone: z.string(),
  /** Validates only and writes nothing. */
  dryRun: z.boolean(),
  state: z.enum(['running', 'done', 'failed']),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  /** Bytes of the file. */
  bytes: count,
  totalBytes: count,
  /** Records and log lines, including invalid ones. */
  lines: count,
  newLegs: count,
  /** Queue and agent events (visit ends, talks, pauses, logins), and how many were new. */
  events: count,
  newEvents: count,
  faultCount: count,
  /** The first hundred. */
  faults: z.array(z.object({ line: count, reason: z.string() })),
  /** Time range of the file. */
  from: Instant.nullable(),
  to: Instant.nullable(),
});
export type HistoryImport = z.infer<typeof HistoryImport>;

const isStream = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** At most 4 GB. 409: another import for the same PBX server is running. */
export const startImport = route({
  method: 'POST',
  path: '/imports',
  summary: 'Import history of a PBX from a file (`application/octet-stream`). Records that exist are skipped',
  tag: 'endpoint',
  access: ['update', 'endpoint'],
  query: z.object({
    serverId: z.coerce.number().int().min(1),
    kind: z.enum(HISTORY_KINDS),
    /** Time zone of the PBX server's local times. Not needed for queue_log, which has epoch seconds. */
    timeZone: TimeZone.default('UTC'),
    fileName: z.string().max(200).regex(PATTERNS.characters).default(''),
    /** When the file was last written, according to its PBX server or this browser. Gaps up to then count as covered. */
    writtenAt: Instant.optional(),
    /** For a log: maps agents, one per line, such as `Agent/7 = PJSIP/acme-101`. Not needed for agents known by name or line. */
    aliases: z.string().max(4000).default(''),
    dryRun: z.enum(['true', 'false']).default('false'),
  }),
  body: z.custom<AsyncIterable<Uint8Array>>(isStream, { path: ['body'], ...rule('file-body') }),
  bodyType: 'application/octet-stream',
  response: HistoryImport,
  status: 202,
  errors: ['not-found', 'conflict', 'too-large'],
});

export const listImports = route({
  method: 'GET',
  path: '/imports',
  summary: 'List the last 100 imports of history, newest first',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  response: z.object({ data: z.array(HistoryImport) }),
  errors: [],
});

export const getImport = route({
  method: 'GET',
  path: '/imports/:id',
  summary: 'Get the progress of an import of history',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params: z.object({ id: Id }),
  response: HistoryImport,
  errors: ['not-found'],
});
