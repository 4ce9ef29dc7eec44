// Determines the client's address behind trusted proxies, in the same way for HTTP calls and socket upgrades, because a ticket is bound to
// the address.
import type { FastifyInstance } from 'fastify';
import { contains, parseAddress, parseNetwork } from '@ringside/core/access/network.ts';

/** Converts IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2), as reported by a socket that listens on `::`, to plain IPv4. */
export const plainAddress = (text: string): string => {
  const [, dotted, high, low] = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(text) ?? [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return text;
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [h >> 8, h & 255, l >> 8, l & 255].join('.');
};

/** Normalizes the addresses of the connection and in forwarding headers before other code reads them. */
export const normaliseAddresses = (app: FastifyInstance): void => {
  app.server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress?.includes('.') === true && remoteAddress.includes(':'))
      Object.defineProperty(socket, 'remoteAddress', { value: plainAddress(remoteAddress), configurable: true });
  });
  app.addHook('onRequest', async ({ raw }) => {
    const header = raw.headers['x-forwarded-for'];
    if (header === undefined || !/::ffff:/i.test(String(header))) return;
    const parts = String(header).split(',');
    raw.headers['x-forwarded-for'] = parts.map((part) => plainAddress(part.trim())).join(', ');
  });
};

export const createTrust = (proxies: readonly string[]): ((address: string) => boolean) => {
  const networks = proxies.map(parseNetwork).filter((network) => network !== null);
  return (text) => {
    const address = parseAddress(text);
    return address !== null && networks.some((network) => contains(network, address));
  };
};
