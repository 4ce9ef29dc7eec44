// Decides which queues must be read again, and when.
//
// Asterisk writes a list to the link at once while events wait in their own queue, so an event may describe a change that the list
// already contains. Complete rows are safe, but positions and counters would be counted twice. A queue with such an event shortly
// before or after its list is therefore read again, until no such event follows a read for a while.
//
// Asterisk also sends no event when its counters change (after AgentConnect, AgentComplete and QueueCallerAbandon), so the
// parameters of such a queue are read shortly afterwards, at a limited rate per queue.
import type { PbxFact } from '@ringside/core/asterisk/fact.ts';

export interface CheckTimes {
  /** A read is valid if no counted event of its queue follows within this time. */
  readonly quietMs: number;
  readonly firstRetryMs: number;
  readonly lastRetryMs: number;
  /** Delay from a counter change to the read. */
  readonly countersAfterMs: number;
  /** Minimum time between two counter reads of a queue. */
  readonly countersEveryMs: number;
}

/** Measured lag of an event behind its list: median 1 ms, maximum 19 ms under load. */
export const CHECK_TIMES: CheckTimes = {
  quietMs: 200,
  firstRetryMs: 100,
  lastRetryMs: 5_000,
  countersAfterMs: 40,
  countersEveryMs: 400,
};

/** Reads a queue; `whole` replaces all of it. Calls back once, after the facts went to the sink. */
export type QueueReader = (queue: string, whole: boolean, done: () => void) => void;

interface QueueChecks {
  /** Takes every fact, live or delayed, after its delivery. */
  saw(fact: PbxFact): void;
  /** Reads this queue again until a read is consistent. */
  ask(queue: string): void;
  /** Reads the counters of the queue shortly, because they changed without their own event. */
  countersMoved(queue: string): void;
  /** Call after a snapshot: facts of the next moments may already be part of it. */
  snapshotTaken(): void;
  stop(): void;
}

/** Returns the queue in which the fact changes a position or a counter. */
const countedIn = (fact: PbxFact): string | null => {
  switch (fact.kind) {
    case 'caller-joined':
    case 'caller-left':
    case 'caller-abandoned':
    case 'agent-complete':
      return fact.queue;
    default:
      return null;
  }
};

const changesCounters = (fact: PbxFact): string | null => {
  switch (fact.kind) {
    case 'agent-connect':
    case 'agent-complete':
    case 'caller-abandoned':
      return fact.queue;
    default:
      return null;
  }
};

/** Whether counted events followed the read. */
const createConsistentReads = (read: QueueReader, times: CheckTimes) => {
  interface Check {
    attempt: number;
    /** Reads at once after a pause, otherwise at the earliest `countersEveryMs` after the last read. */
    disturbed: boolean;
    timer: NodeJS.Timeout | null;
  }
  const checks = new Map<string, Check>();

  const takeReading = (queue: string, check: Check): void => {
    check.timer = null;
    read(queue, true, () => {
      if (checks.get(queue) !== check) return;
      check.disturbed = false;
      check.timer = setTimeout(() => endOrRetry(queue, check), times.quietMs);
    });
  };

  const endOrRetry = (queue: string, check: Check): void => {
    if (!check.disturbed) {
      checks.delete(queue);
      return;
    }
    const wait = Math.min(times.lastRetryMs, times.firstRetryMs * 2 ** check.attempt);
    check.attempt++;
    check.timer = setTimeout(() => takeReading(queue, check), wait);
  };

  /** Marks the running check of the queue for a retry. Returns false if no check runs. */
  const disturb = (queue: string): boolean => {
    const check = checks.get(queue);
    if (check !== undefined) check.disturbed = true;
    return check !== undefined;
  };

  return {
    disturb,
    begin: (queue: string): void => {
      if (disturb(queue)) return;
      const check: Check = { attempt: 0, disturbed: false, timer: null };
      checks.set(queue, check);
      takeReading(queue, check);
    },
    stop: (): void => {
      for (const { timer } of checks.values()) if (timer !== null) clearTimeout(timer);
      checks.clear();
    },
  };
};

/** Reads the counters of a queue `countersAfterMs` after a change, at most once in `countersEveryMs`. */
const createCounterReads = (read: QueueReader, times: CheckTimes) => {
  const waiting = new Map<string, { readonly timer: NodeJS.Timeout; dirty: boolean }>();

  const begin = (queue: string): void => {
    const running = waiting.get(queue);
    if (running !== undefined) {
      running.dirty = true;
      return;
    }
    const rest = () => {
      const state = waiting.get(queue);
      waiting.delete(queue);
      if (state?.dirty === true) begin(queue);
    };
    const timer = setTimeout(() => {
      // A change before this reading is in it.
      waiting.set(queue, { timer: setTimeout(rest, times.countersEveryMs), dirty: false });
      read(queue, false, () => undefined);
    }, times.countersAfterMs);
    waiting.set(queue, { timer, dirty: false });
  };

  return {
    begin,
    stop: (): void => {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
};

export const createQueueChecks = (read: QueueReader, times: CheckTimes = CHECK_TIMES): QueueChecks => {
  const reads = createConsistentReads(read, times);
  const counters = createCounterReads(read, times);
  let suspectUntil = 0;
  let stopped = false;

  return {
    saw: (fact) => {
      if (stopped) return;
      const counted = countedIn(fact);
      if (counted !== null && !reads.disturb(counted) && Date.now() < suspectUntil) reads.begin(counted);
      const changed = changesCounters(fact);
      if (changed !== null) counters.begin(changed);
    },
    countersMoved: (queue) => {
      if (!stopped) counters.begin(queue);
    },
    ask: (queue) => {
      if (!stopped) reads.begin(queue);
    },
    snapshotTaken: () => {
      suspectUntil = Date.now() + times.quietMs;
    },
    stop: () => {
      stopped = true;
      reads.stop();
      counters.stop();
    },
  };
};
