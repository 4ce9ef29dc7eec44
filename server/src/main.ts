// Wires the areas together, starts the console and stops it.
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { reachOf } from './pbx/ami/reach.ts';
import { createInProcessBus } from './platform/bus/in-process.ts';
import { readConfig, readEnvironment, reservedSettings } from './platform/config/config.ts';
import type { Config } from './platform/config/config.ts';
import { warnOfCollidingCodes } from './customers/customer/code-queries.ts';
import type { Db, OpenDb } from './platform/db/connect.ts';
import { publishNotice } from './platform/db/notices.ts';
import { beginGap, endGap, noteSeen } from './calls/gap/gap-queries.ts';
import { watchGaps } from './calls/gap/watch-gaps.ts';
import type { GapNotes } from './calls/gap/watch-gaps.ts';
import type { Services } from './services.ts';
import { registerHealth } from './platform/http/health.ts';
import { collectMetrics } from './platform/http/metrics.ts';
import type { Metrics } from './platform/http/metrics.ts';
import { listenForMetrics, mayReadMetrics } from './platform/http/metrics-access.ts';
import { registerReference } from './platform/http/openapi/register-reference.ts';
import { liveSamples } from './live/live-metrics.ts';
import { registerLive, registerRealtime } from './live/routes.ts';
import type { LiveSide } from './live/start-live.ts';
import { watchServers } from './live/watch-servers.ts';
import { createHttpSide, reachableUrl } from './http-side.ts';
import { createLiveWork } from './live-side.ts';
import { createProvisioningWork } from './provisioning-work.ts';
import { syncPermissions } from './access/permission/queries.ts';
import { registerAll } from './register-all.ts';
import { registerSearch } from './system/search/routes.ts';
import { hasUsers } from './access/session/queries.ts';
import { makeLink } from './platform/sessions/link-queries.ts';
import { createSounds } from './calls/recordings/sounds.ts';
import { createSessionStore } from './platform/sessions/store.ts';
import { createTickets } from './platform/sessions/tickets.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { packageVersion } from './platform/config/package-version.ts';
import { pbxSideOf } from './pbx-side.ts';
import { startHistoryJobs } from './history-jobs.ts';
import { startHousekeeping } from './housekeeping.ts';
import { serveControl } from './cli/serve-control.ts';
import { logDatabase, placeFields } from './start/log-database.ts';
import { logLinks, logRequests, logStart } from './start/log-service.ts';
import { openDatabase } from './start/open-database.ts';
import type { ConsoleDatabase } from './start/open-database.ts';
import { announceOutage, clockSample, clockWarnings, readyChecks, runningSample } from './start/ready-checks.ts';
import { createStop } from './start/run-service.ts';
import { watchClock } from './start/watch-clock.ts';
import type { ClockWatch } from './start/watch-clock.ts';
import { explainStart, ListenFailed } from './start/start-errors.ts';
import { createCallPrices } from './billing/call-price/call-prices.ts';
import { createOutboxWork } from './outbox-work.ts';
import { MAIL, queueLetter } from './platform/mail/mail-queries.ts';

export interface RunningConsole {
  /** The address for a browser: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The one-time link for the first administrator. `null` once there is a user. */
  readonly setupUrl: string | null;
  readonly app: FastifyInstance;
  readonly deps: Services;
  /** Calls back with the reason when another console takes the database. Nothing is written from then on. */
  onDatabaseLost(listener: (reason: string) => void): void;
  /** Waits for running requests within the shutdown grace period. */
  close(): Promise<void>;
}

const makeSetupUrl = async (deps: Pick<Services, 'db' | 'now' | 'publicUrl'>): Promise<string | null> => {
  if (await hasUsers(deps.db)) return null;
  const { token } = await makeLink(deps.db, 'setup', null, new Date(deps.now()));
  return `${deps.publicUrl()}/setup?token=${token}`;
};

const gapNotes = (db: Db): GapNotes => ({
  seen: (serverIds, at) => noteSeen(db, serverIds, at),
  begin: (serverId, from, cause) => beginGap(db, serverId, from, cause),
  end: (serverId, at) => endGap(db, serverId, at),
});

/** Shutdown grace period for running requests. */
const GRACE_MS = 20_000;
/** Time for the answers of aborted requests after the grace period. */
const ABORT_MS = 5_000;

/** Waits for running requests. Aborts requests that outlast the grace period. */
const drainRequests = async ({ drain, log }: FastifyInstance, opened: OpenDb): Promise<void> => {
  drain.begin();
  if (await drain.idle(GRACE_MS)) return;
  drain.abort();
  await opened.cancelAborted().catch((error: unknown) => log.error({ err: error }, 'statements not cancelled'));
  await drain.idle(ABORT_MS);
};

/** Logs and notifies of PBX links, and records the gaps in which a PBX was not seen. Returns the end of it. */
const watchLinks = (
  { db, bus, now }: Pick<Services, 'db' | 'bus' | 'now'>,
  log: FastifyBaseLogger,
): (() => Promise<void>) => {
  const stopServers = watchServers({ db, bus, now }, (error) =>
    log.error({ err: error }, 'a notification was not made'),
  );
  const gaps = watchGaps({ bus, notes: gapNotes(db), now }, (error) =>
    log.error({ err: error }, 'that a PBX was not seen could not be noted'),
  );
  const stopLog = logLinks(log, bus);
  return async () => {
    stopServers();
    stopLog();
    await gaps.close();
  };
};

