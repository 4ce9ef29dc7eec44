// A PBX server. Its ID is the small integer in `server_id` of live messages.
import { keysOf } from '../../base/keys-of.ts';
import { z } from 'zod';
import { LINK_PROBLEMS } from '../../asterisk/link.ts';
import { CAPABILITY_NAMES } from '../../live/pbx-vitals.ts';
import { noun } from '../noun.ts';
import { ListQuery, Instant, RemoveQuery } from '../resource.ts';
import { route } from '../route.ts';
import { pattern, text } from '../text.ts';

/** `disabled`: intentionally not connected. `unknown`: this node has no link state yet. */
/** `stalled`: the connection is open but carries no data. */
export const LINK_STATES = ['unknown', 'disabled', 'connecting', 'up', 'stalled', 'away', 'refused'] as const;

/** A link problem as data. The web app words `code` and `params`. `line` is the fix on the PBX server. */
export const LinkProblem = z.object({
  code: z.enum(keysOf(LINK_PROBLEMS)),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The line to write in `manager.conf` (or another named file), or `null`. */
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
  /** PEM of the CA that signed the PBX server's certificate. Empty: the system's CAs. */
  amiTlsCa: pattern('pem', 65536),
  amiUsername: pattern('one-line', 80).min(1),
  enabled: z.boolean(),
  /** Registration host of phones, with port if it is not the default. Empty: unknown. */
  sipHost: pattern('sip-host', 253),
  /** URL at which this PBX server reaches the console for sounds, such as `https://10.0.0.5:8443`. Empty: the public URL. */
  consoleUrl: pattern('console-address', 200),
  /** Planned maintenance: no alerts, no provisioning, and a notice on live pages. */
  maintenance: z.boolean(),
  /** End of the maintenance. `null`: until a user ends it. */
  maintenanceUntil: Instant.nullable(),
  maintenanceReason: text(0, 255),
  /** Relative share of automatically placed objects. 0: none. */
  weight: z.number().int().min(0).max(100),
  /** Maximum number of concurrent outside calls of all customers. The PBX server rejects more. `null`: no limit. Requires provisioning. */
  maxCalls: z.number().int().min(0).max(1_000_000).nullable(),
};
/** Write-only. Empty in an update keeps the stored secret. */
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
  /** All current calls, including internal ones. `null`: not watched by this node, or the link is down. */
  callsNow: z.number().int().nullable(),
  linkState: z.enum(LINK_STATES),
  linkSince: Instant.nullable(),
  lastEventAt: Instant.nullable(),
  /** When the link was last up. `null`: never. */
  lastSeenAt: Instant.nullable(),
  problems: z.array(LinkProblem),
  asteriskVersion: z.string().nullable(),
  /** Start time of Asterisk by its own clock, without a zone: `2026-11-22T08:15:00`. */
  startedAt: z.string().nullable(),
  /** `systemname` of asterisk.conf. Empty when not set. */
  systemName: z.string().nullable(),
  /** Asterisk's entity ID for distributed device state. Must be unique. */
  entityId: z.string().nullable(),
  /** Time of the last full reload, by the PBX's clock, without a zone. */
  reloadedAt: z.string().nullable(),
  /** PBX clock minus console clock, milliseconds. Reported in `problems` above two seconds. */
  clockSkewMs: z.number().int().nullable(),
  /** Round-trip time of the last ping, milliseconds. */
  lagMs: z.number().int().nullable(),
  /** Available console functions. Missing modules or login classes remove some. */
  capabilities: z.array(z.enum(CAPABILITY_NAMES)).nullable(),
  /** Relevant modules and whether they are loaded, as reported to the configuration login. `null`: never read. */
  modules: z.record(z.string(), z.boolean()).nullable(),
  /** Number of reconnects since this node watches the PBX. */
  reconnects: z.number().int().nullable(),
  /** Relevant events per second over the last ten seconds. `null`: not watched by this node. */
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

/** Connection settings of an unsaved form, to test. */
export const TestEndpoint = z.object({
  amiHost: editable.amiHost,
  amiPort: editable.amiPort.default(AMI_DEFAULTS.port),
  amiTls: editable.amiTls.default(AMI_DEFAULTS.tls),
  amiTlsCa: editable.amiTlsCa.default(''),
  amiUsername: editable.amiUsername,
  amiSecret: amiSecret.min(1),
});
export type TestEndpoint = z.infer<typeof TestEndpoint>;

/** Changed fields of a form. All others, including the secret, come from the stored server. */
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
  /** Test results: Asterisk's version and queue names, as far as the test succeeded. */
  asteriskVersion: z.string().nullable(),
  queues: z.array(z.string()),
});
export type EndpointDiagnosis = z.infer<typeof EndpointDiagnosis>;

const declared = noun({
  key: 'endpoint',
  path: '/endpoints',
  table: 'endpoints',
  words: ['PBX server', 'PBX servers'],
  singular: { en: 'PBX server', es: 'centralita', fr: 'serveur PBX', he: 'מרכזייה' },
  dimensions: ['server'],
  roles: { support: ['read'] },
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

/** `removeConfiguration`: the console's configuration is removed from the PBX first. The server stays if that fails. */
export const RemoveEndpointQuery = RemoveQuery.extend({
  removeConfiguration: z.enum(['true', 'false']).default('false'),
});

export const endpoints = {
  ...declared,
  routes: {
    ...declared.routes,
    remove: route({
      method: 'DELETE',
      path: '/endpoints/:id',
      summary: 'Delete one PBX server, and on request the configuration that the console wrote there',
      tag: 'endpoint',
      access: ['delete', 'endpoint'],
      params: z.object({ id: z.coerce.number().int().min(1) }),
      query: RemoveEndpointQuery,
      status: 204,
      errors: [...declared.routes.remove.errors, 'pbx-refused', 'pbx-not-connected'],
    }),
  },
};

/** A failed test is a result, not an error: 200 with `ok: false` and the problems. */
export const testNewEndpoint = route({
  method: 'POST',
  path: '/endpoints/test',
  summary: 'Test the connection to a PBX before saving it',
  tag: 'endpoint',
  access: ['create', 'endpoint'],
  body: TestEndpoint,
  response: EndpointDiagnosis,
  errors: [],
});

export const testEndpoint = route({
  method: 'POST',
  path: '/endpoints/:id/test',
  summary: 'Test the connection to a stored PBX with changed settings',
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
  /** The console's line with this device, such as `201 Ann`. `null`: unknown line. */
  line: z.string().nullable(),
});

/** Queues on the PBX server with owner and members, to claim in a form. */
export const listEndpointQueues = route({
  method: 'GET',
  path: '/endpoints/:id/queues',
  summary: 'List the queues of a PBX and their owners',
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
