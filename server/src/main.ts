// The only place that wires the rooms together.
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createCollector } from './ami/collector.ts';
import { reachOf, withinReach } from './ami/reach.ts';
import { createInProcessBus } from './bus/in-process.ts';
import { BadSetting, readConfig, readEnvironment } from './config.ts';
import type { Config } from './config.ts';
import type { Bus } from './bus/bus.ts';
import { keepLiveDay } from './checks/check-queries.ts';
import { createCallCollector } from './calls/collect.ts';
import type { CallCollector } from './calls/collect.ts';
import { writeAudit } from './db/audit.ts';
import { isAlive, openDb } from './db/connect.ts';
import type { Db, OpenDb } from './db/connect.ts';
import { DataFolderInUse } from './db/data-lock.ts';
import { createIdempotency } from './db/idempotency.ts';
import { isMigrated, migrate } from './db/migrate.ts';
import { createSecrets, loadSecretKey } from './db/secrets.ts';
import type { Secrets } from './db/secrets.ts';
import { syncRoles } from './db/sync-roles.ts';
import { beginGap, endGap, noteSeen } from './gaps/gap-queries.ts';
import { watchGaps } from './gaps/watch-gaps.ts';
import type { GapNotes } from './gaps/watch-gaps.ts';
import { buildApp } from './http/build-app.ts';
import type { Caller } from './http/context.ts';
import type { Deps } from './http/deps.ts';
import { createGate } from './http/gate.ts';
import { registerHealth } from './http/health.ts';
import type { ReadyChecks } from './http/health.ts';
import { collectMetrics } from './http/metrics.ts';
import { registerReference } from './http/register-reference.ts';
import { liveSamples } from './live/live-metrics.ts';
import { registerLive, registerRealtime } from './live/routes.ts';
import { createLiveSide } from './live/start-live.ts';
import type { LiveSide } from './live/start-live.ts';
import { tellFiles } from './notifications/tell-files.ts';
import { tellKeyLimited } from './notifications/tell-key-limited.ts';
import { tellProvisioning } from './notifications/tell-provisioning.ts';
import { watchServers } from './notifications/watch-servers.ts';
import { createPbxLocks } from './db/pbx-locks.ts';
import { createProvisioningSide } from './provisioning/provisioning-side.ts';
import { readPbxs } from './resources/endpoints/queries.ts';
import { syncPermissions } from './resources/permissions/queries.ts';
import { registerAll } from './resources/register-all.ts';
import { registerSearch } from './resources/search/routes.ts';
import { hasUsers } from './resources/session/queries.ts';
import { makeLink } from './sessions/link-queries.ts';
import { noteHandRecording } from './recordings/hand-queries.ts';
import { createSounds } from './recordings/sounds.ts';
import { createSessionStore } from './sessions/store.ts';
import type { SessionStore } from './sessions/store.ts';
import { createTickets } from './sessions/tickets.ts';
import { createMailer } from './mail/mailer.ts';
import { packageVersion } from './package-version.ts';
import { pbxSideOf } from './pbx-side.ts';
import { startHistoryJobs } from './history-jobs.ts';
import { startHousekeeping } from './housekeeping.ts';
import { serveControl } from './cli/serve-control.ts';

export interface RunningConsole {
  /** Where it listens, for a person: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The one-time link for the first administrator, while there is no user. */
  readonly setupUrl: string | null;
  readonly app: FastifyInstance;
  readonly deps: Deps;
  close(): Promise<void>;
}

const reachableUrl = (app: FastifyInstance): string => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return '';
  const anywhere = address.address === '0.0.0.0' || address.address === '::';
  const host = anywhere ? 'localhost' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
};

const makeSetupUrl = async (deps: Deps): Promise<string | null> => {
  if (await hasUsers(deps.db)) return null;
  const { token } = await makeLink(deps.db, 'setup', null, new Date(deps.now()));
  return `${deps.publicUrl()}/setup?token=${token}`;
};

const readyChecks = (db: Db, bus: Bus): ReadyChecks => {
  // Asked over the bus as any node asks another.
  bus.serve('ready', async () => true);
  return {
    database: () => isAlive(db),
    migrations: () => isMigrated(db),
    bus: async () => (await bus.request('ready', null, 2000)) === true,
  };
};

