// Controls access to `/metrics`. With a token, clients need it. Without one, only programs on this machine have access, and only if the
// console is not reachable from outside. With a separate metrics address, the console's port does not serve metrics.
import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import { bearerToken } from './register.ts';

type Settings = Pick<Config, 'host' | 'publicUrl' | 'metricsToken' | 'metricsListen'>;

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;
const PROXIED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const hasToken = (request: IncomingMessage, token: string): boolean => {
  const given = Buffer.from(bearerToken(request.headers.authorization) ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/** Returns whether a request to the console's own port may read the metrics. */
export const mayReadMetrics = (settings: Settings, request: IncomingMessage): boolean => {
  const { host, publicUrl, metricsToken, metricsListen } = settings;
  if (metricsListen !== null) return false;
  if (metricsToken !== null) return hasToken(request, metricsToken);
  const isPublic = !LOCAL.test(host) || (publicUrl !== null && !LOCAL.test(new URL(publicUrl).hostname));
  return (
    !isPublic &&
    LOCAL.test(request.socket.remoteAddress ?? '') &&
    PROXIED.every((header) => request.headers[header] === undefined)
  );
};

/** Serves the metrics at their own address. Rejects if the address cannot be opened. */
export const listenForMetrics = async (
  { metricsListen, metricsToken }: Settings,
  render: () => string,
): Promise<{ close(): Promise<void> } | null> => {
  if (metricsListen === null) return null;
  const server = createServer((request, response) => {
    const found = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    const allowed = metricsToken === null || hasToken(request, metricsToken);
    if (found && allowed) response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    else response.writeHead(found ? 401 : 404, found ? { 'www-authenticate': 'Bearer' } : {});
    response.end(found && allowed ? render() : undefined);
  });
  server.headersTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(metricsListen.port, metricsListen.host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
