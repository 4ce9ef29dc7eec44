// Roles: the built-in ones, and those that are made by combination. A role never stands above its maker.
import { z } from 'zod';
import { ACTIONS, RESOURCES } from '../access/ability.ts';
import { MASKS } from '../base/masks.ts';
import { Id, Instant, resource } from './resource.ts';
import { text } from './text.ts';

export const AbilityPair = z.object({ action: z.enum(ACTIONS), resource: z.enum(RESOURCES) });

/** How far the role reaches for one resource, never wider than the role itself, and what it withholds of it. */
export const RoleNarrowing = z.object({
  resource: z.enum(RESOURCES),
  /** null: as the role. */
  reach: z.enum(['platform', 'subtree', 'customer', 'team', 'own']).nullable().default(null),
  masks: z.array(z.enum(MASKS)).max(10).default([]),
});

export const REACHES = ['platform', 'subtree', 'customer', 'team', 'own'] as const;
/** Where the holders begin after signing in. */
export const LANDINGS = ['home', 'dashboard', 'agent', 'wallboard', 'cdr', 'queues', 'customers', 'billing'] as const;
export type Landing = (typeof LANDINGS)[number];

/** Whose users may hold it. */
export const HOLDERS = ['platform', 'customer', 'either'] as const;

const editable = {
  name: text(1, 64),
  description: text(0, 255),
  reach: z.enum(REACHES),
  /** 0 is the highest, 100 the lowest: nobody grants or changes what stands above himself. */
  level: z.number().int().min(0).max(100),
  abilities: z.array(AbilityPair).max(200),
  /** Its holders set up a second factor before anything else opens to them. */
  requireTwoFactor: z.boolean(),
  /** After how many minutes without a call a holder's session is over; null: as everybody's. */
  sessionIdleMinutes: z.number().int().min(5).max(1440).nullable(),
  landing: z.enum(LANDINGS),
  /** One of a resource at most. */
  narrowed: z.array(RoleNarrowing).max(RESOURCES.length),
  /** Roles whose holders may give it, beside those of the highest level; empty: whoever stands high enough. */
  assignableBy: z.array(Id).max(50),
};

export const Role = z.object({
  id: Id,
  /** null: of the platform, for all customers. */
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  ...editable,
  name: z.string(),
  description: z.string(),
  /** Never removed, and changed in how its holders sign in and where they begin alone; a copy may be. */
  builtIn: z.boolean(),
  holders: z.enum(HOLDERS),
  /** Whether the caller may give it to somebody. */
  assignable: z.boolean(),
  userCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Role = z.infer<typeof Role>;

export const CreateRole = z.object({
  /** The caller's own customer; of the platform's staff: null (all customers) or one customer. */
  customerId: Id.nullable().optional(),
  name: editable.name,
  description: editable.description.default(''),
  reach: editable.reach,
  /** Left out: `customer` for a customer's role, `either` for the platform's. */
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

export const roles = resource({
  name: 'role',
  path: '/roles',
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
    reach: { kind: 'select', options: REACHES, in: ['list', 'create', 'edit'], section: 'standing' },
    level: { kind: 'number', in: ['list', 'create', 'edit'], section: 'standing' },
    userCount: { kind: 'number', in: ['list'] },
    requireTwoFactor: { kind: 'boolean', in: ['list', 'create', 'edit'], section: 'signIn' },
    sessionIdleMinutes: { kind: 'number', in: ['list', 'create', 'edit'], section: 'signIn' },
    landing: { kind: 'select', options: LANDINGS, in: ['list', 'create', 'edit'], section: 'signIn' },
    abilities: { kind: 'text', in: ['create', 'edit'], section: 'rights' },
    narrowed: { kind: 'text', in: ['create', 'edit'], section: 'rights' },
    assignableBy: { kind: 'ref', resource: 'roles', many: true, in: ['create', 'edit'], section: 'standing' },
  },
  movable: true,
  titleField: 'name',
});