interface Ground {
  readonly config: Config;
  readonly db: Db;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly secrets: Secrets;
  readonly app: FastifyInstance;
  /** Takes the call records of PBXs: they are no part of the live state. */
  readonly takeRecord: CallCollector['take'];
}

const liveSideOf = ({ config, db, bus, sessions, secrets, app, takeRecord }: Ground): LiveSide =>
  createLiveSide({
    bus,
    db,
    sessions,
    ticketsOnly: config.realtimeTicketsOnly,
    publicUrl: config.publicUrl,
    now: Date.now,
    readPbxs: () => readPbxs(db, secrets),
    createCollector: (settings, sink) =>
      createCollector(withinReach(settings, config), {
        ...sink,
        fact: (fact, at) => (fact.kind === 'cdr' ? takeRecord(settings.id, fact.leg, at) : sink.fact(fact, at)),
        unknown: (name, count, sample) => {
          if (count === 1) app.log.debug({ pbx: settings.id, event: name, sample }, 'an event that nobody knows');
        },
      }),
    record: async (caller, { serverId, command, customerId, outcome, message, result }) => {
      const { file, linkedid } = result?.facts ?? {};
      if (command.action === 'Record' && outcome === 'done' && file !== undefined && linkedid !== undefined) {
        await noteHandRecording(db, { serverId, linkedid, file, begunBy: caller.username });
      }
      await writeAudit(db, caller, {
        customerId,
        action: 'operate',
        resource: 'live',
        resourceId: String(serverId),
        resourceName: command.action,
        before: null,
        after: { ...command, outcome, message, ...result },
      });
    },
    dayEnded: (serverId, queue, owner, figures) =>
      void keepLiveDay(db, serverId, queue, owner, figures, Date.now()).catch((error: unknown) =>
        app.log.error({ err: error }, 'the figures of a day were not kept'),
      ),
    onError: (error) => app.log.error({ err: error }, 'the live side failed at something'),
  });

const gapNotes = (db: Db): GapNotes => ({
  seen: (serverIds, at) => noteSeen(db, serverIds, at),
  begin: (serverId, from, cause) => beginGap(db, serverId, from, cause),
  end: (serverId, at) => endGap(db, serverId, at),
});

