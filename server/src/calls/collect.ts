// Call records as PBXs send them: they wait here a moment, are stored in batches, and are tried again while the database is away.
import type { LocalLeg } from '@ringside/core/live/leg.ts';
import { offsetByArrival, readWallClock } from '@ringside/core/calls/wall-clock.ts';
import type { Db } from '../db/connect.ts';
import { storeLegs } from './conclude.ts';
import type { CallOwners } from './conclude.ts';
import type { ServerLeg } from './queries.ts';

export interface CallCollector {
  take(serverId: number, leg: LocalLeg, arrivedAt: number): void;
  /** All that was taken before is stored when it resolves. Rejects when the database takes nothing. */
  flush(): Promise<void>;
  stats(): { readonly waiting: number; readonly stored: number; readonly lost: number };
  close(): Promise<void>;
}

export interface CollectTimes {
  /** Later than the live events of the same call, which tell of its queue. */
  readonly everyMs: number;
  readonly rows: number;
  readonly mostWaiting: number;
}
const TIMES: CollectTimes = { everyMs: 1_500, rows: 500, mostWaiting: 200_000 };

/** Null for a record without moments: no Asterisk writes one. */
export const withMoments = (serverId: number, local: LocalLeg, arrivedAt: number): ServerLeg | null => {
  const { start, answer, end, ...leg } = local;
  const [started, answered, ended] = [readWallClock(start), readWallClock(answer), readWallClock(end)];
  if (started === null || ended === null) return null;
  const offset = offsetByArrival(ended, arrivedAt);
  return {
    ...leg,
    serverId,
    startAt: started - offset,
    answerAt: answered === null ? null : answered - offset,
    endAt: ended - offset,
  };
};

export const createCallCollector = (
  db: Db,
  owners: CallOwners,
  onError: (error: unknown) => void,
  times: Partial<CollectTimes> = {},
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

  return {
    take: (serverId, local, arrivedAt) => {
      const leg = withMoments(serverId, local, arrivedAt);
      if (leg === null) {
        lost += 1;
        return;
      }
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
    },
  };
};
