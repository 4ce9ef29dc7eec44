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
    description: 'Runs the platform: everything, everywhere',
    reach: 'platform',
    holders: 'platform',
    level: 0,
  },
  {
    name: 'support',
    description: 'Helps every customer: sees configuration and live calls, acts in a user’s name; no money, no secrets',
    reach: 'platform',
    holders: 'platform',
    level: 10,
  },
  {
    name: 'billing',
    description: 'Plans, rates and statements of every customer; no live calls, no PBX secrets',
    reach: 'platform',
    holders: 'platform',
    level: 20,
  },
  {
    name: 'reseller',
    description: 'Runs a customer and those below it: adds customers, and serves them as their own administrator would',
    reach: 'subtree',
    holders: 'customer',
    level: 30,
  },
  {
    name: 'customer-admin',
    description: 'Runs one customer: its call centers, people and lines',
    reach: 'subtree',
    holders: 'customer',
    level: 40,
  },
  {
    name: 'auditor',
    description: 'Reads configuration, reports and the audit trail; changes nothing, hears nothing',
    reach: 'subtree',
    holders: 'either',
    level: 60,
  },
  {
    name: 'supervisor',
    description: 'Leads the call centers assigned to him: watches, moves and pauses agents, reads their reports',
    reach: 'team',
    holders: 'customer',
    level: 70,
  },
  {
    name: 'integration',
    description: 'A program: signs in with API keys alone, never with a password',
    reach: 'subtree',
    holders: 'either',
    level: 80,
  },
  {
    name: 'wallboard',
    description: 'A screen on the wall: the live state of the call centers assigned to it, nothing else',
    reach: 'team',
    holders: 'customer',
    level: 90,
  },
  {
    name: 'agent',
    description: 'Takes calls: sees the queues of the call centers assigned to him',
    reach: 'own',
    holders: 'customer',
    level: 100,
  },
] as const satisfies readonly RoleProfile[];

export type BuiltInRoleName = (typeof ROLE_PROFILES)[number]['name'];