const assemble = async (config: Config, opened: OpenDb): Promise<RunningConsole> => {
  const { db } = opened;
  await migrate(db);
  await syncRoles(db);
  const bus = createInProcessBus();
  const tickets = createTickets(Date.now);
  const sessions = createSessionStore(db, bus, tickets, {
    idleMinutes: config.sessionIdleMinutes,
    hours: config.sessionHours,
  });
  const secrets = createSecrets(loadSecretKey(config.secretKey, config.dataFolder));
  const keyLimited = (caller: Caller): void =>
    void tellKeyLimited({ db, bus, now: Date.now }, caller).catch((error: unknown) => app.log.error({ err: error }));
  const app = await buildApp(config, sessions, createGate(db, config.apiRateLimit, Date.now, keyLimited));
  const idempotency = createIdempotency(db, secrets, Date.now, config.databaseUrl === null);
  app.idempotency = idempotency;
  app.fileNews = tellFiles({ db, bus, now: Date.now }, (error) => app.log.error({ err: error }, 'a file was not told'));
  if (!opened.durable)
    app.log.warn('The embedded database does not reach the disk at each commit; prefer DATABASE_URL');
  const live = liveSideOf({
    ...{ config, db, bus, sessions, secrets, app },
    takeRecord: (serverId, leg, at) => calls.take(serverId, leg, at),
  });
  const calls = createCallCollector(db, live.owners, (error) =>
    app.log.error({ err: error }, 'call records wait: the database takes none'),
  );
  const mail = createMailer({ smtpUrl: config.smtpUrl, from: config.smtpFrom }, (error) =>
    app.log.error({ err: error }, 'an e-mail could not be sent'),
  );
  const provisioning = createProvisioningSide({
    ...{ db, secrets, refusedNetworks: config.refusedNetworks },
    locks: createPbxLocks(config.databaseUrl, config.databaseSchema),
    soundsAt: () => `${config.publicUrl ?? reachableUrl(app)}/api`,
    linkUpSince: (serverId) => {
      const pbx = live.authority.pbx(serverId);
      return pbx?.link()?.kind === 'up' ? pbx.linkSince() : null;
    },
    ended: (serverId, result) =>
      void tellProvisioning({ db, bus, now: Date.now }, serverId, result).catch((error: unknown) =>
        app.log.error({ err: error }, 'a notification was not made'),
      ),
    onError: (error) => app.log.error({ err: error }, 'configuring a PBX failed at something'),
  });
  const deps: Deps = {
    config,
    db,
    secrets,
    bus,
    sessions,
    mail,
    pbx: pbxSideOf(live, bus, db, secrets, config),
    provisioning: provisioning.side,
    sounds: createSounds(db, secrets, config.recordings, reachOf(config.refusedNetworks)),
    publicUrl: () => config.publicUrl ?? reachableUrl(app),
    now: Date.now,
  };
  const metrics = collectMetrics(app);
  metrics.addSource(() => liveSamples(live));
  registerHealth(app, readyChecks(db, bus), metrics);
  registerRealtime(app, live.realtime);
  await app.register(
    async (api) => {
      registerAll(api, deps);
      registerSearch(api, { db, state: live.hub.state });
      registerLive(api, { ...live, db, defaultCountry: config.defaultCountry, now: deps.now });
      registerReference(api, packageVersion());
    },
    { prefix: '/api' },
  );
  await syncPermissions(db, app.contract);
  const stopWatching = watchServers(deps, (error) => app.log.error({ err: error }, 'a notification was not made'));
  const gaps = watchGaps({ bus, notes: gapNotes(db), now: Date.now }, (error) =>
    app.log.error({ err: error }, 'that a PBX was not seen could not be noted'),
  );
  await live.start();
  await app.listen({ port: config.port, host: config.host });
  const stopHousekeeping = startHousekeeping(deps, app, idempotency, provisioning.worker, live.hub.state);
  const stopHistory = startHistoryJobs({ db, bus, ...live, now: Date.now, logs: config.logs }, (job, error) =>
    app.log.error({ err: error }, `the job ${job} failed`),
  );
  const control = await serveControl(deps, opened.lock);
  return {
    url: reachableUrl(app),
    setupUrl: await makeSetupUrl(deps),
    app,
    deps,
    close: async () => {
      // What they are at needs the database, which ends last.
      await Promise.all([stopHousekeeping(), stopHistory()]);
      stopWatching();
      await gaps.close();
      await provisioning.worker.close();
      await control.close();
      await app.close();
      await mail.close();
      await live.close();
      await calls.close();
      await bus.close();
      await opened.close();
    },
  };
};

/** Throws BadSetting, DataFolderInUse, or what the database or the port refused; then nothing is left running. */
export const startConsole = async (config: Config): Promise<RunningConsole> => {
  const opened = await openDb(config);
  try {
    return await assemble(config, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
};

/** One line that a person can act on, for what may go wrong at start. */
const explain = (error: unknown, config: Config | null): string => {
  if (error instanceof BadSetting || error instanceof DataFolderInUse) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE') return `Port ${config?.port} is taken: choose another PORT`;
  if (code === 'EACCES') return `Not allowed: ${message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

const CLOSE_MS = 10_000;

const run = async (): Promise<void> => {
  let config: Config | null = null;
  try {
    config = readConfig(readEnvironment(process.cwd()));
    const running = await startConsole(config);
    let closing = false;
    const stop = (): void => {
      if (closing) process.exit(130);
      closing = true;
      setTimeout(() => process.exit(1), CLOSE_MS).unref();
      void running.close().then(() => process.exit(0));
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    if (running.setupUrl !== null) console.log(`setup: ${running.setupUrl}`);
    console.log(`ready: ${running.deps.publicUrl()}`);
  } catch (error) {
    console.error(explain(error, config));
    process.exit(1);
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
