// A PBX server. Its id is the small integer that live messages carry as `server_id`.
import { z } from 'zod';
import { LINK_PROBLEMS } from '../live/link.ts';
import type { LinkProblemCode } from '../live/link.ts';
import { CAPABILITY_NAMES } from '../live/pbx-vitals.ts';
import { ListQuery, Instant, resource } from './resource.ts';
import { route } from './route.ts';
import { pattern, text } from './text.ts';

/** `disabled`: not connected on purpose. `unknown`: this node has not heard of its link yet. */
export const LINK_STATES = ['unknown', 'disabled', 'connecting', 'up', 'away', 'refused'] as const;

/** Something wrong with a link, as data: `code` and `params` are worded by the console, `line` is what to change on the PBX. */
export const LinkProblem = z.object({
  code: z.enum(Object.keys(LINK_PROBLEMS) as LinkProblemCode[]),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The line of `manager.conf` (or of another named file) to write, or null. */
  line: z.string().nullable(),
});
export type LinkProblem = z.infer<typeof LinkProblem>;

const AMI_DEFAULTS = { port: 5038, tls: false } as const;

const editable = {
  name: text(1, 64),
  description: text(0, 255),
  region: text(0, 64),
  amiHost: pattern('host', 253).min(1),
  amiPort: z.number().int().min(1).max(65535),
  amiTls: z.boolean(),
  /** PEM of the authority that signed the PBX's certificate; empty: the system's. */
  amiTlsCa: pattern('pem', 65536),
  amiUsername: pattern('one-line', 80).min(1),
  enabled: z.boolean(),
  /** Where phones register, with a port when it is not the usual one; empty: not told. */
  sipHost: pattern('sip-host', 253),
  /** Where this PBX reaches the console, to fetch sounds: `https://10.0.0.5:8443`; empty: where people do. */
  consoleUrl: pattern('console-address', 200),
  /** Somebody works on the PBX: its alarms are silent, the console writes nothing there, and the live pages say so. */
  maintenance: z.boolean(),
  /** When it ends by itself; null: when somebody ends it. */
  maintenanceUntil: Instant.nullable(),
  maintenanceReason: text(0, 255),
  /** Beside those of the others, how much of what is placed by itself it gets; 0: nothing is. */
  weight: z.number().int().min(0).max(100),
  /** With the outside at once, of all customers together: the PBX turns away more; null: no limit. Needs one that the console configures. */
  maxCalls: z.number().int().min(0).max(1_000_000).nullable(),
};
/** Write-only; empty in an update keeps the stored one. */
const amiSecret = z
  .string()
  .max(200)
  .regex(/^[^\u0000-\u001f\u007f]*$/);