const registerRoutes = async (
  app: FastifyInstance,
  services: Services,
  live: LiveSide,
  clock: ClockWatch,
): Promise<Metrics> => {
  const { config, db, bus, now } = services;
  const metrics = collectMetrics(app);
  metrics.addSource(() => [...liveSamples(live), runningSample(app), clockSample(clock)]);
  registerHealth(app, readyChecks(db, bus), clockWarnings(clock), metrics, (request) =>
    mayReadMetrics(config, request),
  );
  registerRealtime(app, live.realtime);
  await app.register(
    async (api) => {
      registerAll(api, services);
      registerSearch(api, { db, state: live.hub.state });
      registerLive(api, { ...live, db, defaultCountry: config.defaultCountry, now });
      registerReference(api, packageVersion());
    },
    { prefix: '/api' },
  );
  await syncPermissions(db, app.contract);
  return metrics;
};

/** Opens the port of the API, and the address of the metrics if they have their own. Returns the end of the latter. */
const listen = async (app: FastifyInstance, config: Config, metrics: Metrics): Promise<() => Promise<void>> => {
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw new ListenFailed('The port could not be opened', { cause: error });
  });
  const server = await listenForMetrics(config, metrics.render).catch((error: unknown) => {
    throw new ListenFailed('The address of the metrics could not be opened', { cause: error });
  });
  return async () => void (await server?.close());
};

const assemble = async (config: Config, { opened, secrets }: ConsoleDatabase): Promise<RunningConsole> => {
  const { db } = opened;
  const now = Date.now;
  const bus = createInProcessBus();
  opened.consoleLock?.onNotice((payload) => publishNotice(bus, payload));
  const sessions = createSessionStore(db, bus, createTickets(now), {
    idleMinutes: config.sessionIdleMinutes,
    hours: config.sessionHours,
  });
  const { app, idempotency, allowsOrigin } = await createHttpSide(config, db, bus, secrets, sessions);
  const { log } = app;
  await logDatabase(log, opened, config);
  const clock = await watchClock(opened.engine, log, { db, bus, now }, placeFields(config));
  for (const warning of reservedSettings(config)) log.warn(warning);
  await warnOfCollidingCodes(db, log);
  announceOutage(app, opened.guard);
  logRequests(app, log);
  const publicUrl = (): string => config.publicUrl ?? reachableUrl(app);
  const { live, calls, credit } = createLiveWork({ config, db, bus, sessions, secrets, log, allowsOrigin });
  const mail = createMailer({ smtpUrl: config.smtpUrl, from: config.smtpFrom }, async (tx, letter) => {
    await queueLetter(tx, secrets, letter);
    outbox.wake(MAIL);
  });
  const provisioning = createProvisioningWork({ config, db, bus, secrets, links: live.links, publicUrl }, log);
  const deps: Services = {
    ...{ config, db, secrets, bus, sessions, mail, publicUrl, allowsOrigin, now },
    pbx: pbxSideOf(live, bus, db, secrets, config),
    provisioning: provisioning.side,
    prices: createCallPrices({ db, config }),
    sounds: createSounds(db, secrets, config.recordings, reachOf(config.refusedNetworks)),
  };
  const outbox = createOutboxWork(deps, log);
  const metrics = await registerRoutes(app, deps, live, clock);
  const stopWatching = watchLinks(deps, log);
  await live.start();
  calls.resume();
  const closeMetrics = await listen(app, config, metrics);
  const { worker } = provisioning;
  const stopHousekeeping = startHousekeeping(deps, app, idempotency, worker, live.hub.state, credit, outbox);
  const stopHistory = startHistoryJobs({ db, bus, ...live, now, logs: config.logs }, (job, error) =>
    log.error({ err: error }, `the job ${job} failed`),
  );
  const control = await serveControl(deps, opened.lock);
  return {
    url: reachableUrl(app),
    setupUrl: await makeSetupUrl(deps),
    app,
    deps,
    onDatabaseLost: (listener) =>
      opened.consoleLock?.onLost((error) => {
        opened.guard.stop();
        listener(error.message);
      }),
    close: async () => {
      await drainRequests(app, opened);
      // The database closes last: each of these may write.
      await Promise.all([stopHousekeeping(), stopHistory(), outbox.close()]);
      clock.stop();
      await stopWatching();
      await worker.close();
      await control.close();
      await closeMetrics();
      await app.close();
      mail.close();
      await live.close();
      await calls.close();
      await bus.close();
      await opened.close();
    },
  };
};

/** @throws errors that `explainStart` describes. Nothing keeps running then. */
export const startConsole = async (config: Config): Promise<RunningConsole> => {
  const database = await openDatabase(config);
  try {
    return await assemble(config, database);
  } catch (error) {
    await database.opened.close();
    throw error;
  }
};

const run = async (): Promise<void> => {
  let config: Config | null = null;
  const { stop, serve } = createStop();
  try {
    const environment = readEnvironment(process.cwd());
    config = readConfig(environment);
    const running = await startConsole(config);
    const { log } = running.app;
    const close = async (): Promise<void> => {
      const at = Date.now();
      await running.close();
      log.info({ seconds: Math.round((Date.now() - at) / 1000) }, 'stopped');
    };
    serve({ close }, (reason) => log.info({ reason }, 'stopping'));
    logStart(log, config, environment, running.url);
    running.onDatabaseLost((reason) => stop('database lock lost', reason));
    if (running.setupUrl !== null) console.log(`setup: ${running.setupUrl}`);
    console.log(`ready: ${running.deps.publicUrl()}`);
  } catch (error) {
    console.error(explainStart(error, config));
    process.exit(1);
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
