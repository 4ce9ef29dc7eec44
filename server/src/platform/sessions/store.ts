// Manages sessions and API keys: opaque tokens in the database that can be revoked at once. The bus notifies sockets when a session ends.
import type { Bus } from '../bus/bus.ts';
import { DatabaseUnavailable } from '../db/database-unavailable.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import type { Caller } from '../caller/caller.ts';
import { readApiKey } from '@ringside/core/access/api-key.ts';
import { networkRefusal } from '@ringside/core/access/acl.ts';
import { inNetworks } from '@ringside/core/access/network.ts';
import { Refusal } from '../caller/refusal.ts';
import { createCallerCache } from './caller-cache.ts';
import type { CallerCache } from './caller-cache.ts';
import type { Shown } from './caller-queries.ts';
import type { FoundSession } from './found-session.ts';
import { SESSIONS_TOPIC } from './session-news.ts';
import type { SessionNews } from './session-news.ts';
import { sawScreen } from './screen-queries.ts';
import type { Tickets } from './tickets.ts';
import { hashToken, newToken } from './token.ts';
import { sql } from 'kysely';

// Collects rule hits (count and last time per access rule) in memory and writes them together, so that calls do not wait.
interface RuleHits {
  count(ruleId: string): void;
  /** Writes the counts since the last call. */
  write(): Promise<void>;
}

const createRuleHits = (db: Db, now: () => number): RuleHits => {
  let counted = new Map<string, { hits: number; at: number }>();
  return {
    count: (id) => void counted.set(id, { hits: (counted.get(id)?.hits ?? 0) + 1, at: now() }),
    write: async () => {
      if (counted.size === 0) return;
      const news = [...counted].map(([id, { hits, at }]) => ({ id, hits, at: new Date(at).toISOString() }));
      counted = new Map();
      // This changes neither the rule nor its version.
      await sql`update acl_rules x set hit_count = least(x.hit_count::bigint + n.hits, 2147483647)::integer, last_hit_at = n.at
        from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (id uuid, hits integer, at timestamptz)
        where x.id = n.id`.execute(db);
    },
  };
};

// Records the last use and the number of uses of API keys. The first use is written at once, later ones together, once per minute and key.
const WRITE_MS = 60_000;

interface Uses {
  /** `lastAt`: when a use was last written, in epoch milliseconds. */
  count(keyId: string, ip: string, lastAt: number): Promise<void>;
}

const createUses = (db: Db, now: () => number): Uses => {
  const waiting = new Map<string, number>();
  return {
    count: async (keyId, ip, lastAt) => {
      const uses = (waiting.get(keyId) ?? 0) + 1;
      if (now() - lastAt < WRITE_MS) {
        waiting.set(keyId, uses);
        return;
      }
      waiting.delete(keyId);
      await db
        .updateTable('apiKeys')
        .set({ lastUsedAt: new Date(now()), lastUsedIp: ip, useCount: sql<number>`use_count + ${uses}` })
        .where('id', '=', keyId)
        .execute();
    },
  };
};

export interface SessionStore {
  /** Creates a session. Only this call returns the token. */
  start(
    userId: string,
    ip: string,
    userAgent: string,
    /** The impersonator. Impersonation sessions are short. */
    actedBy?: string,
  ): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** Returns the caller of a token or API key. `null`: unknown, expired or idle too long. Counts as use. Throws `address-refused`. */
  byToken(token: string, ip: string, userAgent?: string): Promise<Caller | null>;
  /** Returns the caller of a ticket. Redeems the ticket in any case. */
  byTicket(ticket: string, ip: string): Promise<Caller | null>;
  /** Returns the caller with abilities that are at most one second old. A socket calls it before each answer. Does not count as use. */
  bySession(sessionId: string): Promise<Caller | null>;
  /** Counts an open socket as use, with at most one write per minute and session. */
  touch(sessionId: string): Promise<void>;
  /** `sessionIds`: existing sessions, which were deleted. */
  end(sessionIds: readonly string[]): Promise<void>;
  endOfUser(userId: string, except?: string): Promise<void>;
  /** Announces that the abilities of users, or the scope of a customer's users, changed. */
  announce(news: SessionNews): void;
  onEnded(listener: (sessionIds: readonly string[]) => void): () => void;
  onChanged(listener: (news: Exclude<SessionNews, { kind: 'ended' }>) => void): () => void;
  /** Deletes expired sessions. */
  prune(): Promise<void>;
  readonly tickets: Tickets;
  readonly hits: RuleHits;
}

