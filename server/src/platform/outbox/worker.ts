// Handles outbox entries: claims due entries, retries with back-off, and keeps entries that failed permanently as dead letters with their
// error. An entry is removed only after its handler succeeds. A crash can repeat work but not lose it, so handlers must tolerate a second
// call for the same entry.
import type { Db } from '../db/connect.ts';
import { claimEntries, dueTopics, failEntries, postponeEntries, removeEntries } from './queries.ts';
import type { OutboxEntry } from './queries.ts';

export interface TopicHandler {
  readonly topic: string;
  /** Entries with the same key go to the handler together. Otherwise each entry is handled separately. */
  readonly byKey: boolean;
  /** Maximum number of tries before an entry becomes a dead letter. */
  readonly mostAttempts: number;
  /** Number of entries claimed at a time. */
  readonly batch: number;
  /** Number of entry groups handled concurrently. */
  readonly parallel: number;
  /** Must exceed the time to handle a batch. Entries of a crashed worker become due again after this time. */
  readonly claimMs: number;
  /**
   * Throws on failure, `PermanentFailure` if a retry cannot help. Returns `againInMs` if nothing failed but the entries are not done yet.
   */
  handle(entries: readonly OutboxEntry[]): Promise<{ readonly againInMs: number } | undefined | void>;
}

/** A failure that a retry would repeat. The entry becomes a dead letter at once. */
export class PermanentFailure extends Error {}

export interface OutboxWorker {
  /** Handles new entries of the topic now instead of at the next tick. Call it after the commit. */
  wake(topic: string): void;
  /** Starts the topics that have due entries. Resolves before they are done. */
  tick(): Promise<void>;
  /** Handles all due entries. */
  look(): Promise<void>;
  /** Stops claiming entries. Resolves when the running handlers have ended. */
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60 * 60_000;

/** Doubles from 5 s to 1 h. Each delay is shortened by up to a quarter at random. */
export const retryAfterMs = (attempts: number, chance: () => number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1)) * (1 - chance() / 4);

const groupsOf = (entries: readonly OutboxEntry[], byKey: boolean): OutboxEntry[][] => {
  const groups = Map.groupBy(entries, (entry) => (byKey ? entry.key : String(entry.id)));
  return [...groups.values()];
};

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000);

interface WorkerParts {
  readonly db: Db;
  readonly now: () => number;
  /** 0 to 1. */
  readonly chance: () => number;
  /** An entry failed. `dead`: it will not be retried. */
  onFailure(topic: string, error: unknown, dead: boolean): void;
}

/** Handles entries that go to the handler together, and removes, postpones or fails them by its result. */
const handleGroup = async (
  { db, now, chance, onFailure }: WorkerParts,
  handler: TopicHandler,
  group: readonly OutboxEntry[],
): Promise<void> => {
  const ids = group.map((entry) => entry.id);
  const attempts = Math.max(...group.map((entry) => entry.attempts));
  try {
    // The handler never returned: it crashes the process, or takes longer than the claim.
    if (attempts > handler.mostAttempts) throw new PermanentFailure('Every try was interrupted');
    const more = await handler.handle(group);
    if (more === undefined) await removeEntries(db, ids);
    else await postponeEntries(db, ids, new Date(now() + more.againInMs));
  } catch (error) {
    const dead = error instanceof PermanentFailure || attempts >= handler.mostAttempts;
    const retryAt = dead ? null : new Date(now() + retryAfterMs(attempts, chance));
    await failEntries(db, ids, { problem: textOf(error), retryAt, now: new Date(now()) });
    onFailure(handler.topic, error, dead);
  }
};

export const createOutboxWorker = (parts: WorkerParts, handlers: readonly TopicHandler[]): OutboxWorker => {
  const { db, now } = parts;
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  let closed = false;

  const handleDue = async (handler: TopicHandler): Promise<void> => {
    while (!closed) {
      const claim = { now: new Date(now()), until: new Date(now() + handler.claimMs), most: handler.batch };
      const entries = await claimEntries(db, handler.topic, claim);
      const groups = groupsOf(entries, handler.byKey);
      const workers = Array.from({ length: handler.parallel }, async () => {
        for (let group = groups.shift(); group !== undefined; group = groups.shift())
          await handleGroup(parts, handler, group);
      });
      await Promise.all(workers);
      if (entries.length < handler.batch) return;
    }
  };

  /** Runs one pass per topic at a time. A request during a pass starts another pass. */
  const poll = (handler: TopicHandler): Promise<void> => {
    const { topic } = handler;
    const current = running.get(topic);
    if (current !== undefined) {
      again.add(topic);
      return current;
    }
    const run = async (): Promise<void> => {
      do {
        again.delete(topic);
        await handleDue(handler);
      } while (again.has(topic) && !closed);
    };
    const mine = run().finally(() => running.delete(topic));
    running.set(topic, mine);
    return mine;
  };

  const wake = (topic: string): void => {
    const handler = handlers.find((each) => each.topic === topic);
    if (handler === undefined || closed) return;
    poll(handler).catch((error: unknown) => parts.onFailure(topic, error, false));
  };
  return {
    wake,
    tick: async () => {
      if (closed) return;
      const topics = handlers.map((handler) => handler.topic);
      for (const topic of await dueTopics(db, topics, new Date(now()))) wake(topic);
    },
    look: async () => {
      if (!closed) await Promise.all(handlers.map(poll));
    },
    close: async () => {
      closed = true;
      await Promise.allSettled(running.values());
    },
  };
};
