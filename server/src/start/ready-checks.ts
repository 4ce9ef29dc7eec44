// Provides the checks of `/readyz` and the metric of running requests.
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../platform/bus/bus.ts';
import { isAlive } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import type { DatabaseGuard } from '../platform/db/database-guard.ts';
import { isMigrated } from '../platform/db/migrate.ts';
import type { ReadyChecks, ReadyWarnings } from '../platform/http/health.ts';
import type { Sample } from '../platform/http/metrics.ts';
import type { ClockWatch } from './watch-clock.ts';

/** Marks every reply while the database is unreachable or read-only, so that the page can show a banner. */
export const announceOutage = (app: FastifyInstance, guard: DatabaseGuard): void => {
  app.addHook('onSend', async (_request, reply) => {
    const outage = guard.outage();
    if (outage !== null) reply.header('ringside-state', outage);
  });
};

export const runningSample = ({ drain }: FastifyInstance): Sample => ({
  ...{ name: 'ringside_requests_running', help: 'API requests in progress', type: 'gauge', value: drain.running() },
});

export const clockSample = (clock: ClockWatch): Sample => ({
  name: 'ringside_database_clock_ahead_seconds',
  help: 'PostgreSQL’s clock minus the console’s clock, in seconds',
  type: 'gauge',
  value: clock.ahead(),
});

export const clockWarnings =
  (clock: ClockWatch): ReadyWarnings =>
  (): Record<string, number> => {
    const aheadSeconds = clock.problem();
    return aheadSeconds === null ? {} : { databaseClockAheadSeconds: aheadSeconds };
  };

export const readyChecks = (db: Db, bus: Bus): ReadyChecks => {
  // Asks over the bus, as another node would.
  bus.serve('ready', async () => true);
  return {
    database: () => isAlive(db),
    migrations: () => isMigrated(db),
    bus: async () => (await bus.request('ready', null, 2000)) === true,
  };
};
