// Issues tickets for the socket: single use, valid for 30 seconds, bound to the session and address. Tickets are kept in memory, because
// the same process redeems them shortly after.
import { hashToken, newToken } from './token.ts';

const LIFE_MS = 30_000;
/** Limits the memory that one session can use. */
const PER_SESSION = 20;

interface Ticket {
  readonly sessionId: string;
  readonly ip: string;
  readonly expiresAt: number;
}

export interface Tickets {
  make(sessionId: string, ip: string): { readonly ticket: string; readonly expiresAt: number };
  /** Returns the session of the ticket once. `null`: unknown, used, expired, or from another address. */
  take(ticket: string, ip: string): string | null;
  isTicket(token: string): boolean;
}

const PREFIX = 'rst_';

export const createTickets = (now: () => number): Tickets => {
  const known = new Map<string, Ticket>();
  const prune = (sessionId: string): void => {
    const at = now();
    const own: string[] = [];
    for (const [key, ticket] of known) {
      if (ticket.expiresAt <= at) known.delete(key);
      else if (ticket.sessionId === sessionId) own.push(key);
    }
    for (const key of own.slice(0, Math.max(0, own.length - PER_SESSION + 1))) known.delete(key);
  };
  return {
    make: (sessionId, ip) => {
      prune(sessionId);
      const ticket = PREFIX + newToken();
      const expiresAt = now() + LIFE_MS;
      known.set(hashToken(ticket), { sessionId, ip, expiresAt });
      return { ticket, expiresAt };
    },
    take: (ticket, ip) => {
      const key = hashToken(ticket);
      const found = known.get(key);
      known.delete(key);
      if (found === undefined || found.expiresAt <= now() || found.ip !== ip) return null;
      return found.sessionId;
    },
    isTicket: (token) => token.startsWith(PREFIX),
  };
};