export const Endpoint = z.object({
  id: z.number().int(),
  ...editable,
  hasSecret: z.boolean(),
  queueCount: z.number().int(),
  /** Lines and queues of customers on it. */
  placedCount: z.number().int(),
  /** All that it has, internal ones too; null: this node does not watch it, or it is away. */
  callsNow: z.number().int().nullable(),
  linkState: z.enum(LINK_STATES),
  linkSince: Instant.nullable(),
  lastEventAt: Instant.nullable(),
  problems: z.array(LinkProblem),
  asteriskVersion: z.string().nullable(),
  /** When Asterisk started, on its own clock: `2026-11-22T08:15:00`, no zone. */
  startedAt: z.string().nullable(),
  /** What it calls itself (`systemname` of asterisk.conf); '': nothing. */
  systemName: z.string().nullable(),
  /** By which PBXs tell each other's phones apart; two must not have the same. */
  entityId: z.string().nullable(),
  /** When it last read all of its configuration anew, on its own clock, no zone. */
  reloadedAt: z.string().nullable(),
  /** Its clock less the console's; positive: it is ahead. Beyond two seconds `problems` says so. */
  clockSkewMs: z.number().int().nullable(),
  /** How long it took to answer last, the way included. */
  lagMs: z.number().int().nullable(),
  /** What the console may do there: a module that is not loaded, or a class that its login lacks, takes some away. */
  capabilities: z.array(z.enum(CAPABILITY_NAMES)).nullable(),
  /** Which of those that the console makes use of are loaded, as told to the login that configures it; null: never asked. */
  modules: z.record(z.string(), z.boolean()).nullable(),
  /** How often the link was made anew since this node watches it. */
  reconnects: z.number().int().nullable(),
  /** That mean something to the console, over the last ten seconds; null: this node does not watch it. */
  eventsPerSecond: z.number().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Endpoint = z.infer<typeof Endpoint>;

export const CreateEndpoint = z.object({
  name: editable.name,
  description: editable.description.default(''),
  region: editable.region.default(''),
  amiHost: editable.amiHost,
  amiPort: editable.amiPort.default(AMI_DEFAULTS.port),
  amiTls: editable.amiTls.default(AMI_DEFAULTS.tls),
  amiTlsCa: editable.amiTlsCa.default(''),
  amiUsername: editable.amiUsername,
  amiSecret: amiSecret.min(1),
  enabled: editable.enabled.default(true),
  sipHost: editable.sipHost.default(''),
  consoleUrl: editable.consoleUrl.default(''),
  maintenance: editable.maintenance.default(false),
  maintenanceUntil: editable.maintenanceUntil.default(null),
  maintenanceReason: editable.maintenanceReason.default(''),
  weight: editable.weight.default(1),
  maxCalls: editable.maxCalls.default(null),
});
export type CreateEndpoint = z.infer<typeof CreateEndpoint>;

export const UpdateEndpoint = z.object({ ...editable, amiSecret }).partial();

/** What a test needs: the settings of a form that is not saved yet. */
export const TestEndpoint = z.object({
  amiHost: editable.amiHost,
  amiPort: editable.amiPort.default(AMI_DEFAULTS.port),
  amiTls: editable.amiTls.default(AMI_DEFAULTS.tls),
  amiTlsCa: editable.amiTlsCa.default(''),
  amiUsername: editable.amiUsername,
  amiSecret: amiSecret.min(1),
});
export type TestEndpoint = z.infer<typeof TestEndpoint>;

/** Over a stored endpoint: what the form changed; the rest, the secret too, is the stored one. */
export const RetestEndpoint = z.object({
  amiHost: editable.amiHost.optional(),
  amiPort: editable.amiPort.optional(),
  amiTls: editable.amiTls.optional(),
  amiTlsCa: editable.amiTlsCa.optional(),
  amiUsername: editable.amiUsername.optional(),
  amiSecret: amiSecret.optional(),
});

export const EndpointDiagnosis = z.object({
  ok: z.boolean(),
  problems: z.array(LinkProblem),
  /** What was found: Asterisk's version and the names of its queues, when the test came that far. */
  asteriskVersion: z.string().nullable(),
  queues: z.array(z.string()),
});
export type EndpointDiagnosis = z.infer<typeof EndpointDiagnosis>;

export const endpoints = resource({
  name: 'endpoint',
  path: '/endpoints',
  idKind: 'integer',
  row: Endpoint,
  create: CreateEndpoint,
  update: UpdateEndpoint,
  sortable: ['id', 'name', 'region', 'amiHost', 'enabled', 'createdAt', 'updatedAt'],
  defaultSort: 'id',
  searchable: ['name', 'description', 'region', 'amiHost'],
  filters: ['enabled', 'maintenance', 'region', 'name'],
  fields: {
    id: { kind: 'number', in: ['list'] },
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    description: { kind: 'text', in: ['create', 'edit'], section: 'identity' },
    region: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    sipHost: { kind: 'text', in: ['create', 'edit'], section: 'identity' },
    consoleUrl: { kind: 'text', in: ['create', 'edit'], section: 'identity' },
    weight: { kind: 'number', in: ['create', 'edit'], section: 'room' },
    maxCalls: { kind: 'number', in: ['create', 'edit'], section: 'room' },
    callsNow: { kind: 'number', in: ['list'] },
    placedCount: { kind: 'number', in: ['list'] },
    amiHost: { kind: 'text', in: ['list', 'create', 'edit'], section: 'link' },
    amiPort: { kind: 'number', in: ['create', 'edit'], section: 'link' },
    amiTls: { kind: 'boolean', in: ['create', 'edit'], section: 'link' },
    amiTlsCa: { kind: 'textarea', in: ['create', 'edit'], section: 'link' },
    amiUsername: { kind: 'text', in: ['create', 'edit'], section: 'link' },
    amiSecret: { kind: 'secret', in: ['create', 'edit'], section: 'link' },
    enabled: { kind: 'boolean', in: ['create', 'edit'], section: 'link' },
    linkState: { kind: 'select', options: LINK_STATES, in: ['list'] },
    maintenance: { kind: 'boolean', in: ['list'] },
    asteriskVersion: { kind: 'text', in: ['list'] },
    startedAt: { kind: 'text', in: ['list'] },
    reloadedAt: { kind: 'text', in: ['list'] },
    systemName: { kind: 'text', in: ['list'] },
    entityId: { kind: 'text', in: ['list'] },
    clockSkewMs: { kind: 'number', in: ['list'] },
    lagMs: { kind: 'number', in: ['list'] },
    reconnects: { kind: 'number', in: ['list'] },
    eventsPerSecond: { kind: 'number', in: ['list'] },
    queueCount: { kind: 'number', in: ['list'] },
  },
  titleField: 'name',
});

/** A failed test is an answer, not an error: 200 with `ok: false` and what is wrong. */
export const testNewEndpoint = route({
  method: 'POST',
  path: '/endpoints/test',
  summary: 'Try the connection to a PBX before it is saved',
  tag: 'endpoint',
  access: ['create', 'endpoint'],
  body: TestEndpoint,
  response: EndpointDiagnosis,
  errors: [],
});

export const testEndpoint = route({
  method: 'POST',
  path: '/endpoints/:id/test',
  summary: 'Try the connection to a stored PBX, with the changes of the form',
  tag: 'endpoint',
  access: ['update', 'endpoint'],
  params: z.object({ id: z.coerce.number().int().min(1) }),
  body: RetestEndpoint,
  response: EndpointDiagnosis,
  errors: ['not-found'],
});

export const SeenMember = z.object({
  name: z.string(),
  interface: z.string(),
  membership: z.enum(['static', 'dynamic', 'realtime']),
  /** The console's line that it is: `201 Ann`; null: no line that the console knows. */
  line: z.string().nullable(),
});

/** Queues that the PBX has, with their owner if any and who is in them: what a form offers to claim. */
export const endpointQueues = route({
  method: 'GET',
  path: '/endpoints/:id/queues',
  summary: 'Queues seen on a PBX and whether someone owns them',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params: z.object({ id: z.coerce.number().int().min(1) }),
  query: ListQuery.pick({ q: true }),
  response: z.object({
    data: z.array(
      z.object({
        name: z.string(),
        queueId: z.uuid().nullable(),
        customerName: z.string().nullable(),
        members: z.array(SeenMember),
      }),
    ),
  }),
  errors: ['not-found'],
});
