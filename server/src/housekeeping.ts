// Starts the scheduled jobs of the console.
import type { LiveState } from '@ringside/core/live/state.ts';
import type { CreditControl } from './billing/credit/credit-control.ts';
import { draftDue } from './billing/draft-due.ts';
import { AGENT_DAYS } from './reports/agent-report/agent-days.ts';
import { packDays } from './reports/pack-days.ts';
import { QUEUE_DAYS } from './reports/queue-report/day-queries.ts';
import { forgetOldCallers } from './reports/queue-report/forget-callers.ts';
import { sendDue } from './reports/report-schedule/send-due.ts';
import { purgeDeadLetters } from './platform/outbox/queries.ts';
import type { OutboxWorker } from './platform/outbox/worker.ts';
import { watchLimits } from './billing/watch-limits.ts';
import { deleteOldCalls } from './calls/retain-calls.ts';
import type { Idempotency } from './platform/db/idempotency.ts';
import type { Services } from './services.ts';
import { type Job, schedule } from './platform/jobs/schedule.ts';
import { pruneEvents } from './live/event-age-queries.ts';
import { pruneNotifications } from './boards/notification/queries.ts';
import { createCallWatch } from './boards/notification/watch-calls.ts';
import { createQueueWatch } from './boards/notification/watch-queues.ts';
import { watchIncluded } from './billing/watch-included.ts';
import { watchQuotas } from './boards/notification/watch-quotas.ts';
import type { Provisioner } from './pbx/provisioning/worker.ts';
import { noteRecordingDay } from './calls/recordings/recording-usage-queries.ts';
import { watchRecordingQuotas } from './calls/recordings/watch-recording-quotas.ts';
import { deleteOldRecordings } from './calls/recordings/retain.ts';
import { purgeDeleted } from './system/deleted/queries.ts';
import { endDueMaintenance } from './pbx/endpoint/queries.ts';
import { pruneAttempts } from './platform/sessions/lockout-queries.ts';

const MINUTE = 60_000;
/** Retention of dead letters in the outbox, for inspection. */
const DEAD_LETTERS_MS = 30 * 24 * 60 * MINUTE;

const endMaintenance = async ({ db, bus, now }: Pick<Services, 'db' | 'bus' | 'now'>): Promise<void> => {
  for (const id of await endDueMaintenance(db, new Date(now()))) bus.publish('endpoints', { id });
};

type CreditSweeps = Pick<CreditControl, 'sweepOpen' | 'sweepAll'>;

interface Log {
  error(fields: object, text: string): void;
  info(fields: object, text: string): void;
}

/** The first night of a month drafts one invoice per customer. The log gets one line per this many customers. */
const DRAFTS_TOLD = 100;

const draftInvoices = async ({ db, now }: Pick<Services, 'db' | 'now'>, log: Log): Promise<void> => {
  await draftDue(
    db,
    now(),
    (error) => log.error({ err: error }, 'no draft'),
    (looked, of) => {
      if (looked === of || looked % DRAFTS_TOLD === 0) log.info({ looked, of }, 'invoices are drafted');
    },
  );
};

/** Returns jobs that monitor live calls, limits and quotas. */
const watchJobs = (deps: Services, log: Log, state: LiveState, credit: CreditSweeps): readonly Job[] => {
  const queues = createQueueWatch(deps, state);
  const calls = createCallWatch(deps, state);
  return [
    { name: 'open-calls', everyMs: 5_000, run: () => credit.sweepOpen() },
    { name: 'prepaid', everyMs: MINUTE, run: () => credit.sweepAll() },
    { name: 'queues-in-breach', everyMs: 5_000, run: queues.look },
    { name: 'calls-at-once', everyMs: 2_000, run: calls.look },
    { name: 'quotas', everyMs: MINUTE, run: () => watchQuotas(deps) },
    { name: 'included', everyMs: MINUTE, run: () => watchIncluded(deps) },
    { name: 'recording-room', everyMs: MINUTE, run: () => watchRecordingQuotas(deps) },
    {
      name: 'watch-limits',
      everyMs: 15_000,
      run: () => watchLimits(deps, (error) => log.error({ err: error }, 'a limit could not be looked at')),
    },
  ];
};

/** Returns jobs that are due at a time: configuration, e-mails, invoices, compacted figures. */
const dueJobs = (deps: Services, log: Log, provisioner: Provisioner, outbox: OutboxWorker): readonly Job[] => [
  { name: 'provisioning', everyMs: 1_000, run: () => provisioner.tick() },
  { name: 'outbox', everyMs: 1_000, run: () => outbox.tick() },
  { name: 'maintenance', everyMs: 10_000, run: () => endMaintenance(deps) },
  { name: 'rule-hits', everyMs: 10_000, run: () => deps.sessions.hits.write() },
  { name: 'draft-invoices', everyMs: 10 * MINUTE, run: () => draftInvoices(deps, log) },
  {
    name: 'send-reports',
    everyMs: 20_000,
    run: async () =>
      void (await sendDue(deps, (error) => log.error({ err: error }, 'a scheduled report was not sent'))),
  },
  { name: 'recording-days', everyMs: 15 * MINUTE, run: () => noteRecordingDay(deps.db, new Date(deps.now())) },
  {
    name: 'pack-days',
    everyMs: MINUTE,
    run: async () => {
      await packDays(deps.db, QUEUE_DAYS, deps.now());
      await packDays(deps.db, AGENT_DAYS, deps.now());
    },
  },
];

/** Returns jobs that delete data after its retention period. */
const pruneJobs = (deps: Services, log: Log, idempotency: Idempotency): readonly Job[] => {
  const { db, now, config } = deps;
  const hourly = (name: string, run: () => Promise<void>): Job => ({ name, everyMs: 60 * MINUTE, run });
  return [
    { name: 'sessions', everyMs: 5 * MINUTE, run: () => deps.sessions.prune() },
    hourly('live-events', () => pruneEvents(db, now())),
    hourly('notifications', () => pruneNotifications(db, now())),
    hourly('dead-letters', async () => void (await purgeDeadLetters(db, new Date(now() - DEAD_LETTERS_MS)))),
    hourly('old-recordings', async () => {
      await deleteOldRecordings(db, deps.sounds, (error) =>
        log.error({ err: error }, 'an old recording could not be deleted'),
      );
    }),
    hourly('old-calls', async () => {
      const failed = (error: unknown) => log.error({ err: error }, 'old call records could not be deleted');
      await forgetOldCallers(db, now(), failed);
      await deleteOldCalls(db, now(), failed);
    }),
    hourly('deleted-rows', async () => {
      if (config.deletedDays !== null) await purgeDeleted(db, now(), config.deletedDays);
    }),
    hourly('idempotency', () => idempotency.prune()),
    hourly('login-failures', () => pruneAttempts(db, new Date(now()))),
  ];
};

/** Starts the scheduled jobs and returns a function that stops them. */
export const startHousekeeping = (
  deps: Services,
  { log }: { readonly log: Log },
  idempotency: Idempotency,
  provisioner: Provisioner,
  state: LiveState,
  credit: CreditSweeps,
  outbox: OutboxWorker,
): (() => Promise<void>) =>
  schedule(
    [
      ...dueJobs(deps, log, provisioner, outbox),
      ...watchJobs(deps, log, state, credit),
      ...pruneJobs(deps, log, idempotency),
    ],
    (job, error) => log.error({ err: error }, `the job ${job} failed`),
  );
