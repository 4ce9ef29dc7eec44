// The feed between the collectors of PBX servers and the copies of their state. Within a process a MessagePort carries it, between nodes
// the bus.
import type { LiveEvent } from './event.ts';

/** Live events of one PBX server. */
export interface LiveBatch {
  readonly serverId: number;
  /** A greater epoch starts when another collector takes over, or the same one starts again. Batches of a lower epoch are dropped. */
  readonly epoch: number;
  /** Counts the batches of an epoch from 1. A missing number means: take a snapshot. */
  readonly seq: number;
  /** When the console received the newest event, epoch ms. */
  readonly at: number;
  readonly events: readonly LiveEvent[];
}

/** The complete state of a PBX server after batch `seq`, as events that build it. */
export type PbxSnapshot = LiveBatch;

export interface LiveFeed {
  /** Calls `onBatch` for each batch, in order. Returns a function that unsubscribes. */
  subscribe(onBatch: (batch: LiveBatch) => void): () => void;
  /** Returns `null` when no collector has the PBX server. Rejects when the collector does not answer. */
  snapshot(serverId: number): Promise<PbxSnapshot | null>;
}
