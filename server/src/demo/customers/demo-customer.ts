// Types that describe a demo customer.
import type { Strategy } from '../../../../tools/fake-pbx/src/sim/plan.ts';

export interface DemoQueue {
  /** Without the customer's prefix. */
  readonly name: string;
  readonly label: string;
  readonly did: string;
  readonly strategy: Strategy;
  readonly callsPerHour: number;
  /** Medians, seconds. */
  readonly talk: number;
  readonly patience: number;
  readonly serviceLevel: number;
  readonly wrapup: number;
  readonly weight: number;
  readonly maxLength: number;
}

interface DemoCallcenter {
  readonly name: string;
  readonly code: string;
  readonly slaFormula: number;
  readonly slaTargetSeconds: number;
  readonly slaTargetPercent: number;
  readonly queues: readonly DemoQueue[];
  /** Names of agents. Every third also helps in the first queue of the next call center. */
  readonly agents: readonly string[];
}

interface DemoUser {
  readonly username: string;
  readonly role: 'customer-admin' | 'supervisor' | 'agent';
  readonly firstname: string;
  readonly lastname: string;
  /** Codes; empty for users who see the whole customer. */
  readonly callcenters: readonly string[];
}

interface DemoPause {
  readonly reason: string;
  readonly minutes: readonly [number, number];
  readonly paid: boolean;
}

export interface DemoCustomer {
  readonly code: string;
  readonly name: string;
  readonly server: 'Madrid 1' | 'Haifa 1';
  readonly timezone: string;
  readonly currency: string;
  readonly language: 'es' | 'fr' | 'he';
  readonly country: string;
  readonly contactName: string;
  readonly contactEmail: string;
  readonly phone: string;
  readonly noCallWaiting: boolean;
  readonly pauses: readonly DemoPause[];
  readonly callcenters: readonly DemoCallcenter[];
  readonly users: readonly DemoUser[];
}

/** Returns a queue with typical medians, changed by `over`. */
export const demoQueue = (
  name: string,
  label: string,
  did: string,
  strategy: Strategy,
  callsPerHour: number,
  over: Partial<DemoQueue> = {},
): DemoQueue => ({
  name,
  label,
  did,
  strategy,
  callsPerHour,
  talk: 95,
  patience: 75,
  serviceLevel: 20,
  wrapup: 8,
  weight: 0,
  maxLength: 0,
  ...over,
});
