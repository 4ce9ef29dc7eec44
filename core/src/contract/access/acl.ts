// Access rules restrict or extend roles: access (permissions), network (source addresses), dial (numbers).
import { z } from 'zod';
import { ACTIONS, RESOURCES } from '../../access/ability.ts';
import { MASKS } from '../../access/masks.ts';
import { WEEKDAYS } from '../../routing/call-flow.ts';
import { NetworkText } from './api-key.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { pattern, text, TimeZone } from '../text.ts';

export const ACL_KINDS = ['access', 'network', 'dial'] as const;
export const ACL_SUBJECTS = ['everyone', 'role', 'user', 'apikey', 'customer', 'subscriber'] as const;
export const ACL_EFFECTS = ['allow', 'deny'] as const;

/** Hours of the week in the time zone. A span with `from` later than `until` crosses midnight. */
export const RuleWindow = z.object({
  timezone: TimeZone,
  days: z.array(z.enum(WEEKDAYS)).min(1).max(7),
  from: pattern('clock', 5),
  until: pattern('clock', 5),
});

const ids = z.array(Id).max(200);

/** Objects that an access rule applies to. All given fields must match. Empty fields match everything. */
const things = {
  customerIds: ids,
  callcenterIds: ids,
  queueIds: ids,
  /** PBX servers. */
  serverIds: z.array(z.number().int().min(1)).max(200),
  /** The user's own account, lines, keys, and calls of their lines. */
  ownOnly: z.boolean(),
  /** Applies to all objects except the given ones. */
  allBut: z.boolean(),
};

const editable = {
  name: text(1, 64),
  description: text(0, 255),
  enabled: z.boolean(),
  /** 1 is the highest priority. Unique within a customer. */
  priority: z.number().int().min(1).max(1000),
  effect: z.enum(ACL_EFFECTS),
  /** For access rules. */
  resource: z.enum(RESOURCES).nullable(),
  actions: z.array(z.enum(ACTIONS)).max(10),
  /** For network rules. */
  cidrs: z.array(NetworkText).max(200),
  /** For dial rules: number prefixes, starting with the country code. */
  prefixes: z.array(z.string().regex(/^[0-9]{1,18}$/)).max(500),
  validFrom: Instant.nullable(),
  validUntil: Instant.nullable(),
  ...things,
  /** For access and network rules. `null`: at any time. */
  timeWindow: RuleWindow.nullable(),
  /** For access rules: fields to mask everywhere. A deny rule with a mask hides only these fields and denies no action. */
  fieldMask: z.array(z.enum(MASKS)).max(10),
};

const subject = {
  subjectType: z.enum(ACL_SUBJECTS),
  /** `null` for `everyone`. */
  subjectId: Id.nullable(),
};

export const AclEntry = z.object({
  id: Id,
  /** `null`: a platform rule for everyone. */
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  kind: z.enum(ACL_KINDS),
  ...subject,
  subjectName: z.string(),
  ...editable,
  cidrs: z.array(z.string()),
  prefixes: z.array(z.string()),
  timeWindow: RuleWindow.extend({ timezone: z.string() }).nullable(),
  /** How often the rule decided a request, and when it last did. Written with a delay of some seconds. */
  hitCount: z.number().int(),
  lastHitAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type AclEntry = z.infer<typeof AclEntry>;

export const CreateAclEntry = z.object({
  customerId: Id.nullable().optional(),
  kind: z.enum(ACL_KINDS),
  name: editable.name,
  description: editable.description.default(''),
  enabled: editable.enabled.default(true),
  /** Absent: after the last rule. */
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
export type CreateAclEntry = z.infer<typeof CreateAclEntry>;
export const UpdateAclEntry = z.object(editable).partial();
export type UpdateAclEntry = z.infer<typeof UpdateAclEntry>;

export const acl = noun({
  key: 'acl',
  path: '/acl',
  table: 'acl_rules',
  words: ['access rule', 'access rules'],
  singular: { en: 'access rule', es: 'regla de acceso', fr: 'règle d’accès', he: 'כלל גישה' },
  dimensions: ['customer'],
  roles: { 'customer-admin': ['manage'], support: ['read'], auditor: ['read'] },
  row: AclEntry,
  create: CreateAclEntry,
  update: UpdateAclEntry,
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
    // Empty or hours, with its own input.
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
  summary: 'Test whether a user can do something from an address, and name the deciding rule',
  tag: 'acl',
  access: ['read', 'acl'],
  body: z.object({
    userId: Id,
    action: z.enum(ACTIONS),
    resource: z.enum(RESOURCES),
    /** Customer of the object. */
    customerId: Id.nullable().default(null),
    /** Properties of the object. All absent: whether the user may access any object. */
    callcenterId: Id.nullable().default(null),
    queueId: Id.nullable().default(null),
    serverId: z.number().int().min(1).nullable().default(null),
    /** The object belongs to the user. */
    own: z.boolean().default(false),
    /** Absent: now. */
    at: Instant.optional(),
    address: z.string().trim().max(64).nullable().default(null),
  }),
  response: z.object({
    allowed: z.boolean(),
    by: z.enum(['customer', 'network', 'role', 'access', 'default']),
    rule: z.object({ id: Id, name: z.string(), priority: z.number().int() }).nullable(),
    /** Hidden fields and the rule that hides each; `null`: the role or the customer hides it. */
    withheld: z.array(
      z.object({
        mask: z.enum(MASKS),
        rule: z.object({ id: Id, name: z.string(), priority: z.number().int() }).nullable(),
      }),
    ),
  }),
  errors: ['not-found'],
});
