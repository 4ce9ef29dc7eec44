// Starts the jobs for call history: take over call records that PBX servers inserted, follow the servers' log files, recalculate today's
// figures after an import, and compare each customer's figures of yesterday with the raw events.
import { createLogFollower } from './calls/follow-logs.ts';
import type { FollowedLog } from './platform/config/followed-logs.ts';
import { readNews } from './calls/news-queries.ts';
import { takeWritten } from './calls/take-written.ts';
import type { Bus } from './platform/bus/bus.ts';
import { checkDue } from './reports/checks/check-due.ts';
import type { Db } from './platform/db/connect.ts';
import { schedule } from './platform/jobs/schedule.ts';
import type { PbxLinks } from './live/collector-side.ts';
import type { Owners } from './live/owners.ts';
import { notify } from './boards/notification/notify.ts';

/** Returns a function that stops the jobs. */
export const startHistoryJobs = (
  parts: {
    readonly db: Db;
    readonly bus: Bus;
    readonly owners: Owners;
    readonly links: PbxLinks;
    readonly now: () => number;
    readonly logs: readonly FollowedLog[];
  },
  onError: (job: string, error: unknown) => void,
): (() => Promise<void>) => {
  const { db, bus, owners, links, now, logs } = parts;
  const follower = createLogFollower(
    db,
    logs,
    (error, log) => onError(`followed-logs ${log.path}`, error),
    (serverId) => links.of(serverId)?.vitals.clockSkewMs ?? 0,
  );
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
            links.recount(serverId);
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