interface SessionSettings {
  readonly idleMinutes: number;
  readonly hours: number;
}

const TOUCH_MS = 60_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Checks the key's networks and the network rules. */
const mayComeFrom = (found: FoundSession, ip: string, at: number): boolean =>
  (found.cidrs.length === 0 || inNetworks(found.cidrs, ip)) &&
  networkRefusal(found.rules, found.subject, ip, at) === null;

const shownBy = (token: string): Shown | null => {
  if (TOKEN.test(token)) return { kind: 'session', tokenHash: hashToken(token) };
  return readApiKey(token) === null ? null : { kind: 'key', secretHash: hashToken(token) };
};

type SessionLookups = Pick<SessionStore, 'byToken' | 'byTicket' | 'bySession' | 'touch'>;
type Ends = Pick<SessionStore, 'end' | 'endOfUser' | 'prune' | 'announce'>;
type News = Pick<SessionStore, 'onEnded' | 'onChanged'>;

const lookupsOf = (
  db: Db,
  callers: CallerCache,
  tickets: Tickets,
  hits: RuleHits,
  idleMs: number,
  now: () => number,
): SessionLookups => {
  const uses = createUses(db, now);
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
      const by = shownBy(token);
      const found = by === null ? null : await callers.find(by);
      if (found === null) return null;
      const known = caller(found, ip, userAgent ?? found.userAgent);
      await touchIfOld(found, ip).catch((error: unknown) => {
        // Reading must continue while the disk is full.
        if (!(error instanceof DatabaseUnavailable && error.reason === 'read-only')) throw error;
      });
      return known;
    },
    byTicket: async (ticket, ip) => {
      const sessionId = tickets.take(ticket, ip);
      if (sessionId === null) return null;
      const found = await callers.recent(sessionId);
      return found === null ? null : caller(found, ip, found.userAgent);
    },
    bySession: async (sessionId) => {
      const found = await callers.recent(sessionId);
      if (found === null || (found.ip !== '' && !mayComeFrom(found, found.ip, now()))) return null;
      return { ...found.caller, ip: found.ip, userAgent: found.userAgent };
    },
    touch: async (sessionId) => {
      const found = await callers.recent(sessionId);
      if (found !== null) await touchIfOld(found, found.ip);
    },
  };
};

const ids = ({ rows }: { readonly rows: readonly { readonly id: string }[] }): string[] => rows.map((row) => row.id);

/** Returns expired and idle sessions. A role may have its own idle timeout. */
const findOver = async (db: Db, now: Date, idleSince: Date): Promise<string[]> =>
  ids(
    await sql<{ id: string }>`
      select s.id from sessions s join users u on u.id = s.user_id join roles r on r.id = u.role_id
      where s.expires_at <= ${now} or u.expires_at <= ${now} or s.last_seen_at <=
        coalesce(${now}::timestamptz - make_interval(mins => r.session_idle_minutes), ${idleSince}::timestamptz)`.execute(
      db,
    ),
  );

/** Returns the user's oldest sessions above the maximum. Impersonation sessions do not count. */
const findBeyondLimit = async (db: Db, userId: string): Promise<string[]> =>
  ids(
    await sql<{ id: string }>`
      select s.id from (select id, user_id, row_number() over (order by created_at desc, id desc) as place
        from sessions where user_id = ${userId} and acted_by is null) s
      join users u on u.id = s.user_id where s.place > u.session_limit`.execute(db),
  );

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
      // Sockets of the user's API keys check again whether the keys are valid.
      announce({ kind: 'changed', userIds: [userId] });
    },
    prune: async () => {
      await end(await findOver(db, new Date(now()), new Date(now() - idleMs)));
    },
  };
};

const newsOf = (bus: Pick<Bus, 'subscribe'>): News => ({
  onEnded: (listener) =>
    bus.subscribe(SESSIONS_TOPIC, (news) => {
      if (news.kind === 'ended') listener(news.sessionIds);
    }),
  onChanged: (listener) =>
    bus.subscribe(SESSIONS_TOPIC, (news) => {
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
  const callers = createCallerCache(db, idleMs, now);
  bus.subscribe(SESSIONS_TOPIC, callers.forget);
  return {
    tickets,
    hits,
    ...lookupsOf(db, callers, tickets, hits, idleMs, now),
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
      const found = await callers.find({ kind: 'id', id });
      if (found !== null && !mayComeFrom(found, ip, now())) {
        await db.deleteFrom('sessions').where('id', '=', id).execute();
        throw new Refusal('address-refused');
      }
      return { token, expiresAt };
    },
  };
};
