// The built-in roles, as data: seeded into the database at start and never edited by hand there.
import type { Ability, Action, Reach, Resource } from './ability.ts';

export interface BuiltInRole {
  readonly name: string;
  readonly description: string;
  readonly reach: Reach;
  /** Whose users may hold it: the platform's staff, a customer's people, or either. */
  readonly holders: 'platform' | 'customer' | 'either';
  /** 0 is the highest. Nobody may grant, change or remove a role or its holder above his own level. */
  readonly level: number;
  readonly abilities: readonly Ability[];
}

const on = (resource: Resource, ...actions: readonly Action[]): readonly Ability[] =>
  actions.map((action) => ({ action, resource }));

const WATCH = [...on('dashboard', 'read'), ...on('live', 'read')];

const CUSTOMER_ADMIN: readonly Ability[] = [
  ...WATCH,
  ...on('live', 'operate'),
  ...on('customer', 'read'),
  ...on('subscriber', 'manage'),
  ...on('callcenter', 'manage'),
  ...on('queue', 'read', 'update', 'export'),
  // The platform gives numbers out; where they lead is the customer's to say.
  ...on('did', 'read', 'update', 'export'),
  ...on('ringgroup', 'manage'),
  ...on('hours', 'manage'),
  ...on('ivr', 'manage'),
  ...on('prompt', 'manage'),
  ...on('user', 'manage'),
  ...on('role', 'manage'),
  ...on('permission', 'read'),
  ...on('acl', 'manage'),
  ...on('apikey', 'manage'),
  ...on('cdr', 'read', 'export'),
  // To put one on hold and let it go is an update.
  ...on('recording', 'read', 'export', 'update'),
  ...on('report', 'read', 'export'),
  ...on('billing', 'read', 'export'),
  ...on('wallboard', 'manage'),
  ...on('audit', 'read', 'export'),
];

export const BUILT_IN_ROLES = [
  {
    name: 'administrator',
    description: 'Runs the platform: everything, everywhere',
    reach: 'platform',
    holders: 'platform',
    level: 0,
    abilities: on('all', 'manage'),
  },
  {
    name: 'support',
    description: 'Helps every customer: sees configuration and live calls, acts in a user’s name; no money, no secrets',
    reach: 'platform',
    holders: 'platform',
    level: 10,
    abilities: [
      ...WATCH,
      ...on('live', 'operate'),
      ...on('customer', 'read'),
      ...on('subscriber', 'read'),
      ...on('endpoint', 'read'),
      ...on('callcenter', 'read', 'update'),
      ...on('queue', 'read', 'update'),
      ...on('did', 'read', 'update'),
      ...on('ringgroup', 'read', 'update'),
      ...on('hours', 'read', 'update'),
      ...on('ivr', 'read', 'update'),
      ...on('prompt', 'read', 'update'),
      ...on('trunk', 'read'),
      ...on('outboundroute', 'read'),
      ...on('user', 'read', 'update', 'operate'),
      ...on('role', 'read'),
      ...on('permission', 'read'),
      ...on('acl', 'read'),
      ...on('apikey', 'read'),
      ...on('cdr', 'read'),
      ...on('report', 'read'),
      ...on('wallboard', 'read'),
      ...on('audit', 'read'),
    ],
  },
  {
    name: 'billing',
    description: 'Plans, rates and statements of every customer; no live calls, no PBX secrets',
    reach: 'platform',
    holders: 'platform',
    level: 20,
    abilities: [
      ...on('customer', 'read', 'export'),
      ...on('subscriber', 'read'),
      ...on('plan', 'manage'),
      ...on('billing', 'manage'),
      ...on('cdr', 'read', 'export'),
      ...on('report', 'read', 'export'),
    ],
  },
  {
    name: 'reseller',
    description: 'Runs a customer and those below it: adds customers, and serves them as their own administrator would',
    reach: 'subtree',
    holders: 'customer',
    level: 30,
    // Nobody gives a role that can more than his own.
    abilities: [...CUSTOMER_ADMIN, ...on('customer', 'create', 'update', 'export')],
  },
  {
    name: 'customer-admin',
    description: 'Runs one customer: its call centers, people and lines',
    reach: 'subtree',
    holders: 'customer',
    level: 40,
    abilities: CUSTOMER_ADMIN,
  },
  {
    name: 'auditor',
    description: 'Reads configuration, reports and the audit trail; changes nothing, hears nothing',
    reach: 'subtree',
    holders: 'either',
    level: 60,
    abilities: [
      ...on('customer', 'read'),
      ...on('callcenter', 'read'),
      ...on('queue', 'read'),
      ...on('did', 'read'),
      ...on('ringgroup', 'read'),
      ...on('hours', 'read'),
      ...on('ivr', 'read'),
      ...on('prompt', 'read'),
      ...on('user', 'read'),
      ...on('role', 'read'),
      ...on('permission', 'read'),
      ...on('acl', 'read'),
      ...on('report', 'read'),
      ...on('audit', 'read', 'export'),
    ],
  },
  {
    name: 'supervisor',
    description: 'Leads the call centers assigned to him: watches, moves and pauses agents, reads their reports',
    reach: 'team',
    holders: 'customer',
    level: 70,
    abilities: [
      ...WATCH,
      ...on('live', 'operate'),
      ...on('callcenter', 'read'),
      ...on('queue', 'read'),
      ...on('cdr', 'read', 'export'),
      ...on('recording', 'read'),
      ...on('report', 'read', 'export'),
      ...on('wallboard', 'read', 'create', 'update'),
    ],
  },
  {
    name: 'integration',
    description: 'A program: signs in with API keys alone, never with a password',
    reach: 'subtree',
    holders: 'either',
    level: 80,
    abilities: [
      ...on('live', 'read'),
      ...on('customer', 'read'),
      ...on('subscriber', 'read'),
      ...on('callcenter', 'read'),
      ...on('queue', 'read'),
      ...on('did', 'read'),
      ...on('cdr', 'read', 'export'),
      ...on('report', 'read', 'export'),
    ],
  },
  {
    name: 'wallboard',
    description: 'A screen on the wall: the live state of the call centers assigned to it, nothing else',
    reach: 'team',
    holders: 'customer',
    level: 90,
    abilities: [...WATCH, ...on('wallboard', 'read')],
  },
  {
    name: 'agent',
    description: 'Takes calls: sees the queues of the call centers assigned to him',
    reach: 'own',
    holders: 'customer',
    level: 100,
    abilities: WATCH,
  },
] as const satisfies readonly BuiltInRole[];

export type BuiltInRoleName = (typeof BUILT_IN_ROLES)[number]['name'];
