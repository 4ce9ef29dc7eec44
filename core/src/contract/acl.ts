// Access rules: what roles do not say. Access (who may do what), network (from where), dial (which numbers).
import { z } from 'zod';
import { ACTIONS, RESOURCES } from '../access/ability.ts';
import { MASKS } from '../base/masks.ts';
import { WEEKDAYS } from '../base/call-flow.ts';
import { NetworkText } from './apikeys.ts';
import { Id, Instant, resource } from './resource.ts';
import { route } from './route.ts';
import { pattern, text, TimeZone } from './text.ts';

export const ACL_KINDS = ['access', 'network', 'dial'] as const;
export const ACL_SUBJECTS = ['everyone', 'role', 'user', 'apikey', 'customer', 'subscriber'] as const;
export const ACL_EFFECTS = ['allow', 'deny'] as const;

/** Hours of the week, on the clock of the time zone; from later than until goes over midnight. */
export const RuleWindow = z.object({
  timezone: TimeZone,
  days: z.array(z.enum(WEEKDAYS)).min(1).max(7),
  from: pattern('clock', 5),
  until: pattern('clock', 5),
});

const ids = z.array(Id).max(200);

/** Of access rules: to which things it applies; all that are named must fit, and what is empty asks nothing. */
const things = {
  customerIds: ids,
  callcenterIds: ids,
  queueIds: ids,
  /** PBX servers. */
  serverIds: z.array(z.number().int().min(1)).max(200),
  /** The own account, lines, keys, and calls of the own lines. */
  ownOnly: z.boolean(),
  /** It applies to all others instead of those. */
  allBut: z.boolean(),
};

const editable = {
  name: text(1, 64),
  description: text(0, 255),
  enabled: z.boolean(),
  /** 1 goes first; one of its kind in a customer. */
  priority: z.number().int().min(1).max(1000),
  effect: z.enum(ACL_EFFECTS),
  /** Of access rules. */
  resource: z.enum(RESOURCES).nullable(),
  actions: z.array(z.enum(ACTIONS)).max(10),
  /** Of network rules. */
  cidrs: z.array(NetworkText).max(200),
  /** Of dial rules: digits that a number begins with, country code first. */
  prefixes: z.array(z.string().regex(/^[0-9]{1,18}$/)).max(500),
  validFrom: Instant.nullable(),
  validUntil: Instant.nullable(),
  ...things,
  /** Of access and network rules; null: at any hour. */
  timeWindow: RuleWindow.nullable(),
  /** Of access rules: fields that it withholds wherever they stand. A denial with some takes these alone, and no action. */
  fieldMask: z.array(z.enum(MASKS)).max(10),
};

const subject = {
  subjectType: z.enum(ACL_SUBJECTS),
  /** null of `everyone`. */
  subjectId: Id.nullable(),
};

