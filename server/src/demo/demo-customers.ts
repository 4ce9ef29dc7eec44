// Whom the demo shows: three customers of a hosting operator, their call centers, queues, agents and people who sign in.
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

/** As named on the PBX: prefixed by the customer's code, since a PBX has one list of queues for all. */
export const queueName = (customer: DemoCustomer, q: DemoQueue): string => `${customer.code}-${q.name}`;

/** The sign-ins that the demo prints, one a role. */
export const DEMO_SIGN_INS = [
  { role: 'administrator', username: 'admin' },
  { role: 'customer-admin', username: 'begona.ibanez' },
  { role: 'supervisor', username: 'carmen.pena' },
  { role: 'agent', username: 'lucia.fernandez' },
  { role: 'billing', username: 'billing' },
] as const;

/** Lines of those who lead, by name: numbers beyond the agents'. */
/** Of an agent, counted from 0: 112 is nobody's, as it calls for help. */
export const agentExtension = (turn: number): string => String(turn < 11 ? 101 + turn : 102 + turn);

export const leadersWithLines = (c: DemoCustomer): readonly { readonly name: string; readonly extension: string }[] =>
  c.users
    .filter((user) => user.role !== 'agent')
    .map((user, i) => ({ name: `${user.firstname} ${user.lastname}`, extension: String(190 + i) }));
