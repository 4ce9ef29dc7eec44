// Limits connections that send no request: their number per address, and their duration.
import type { FastifyInstance } from 'fastify';

/** Maximum number of connections per address that have not sent a request head yet. */
const MOST_SILENT = 128;

/** Time limit for the request head. */
export const HEAD_MS = 10_000;
/** Interval at which Node.js checks for expired connections. */
export const LOOK_MS = 2_000;
/** A refused connection is destroyed after this time, whether or not the client closes it. */
export const REFUSED_MS = 2_000;

export const guardConnections = (app: FastifyInstance): void => {
  const silent = new Map<string, number>();
  const waiting = new WeakMap<object, () => void>();
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (silent.get(address) ?? 0) + 1;
    if (count > MOST_SILENT) return void socket.destroy();
    silent.set(address, count);
    const spoke = (): void => {
      if (!waiting.delete(socket)) return;
      const left = (silent.get(address) ?? 1) - 1;
      if (left === 0) silent.delete(address);
      else silent.set(address, left);
    };
    waiting.set(socket, spoke);
    socket.once('close', spoke);
  });
  const onRequest = ({ socket }: { readonly socket: object }): void => waiting.get(socket)?.();
  app.server.prependListener('request', onRequest);
  app.server.prependListener('upgrade', onRequest);
};
