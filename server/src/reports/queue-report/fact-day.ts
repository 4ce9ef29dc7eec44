// Types of a day of facts and its sources.
import type { DayFacts } from '@ringside/core/reports/queue-facts.ts';

/** Owner of a fact, as stored at the time. */
export interface Source {
  readonly serverId: number;
  readonly queue: string;
  readonly callcenterId: string | null;
}

export interface OwnedSource extends Source {
  /** `''` for rows without a customer. */
  readonly customerId: string;
}

export interface FactDay {
  /** Epoch ms. */
  readonly start: number;
  /** Days with the same sources mostly share these objects. */
  readonly sources: readonly OwnedSource[];
  readonly facts: DayFacts;
}
