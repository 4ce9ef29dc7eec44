// What the console does by itself at intervals.
import type { LiveState } from '@ringside/core/live/state.ts';
import { draftDue } from './billing/draft-due.ts';
import { AGENT_DAYS } from './reports/agent-report/agent-days.ts';
import { packDays } from './reports/pack-days.ts';
import { QUEUE_DAYS } from './reports/queue-report/day-queries.ts';
import { forgetOldCallers } from './reports/queue-report/forget-callers.ts';
import { sendDue } from './reports/schedules/send-due.ts';
import { rateDue } from './billing/rate-due.ts';
import { watchLimits } from './billing/watch-limits.ts';
import { deleteOldCalls } from './calls/retain-calls.ts';
import type { Idempotency } from './db/idempotency.ts';
import type { Deps } from './http/deps.ts';
import { schedule } from './jobs/schedule.ts';
import { pruneEvents } from './live/prune-events.ts';
import { pruneNotifications } from './notifications/queries.ts';
import { createCallWatch } from './notifications/watch-calls.ts';
import { createQueueWatch } from './notifications/watch-queues.ts';
import { watchQuotas } from './notifications/watch-quotas.ts';
import type { Provisioner } from './provisioning/worker.ts';
import { noteRecordingDay } from './recordings/room-queries.ts';
import { watchRecordingRoom } from './recordings/watch-room.ts';
import { deleteOldRecordings } from './recordings/retain.ts';
import { purgeDeleted } from './resources/deleted/queries.ts';
import { endDueMaintenance } from './resources/endpoints/queries.ts';
import { pruneAttempts } from './sessions/lockout-queries.ts';

const MINUTE = 60_000;

const endMaintenance = async ({ db, bus, now }: Deps): Promise<void> => {
  for (const id of await endDueMaintenance(db, new Date(now()))) bus.publish('endpoints', { id });
};

interface Log {
  error(fields: object, text: string): void;
  info(fields: object, text: string): void;
}

/** On the first night of a month there are as many as customers: what is done is told now and then. */
const DRAFTS_TOLD = 100;

const draftInvoices = async ({ db, now }: Deps, log: Log): Promise<void> => {
  await draftDue(
    db,
    now(),
    (error) => log.error({ err: error }, 'no draft'),
    (looked, of) => {
      if (looked === of || looked % DRAFTS_TOLD === 0) log.info({ looked, of }, 'invoices are drafted');
    },
  );
};

/** Returns its own stop. */
export const startHousekeeping = (
  deps: Deps,
  { log }: { readonly log: Log },
  idempotency: Idempotency,
  provisioner: Provisioner,
  state: LiveState,
): (() => Promise<void>) => {
  const queues = createQueueWatch(deps, state);
  const calls = createCallWatch(deps, state);
  return schedule(
    [
      { name: 'provisioning', everyMs: 1_000, run: () => provisioner.tick() },
      { name: 'maintenance', everyMs: 10_000, run: () => endMaintenance(deps) },
      { name: 'queues-in-breach', everyMs: 5_000, run: queues.look },
      { name: 'calls-at-once', everyMs: 2_000, run: calls.look },
      { name: 'quotas', everyMs: MINUTE, run: () => watchQuotas(deps) },
      { name: 'sessions', everyMs: 5 * MINUTE, run: () => deps.sessions.prune() },
      { name: 'rule-hits', everyMs: 10_000, run: () => deps.sessions.hits.write() },
      { name: 'live-events', everyMs: 60 * MINUTE, run: () => pruneEvents(deps.db, deps.now()) },
      { name: 'notifications', everyMs: 60 * MINUTE, run: () => pruneNotifications(deps.db, deps.now()) },
      {
        name: 'rate-calls',
        everyMs: 2_000,
        run: async () => void (await rateDue(deps.db, deps.config.defaultCountry)),
      },
      {
        name: 'watch-limits',
        everyMs: 15_000,
        run: () => watchLimits(deps, (error) => log.error({ err: error }, 'a limit could not be looked at')),
      },
      {
        name: 'draft-invoices',
        everyMs: 10 * MINUTE,
        run: () => draftInvoices(deps, log),
      },
      {
        name: 'send-reports',
        everyMs: 20_000,
        run: async () =>
          void (await sendDue(deps, (error) => log.error({ err: error }, 'a scheduled report was not sent'))),
      },
      {
        name: 'recording-days',
        everyMs: 15 * MINUTE,
        run: () => noteRecordingDay(deps.db, new Date(deps.now())),
      },
      { name: 'recording-room', everyMs: MINUTE, run: () => watchRecordingRoom(deps) },
      {
        name: 'pack-days',
        everyMs: MINUTE,
        run: async () => {
          await packDays(deps.db, QUEUE_DAYS, deps.now());
          await packDays(deps.db, AGENT_DAYS, deps.now());
        },
      },
      {
        name: 'old-recordings',
        everyMs: 60 * MINUTE,
        run: async () =>
          void (await deleteOldRecordings(deps.db, deps.sounds, (error) =>
            log.error({ err: error }, 'an old recording could not be deleted'),
          )),
      },
      {
        name: 'old-calls',
        everyMs: 60 * MINUTE,
        run: async () => {
          const failed = (error: unknown) => log.error({ err: error }, 'old call records could not be deleted');
          await forgetOldCallers(deps.db, deps.now(), failed);
          await deleteOldCalls(deps.db, deps.now(), failed);
        },
      },
      {
        name: 'deleted-rows',
        everyMs: 60 * MINUTE,
        run: async () => {
          const { deletedDays } = deps.config;
          if (deletedDays !== null) await purgeDeleted(deps.db, deps.now(), deletedDays);
        },
      },
      { name: 'idempotency', everyMs: 60 * MINUTE, run: () => idempotency.prune() },
      { name: 'login-failures', everyMs: 60 * MINUTE, run: () => pruneAttempts(deps.db, new Date(deps.now())) },
    ],
    (job, error) => log.error({ err: error }, `the job ${job} failed`),
  );
};
