// Collects call records from PBX servers, stores them in batches, and retries while the database is unavailable.
import type { LocalLeg } from '@ringside/core/asterisk/leg.ts';
import { beforeEnd, offsetByArrival, readWallClock } from '@ringside/core/calls/wall-clock.ts';
import type { Db } from '../platform/db/connect.ts';
import { storeLegs } from './conclude.ts';
import type { CallOwners } from './conclude.ts';
import type { LegJournal } from './leg-journal.ts';
import type { ServerLeg } from './queries.ts';

export interface CallCollector {
  /** Queues the records that a killed process left in the journal. */
  resume(): void;
  take(serverId: number, leg: LocalLeg, arrivedAt: number): void;
  /** Resolves when all records taken before are stored. Rejects when the database fails. */
  flush(): Promise<void>;
  stats(): { readonly waiting: number; readonly stored: number; readonly lost: number };
  close(): Promise<void>;
}

interface CollectTimes {
  /** Delay long enough for the live events of the same call, which contain its queue. */
  readonly everyMs: number;
  readonly rows: number;
  readonly mostWaiting: number;
}
const TIMES: CollectTimes = { everyMs: 1_500, rows: 500, mostWaiting: 200_000 };

/** Converts the times of a record. Returns `null` for a record without times, which Asterisk never writes. */
export const withMoments = (serverId: number, local: LocalLeg, arrivedAt: number): ServerLeg | null => {
  const { start, answer, end, ...leg } = local;
  const [started, answered, ended] = [readWallClock(start), readWallClock(answer), readWallClock(end)];
  if (started === null || ended === null) return null;
  const offset = offsetByArrival(ended, arrivedAt);
  return {
    ...leg,
    serverId,
    startAt: beforeEnd(started - offset, ended - offset, leg.duration),
    answerAt: answered === null ? null : beforeEnd(answered - offset, ended - offset, leg.billableSeconds),
    endAt: ended - offset,
  };
};

export const createCallCollector = (
  db: Db,
  owners: CallOwners,
  onError: (error: unknown) => void,
  { journal = null, ...times }: Partial<CollectTimes> & { readonly journal?: LegJournal | null } = {},
): CallCollector => {
  const { everyMs, rows, mostWaiting } = { ...TIMES, ...times };
  let waiting: ServerLeg[] = [];
  let stored = 0;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, rows);
      await storeLegs(db, owners, batch);
      stored += batch.length;
      waiting = waiting.slice(batch.length);
    }
    journal?.clear();
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  };
  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch((error: unknown) => {
        onError(error);
        schedule();
      });
    }, everyMs).unref();
  };

  const keep = (leg: ServerLeg): void => {
    try {
      journal?.add(leg);
    } catch (error) {
      onError(error);
    }
  };

  return {
    resume: () => {
      if (journal === null || journal.left.length === 0) return;
      waiting = [...journal.left, ...waiting];
      schedule();
    },
    take: (serverId, local, arrivedAt) => {
      const leg = withMoments(serverId, local, arrivedAt);
      if (leg === null) {
        lost += 1;
        return;
      }
      keep(leg);
      waiting.push(leg);
      if (waiting.length > mostWaiting && writing === null) {
        lost += waiting.length - mostWaiting;
        waiting = waiting.slice(waiting.length - mostWaiting);
      }
      schedule();
    },
    flush,
    stats: () => ({ waiting: waiting.length, stored, lost }),
    close: async () => {
      await flush().catch(onError);
      clearTimeout(timer);
      journal?.close();
    },
  };
};
