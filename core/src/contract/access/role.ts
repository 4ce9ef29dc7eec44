// Built-in and custom roles. A custom role never has more rights than its creator.
import { z } from 'zod';
import { ACTIONS, RESOURCES } from '../../access/ability.ts';
import { MASKS } from '../../access/masks.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { text } from '../text.ts';

export const AbilityPair = z.object({ action: z.enum(ACTIONS), resource: z.enum(RESOURCES) });

/** Narrower reach and masked fields for one resource. */
export const RoleNarrowing = z.object({
  resource: z.enum(RESOURCES),
  /** `null`: the role's reach. */
  reach: z.enum(['platform', 'subtree', 'customer', 'team', 'own']).nullable().default(null),
  masks: z.array(z.enum(MASKS)).max(10).default([]),
});

export const REACHES = ['platform', 'subtree', 'customer', 'team', 'own'] as const;
/** First page after sign-in. */
export const LANDINGS = ['home', 'dashboard', 'agent', 'wallboard', 'cdr', 'queues', 'customers', 'billing'] as const;
export type Landing = (typeof LANDINGS)[number];

/** Users who may have the role. */
export const HOLDERS = ['platform', 'customer', 'either'] as const;

const editable = {
  name: text(1, 64),
  description: text(0, 255),
  reach: z.enum(REACHES),
  /** 0 is the highest, 100 the lowest. Users cannot grant or change roles above their own level. */
  level: z.number().int().min(0).max(100),
  abilities: z.array(AbilityPair).max(200),
  /** Users must set up a second factor before anything else. */
  requireTwoFactor: z.boolean(),
  /** Session timeout after this many minutes without a request. `null`: the general setting. */
  sessionIdleMinutes: z.number().int().min(5).max(1440).nullable(),
  landing: z.enum(LANDINGS),
  /** At most one per resource. */
  narrowed: z.array(RoleNarrowing).max(RESOURCES.length),
  /** Roles whose holders may assign this role, besides the highest level. Empty: any sufficiently high level. */
  assignableBy: z.array(Id).max(50),
};

export const Role = z.object({
  id: Id,
  /** `null`: a platform role for all customers. */
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  ...editable,
  name: z.string(),
  description: z.string(),
  /** Cannot be deleted. Only sign-in settings and first page can be changed. Copies can be edited. */
  builtIn: z.boolean(),
  holders: z.enum(HOLDERS),
  /** Whether the caller may assign it. */
  assignable: z.boolean(),
  userCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Role = z.infer<typeof Role>;

export const CreateRole = z.object({
  /** Default: the caller's own customer. Platform staff may set `null` (all customers) or one customer. */
  customerId: Id.nullable().optional(),
  name: editable.name,
  description: editable.description.default(''),
  reach: editable.reach,
  /** Absent: `customer` for a customer's role, `either` for a platform role. */
  holders: z.enum(HOLDERS).optional(),
  level: editable.level,
  abilities: editable.abilities,
  requireTwoFactor: editable.requireTwoFactor.default(false),
  sessionIdleMinutes: editable.sessionIdleMinutes.default(null),
  landing: editable.landing.default('home'),
  narrowed: editable.narrowed.default([]),
  assignableBy: editable.assignableBy.default([]),
});
export type CreateRole = z.infer<typeof CreateRole>;

export const UpdateRole = z.object(editable).partial();

export const roles = noun({
  key: 'role',
  path: '/roles',
  table: 'roles',
  words: ['role', 'roles'],
  singular: { en: 'role', es: 'rol', fr: 'rôle', he: 'תפקיד' },
  dimensions: [],
  roles: { 'customer-admin': ['manage'], support: ['read'], auditor: ['read'] },
  row: Role,
  create: CreateRole,
  update: UpdateRole,
  sortable: ['name', 'level', 'reach', 'createdAt', 'updatedAt'],
  defaultSort: 'level',
  searchable: ['name', 'description'],
  filters: ['name', 'customerId', 'reach'],
  fields: {
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    description: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'identity' },
    customerName: { kind: 'text', in: ['list'] },
    reach: { kind: 'select', options: REACHES, in: ['list', 'create', 'edit'], section: 'level' },
    level: { kind: 'number', in: ['list', 'create', 'edit'], section: 'level' },
    userCount: { kind: 'number', in: ['list'] },
    requireTwoFactor: { kind: 'boolean', in: ['list', 'create', 'edit'], section: 'signIn' },
    sessionIdleMinutes: { kind: 'number', in: ['list', 'create', 'edit'], section: 'signIn' },
    landing: { kind: 'select', options: LANDINGS, in: ['list', 'create', 'edit'], section: 'signIn' },
    abilities: { kind: 'text', in: ['create', 'edit'], section: 'rights' },
    narrowed: { kind: 'text', in: ['create', 'edit'], section: 'rights' },
    assignableBy: { kind: 'ref', resource: 'roles', many: true, in: ['create', 'edit'], section: 'level' },
  },
  movable: true,
  titleField: 'name',
});
