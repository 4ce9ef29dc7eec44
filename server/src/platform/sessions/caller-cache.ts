// Looks up callers. Concurrent look-ups share one statement, and sockets share a recent result.
import type { Db } from '../db/connect.ts';
import { findCallers } from './caller-queries.ts';
import type { Shown } from './caller-queries.ts';
import type { FoundSession } from './found-session.ts';
import { findScreenSession } from './screen-queries.ts';

/** A found session is shared for this long unless it is invalidated earlier. */
export const SHARED_MS = 1_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface CallerCache {
  /** Reads the caller from the database. */
  find(shown: Shown): Promise<FoundSession | null>;
  /** Returns the caller by ID of a session, API key or wallboard link. The result is at most `SHARED_MS` old. */
  recent(id: string): Promise<FoundSession | null>;
  /** Clears the shared results. Call it when a session ended or permissions changed. */
  forget(): void;
}

interface Waiting {
  readonly shown: Shown;
  readonly resolve: (found: FoundSession | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs one statement at a time. The next statement answers all look-ups that arrived in the meantime. */
const createBatches = (
  look: (shown: readonly Shown[]) => Promise<readonly (FoundSession | null)[]>,
): CallerCache['find'] => {
  let waiting: Waiting[] = [];
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const found = await look(batch.map((each) => each.shown));
        batch.forEach((each, i) => each.resolve(found[i] ?? null));
      } catch (error) {
        for (const each of batch) each.reject(error);
      }
    }
    running = false;
  };
  return (shown) =>
    new Promise((resolve, reject) => {
      waiting.push({ shown, resolve, reject });
      if (!running) void run();
    });
};

interface Shared {
  readonly found: Promise<FoundSession | null>;
  readonly at: number;
}

export const createCallerCache = (db: Db, idleMs: number, now: () => number): CallerCache => {
  /** Shared results by ID, oldest first. */
  const shared = new Map<string, Shared>();
  let news = 0;

  const find = createBatches((shown) => findCallers(db, shown, new Date(now()), new Date(now() - idleMs)));
  const share = (id: string, found: Promise<FoundSession | null>): void => {
    for (const [old, { at }] of shared) {
      if (now() - at < SHARED_MS) break;
      shared.delete(old);
    }
    shared.delete(id);
    shared.set(id, { found, at: now() });
  };
  const findById = async (id: string): Promise<FoundSession | null> =>
    (await find({ kind: 'id', id })) ?? findScreenSession(db, id, new Date(now()));

  return {
    find: async (shown) => {
      const before = news;
      const found = await find(shown);
      if (found !== null && news === before) share(found.caller.sessionId, Promise.resolve(found));
      return found;
    },
    recent: (id) => {
      if (!UUID.test(id)) return Promise.resolve(null);
      const known = shared.get(id);
      if (known !== undefined && now() - known.at < SHARED_MS) return known.found;
      const found = findById(id);
      share(id, found);
      found.catch(() => shared.delete(id));
      return found;
    },
    forget: () => {
      news++;
      shared.clear();
    },
  };
};
