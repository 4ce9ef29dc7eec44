// A day of facts as a report counts it, and whose they are.
import type { DayFacts } from '@ringside/core/metrics/queue-facts.ts';

/** Of a fact: whose it is, as it was written then. */
export interface Source {
  readonly serverId: number;
  readonly queue: string;
  readonly callcenterId: string | null;
}

export interface OwnedSource extends Source {
  /** '' for what is nobody's. */
  readonly customerId: string;
}

export interface FactDay {
  /** Epoch ms. */
  readonly start: number;
  /** Of days that have the same, mostly the same objects. */
  readonly sources: readonly OwnedSource[];
  readonly facts: DayFacts;
}
