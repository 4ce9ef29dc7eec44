// Reads snapshots of a PBX and orders the facts around them: facts that come before the first snapshot or during a read are
// held, and delivered after it.
import type { PbxFact } from '@ringside/core/asterisk/fact.ts';
import type { Connection } from './connection.ts';
import { LinkFailure } from './link-failure.ts';
import { readSnapshot } from './snapshot.ts';
import type { SnapshotRead } from './snapshot.ts';

/** `waiting`: before the first snapshot. */
export type FeedPhase = 'waiting' | 'reading' | 'live' | 'stopped';

interface SnapshotFeed {
  phase(): FeedPhase;
  /** Reads a snapshot. During a read, requests one more after it. */
  takeSnapshot(): void;
  /** Delivers the fact, or holds it until the snapshot is delivered. */
  deliver(fact: PbxFact): void;
  stop(): void;
}

export interface FeedHandlers {
  snapshot(read: SnapshotRead): void;
  fact(fact: PbxFact): void;
  failed(failure: LinkFailure): void;
}

/** Maximum number of held facts. Beyond it the PBX sends events but does not answer the list actions. */
const MOST_HELD = 200_000;

export const createSnapshotFeed = (
  connection: () => Connection | null,
  listMs: number,
  handlers: FeedHandlers,
): SnapshotFeed => {
  let phase: FeedPhase = 'waiting';
  let held: PbxFact[] = [];
  let wantsAnother = false;

  const deliver = (fact: PbxFact): void => {
    if (phase === 'stopped') return;
    if (phase === 'live') return handlers.fact(fact);
    held.push(fact);
    if (held.length > MOST_HELD) handlers.failed(new LinkFailure({ code: 'protocol-error', line: null }));
  };

  const begin = (): void => {
    const link = connection();
    if (link === null || phase === 'stopped') return;
    wantsAnother = false;
    phase = 'reading';
    readSnapshot(link, listMs, finish, handlers.failed);
  };

  const finish = (read: SnapshotRead): void => {
    const refused = read.failed[0];
    if (refused !== undefined) {
      return handlers.failed(new LinkFailure({ code: 'snapshot-failed', params: { ...refused }, line: null }));
    }
    if (wantsAnother) return begin();
    phase = 'live';
    handlers.snapshot(read);
    const late = held;
    held = [];
    for (const fact of late) deliver(fact);
  };

  return {
    phase: () => phase,
    takeSnapshot: () => {
      if (phase === 'reading') wantsAnother = true;
      else begin();
    },
    deliver,
    stop: () => {
      phase = 'stopped';
    },
  };
};
