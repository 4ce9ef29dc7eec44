// Detects an untrusted proxy. Behind one, all users share its address, so lock-outs, limits and network rules affect all of them.
import type { FastifyInstance } from 'fastify';

const HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** `onSeen` is called once, with the address of the first proxy whose header is ignored. */
export const watchProxies = (
  app: FastifyInstance,
  isTrusted: (address: string) => boolean,
  onSeen: (ip: string) => void,
): void => {
  let seen = false;
  app.addHook('onRequest', async ({ raw }) => {
    const ip = raw.socket.remoteAddress ?? '';
    if (seen || isTrusted(ip) || HEADERS.every((header) => raw.headers[header] === undefined)) return;
    seen = true;
    onSeen(ip);
  });
};
