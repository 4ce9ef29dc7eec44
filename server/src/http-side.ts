// Builds the HTTP server: sessions, rate limits, idempotency keys, trusted proxies, and the notifications that requests cause.
import type { FastifyInstance } from 'fastify';
import { notify } from './boards/notification/notify.ts';
import { notifyFiles } from './boards/notification/notify-files.ts';
import { notifyKeyLimited } from './boards/notification/notify-key-limited.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Caller } from './platform/caller/caller.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/connect.ts';
import { createIdempotency } from './platform/db/idempotency.ts';
import type { Idempotency } from './platform/db/idempotency.ts';
import type { Secrets } from './platform/db/secrets/secrets.ts';
import { buildApp } from './platform/http/build-app.ts';
import { createTrust } from './platform/http/client-ip.ts';
import { createGate } from './platform/http/gate.ts';
import { createOriginCheck } from './platform/http/page-origins.ts';
import type { OriginCheck } from './platform/http/page-origins.ts';
import { watchProxies } from './platform/http/watch-proxies.ts';
import type { SessionStore } from './platform/sessions/store.ts';

interface HttpSide {
  readonly app: FastifyInstance;
  readonly idempotency: Idempotency;
  /** Whether a page of the request's origin gets live data. Refused origins are logged. */
  readonly allowsOrigin: OriginCheck;
}

/** The address where the server listens, for a link. `localhost` if it listens on all addresses. */
export const reachableUrl = (app: FastifyInstance): string => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return '';
  const anywhere = address.address === '0.0.0.0' || address.address === '::';
  const host = anywhere ? 'localhost' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
};

/** Logs and notifies administrators of a proxy whose headers are ignored because it is not trusted. */
const reportUntrustedProxies = (app: FastifyInstance, config: Config, db: Db, bus: Bus): void =>
  watchProxies(app, createTrust(config.trustedProxies), (ip) => {
    app.log.warn({ proxy: ip }, 'requests come through a proxy that is not trusted; see RINGSIDE_TRUSTED_PROXIES');
    const news = { kind: 'proxy-untrusted', params: { ip } } as const;
    const to = { kind: 'platform', ability: ['update', 'acl'] } as const;
    void notify({ db, bus, now: Date.now }, { ...news, to, openKey: `proxy:${ip}` }).catch((error: unknown) =>
      app.log.error({ err: error }, 'a notification was not made'),
    );
  });

export const createHttpSide = async (
  config: Config,
  db: Db,
  bus: Bus,
  secrets: Secrets,
  sessions: SessionStore,
): Promise<HttpSide> => {
  const notifyDeps = { db, bus, now: Date.now };
  const keyLimited = (caller: Caller): void =>
    void notifyKeyLimited(notifyDeps, caller).catch((error: unknown) => app.log.error({ err: error }));
  const app = await buildApp(config, sessions, createGate(db, config.apiRateLimit, Date.now, keyLimited));
  reportUntrustedProxies(app, config, db, bus);
  const idempotency = createIdempotency(db, secrets, Date.now, config.databaseUrl === null);
  app.idempotency = idempotency;
  app.fileNews = notifyFiles(notifyDeps, (error) => app.log.error({ err: error }, 'import notification not stored'));
  const allowsOrigin = createOriginCheck(config, Date.now, (refused) =>
    app.log.warn(
      { ...refused, publicUrl: config.publicUrl, origins: config.origins },
      'live data refused: the page has another address than the console expects; see RINGSIDE_ORIGINS',
    ),
  );
  return { app, idempotency, allowsOrigin };
};
