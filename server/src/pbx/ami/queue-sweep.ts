// Detects changes without an event: `queue reload`, `queue reset stats`, a caller's priority. It lists all queues periodically and compares
// them with the known state. A queue that differs is read individually until the read is consistent (`queue-checks.ts`).
import type { QueueLists } from '@ringside/core/live/differing-queues.ts';
import type { Connection } from './connection.ts';
import { readQueueLists } from './snapshot.ts';

export interface SweepTimes {
  /** Interval between lists: a change must show within 60 s. Listing 204 queues costs the PBX 44 ms. */
  readonly everyMs: number;
  /** Delay after a command or a reload that may have changed queues. */
  readonly soonMs: number;
  /** If more queues differ, one snapshot costs the PBX less than reading each. */
  readonly mostQueues: number;
}

export const SWEEP_TIMES: SweepTimes = { everyMs: 40_000, soonMs: 1_500, mostQueues: 20 };

interface QueueSweep {
  /** Starts after the first snapshot. */
  begin(): void;
  soon(): void;
  stop(): void;
}

export const createQueueSweep = (
  link: {
    /** `null` while a snapshot is read, or without a link. */
    readonly connection: () => Connection | null;
    readonly differing: (lists: QueueLists) => readonly string[];
    readonly reread: (queue: string) => void;
    readonly rereadAll: () => void;
  },
  listMs: number,
  times: SweepTimes = SWEEP_TIMES,
): QueueSweep => {
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let isStopped = false;

  const after = (ms: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(sweep, ms);
  };
  const sweep = (): void => {
    const connection = link.connection();
    if (connection === null || isReading) return after(times.soonMs);
    isReading = true;
    readQueueLists(connection, listMs, (lists) => {
      isReading = false;
      if (isStopped) return;
      const queues = lists === null ? [] : link.differing(lists);
      if (queues.length > times.mostQueues) link.rereadAll();
      else for (const queue of queues) link.reread(queue);
      after(times.everyMs);
    });
    return undefined;
  };

  return {
    begin: () => after(times.everyMs),
    soon: () => after(times.soonMs),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
