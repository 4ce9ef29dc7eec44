// What a simulated PBX is told to be: its tenants, queues, agents and traffic. Plain data, so a test or the demo can
// write its own; `load-plan.ts` and `small-plan.ts` make two ready ones.

export type Strategy =
  'ringall' | 'rrmemory' | 'rrordered' | 'leastrecent' | 'fewestcalls' | 'random' | 'wrandom' | 'linear';

export interface Person {
  /** As the carrier delivers it, usually E.164 with a plus. */
  readonly number: string;
  readonly name: string;
}

export interface TenantPlan {
  /** Prefix of endpoints and contexts: `acme` gives PJSIP/acme-101 in acme-internal. */
  readonly name: string;
  /** Sends `Tenantid:` on its channels, as endpoint option `tenantid` does. */
  readonly tenantId?: string;
  /** device_state_busy_at=1: a ringing or talking phone reports 3 (busy) throughout. */
  readonly noCallWaiting: boolean;
  /** Number shown on outbound calls. */
  readonly outboundNumber: string;
  /** Those who call in, and whom agents call. */
  readonly people: readonly Person[];
  readonly internalPerHour: number;
  readonly outboundPerHour: number;
  /** Reasons of its agents' pauses and how long they last, minutes. */
  readonly pauses: readonly { readonly reason: string; readonly minutes: readonly [number, number] }[];
}

export interface QueuePlan {
  readonly name: string;
  readonly tenant: string;
  /** The number that leads here. */
  readonly did: string;
  readonly strategy: Strategy;
  /** Seconds an agent's phone rings, and the wait before the next try. */
  readonly timeout: number;
  readonly retry: number;
  readonly wrapup: number;
  readonly serviceLevel: number;
  readonly weight: number;
  /** 0: no limit. */
  readonly maxLength: number;
  /** Seconds until a caller is sent on (Queue()'s own time-out). */
  readonly maxWait: number;
  readonly autopause: boolean;
  /** Refuses callers while no member can ever answer (joinempty=strict). */
  readonly refuseWhenEmpty: boolean;
  /** Option `c`: the dialplan goes on after the agent hung up. */
  readonly continues: boolean;
  readonly callsPerHour: number;
  /** Medians, seconds. */
  readonly talk: number;
  readonly patience: number;
  /** Chance that a waiting caller leaves by key. */
  readonly keyExit: number;
  /** Chance that the agent passes the caller on to a colleague. */
  readonly transfers: number;
}

export interface AgentPlan {
  readonly name: string;
  readonly tenant: string;
  readonly extension: string;
  readonly queues: readonly { readonly queue: string; readonly penalty: number }[];
  /** A Local channel stands between queue and phone, with the extension's hint as state (FreePBX). */
  readonly local?: boolean;
  /** Dynamic agents sign in with QueueAdd when their shift begins; static ones are in queues.conf. */
  readonly dynamic: boolean;
  /** Hours of the working day, e.g. 8 to 16.5. */
  readonly shift: readonly [from: number, to: number];
  /** Chance to pick up a ringing phone. */
  readonly answers: number;
  /** Median seconds until picking up. */
  readonly picksUpIn: number;
}

export interface PbxPlan {
  readonly systemName: string;
  readonly seed: number | string;
  readonly tenants: readonly TenantPlan[];
  readonly queues: readonly QueuePlan[];
  readonly agents: readonly AgentPlan[];
  /** Added to the simulation's clock to get the hour of the working day, milliseconds. */
  readonly dayOffset: number;
  /** Rates do not follow the day: tests and load. */
  readonly flat: boolean;
  /** Nothing happens by itself: tests drive it. */
  readonly still: boolean;
  /** Newexten for each dialplan step, as the class dialplan shows. */
  readonly dialplanEvents: boolean;
}
