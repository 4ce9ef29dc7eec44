// What the console does by itself about what happened: takes over what PBXs wrote, counts today anew where more was read, and
// holds each customer's yesterday against its raw events.
import { createLogFollower } from './calls/follow-logs.ts';
import type { FollowedLog } from './calls/followed-logs.ts';
import { readNews } from './calls/news-queries.ts';
import { takeWritten } from './calls/take-written.ts';
import type { Bus } from './bus/bus.ts';
import { checkDue } from './checks/check-due.ts';
import type { Db } from './db/connect.ts';
import { schedule } from './jobs/schedule.ts';
import type { Authority } from './live/authority.ts';
import type { Owners } from './live/owners.ts';
import { notify } from './notifications/notify.ts';

/** Returns its own stop. */
export const startHistoryJobs = (
  parts: {
    readonly db: Db;
    readonly bus: Bus;
    readonly owners: Owners;
    readonly authority: Authority;
    readonly now: () => number;
    readonly logs: readonly FollowedLog[];
  },
  onError: (job: string, error: unknown) => void,
): (() => Promise<void>) => {
  const { db, bus, owners, authority, now, logs } = parts;
  const follower = createLogFollower(db, logs, (error, log) => onError(`followed-logs ${log.path}`, error));
  let countedUpTo = now();
  return schedule(
    [
      {
        name: 'written-calls',
        everyMs: 1_000,
        run: async () => void (await takeWritten(db, async () => owners, now())),
      },
      ...(logs.length === 0 ? [] : [{ name: 'followed-logs', everyMs: 5_000, run: () => follower.look(now()) }]),
      {
        name: 'history-news',
        everyMs: 5_000,
        run: async () => {
          for (const { serverId, readAt } of await readNews(db, countedUpTo)) {
            countedUpTo = Math.max(countedUpTo, readAt);
            authority.recount(serverId);
          }
        },
      },
      {
        name: 'day-checks',
        everyMs: 10 * 60_000,
        run: async () =>
          void (await checkDue(db, owners, now(), ({ customer, day, differences }) =>
            notify(
              { db, bus, now },
              {
                kind: 'day-differs',
                params: { customerId: customer.id, customerName: customer.name, day, differences: differences.length },
                to: { kind: 'platform', ability: ['read', 'report'] },
              },
            ),
          )),
      },
    ],
    onError,
  );
};
