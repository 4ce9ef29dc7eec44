// What the console writes on a PBX: the second login that may, how each object stands there, runs, differences. The console
// holds what should be; the PBX follows, and every object is read back.
import { z } from 'zod';
import { PBX_DRIVERS } from '../base/pbx-drivers.ts';
import { LinkProblem } from './endpoints.ts';
import { Id, Instant, ListMeta, ListQuery } from './resource.ts';
import { route } from './route.ts';
import { pattern } from './text.ts';

/** What Asterisk knows: phones and trunks, queues, voicemail boxes, contexts. */
export const OBJECT_KINDS = ['pjsip', 'queue', 'voicemail', 'music', 'dialplan'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** `drift`: it was as wanted, and somebody changed it on the PBX since. */
export const OBJECT_STATES = ['applied', 'pending', 'failed', 'drift'] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

/** Why an object stands as it stands, with the params that word it. */
export const OBJECT_REASONS = {
  /** The PBX must not be given a value. `field`, `reason`: of `core/pbx`. */
  'value-refused': ['field', 'reason'],
  /** The PBX's own files have something of this name. */
  'name-taken': ['name'],
  /** Written, reloaded, and not there: an option that this version does not take, or the file is not included. */
  'not-loaded': ['name'],
  /** It stands in the database, and the PBX sees nothing of what stands there: it has lost its connection. Looked for again. */
  'not-seen': ['name'],
  /** Asterisk has it, and tells something else of an option: some are taken at its next start alone (`linear`). */
  differs: ['option', 'wanted', 'found'],
  /** Written without the transport that it is to be bound to: the PBX has none of that kind. */
  'no-transport': ['transport'],
  /** The PBX refused to write. `message`: its words. */
  'write-refused': ['message'],
  /** What the file holds is not what was written last. */
  'changed-there': [],
  'deleted-there': [],
} as const satisfies Record<string, readonly string[]>;
export type ObjectReason = keyof typeof OBJECT_REASONS;

/** Of a row that people edit: `off`, the server is not configured by the console; `unmanaged`, a queue that the PBX's own files make. */
export const ROW_STATES = [...OBJECT_STATES, 'off', 'unmanaged'] as const;
export type RowState = (typeof ROW_STATES)[number];

/**
 * `off`: nothing is written. `held`: an earlier configuration was put back by hand, and changes wait for the next apply by hand.
 * `waiting`: the last try failed, `retryAt` says when the next is. `pending`: changes are about to be written.
 */
export const PROVISIONING_STATUS = ['off', 'idle', 'pending', 'applying', 'waiting', 'held'] as const;
export type ProvisioningStatus = (typeof PROVISIONING_STATUS)[number];

export const RUN_KINDS = ['apply', 'check', 'rollback', 'adopt'] as const;
/** `partly`: some objects failed. `failed`: it ended before its end, `problem` says why. */
export const RUN_OUTCOMES = ['running', 'unchanged', 'applied', 'partly', 'failed'] as const;

/** Beyond those of a link: what a run may stumble over. */
export const RUN_PROBLEMS = ['link', 'denied', 'file-invalid', 'refused', 'interrupted'] as const;

const Params = z.record(z.string(), z.union([z.string(), z.number()]));

/** `link`: of `kind: 'link'`, the problem of the link. `params.message`: what the PBX said; `params.file`; `params.class`. */
export const RunProblem = z.object({ kind: z.enum(RUN_PROBLEMS), link: LinkProblem.nullable(), params: Params });
export type RunProblem = z.infer<typeof RunProblem>;

/** Sections of files, by what became of them; `done` of `total` messages while it runs. */
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
  /** Empty: by itself. */
  username: z.string(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  counts: RunCounts,
  problem: RunProblem.nullable(),
  /** Whether `rollback` can put it back. */
  restorable: z.boolean(),
});
export type ProvisioningRun = z.infer<typeof ProvisioningRun>;

/** A line of a file of the PBX that the console needs there. */
export const INCLUDE_STATES = ['present', 'missing', 'unknown'] as const;
export const IncludeLine = z.object({
  /** `pjsip.conf`; `PostgreSQL` for what is typed into the database. */
  file: z.string(),
  /** The section of the file that it belongs to; '' when it stands anywhere. */
  section: z.string(),
  /** `#tryinclude ringside_endpoints*.conf` */
  line: z.string(),
  /** `unknown`: nothing was written yet that would show it. */
  state: z.enum(INCLUDE_STATES),
});
export type IncludeLine = z.infer<typeof IncludeLine>;

const settings = {
  enabled: z.boolean(),
  /** `database` needs a console that keeps its data in PostgreSQL: 422 `needs-postgresql` otherwise. */
  driver: z.enum(PBX_DRIVERS),
  username: pattern('one-line', 80),
  /** The server's own address with this port; 0: the port of the live login. */
  port: z.number().int().min(0).max(65535),
  tls: z.boolean(),
  /** Between looks at whether the PBX is still as written; 0: none. */
  checkMinutes: z.number().int().min(0).max(1440),
};

