// Data of the demo: PBXs, and three customers of a hosting operator with call centers, queues, agents and users.
import { emergencyNumbers } from '@ringside/core/routing/emergency-numbers.ts';
import { AURORA } from './customers/aurora.ts';
import { CARMEL } from './customers/carmel.ts';
import type { DemoCustomer, DemoQueue } from './customers/demo-customer.ts';
import { MERIDIENNE } from './customers/meridienne.ts';

export const DEMO_SERVERS = [
  {
    name: 'Madrid 1',
    systemName: 'madrid1',
    region: 'eu-south',
    description: 'Interxion MAD2, rack 14',
    sipHost: 'sip.madrid1.example',
  },
  {
    name: 'Haifa 1',
    systemName: 'haifa1',
    region: 'il-north',
    description: 'MATAM, Haifa',
    sipHost: 'sip.haifa1.example',
  },
] as const;

export const DEMO_CUSTOMERS: readonly DemoCustomer[] = [AURORA, MERIDIENNE, CARMEL];

/** Name on the PBX, prefixed with the customer's code since all customers share one list of queues. */
export const queueName = (customer: DemoCustomer, q: DemoQueue): string => `${customer.code}-${q.name}`;

/** Sign-ins that the demo prints, one per role. */
export const DEMO_SIGN_INS = [
  { role: 'administrator', username: 'admin' },
  { role: 'customer-admin', username: 'begona.ibanez' },
  { role: 'supervisor', username: 'carmen.pena' },
  { role: 'agent', username: 'lucia.fernandez' },
  { role: 'billing', username: 'billing' },
] as const;

/** Returns the extension of an agent, counted from 0. Skips emergency numbers of the customer's country. */
export const agentExtension = ({ country }: DemoCustomer, turn: number): string => {
  const emergency = new Set(['112', ...emergencyNumbers(country)]);
  let extension = 101;
  for (let left = turn; ; extension += 1) {
    if (emergency.has(String(extension))) continue;
    if (left === 0) return String(extension);
    left -= 1;
  }
};

/** Returns lines of administrators and supervisors, numbered from 190, above those of agents. */
export const leadersWithLines = (c: DemoCustomer): readonly { readonly name: string; readonly extension: string }[] =>
  c.users
    .filter((user) => user.role !== 'agent')
    .map((user, i) => ({ name: `${user.firstname} ${user.lastname}`, extension: String(190 + i) }));
