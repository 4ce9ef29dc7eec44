// Provisioning of a PBX server: the configuration login, the state of each object, runs and differences. The console has the desired state,
// writes it to the PBX server, and reads back every object.
import { keysOf } from '../../base/keys-of.ts';
import { z } from 'zod';
import { PBX_DRIVERS } from '../../pbx/options/pbx-drivers.ts';
import { LinkProblem } from './endpoint.ts';
import { Id, Instant, ListMeta, ListQuery } from '../resource.ts';
import { route } from '../route.ts';
import { pattern } from '../text.ts';

/** Kinds of Asterisk objects: phones and trunks, queues, voicemail boxes, contexts. */
export const OBJECT_KINDS = ['pjsip', 'queue', 'voicemail', 'music', 'dialplan'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** `drift`: written as desired, but changed on the PBX server since. */
export const OBJECT_STATES = ['applied', 'pending', 'failed', 'drift'] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

/** Reasons of an object's state, with their parameters. */
export const OBJECT_REASONS = {
  /** The value is not allowed on the PBX server. `field`, `reason`: see `core/pbx`. */
  'value-refused': ['field', 'reason'],
  /** The PBX server's own files already use this name. */
  'name-taken': ['name'],
  /** Missing after write and reload: this version does not accept an option, or the file is not included. */
  'not-loaded': ['name'],
  /** Stored in the database, but the PBX server does not see it because it lost its database connection. Checked again later. */
  'not-seen': ['name'],
  /** Asterisk reports another value of an option. Some options change only at its next start (`linear`). */
  differs: ['option', 'wanted', 'found'],
  /** Written without its transport, because the PBX server has none of that kind. */
  'no-transport': ['transport'],
  /** The PBX server rejected the write. `message`: its message. */
  'write-refused': ['message'],
  /** The content differs from what was last written. */
  'changed-there': [],
  'deleted-there': [],
} as const satisfies Record<string, readonly string[]>;
export type ObjectReason = keyof typeof OBJECT_REASONS;

/** State of a row. `off`: the server is not provisioned. `unmanaged`: a queue of the PBX server's own files. */
export const ROW_STATES = [...OBJECT_STATES, 'off', 'unmanaged'] as const;
export type RowState = (typeof ROW_STATES)[number];

/**
 * `off`: nothing is written. `held`: an earlier configuration was restored manually, and changes wait for a manual apply. `waiting`: the
 * last run failed, `retryAt` is the next attempt. `pending`: changes will be written shortly.
 */
export const PROVISIONING_STATUS = ['off', 'idle', 'pending', 'applying', 'waiting', 'held'] as const;
export type ProvisioningStatus = (typeof PROVISIONING_STATUS)[number];

export const RUN_KINDS = ['apply', 'check', 'rollback', 'adopt'] as const;
/** `partly`: some objects failed. `failed`: the run was aborted, see `problem`. */
export const RUN_OUTCOMES = ['running', 'unchanged', 'applied', 'partly', 'failed'] as const;

/** Problems of a run, in addition to link problems. */
export const RUN_PROBLEMS = ['link', 'denied', 'file-invalid', 'refused', 'interrupted'] as const;

const Params = z.record(z.string(), z.union([z.string(), z.number()]));

/** `link`: the link problem for `kind: 'link'`. `params`: `message` of the PBX server, `file`, `class`. */
export const RunProblem = z.object({ kind: z.enum(RUN_PROBLEMS), link: LinkProblem.nullable(), params: Params });
export type RunProblem = z.infer<typeof RunProblem>;

/** Sections by result. `done` of `total` messages while running. */
export const RunCounts = z.object({
  created: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  failed: z.number().int(),
  drift: z.number().int(),
  done: z.number().int(),
  total: z.number().int(),
});
export type RunCounts = z.infer<typeof RunCounts>;

export const ProvisioningRun = z.object({
  id: Id,
  kind: z.enum(RUN_KINDS),
  outcome: z.enum(RUN_OUTCOMES),
  /** Empty: started automatically. */
  username: z.string(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  counts: RunCounts,
  problem: RunProblem.nullable(),
  /** Whether `rollback` can restore it. */
  restorable: z.boolean(),
});
export type ProvisioningRun = z.infer<typeof ProvisioningRun>;

/** A line that the console needs in a file of the PBX server. */
export const INCLUDE_STATES = ['present', 'missing', 'unknown'] as const;
export const IncludeLine = z.object({
  /** File name such as `pjsip.conf`, or `PostgreSQL` for database commands. */
  file: z.string(),
  /** Section of the file, or '' for any place. */
  section: z.string(),
  /** Such as `#tryinclude ringside_endpoints*.conf`. */
  line: z.string(),
  /** `unknown`: nothing was written yet that would show it. */
  state: z.enum(INCLUDE_STATES),
});
export type IncludeLine = z.infer<typeof IncludeLine>;

const settings = {
  enabled: z.boolean(),
  /** `database` requires a console with PostgreSQL, otherwise 422 `needs-postgresql`. */
  driver: z.enum(PBX_DRIVERS),
  username: pattern('one-line', 80),
  /** Port on the server's own address. 0: the port of the live login. */
  port: z.number().int().min(0).max(65535),
  tls: z.boolean(),
  /** Minutes between drift checks. 0: none. */
  checkMinutes: z.number().int().min(0).max(1440),
};

/**
 * `no-trunk`: no trunk can carry emergency calls. `extension`: an extension has the same digits, so they now reach the emergency number.
 */
export const EmergencyGap = z.object({
  code: z.enum(['no-trunk', 'extension']),
  customerId: Id,
  customerName: z.string(),
  numbers: z.array(z.string()),
});
export type EmergencyGap = z.infer<typeof EmergencyGap>;

export const Provisioning = z.object({
  serverId: z.number().int(),
  ...settings,
  hasSecret: z.boolean(),
  /** Whether `driver` may be `database`: false with the embedded database. */
  databaseOffered: z.boolean(),
  status: z.enum(PROVISIONING_STATUS),
  /** Problem of the last run, `null` on success. */
  problem: RunProblem.nullable(),
  retryAt: Instant.nullable(),
  /** The live login may write files on the PBX server: a needless risk, close to root access. */
  liveLoginWrites: z.boolean(),
  counts: z.object({
    applied: z.number().int(),
    pending: z.number().int(),
    failed: z.number().int(),
    drift: z.number().int(),
  }),
  lastRun: ProvisioningRun.nullable(),
  includes: z.array(IncludeLine),
  /** Problems with emergency calls, by customer. */
  emergency: z.array(EmergencyGap),
  checkedAt: Instant.nullable(),
});
export type Provisioning = z.infer<typeof Provisioning>;

/** Changes only given fields. An empty secret keeps the stored one. A new server address requires the secret again. */
export const UpdateProvisioning = z
  .object({
    ...settings,
    secret: z
      .string()
      .max(200)
      .regex(/^[^\u0000-\u001f\u007f]*$/),
  })
  .partial();
export type UpdateProvisioning = z.infer<typeof UpdateProvisioning>;

export const ProvisionedObject = z.object({
  kind: z.enum(OBJECT_KINDS),
  /** Name on the PBX server, such as `acme-201`. */
  name: z.string(),
  state: z.enum(OBJECT_STATES),
  reason: z.enum(keysOf(OBJECT_REASONS)).nullable(),
  params: Params,
  /** Kind of the object's row: `subscriber`, `queue`, `customer` …, or empty. */
  resource: z.string(),
  resourceId: z.string(),
  appliedAt: Instant.nullable(),
});
export type ProvisionedObject = z.infer<typeof ProvisionedObject>;

/** Lines of a section, or `null`. Secrets are `***`. */
const Side = z.array(z.string()).nullable();
export const SectionDifference = z.object({
  /** Such as `endpoints`, `auths`, `aors`, `queues`, `dialplan`. */
  sheet: z.string(),
  section: z.string(),
  change: z.enum(['create', 'change', 'remove']),
  /** Current and new content. Truncated after 200 lines. */
  before: Side,
  after: Side,
});
export type SectionDifference = z.infer<typeof SectionDifference>;

const params = z.object({ id: z.coerce.number().int().min(1) });

export const getProvisioning = route({
  method: 'GET',
  path: '/endpoints/:id/provisioning',
  summary: 'Get the provisioning state of a PBX',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params,
  response: Provisioning,
  errors: ['not-found'],
});

export const updateProvisioning = route({
  method: 'PATCH',
  path: '/endpoints/:id/provisioning',
  summary: 'Change the provisioning settings of a PBX: its login, and whether it is on',
  tag: 'endpoint',
  access: ['update', 'endpoint'],
  params,
  body: UpdateProvisioning,
  response: Provisioning,
  errors: ['not-found'],
});

export const listProvisionedObjects = route({
  method: 'GET',
  path: '/endpoints/:id/provisioning/objects',
  summary: 'List the objects of a PBX that the console writes',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params,
  query: ListQuery.omit({ sort: true }).extend({
    state: z.enum(OBJECT_STATES).optional(),
    kind: z.enum(OBJECT_KINDS).optional(),
  }),
  response: z.object({ data: z.array(ProvisionedObject), meta: ListMeta }),
  errors: ['not-found'],
});

export const listProvisioningRuns = route({
  method: 'GET',
  path: '/endpoints/:id/provisioning/runs',
  summary: 'List the provisioning runs of a PBX, newest first',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params,
  query: ListQuery.pick({ page: true, perPage: true }),
  response: z.object({ data: z.array(ProvisioningRun), meta: ListMeta }),
  errors: ['not-found'],
});

/** Reads the PBX server now and writes nothing. */
export const getProvisioningDifference = route({
  method: 'GET',
  path: '/endpoints/:id/provisioning/difference',
  summary: 'Show what a run would write to a PBX, with secrets hidden',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params,
  response: z.object({
    /** At most 500 sections. `total` counts all. */
    data: z.array(SectionDifference),
    total: z.number().int(),
    problem: RunProblem.nullable(),
  }),
  errors: ['not-found', 'invalid'],
});

/** Starts now or after the current run. Ends `held`. Overwrites drift. */
export const applyProvisioning = route({
  method: 'POST',
  path: '/endpoints/:id/provisioning/apply',
  summary: 'Write the desired state to a PBX now',
  tag: 'endpoint',
  access: ['operate', 'endpoint'],
  params,
  response: Provisioning,
  status: 202,
  errors: ['not-found', 'invalid'],
});

/** Checks the whole PBX server: includes, drift, objects. Writes only empty files of its own. */
export const checkProvisioning = route({
  method: 'POST',
  path: '/endpoints/:id/provisioning/check',
  summary: 'Compare a PBX with the desired state now',
  tag: 'endpoint',
  access: ['operate', 'endpoint'],
  params,
  response: Provisioning,
  errors: ['not-found', 'invalid'],
});

/** 422 `not-adoptable` with `params.lines` when a changed line has no field. Overwrite it with `apply`. */
export const adoptProvisionedObject = route({
  method: 'POST',
  path: '/endpoints/:id/provisioning/adopt',
  summary: 'Keep a change made on the PBX: store it as the desired state',
  tag: 'endpoint',
  access: ['operate', 'endpoint'],
  params,
  body: z.object({ kind: z.enum(OBJECT_KINDS), name: z.string().min(1).max(80) }),
  response: ProvisionedObject,
  errors: ['not-found', 'invalid', 'pbx-not-connected'],
});

/** Undoes one manual change and keeps all others. Writes pending changes too. 422 `held` while an earlier configuration is in force. */
export const undoProvisionedObject = route({
  method: 'POST',
  path: '/endpoints/:id/provisioning/undo',
  summary: 'Undo a change made on the PBX: write the desired state of one object',
  tag: 'endpoint',
  access: ['operate', 'endpoint'],
  params,
  body: z.object({ kind: z.enum(OBJECT_KINDS), name: z.string().min(1).max(80) }),
  response: Provisioning,
  status: 202,
  errors: ['not-found', 'invalid'],
});

/** Sets the PBX server to `held`: nothing is written automatically until the next manual apply. */
export const rollbackProvisioning = route({
  method: 'POST',
  path: '/endpoints/:id/provisioning/rollback',
  summary: 'Restore the configuration of an earlier run on a PBX',
  tag: 'endpoint',
  access: ['operate', 'endpoint'],
  params,
  body: z.object({ runId: Id }),
  response: Provisioning,
  status: 202,
  errors: ['not-found', 'invalid'],
});
