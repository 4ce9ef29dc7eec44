// From a session to the caller: one statement tells who it is, what he may do and whose live state he sees.
import { sql } from 'kysely';
import type { Ability, Reach } from '@ringside/core/access/ability.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';
import type { Db } from '../db/connect.ts';
import type { Caller } from '../http/context.ts';

export interface FoundSession {
  readonly caller: Omit<Caller, 'ip' | 'userAgent'>;
  readonly lastSeenAt: Date;
  readonly ip: string;
  readonly userAgent: string;
}

interface Row {
  readonly sessionId: string;
  readonly lastSeenAt: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly userId: string;
  readonly username: string;
  readonly customerId: string | null;
  readonly customerStatus: string | null;
  readonly language: Language;
  readonly role: string;
  readonly level: number;
  readonly reach: Reach;
  readonly abilities: Ability[];
  readonly callcenterIds: string[];
  readonly customerServerIds: number[];
  readonly teamServerIds: number[];
}

/** A role never reaches beyond its holder's customer, and the platform's staff have no customer to stop at. */
const reachOf = (row: Row): Reach => {
  if (row.customerId === null) return 'platform';
  return row.reach === 'platform' ? 'customer' : row.reach;
};

const viewerOf = (row: Row, reach: Reach): Viewer => {
  if (row.customerId === null) return { reach: 'platform' };
  if (reach === 'customer') return { reach: 'customer', customerId: row.customerId, serverIds: row.customerServerIds };
  return {
    reach: 'team',
    customerId: row.customerId,
    callcenterIds: row.callcenterIds.toSorted(),
    serverIds: row.teamServerIds,
  };
};

/** A suspended customer's people look, and touch nothing. */
const abilitiesOf = (row: Row): readonly Ability[] =>
  row.customerStatus === 'suspended'
    ? row.abilities.flatMap((a) =>
        a.action === 'read' || a.action === 'manage' ? [{ ...a, action: 'read' as const }] : [],
      )
    : row.abilities;

const callerOf = (row: Row): FoundSession => {
  const reach = reachOf(row);
  return {
    caller: {
      sessionId: row.sessionId,
      userId: row.userId,
      username: row.username,
      customerId: row.customerId,
      role: row.role,
      level: row.level,
      reach,
      callcenterIds: row.callcenterIds,
      abilities: abilitiesOf(row),
      viewer: viewerOf(row, reach),
      language: row.language,
    },
    lastSeenAt: row.lastSeenAt,
    ip: row.ip,
    userAgent: row.userAgent,
  };
};

/** null: no such session, or it is over, idle for too long, or its user may no longer sign in. */
export const findSession = async (
  db: Db,
  by: { readonly tokenHash: string } | { readonly sessionId: string },
  now: Date,
  idleSince: Date,
): Promise<FoundSession | null> => {
  const condition = 'tokenHash' in by ? sql`s.token_hash = ${by.tokenHash}` : sql`s.id = ${by.sessionId}`;
  const { rows } = await sql<Row>`
    select s.id as session_id, s.last_seen_at, s.ip, s.user_agent, u.id as user_id, u.username, u.customer_id,
      c.status as customer_status, u.language, r.name as role, r.level, r.reach,
      (select coalesce(json_agg(json_build_object('action', a.action, 'resource', a.resource)
        order by a.resource, a.action), '[]') from role_abilities a where a.role_id = r.id) as abilities,
      (select coalesce(json_agg(t.callcenter_id order by t.callcenter_id), '[]')
        from user_callcenters t where t.user_id = u.id) as callcenter_ids,
      (select coalesce(json_agg(distinct q.server_id), '[]') from queues q
        where q.customer_id = u.customer_id) as customer_server_ids,
      (select coalesce(json_agg(distinct q.server_id), '[]') from queues q
        join user_callcenters t on t.callcenter_id = q.callcenter_id and t.user_id = u.id
        where q.customer_id = u.customer_id) as team_server_ids
    from sessions s
    join users u on u.id = s.user_id and u.status = 'active'
    join roles r on r.id = u.role_id
    left join customers c on c.id = u.customer_id
    where ${condition} and s.expires_at > ${now} and s.last_seen_at > ${idleSince}
      and (c.status is null or c.status <> 'terminated')`.execute(db);
  return rows[0] === undefined ? null : callerOf(rows[0]);
};
