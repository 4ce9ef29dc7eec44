// Which queues must be read again, and when.
//
// A list is written to the link at once while events wait in a queue of their own, so an event may tell of something
// that the list has counted already. Whole rows do not mind; positions and counters would be counted twice. So a queue
// with such an event shortly before or after its list is read again, until a reading stays alone for a while: then
// everything that came before is in it, and everything after it is not.
//
// The other case: Asterisk tells nobody when it changes its counters (they move after AgentConnect, AgentComplete and
// QueueCallerAbandon), so the parameters of such a queue are read a moment later, each queue seldom.
import type { PbxFact } from '@ringside/core/live/fact.ts';

export interface CheckTimes {
  /** A reading is good when no counted event of its queue comes so long after it. */
  readonly quietMs: number;
  readonly firstRetryMs: number;
  readonly lastRetryMs: number;
  /** From a change of the counters to reading them. */
  readonly countersAfterMs: number;
  /** The least time between two such readings of a queue. */
  readonly countersEveryMs: number;
}

/** Measured lag of an event behind its list: 1 ms at the median, 19 ms at most under load. */
export const CHECK_TIMES: CheckTimes = {
  quietMs: 200,
  firstRetryMs: 100,
  lastRetryMs: 5_000,
  countersAfterMs: 400,
  countersEveryMs: 3_000,
};

/** Reads a queue; `whole`: replaces all of it. Calls back once, after the facts went to the sink. */
export type QueueReader = (queue: string, whole: boolean, done: () => void) => void;

export interface QueueChecks {
  /** Every fact, live or late, after it was handed on. */
  saw(fact: PbxFact): void;
  /** Read this queue anew, until it is certain. */
  ask(queue: string): void;
  /** Its counters moved without an event of its own: read them a moment later. */
  countersMoved(queue: string): void;
  /** After a snapshot: facts of the next moments may be in it already. */
  snapshotTaken(): void;
  stop(): void;
}

/** The queue in which the fact moves a position or a counter. */
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

interface Check {
  attempt: number;
  /** Counted events since the reading was taken. */
  disturbed: boolean;
  timer: NodeJS.Timeout | null;
}

export const createQueueChecks = (read: QueueReader, times: CheckTimes = CHECK_TIMES): QueueChecks => {
  const checks = new Map<string, Check>();
  const counters = new Map<string, { readonly timer: NodeJS.Timeout; dirty: boolean; waiting: boolean }>();
  let suspectUntil = 0;
  let stopped = false;

  const takeReading = (queue: string, check: Check): void => {
    check.timer = null;
    read(queue, true, () => {
      if (stopped || checks.get(queue) !== check) return;
      check.disturbed = false;
      check.timer = setTimeout(() => judge(queue, check), times.quietMs);
    });
  };

  const judge = (queue: string, check: Check): void => {
    if (!check.disturbed) {
      checks.delete(queue);
      return;
    }
    const wait = Math.min(times.lastRetryMs, times.firstRetryMs * 2 ** check.attempt);
    check.attempt++;
    check.timer = setTimeout(() => takeReading(queue, check), wait);
  };

  const ask = (queue: string): void => {
    if (stopped) return;
    const running = checks.get(queue);
    if (running !== undefined) {
      running.disturbed = true;
      return;
    }
    const check: Check = { attempt: 0, disturbed: false, timer: null };
    checks.set(queue, check);
    takeReading(queue, check);
  };

  /** At once after a pause, else not before `countersEveryMs` have passed. */
  const askCounters = (queue: string): void => {
    const running = counters.get(queue);
    if (running !== undefined) {
      running.dirty = true;
      return;
    }
    const rest = () => {
      const state = counters.get(queue);
      counters.delete(queue);
      if (state?.dirty === true) askCounters(queue);
    };
    const timer = setTimeout(() => {
      const state = counters.get(queue);
      if (state !== undefined) state.dirty = false;
      const next = setTimeout(rest, times.countersEveryMs);
      counters.set(queue, { timer: next, dirty: false, waiting: true });
      read(queue, false, () => undefined);
    }, times.countersAfterMs);
    counters.set(queue, { timer, dirty: false, waiting: false });
  };

  return {
    saw: (fact) => {
      const counted = countedIn(fact);
      if (counted !== null) {
        const check = checks.get(counted);
        if (check !== undefined) check.disturbed = true;
        else if (Date.now() < suspectUntil) ask(counted);
      }
      const changed = changesCounters(fact);
      if (changed !== null && !stopped) askCounters(changed);
    },
    countersMoved: (queue) => {
      if (!stopped) askCounters(queue);
    },
    ask,
    snapshotTaken: () => {
      suspectUntil = Date.now() + times.quietMs;
    },
    stop: () => {
      stopped = true;
      for (const { timer } of checks.values()) if (timer !== null) clearTimeout(timer);
      for (const { timer } of counters.values()) clearTimeout(timer);
      checks.clear();
      counters.clear();
    },
  };
};
