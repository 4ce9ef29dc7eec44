// Sessions and API keys: opaque tokens in the database, revocable at once. Whoever holds a socket hears on the bus when one ends.
import type { Bus } from '../bus/bus.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import type { Caller } from '../http/context.ts';
import { readApiKey } from '@ringside/core/access/api-key.ts';
import { networkRefusal } from '@ringside/core/access/acl.ts';
import { inNetworks } from '@ringside/core/access/network.ts';
import { Refusal } from '../http/errors.ts';
import { findCaller } from './caller-queries.ts';
import type { Credential, FoundSession } from './caller-queries.ts';
import { createRuleHits } from './rule-hits.ts';
import type { RuleHits } from './rule-hits.ts';
import { findBeyondLimit, findOver } from './session-queries.ts';
import { createUses } from './key-uses.ts';
import { SESSIONS_TOPIC } from './session-news.ts';
import type { SessionNews } from './session-news.ts';
import { findScreenSession, sawScreen } from './screen-queries.ts';
import type { Tickets } from './tickets.ts';
import { hashToken, newToken } from './token.ts';

export interface SessionStore {
  /** A new session; its token is told this once. */
  start(
    userId: string,
    ip: string,
    userAgent: string,
    /** Who acts in the user's name; such a session is short. */
    actedBy?: string,
  ): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** Of a session's token or an API key. null: unknown, over, or idle for too long. Counts as use. Throws `address-refused`. */
  byToken(token: string, ip: string, userAgent?: string): Promise<Caller | null>;
  /** The ticket is used up, whatever comes of it. */
  byTicket(ticket: string, ip: string): Promise<Caller | null>;
  /** The caller as he is now: a socket asks again when rights may have changed. Does not count as use. */
  bySession(sessionId: string): Promise<Caller | null>;
  /** An open socket is use. At most one write a minute and session. */
  touch(sessionId: string): Promise<void>;
  /** Ids that were really there and are now gone. */
  end(sessionIds: readonly string[]): Promise<void>;
  endOfUser(userId: string, except?: string): Promise<void>;
  /** Rights of these users, or what a customer's users see, changed. */
  announce(news: SessionNews): void;
  onEnded(listener: (sessionIds: readonly string[]) => void): () => void;
  onChanged(listener: (news: Exclude<SessionNews, { kind: 'ended' }>) => void): () => void;
  /** Deletes what is over. */
  prune(): Promise<void>;
  readonly tickets: Tickets;
  readonly hits: RuleHits;
}

export interface SessionSettings {
  readonly idleMinutes: number;
  readonly hours: number;
}

const TOUCH_MS = 60_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The key's own addresses, and the network rules. */
const mayComeFrom = (found: FoundSession, ip: string, at: number): boolean =>
  (found.cidrs.length === 0 || inNetworks(found.cidrs, ip)) &&
  networkRefusal(found.rules, found.subject, ip, at) === null;

const credentialOf = (token: string): Credential | null => {
  if (TOKEN.test(token)) return { kind: 'session', tokenHash: hashToken(token) };
  return readApiKey(token) === null ? null : { kind: 'key', secretHash: hashToken(token) };
};

type Looks = Pick<SessionStore, 'byToken' | 'byTicket' | 'bySession' | 'touch'>;
type Ends = Pick<SessionStore, 'end' | 'endOfUser' | 'prune' | 'announce'>;
type News = Pick<SessionStore, 'onEnded' | 'onChanged'>;