export const AclEntry = z.object({
  id: Id,
  /** null: the platform's, for everybody. */
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  kind: z.enum(ACL_KINDS),
  ...subject,
  subjectName: z.string(),
  ...editable,
  cidrs: z.array(z.string()),
  prefixes: z.array(z.string()),
  timeWindow: RuleWindow.extend({ timezone: z.string() }).nullable(),
  /** How often the rule decided a call to the console, and when it last did; written some seconds later. */
  hitCount: z.number().int(),
  lastHitAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type AclEntry = z.infer<typeof AclEntry>;

export const CreateAcl = z.object({
  customerId: Id.nullable().optional(),
  kind: z.enum(ACL_KINDS),
  name: editable.name,
  description: editable.description.default(''),
  enabled: editable.enabled.default(true),
  /** Left out: after the last. */
  priority: editable.priority.optional(),
  subjectType: subject.subjectType.default('everyone'),
  subjectId: subject.subjectId.default(null),
  effect: editable.effect,
  resource: editable.resource.default(null),
  actions: editable.actions.default([]),
  cidrs: editable.cidrs.default([]),
  prefixes: editable.prefixes.default([]),
  validFrom: editable.validFrom.default(null),
  validUntil: editable.validUntil.default(null),
  customerIds: things.customerIds.default([]),
  callcenterIds: things.callcenterIds.default([]),
  queueIds: things.queueIds.default([]),
  serverIds: things.serverIds.default([]),
  ownOnly: things.ownOnly.default(false),
  allBut: things.allBut.default(false),
  timeWindow: editable.timeWindow.default(null),
  fieldMask: editable.fieldMask.default([]),
});
export type CreateAcl = z.infer<typeof CreateAcl>;
export const UpdateAcl = z.object(editable).partial();
export type UpdateAcl = z.infer<typeof UpdateAcl>;

export const acl = resource({
  name: 'acl',
  path: '/acl',
  row: AclEntry,
  create: CreateAcl,
  update: UpdateAcl,
  sortable: ['priority', 'name', 'kind', 'hitCount', 'lastHitAt', 'createdAt'],
  defaultSort: 'priority',
  searchable: ['name', 'description', 'subjectName'],
  filters: ['kind', 'customerId', 'effect', 'resource'],
  fields: {
    priority: { kind: 'number', in: ['list', 'create', 'edit'], section: 'rule' },
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'rule' },
    description: { kind: 'text', in: ['create', 'edit'], section: 'rule' },
    kind: { kind: 'select', options: ACL_KINDS, in: ['list', 'create'], section: 'rule' },
    effect: { kind: 'select', options: ACL_EFFECTS, in: ['list', 'create', 'edit'], section: 'rule' },
    enabled: { kind: 'boolean', in: ['list', 'create', 'edit'], section: 'rule' },
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'whom' },
    subjectType: { kind: 'select', options: ACL_SUBJECTS, in: ['create'], section: 'whom' },
    subjectId: { kind: 'ref', resource: 'users', in: ['create'], section: 'whom' },
    subjectName: { kind: 'text', in: ['list'] },
    resource: { kind: 'select', options: RESOURCES, in: ['list', 'create', 'edit'], section: 'what' },
    actions: { kind: 'text', in: ['create', 'edit'], section: 'what' },
    fieldMask: { kind: 'text', in: ['create', 'edit'], section: 'what' },
    cidrs: { kind: 'text', in: ['create', 'edit'], section: 'what' },
    prefixes: { kind: 'text', in: ['create', 'edit'], section: 'what' },
    customerIds: { kind: 'ref', resource: 'customers', many: true, in: ['create', 'edit'], section: 'things' },
    callcenterIds: { kind: 'ref', resource: 'callcenters', many: true, in: ['create', 'edit'], section: 'things' },
    queueIds: { kind: 'ref', resource: 'queues', many: true, in: ['create', 'edit'], section: 'things' },
    serverIds: { kind: 'ref', resource: 'endpoints', many: true, in: ['create', 'edit'], section: 'things' },
    ownOnly: { kind: 'boolean', in: ['create', 'edit'], section: 'things' },
    allBut: { kind: 'boolean', in: ['create', 'edit'], section: 'things' },
    // Nothing, or hours: with an input of its own.
    timeWindow: { kind: 'instant', in: ['create', 'edit'], section: 'when' },
    validFrom: { kind: 'instant', in: ['list', 'create', 'edit'], section: 'when' },
    validUntil: { kind: 'instant', in: ['list', 'create', 'edit'], section: 'when' },
    hitCount: { kind: 'number', in: ['list'] },
    lastHitAt: { kind: 'instant', in: ['list'] },
  },
  titleField: 'name',
});

export const testAcl = route({
  method: 'POST',
  path: '/acl/test',
  summary: 'May a user do this, from this address, and which rule says so',
  tag: 'acl',
  access: ['read', 'acl'],
  body: z.object({
    userId: Id,
    action: z.enum(ACTIONS),
    resource: z.enum(RESOURCES),
    /** Whose the object is. */
    customerId: Id.nullable().default(null),
    /** The very thing: what is known of it. All left out: whether there is any that he may. */
    callcenterId: Id.nullable().default(null),
    queueId: Id.nullable().default(null),
    serverId: z.number().int().min(1).nullable().default(null),
    /** It is his own. */
    own: z.boolean().default(false),
    /** When; left out: now. */
    at: Instant.optional(),
    address: z.string().trim().max(64).nullable().default(null),
  }),
  response: z.object({
    allowed: z.boolean(),
    by: z.enum(['customer', 'network', 'role', 'access', 'default']),
    rule: z.object({ id: Id, name: z.string(), priority: z.number().int() }).nullable(),
    /** Fields that are withheld from him there, and by which rule; null: by his role or his customer. */
    withheld: z.array(
      z.object({
        mask: z.enum(MASKS),
        rule: z.object({ id: Id, name: z.string(), priority: z.number().int() }).nullable(),
      }),
    ),
  }),
  errors: ['not-found'],
});
