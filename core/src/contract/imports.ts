// History of a PBX out of its own files: call records (Master.csv), queues and agents (queue_log), or a dump of the database that
// keeps both. An upload is answered at once; how far it is stands in its row.
import { z } from 'zod';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS, TimeZone } from './text.ts';

/** `dump`: of MySQL or MariaDB, tables `cdr` and `queue_log` (or `queuelog`). Each may be packed with gzip. */
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
  /** Only looked at: nothing was written. */
  dryRun: z.boolean(),
  state: z.enum(['running', 'done', 'failed']),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  /** Of the file. */
  bytes: count,
  totalBytes: count,
  /** Records and lines of logs, those with faults too. */
  lines: count,
  newLegs: count,
  /** Of queues and agents: ends of stays, talks, pauses, log-ins; and how many of them were not known. */
  events: count,
  newEvents: count,
  faultCount: count,
  /** The first hundred. */
  faults: z.array(z.object({ line: count, reason: z.string() })),
  /** Of what the file tells. */
  from: Instant.nullable(),
  to: Instant.nullable(),
});
export type HistoryImport = z.infer<typeof HistoryImport>;

const isStream = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** 4 GB at most. 409: another import into the same PBX runs. */
export const startImport = route({
  method: 'POST',
  path: '/imports',
  summary: 'Import history of a PBX from a file (`application/octet-stream`): what is known already changes nothing',
  tag: 'endpoint',
  access: ['update', 'endpoint'],
  query: z.object({
    serverId: z.coerce.number().int().min(1),
    kind: z.enum(HISTORY_KINDS),
    /** In which the PBX wrote its wall clock. A queue_log file needs none: it counts seconds. */
    timeZone: TimeZone.default('UTC'),
    fileName: z.string().max(200).regex(PATTERNS.characters).default(''),
    /** When the file was written last, as its PBX or this browser knows: gaps up to then count as covered. */
    writtenAt: Instant.optional(),
    /** Of a log: whom it means, `Agent/7 = PJSIP/acme-101`, one a line; who is known by name or line needs none. */
    aliases: z.string().max(4000).default(''),
    dryRun: z.enum(['true', 'false']).default('false'),
  }),
  body: z.custom<AsyncIterable<Uint8Array>>(isStream),
  bodyType: 'application/octet-stream',
  response: HistoryImport,
  status: 202,
  errors: ['not-found', 'conflict', 'too-large'],
});

export const listImports = route({
  method: 'GET',
  path: '/imports',
  summary: 'Imports of history, the latest first, 100 at most',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  response: z.object({ data: z.array(HistoryImport) }),
  errors: [],
});

export const getImport = route({
  method: 'GET',
  path: '/imports/:id',
  summary: 'How far an import of history is',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params: z.object({ id: Id }),
  response: HistoryImport,
  errors: ['not-found'],
});
