// The plan of a simulated PBX: tenants, queues, agents and traffic. Plain data, so that tests and the demo can write their own.
// `load-plan.ts` and `small-plan.ts` create two ready-made plans.

export type Strategy =
  'ringall' | 'rrmemory' | 'rrordered' | 'leastrecent' | 'fewestcalls' | 'random' | 'wrandom' | 'linear';

export interface Person {
  /** As delivered by the carrier, usually E.164 with a plus. */
  readonly number: string;
  readonly name: string;
}

export interface TenantPlan {
  /** Prefix of endpoints and contexts: `acme` gives PJSIP/acme-101 in acme-internal. */
  readonly name: string;
  /** Sends `Tenantid:` on its channels, like the endpoint option `tenantid`. */
  readonly tenantId?: string;
  /** device_state_busy_at=1: a ringing or talking phone reports 3 (busy). */
  readonly noCallWaiting: boolean;
  /** Caller ID of outbound calls. */
  readonly outboundNumber: string;
  /** People who call in and whom agents call. */
  readonly people: readonly Person[];
  readonly internalPerHour: number;
  readonly outboundPerHour: number;
  /** Pause reasons of its agents, with minimum and maximum minutes. */
  readonly pauses: readonly { readonly reason: string; readonly minutes: readonly [number, number] }[];
}

export interface QueuePlan {
  readonly name: string;
  readonly tenant: string;
  /** Number that leads to the queue. */
  readonly did: string;
  readonly strategy: Strategy;
  /** Ring time of an agent's phone, and delay before the next try, in seconds. */
  readonly timeout: number;
  readonly retry: number;
  readonly wrapup: number;
  readonly serviceLevel: number;
  readonly weight: number;
  /** 0: no limit. */
  readonly maxLength: number;
  /** Seconds until a caller leaves the queue (Queue()'s own timeout). */
  readonly maxWait: number;
  readonly autopause: boolean;
  /** Rejects callers while no member can answer (joinempty=strict). */
  readonly refuseWhenEmpty: boolean;
  /** Option `c`: the dialplan continues after the agent hung up. */
  readonly continues: boolean;
  readonly callsPerHour: number;
  /** Medians in seconds. */
  readonly talk: number;
  readonly patience: number;
  /** Probability that a waiting caller leaves by key. */
  readonly keyExit: number;
  /** Probability that the agent transfers the caller to a colleague. */
  readonly transfers: number;
}

export interface AgentPlan {
  readonly name: string;
  readonly tenant: string;
  readonly extension: string;
  readonly queues: readonly { readonly queue: string; readonly penalty: number }[];
  /** A Local channel is between queue and phone, with the extension's hint as state (FreePBX). */
  readonly local?: boolean;
  /** Dynamic agents log in with QueueAdd at the start of their shift. Static ones are in queues.conf. */
  readonly dynamic: boolean;
  /** Hours of the working day, e.g. 8 to 16.5. */
  readonly shift: readonly [from: number, to: number];
  /** Probability that the agent answers a ringing phone. */
  readonly answers: number;
  /** Median seconds until the answer. */
  readonly picksUpIn: number;
}

export interface PbxPlan {
  readonly systemName: string;
  readonly seed: number | string;
  readonly tenants: readonly TenantPlan[];
  readonly queues: readonly QueuePlan[];
  readonly agents: readonly AgentPlan[];
  /** Milliseconds added to the simulated time to get the hour of the working day. */
  readonly dayOffset: number;
  /** Constant rates without a day curve, for tests and load. */
  readonly flat: boolean;
  /** No traffic of its own: tests trigger everything. */
  readonly still: boolean;
  /** Sends Newexten for each dialplan step, as in class dialplan. */
  readonly dialplanEvents: boolean;
}
