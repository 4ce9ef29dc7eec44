// Finds the scope of a wallboard link. A screen is not a user: it sees only the queues of one board, and no API route accepts it.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AclRule } from '@ringside/core/access/acl.ts';
import { queuesOfBoard } from '@ringside/core/contract/boards/board-queues.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import type { BoardQueue, WallPage } from '@ringside/core/contract/boards/wallboard.ts';
import { queueKey } from '@ringside/core/live/state.ts';
import type { Db } from '../db/connect.ts';
import type { FoundSession } from './found-session.ts';
import { BINDING, RULE_JSON } from './rule-queries.ts';

export interface Screen {
  readonly linkId: string;
  readonly linkName: string;
  readonly cidrs: readonly string[];
  readonly expiresAt: Date;
  readonly lastSeenAt: Date | null;
  readonly lastSeenIp: string;
  readonly wallboardId: string;
  readonly customerId: string;
  readonly language: Language | null;
  readonly pages: readonly WallPage[];
  /** All queues of the customer. */
  readonly queues: readonly BoardQueue[];
  readonly rules: readonly AclRule[];
}

/** Returns the queues of a customer as boards name them. `customer` is a column. */
export const boardQueuesJson = (customer: RawBuilder<unknown>): RawBuilder<BoardQueue[]> =>
  sql<BoardQueue[]>`(select coalesce(json_agg(json_build_object('id', q.id, 'serverId', q.server_id, 'name', q.name,
    'label', coalesce(nullif(q.label, ''), q.name)) order by coalesce(nullif(q.label, ''), q.name)), '[]')
    from queues q where q.customer_id = ${customer})`;

const findWhere = async (db: Db, condition: RawBuilder<unknown>, now: Date): Promise<Screen | null> => {
  const { rows } = await sql<Screen>`
    select l.id as link_id, l.name as link_name, l.cidrs, l.expires_at, l.last_seen_at, l.last_seen_ip, l.wallboard_id,
      w.customer_id, w.language, w.pages, ${boardQueuesJson(sql`w.customer_id`)} as queues,
      (select coalesce(json_agg(${RULE_JSON}), '[]') from acl_rules x where x.enabled and x.kind = 'network' and ${BINDING}
        and (x.customer_id is null or x.customer_id = w.customer_id)) as rules
    from wallboard_links l
    join wallboards w on w.id = l.wallboard_id
    join customers c on c.id = w.customer_id and c.status <> 'terminated'
    where ${condition} and l.revoked_at is null and l.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
};

/** Returns `null` if the link does not exist or has ended, or its customer is no longer active. */
export const findScreenByHash = (db: Db, tokenHash: string, now: Date): Promise<Screen | null> =>
  findWhere(db, sql`l.token_hash = ${tokenHash}`, now);

export const sawScreen = async (db: Db, linkId: string, at: Date, ip: string | null): Promise<void> => {
  await db
    .updateTable('wallboardLinks')
    .set({ lastSeenAt: at, ...(ip === null ? {} : { lastSeenIp: ip }) })
    .where('id', '=', linkId)
    .execute();
};

export const sessionOfScreen = (screen: Screen): FoundSession => {
  const queues = queuesOfBoard(screen.pages, screen.queues);
  return {
    caller: {
      sessionId: screen.linkId,
      userId: screen.linkId,
      username: screen.linkName,
      customerId: screen.customerId,
      role: 'screen',
      level: Number.MAX_SAFE_INTEGER,
      reach: 'own',
      callcenterIds: [],
      abilities: [{ action: 'read', resource: 'live' }],
      viewer: {
        reach: 'board',
        customerId: screen.customerId,
        queues: queues.map((q) => queueKey(q.serverId, q.name)),
        serverIds: [...new Set(queues.map((q) => q.serverId))],
      },
      language: screen.language ?? 'en',
    },
    lastSeenAt: screen.lastSeenAt ?? new Date(0),
    // Several screens may use one link, so the link has no address.
    ip: '',
    userAgent: '',
    cidrs: screen.cidrs,
    subject: { userId: screen.linkId, customerId: screen.customerId, roleId: '', apiKeyId: null },
    rules: screen.rules,
    screen: true,
  };
};

export const findScreenSession = async (db: Db, linkId: string, now: Date): Promise<FoundSession | null> => {
  const screen = await findWhere(db, sql`l.id = ${linkId}`, now);
  return screen === null ? null : sessionOfScreen(screen);
};
