// Who is calling, when trusted proxies stand in between. The same answer for an HTTP call and for a socket's upgrade: a
// ticket is bound to the address.
import type { IncomingMessage } from 'node:http';
import { contains, parseAddress, parseNetwork } from '@ringside/core/access/network.ts';

export const createTrust = (proxies: readonly string[]): ((address: string) => boolean) => {
  const networks = proxies.map(parseNetwork).filter((network) => network !== null);
  return (text) => {
    const address = parseAddress(text);
    return address !== null && networks.some((network) => contains(network, address));
  };
};

/** The nearest address that is no trusted proxy, as Fastify's `request.ip` is with the same trust. */
export const clientIp = (
  request: Pick<IncomingMessage, 'socket' | 'headers'>,
  isTrusted: (address: string) => boolean,
): string => {
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  let ip = request.socket.remoteAddress ?? '';
  for (const next of forwarded.toReversed()) {
    if (next === '' || !isTrusted(ip)) break;
    ip = next;
  }
  return ip;
};
