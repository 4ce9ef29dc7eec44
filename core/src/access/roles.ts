// The built-in roles without their abilities, which the resources declare (`contract/access/built-in-roles.ts`).
import type { Reach } from './ability.ts';

export interface RoleProfile {
  readonly name: string;
  readonly description: string;
  readonly reach: Reach;
  /** Users who may have the role: platform staff, users of a customer, or both. */
  readonly holders: 'platform' | 'customer' | 'either';
  /** 0 is the highest. Users cannot grant, change or delete roles or users above their own level. */
  readonly level: number;
}

export const ROLE_PROFILES = [
  {
    name: 'administrator',
    description: 'Full access to the whole platform',
    reach: 'platform',
    holders: 'platform',
    level: 0,
  },
  {
    name: 'support',
    description: 'Helps all customers: sees configuration and live calls and can act as a user. No billing, no secrets',
    reach: 'platform',
    holders: 'platform',
    level: 10,
  },
  {
    name: 'billing',
    description: 'Plans, rates and invoices of all customers. No live calls, no PBX secrets',
    reach: 'platform',
    holders: 'platform',
    level: 20,
  },
  {
    name: 'reseller',
    description: 'Manages a customer and the customers below it, with all rights of their administrators',
    reach: 'subtree',
    holders: 'customer',
    level: 30,
  },
  {
    name: 'customer-admin',
    description: 'Manages one customer: its call centers, users and subscribers',
    reach: 'subtree',
    holders: 'customer',
    level: 40,
  },
  {
    name: 'auditor',
    description: 'Reads configuration, reports and the audit trail. No changes, no recordings',
    reach: 'subtree',
    holders: 'either',
    level: 60,
  },
  {
    name: 'supervisor',
    description: 'Leads the assigned call centers: watches, moves and pauses agents, and reads their reports',
    reach: 'team',
    holders: 'customer',
    level: 70,
  },
  {
    name: 'integration',
    description: 'For programs: works with API keys only, without a password',
    reach: 'subtree',
    holders: 'either',
    level: 80,
  },
  {
    name: 'wallboard',
    description: 'For wallboard screens: shows only the live state of the assigned call centers',
    reach: 'team',
    holders: 'customer',
    level: 90,
  },
  {
    name: 'agent',
    description: 'Takes calls and sees the queues of the assigned call centers',
    reach: 'own',
    holders: 'customer',
    level: 100,
  },
] as const satisfies readonly RoleProfile[];

export type BuiltInRoleName = (typeof ROLE_PROFILES)[number]['name'];
