// Logs events for operators, beside the database's lines: the start, links to PBX servers, refused sign-ins, slow requests.
import type { FastifyInstance } from 'fastify';
import type { ServerRow } from '@ringside/core/live/state.ts';
import { LIVE_TOPIC } from '../live/live-batch.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { settingsIn } from '../platform/config/config.ts';
import type { Config, Environment } from '../platform/config/config.ts';
import { packageVersion } from '../platform/config/package-version.ts';
import { placeFields } from './log-database.ts';

type Log = Pick<FastifyInstance['log'], 'info' | 'warn'>;

/** Logs only the names of settings, because values may be secrets. */
export const logStart = (log: Log, config: Config, environment: Environment, url: string): void =>
  log.info(
    {
      ...{ version: packageVersion(), node: process.version, url, publicUrl: config.publicUrl },
      ...{ ...placeFields(config), trustedProxies: config.trustedProxies, settings: settingsIn(environment) },
    },
    'started',
  );

/** Logs one line when the link to a PBX server is established, lost, or cannot be established. Returns a function that stops it. */
export const logLinks = (log: Log, bus: Bus): (() => void) => {
  const known = new Map<number, Pick<ServerRow, 'connected' | 'since' | 'problem'>>();
  const logServer = ({ id, name, connected, since, problem }: ServerRow): void => {
    const before = known.get(id);
    if (before?.connected === connected && (connected || before.problem === problem)) return;
    known.set(id, { connected, since, problem });
    const server = { serverId: id, server: name };
    if (connected) {
      const awaySeconds = before === undefined ? undefined : Math.round((since - before.since) / 1000);
      log.info({ ...server, ...(awaySeconds === undefined ? {} : { awaySeconds }) }, 'PBX connected');
    } else if (before?.connected === true || problem !== null) {
      log.warn({ ...server, cause: problem }, 'PBX unreachable');
    }
  };
  return bus.subscribe(LIVE_TOPIC, ({ serverId, events }) => {
    for (const event of events) {
      if (event.kind === 'server' || event.kind === 'server-snapshot') logServer(event.server);
      else if (event.kind === 'server-removed') known.delete(serverId);
    }
  });
};

const SIGN_IN = new Set(['/api/login', '/api/login/passkey', '/api/password/forgot', '/api/setup']);
const SLOW_MS = 5_000;

/** Logs refused sign-ins with their address, for tools that ban addresses, and requests that take longer than 5 s. */
export const logRequests = (app: Pick<FastifyInstance, 'addHook'>, log: Log, slowMs = SLOW_MS): void => {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '';
    const status = reply.statusCode;
    if (SIGN_IN.has(route) && (status === 401 || status === 429)) {
      log.warn({ ip: request.ip, route, status }, status === 429 ? 'sign-in locked' : 'sign-in failed');
    }
    const ms = Math.round(reply.elapsedTime);
    if (ms > slowMs) log.warn({ method: request.method, route, status, ms }, 'slow request');
  });
};
