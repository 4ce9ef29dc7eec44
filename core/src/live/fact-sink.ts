// Receives what a collector reads from its PBX server.
import type { PbxFact, Snapshot } from '../asterisk/fact.ts';
import type { LinkState } from '../asterisk/link.ts';
import type { QueueLists } from './differing-queues.ts';
import type { PbxVitals } from './pbx-vitals.ts';

/** Called in the order of the link. `at` is the console's clock, epoch ms, and never goes back within a link. */
export interface FactSink {
  link(state: LinkState, at: number): void;
  /** Replaces the whole state of the PBX. Follows `link` with state `up`, and comes again after a reload or a late boot. */
  snapshot(snapshot: Snapshot, at: number): void;
  fact(fact: PbxFact, at: number): void;
  /** All facts of one chunk of the stream were passed on, so that they can be published together. */
  chunkEnd?(at: number): void;
  /** Returns whether the PBX has calls in progress, as far as known. */
  isBusy?(): boolean;
  /** Returns the queues that differ from the known state in a list of the PBX. */
  differing?(lists: QueueLists): readonly string[];
  /** Clock, lag and capabilities of the PBX, at every change. */
  vitals?(vitals: PbxVitals): void;
  /** An event without a decoder. `sample` is the text of the first event of each name, otherwise empty. */
  unknown?(name: string, count: number, sample: string): void;
}