export const Provisioning = z.object({
  serverId: z.number().int(),
  ...settings,
  hasSecret: z.boolean(),
  /** Whether `driver` may be `database`: not where the console's database is the embedded one. */
  databaseOffered: z.boolean(),
  status: z.enum(PROVISIONING_STATUS),
  /** Of the last try, null when it went well. */
  problem: RunProblem.nullable(),
  retryAt: Instant.nullable(),
  /** The live login may write files of the PBX: as good as root there, and needless. */
  liveLoginWrites: z.boolean(),
  counts: z.object({
    applied: z.number().int(),
    pending: z.number().int(),
    failed: z.number().int(),
    drift: z.number().int(),
  }),
  lastRun: ProvisioningRun.nullable(),
  includes: z.array(IncludeLine),
  checkedAt: Instant.nullable(),
});
export type Provisioning = z.infer<typeof Provisioning>;

/** Only what is named changes. An empty secret keeps the stored one; a new address of the server asks for it again. */
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
  /** As on the PBX: `acme-201`. */
  name: z.string(),
  state: z.enum(OBJECT_STATES),
  reason: z.enum(Object.keys(OBJECT_REASONS) as ObjectReason[]).nullable(),
  params: Params,
  /** The row that it stands for: `subscriber`, `queue`, `customer` …; empty when nobody's. */
  resource: z.string(),
  resourceId: z.string(),
  appliedAt: Instant.nullable(),
});
export type ProvisionedObject = z.infer<typeof ProvisionedObject>;

/** One line of a section, `null` where it has none; secrets are `***`. */
const Side = z.array(z.string()).nullable();
export const SectionDifference = z.object({
  /** `endpoints`, `auths`, `aors`, `queues`, `dialplan` */
  sheet: z.string(),
  section: z.string(),
  change: z.enum(['create', 'change', 'remove']),
  /** What the file holds now, and what it would. Long ones are cut after 200 lines. */
  before: Side,
  after: Side,
});
export type SectionDifference = z.infer<typeof SectionDifference>;

const params = z.object({ id: z.coerce.number().int().min(1) });

export const readProvisioning = route({
  method: 'GET',
  path: '/endpoints/:id/provisioning',
  summary: 'Tell how far a PBX is configured as entered',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params,
  response: Provisioning,
  errors: ['not-found'],
});

export const updateProvisioning = route({
  method: 'PATCH',
  path: '/endpoints/:id/provisioning',
  summary: 'Set the login that configures a PBX, and whether it does',
  tag: 'endpoint',
  access: ['update', 'endpoint'],
  params,
  body: UpdateProvisioning,
  response: Provisioning,
  errors: ['not-found'],
});

export const listProvisioned = route({
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
  summary: 'List the runs that configured or checked a PBX, newest first',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params,
  query: ListQuery.pick({ page: true, perPage: true }),
  response: z.object({ data: z.array(ProvisioningRun), meta: ListMeta }),
  errors: ['not-found'],
});

/** Asks the PBX now; nothing is written. */
export const provisioningDifference = route({
  method: 'GET',
  path: '/endpoints/:id/provisioning/difference',
  summary: 'Show what an apply would write on a PBX, secrets hidden',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params,
  response: z.object({
    /** At most 500 sections; `total` are all. */
    data: z.array(SectionDifference),
    total: z.number().int(),
    problem: RunProblem.nullable(),
  }),
  errors: ['not-found', 'invalid'],
});

/** Begins at once, or follows the run that goes on. Lifts `held`. Drift is undone by it. */
export const applyProvisioning = route({
  method: 'POST',
  path: '/endpoints/:id/provisioning/apply',
  summary: 'Configure a PBX as entered, now',
  tag: 'endpoint',
  access: ['operate', 'endpoint'],
  params,
  response: Provisioning,
  status: 202,
  errors: ['not-found', 'invalid'],
});

/** Looks at the whole PBX: lines that include, drift, objects. Writes nothing but empty files of its own. */
export const checkProvisioning = route({
  method: 'POST',
  path: '/endpoints/:id/provisioning/check',
  summary: 'Compare a PBX with what was written on it, now',
  tag: 'endpoint',
  access: ['operate', 'endpoint'],
  params,
  response: Provisioning,
  errors: ['not-found', 'invalid'],
});

/** 422 `not-adoptable` with `params.lines` when a changed line has no field that would hold it: undo it by `apply`. */
export const adoptProvisioned = route({
  method: 'POST',
  path: '/endpoints/:id/provisioning/adopt',
  summary: 'Keep what somebody changed on the PBX: it becomes what is wanted',
  tag: 'endpoint',
  access: ['operate', 'endpoint'],
  params,
  body: z.object({ kind: z.enum(OBJECT_KINDS), name: z.string().min(1).max(80) }),
  response: ProvisionedObject,
  errors: ['not-found', 'invalid', 'pbx-not-connected'],
});

/** The PBX is `held` from then on: nothing is written by itself before the next apply by hand. */
export const rollbackProvisioning = route({
  method: 'POST',
  path: '/endpoints/:id/provisioning/rollback',
  summary: 'Put the configuration of an earlier run back on a PBX',
  tag: 'endpoint',
  access: ['operate', 'endpoint'],
  params,
  body: z.object({ runId: Id }),
  response: Provisioning,
  status: 202,
  errors: ['not-found', 'invalid'],
});