const looksOf = (db: Db, tickets: Tickets, hits: RuleHits, idleMs: number, now: () => number): Looks => {
  const uses = createUses(db, now);
  const find = (by: Credential) => findCaller(db, by, new Date(now()), new Date(now() - idleMs));
  const findById = async (id: string): Promise<FoundSession | null> =>
    UUID.test(id) ? ((await find({ kind: 'id', id })) ?? (await findScreenSession(db, id, new Date(now())))) : null;
  const touchIfOld = async (found: FoundSession, ip: string): Promise<void> => {
    if (found.caller.apiKey) return uses.count(found.caller.sessionId, ip, found.lastSeenAt.getTime());
    if (now() - found.lastSeenAt.getTime() < Math.min(TOUCH_MS, idleMs / 4)) return;
    if (found.screen) return sawScreen(db, found.caller.sessionId, new Date(now()), null);
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: new Date(now()) })
      .where('id', '=', found.caller.sessionId)
      .execute();
  };
  const caller = (found: FoundSession, ip: string, userAgent: string): Caller => {
    if (!mayComeFrom(found, ip, now())) {
      const rule = networkRefusal(found.rules, found.subject, ip, now())?.rule;
      if (rule) hits.count(rule.id);
      throw new Refusal('address-refused');
    }
    return { ...found.caller, ip, userAgent };
  };
  return {
    byToken: async (token, ip, userAgent) => {
      const by = credentialOf(token);
      const found = by === null ? null : await find(by);
      if (found === null) return null;
      const known = caller(found, ip, userAgent ?? found.userAgent);
      await touchIfOld(found, ip);
      return known;
    },
    byTicket: async (ticket, ip) => {
      const sessionId = tickets.take(ticket, ip);
      if (sessionId === null) return null;
      const found = await findById(sessionId);
      return found === null ? null : caller(found, ip, found.userAgent);
    },
    bySession: async (sessionId) => {
      const found = await findById(sessionId);
      if (found === null || (found.ip !== '' && !mayComeFrom(found, found.ip, now()))) return null;
      return { ...found.caller, ip: found.ip, userAgent: found.userAgent };
    },
    touch: async (sessionId) => {
      const found = await findById(sessionId);
      if (found !== null) await touchIfOld(found, found.ip);
    },
  };
};

const endsOf = (db: Db, announce: SessionStore['announce'], idleMs: number, now: () => number): Ends => {
  const end: SessionStore['end'] = async (ids) => {
    if (ids.length === 0) return;
    await db.deleteFrom('sessions').where('id', 'in', ids).execute();
    announce({ kind: 'ended', sessionIds: ids });
  };
  return {
    announce,
    end,
    endOfUser: async (userId, except) => {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where((eb) => eb.or([eb('userId', '=', userId), eb('actedBy', '=', userId)]))
        .execute();
      await end(rows.map((row) => row.id).filter((id) => id !== except));
      // Sockets of his API keys look again whether he may still use them.
      announce({ kind: 'changed', userIds: [userId] });
    },
    prune: async () => {
      await end(await findOver(db, new Date(now()), new Date(now() - idleMs)));
    },
  };
};

const newsOf = (bus: Pick<Bus, 'subscribe'>): News => ({
  onEnded: (listener) =>
    bus.subscribe(SESSIONS_TOPIC, (message) => {
      const news = message as SessionNews;
      if (news.kind === 'ended') listener(news.sessionIds);
    }),
  onChanged: (listener) =>
    bus.subscribe(SESSIONS_TOPIC, (message) => {
      const news = message as SessionNews;
      if (news.kind !== 'ended') listener(news);
    }),
});

export const createSessionStore = (
  db: Db,
  bus: Pick<Bus, 'publish' | 'subscribe'>,
  tickets: Tickets,
  settings: SessionSettings,
  now: () => number = Date.now,
): SessionStore => {
  const idleMs = settings.idleMinutes * 60_000;
  const announce = (news: SessionNews): void => bus.publish(SESSIONS_TOPIC, news);
  const hits = createRuleHits(db, now);
  const ends = endsOf(db, announce, idleMs, now);
  return {
    tickets,
    hits,
    ...looksOf(db, tickets, hits, idleMs, now),
    ...ends,
    ...newsOf(bus),
    start: async (userId, ip, userAgent, actedBy) => {
      const token = newToken();
      const id = newId();
      const at = new Date(now());
      const expiresAt = new Date(now() + (actedBy === undefined ? settings.hours : 1) * 3_600_000);
      await db
        .insertInto('sessions')
        .values({
          id,
          userId,
          tokenHash: hashToken(token),
          ip,
          userAgent: userAgent.slice(0, 400),
          actedBy: actedBy ?? null,
          createdAt: at,
          lastSeenAt: at,
          expiresAt,
        })
        .execute();
      if (actedBy === undefined) await ends.end(await findBeyondLimit(db, userId));
      const found = await findCaller(db, { kind: 'id', id }, at, new Date(now() - idleMs));
      if (found !== null && !mayComeFrom(found, ip, now())) {
        await db.deleteFrom('sessions').where('id', '=', id).execute();
        throw new Refusal('address-refused');
      }
      return { token, expiresAt };
    },
  };
};
