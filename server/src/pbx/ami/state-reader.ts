// Keeps the known state of one PBX complete while a session lasts: snapshots at the start and after a reload, events as they
// come, and new readings of queues that change without an event.
import type { PbxFact } from '@ringside/core/asterisk/fact.ts';
import type { QueueLists } from '@ringside/core/live/differing-queues.ts';
import type { Connection } from './connection.ts';
import { createQueueChecks } from './queue-checks.ts';
import type { CheckTimes } from './queue-checks.ts';
import { createQueueRefresh } from './queue-refresh.ts';
import { createQueueSweep, type SweepTimes } from './queue-sweep.ts';
import { createSnapshotFeed } from './snapshot-feed.ts';
import type { FeedHandlers, FeedPhase } from './snapshot-feed.ts';

interface StateReader {
  phase(): FeedPhase;
  /** Takes a fact from the link, in order. */
  take(fact: PbxFact): void;
  takeSnapshot(): void;
  /** Reads the queue again until a reading is consistent. */
  rereadQueue(queue: string): void;
  /** Compares all queues with the PBX's list in a moment. */
  sweepSoon(): void;
  stop(): void;
}

interface StateHandlers extends FeedHandlers {
  /** Returns the queues that differ from the known state. */
  differing(lists: QueueLists): readonly string[];
}

export interface StateTimes {
  readonly checkTimes: CheckTimes;
  readonly sweepTimes: SweepTimes;
}

/** A reload causes several Reload events over this time. */
const RELOAD_SETTLES_MS = 700;
/** Modules whose reload can change queues and members. An empty name means all modules. */
const QUEUE_MODULES = new Set(['', 'All', 'app_queue.so', 'app_queue', 'extconfig']);

export const createStateReader = (
  connection: () => Connection | null,
  listMs: number,
  { checkTimes, sweepTimes }: StateTimes,
  handlers: StateHandlers,
): StateReader => {
  let reloadTimer: NodeJS.Timeout | undefined;

  const feed = createSnapshotFeed(connection, listMs, {
    snapshot: (read) => {
      handlers.snapshot(read);
      refresh.begin(read.snapshot.members);
      checks.snapshotTaken();
      sweep.begin();
    },
    fact: (fact) => {
      handlers.fact(fact);
      const others = refresh.saw(fact);
      checks.saw(fact);
      for (const queue of others) checks.countersMoved(queue);
    },
    failed: handlers.failed,
  });
  const { phase, takeSnapshot } = feed;
  const refresh = createQueueRefresh(connection, listMs, feed.deliver);
  const checks = createQueueChecks(refresh.read, checkTimes);
  const sweep = createQueueSweep(
    {
      connection: () => (phase() === 'live' ? connection() : null),
      differing: handlers.differing,
      reread: checks.ask,
      rereadAll: takeSnapshot,
    },
    listMs,
    sweepTimes,
  );

  /** Schedules the readings that the fact makes necessary. */
  const rereadAfter = (fact: PbxFact): void => {
    if (fact.kind === 'fully-booted') {
      // Modules that loaded during or after the snapshot are missing in it.
      if (phase() === 'live' || phase() === 'reading') takeSnapshot();
    } else if (fact.kind === 'attended-transfer') {
      // A Local channel that waits in a queue takes the caller's name without an event.
      sweep.soon();
    } else if (fact.kind === 'reload') {
      if (!QUEUE_MODULES.has(fact.module)) return sweep.soon();
      clearTimeout(reloadTimer);
      reloadTimer = setTimeout(takeSnapshot, RELOAD_SETTLES_MS);
    }
  };

  return {
    phase,
    take: (fact) => {
      rereadAfter(fact);
      feed.deliver(fact);
    },
    takeSnapshot,
    rereadQueue: checks.ask,
    sweepSoon: sweep.soon,
    stop: () => {
      feed.stop();
      checks.stop();
      sweep.stop();
      clearTimeout(reloadTimer);
    },
  };
};
