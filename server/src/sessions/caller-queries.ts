// From a session or an API key to the caller: one statement tells who it is, what he may do and whose live state he sees.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import type { Ability, Reach } from '@ringside/core/access/ability.ts';
import { compileAbilities, rulesFor } from '@ringside/core/access/acl.ts';
import type { AclRule, AclSubject } from '@ringside/core/access/acl.ts';
import { abilitiesUnder, narrowingsOf } from '@ringside/core/access/customer-terms.ts';
import type { CustomerTerms } from '@ringside/core/access/customer-terms.ts';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import type { Owes } from '@ringside/core/access/owes.ts';
import { readOnly } from '@ringside/core/access/read-only.ts';
import { abilityOf, intersect } from '@ringside/core/access/scopes.ts';
import type { Scope } from '@ringside/core/access/scopes.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';
import type { Db } from '../db/connect.ts';
import type { Caller, Views } from '../http/context.ts';
import { judged } from './judged.ts';
import { BINDING, RULE_JSON } from './rule-queries.ts';

export interface FoundSession {
  readonly caller: Omit<Caller, 'ip' | 'userAgent'>;
  readonly lastSeenAt: Date;
  readonly ip: string;
  readonly userAgent: string;
  /** Where an API key may be used from; empty: anywhere. */
  readonly cidrs: readonly string[];
  readonly subject: AclSubject;
  /** That may concern the caller. */
  readonly rules: readonly AclRule[];
  /** Of a wallboard's link: it opens the socket, and nothing else. */
  readonly screen?: boolean;
}

interface Row {
  readonly sessionId: string;
  readonly lastSeenAt: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly userId: string;
  readonly username: string;
  readonly customerId: string | null;
  readonly language: Language;
  readonly suspended: boolean;
  /** null: the platform's staff. */
  readonly terms: CustomerTerms | null;
  readonly owes: Owes | null;
  readonly role: string;
  readonly level: number;
  readonly reach: Reach;
  readonly abilities: Ability[];
  readonly callcenterIds: string[];
  /** With a reach of `subtree` all below, too. */
  readonly customerIds: string[];
  readonly customerServerIds: number[];
  readonly teamServerIds: number[];
  /** null: a session. */
  readonly keyName: string | null;
  readonly actedBy: string | null;
  readonly roleId: string;
  readonly narrowed: Narrowing[];
  readonly rules: AclRule[];
  readonly scopes: Scope[] | null;
  readonly cidrs: string[] | null;
  readonly rateLimitPerMinute: number | null;
}

/** A role never reaches beyond its holder's customer, and the platform's staff have no customer to stop at. */
const reachOf = (row: Row): Reach => {
  if (row.customerId === null) return 'platform';
  return row.reach === 'platform' ? 'customer' : row.reach;
};

const viewerOf = (row: Row, reach: Reach): Viewer => {
  if (row.customerId === null) return { reach: 'platform' };
  if (reach === 'subtree' && row.customerIds.length > 1)
    return { reach: 'subtree', customerIds: row.customerIds, serverIds: row.customerServerIds };
  if (seesWholeCustomer(reach))
    return { reach: 'customer', customerId: row.customerId, serverIds: row.customerServerIds };
  return {
    reach: 'team',
    customerId: row.customerId,
    callcenterIds: row.callcenterIds.toSorted(),
    serverIds: row.teamServerIds,
  };
};

/** What his role withholds, his customer, and the rules that hold now. */
const narrowedOf = (row: Row, subject: AclSubject, at: number): readonly Narrowing[] => [
  ...row.narrowed,
  ...narrowingsOf(row.terms),
  ...rulesFor(row.rules, 'access', subject, at).flatMap(({ resource, fieldMask }) =>
    resource === null || fieldMask.length === 0 ? [] : [{ resource, reach: null, masks: fieldMask }],
  ),
];

/** With the reach that a narrowed role has for one resource. */
const viewsOf =
  (row: Row): Views =>
  (wanted) => {
    const reach = row.customerId === null ? 'platform' : wanted;
    const { customerIds } = row;
    return {
      reach,
      viewer: viewerOf(row, reach),
      ...(reach === 'subtree' && customerIds.length > 1 ? { customerIds } : { customerIds: [row.customerId ?? ''] }),
    };
  };

/** Until he has done what he owes, nobody may anything. A key has what its owner has and its scopes name. */
const abilitiesOf = (row: Row, subject: AclSubject, at: number): readonly Ability[] => {
  if (row.owes !== null) return [];
  // Rules first: what a rule allows the owner is still only what the key's scopes name.
  const ruled = abilitiesUnder(row.terms, compileAbilities(row.rules, subject, row.abilities, at), reachOf(row));
  const left = row.suspended ? readOnly(ruled) : ruled;
  return row.scopes === null ? left : intersect(left, row.scopes.map(abilityOf));
};

const callerOf = (row: Row, at: number): FoundSession => {
  const reach = reachOf(row);
  const subject: AclSubject = {
    userId: row.userId,
    customerId: row.customerId,
    roleId: row.roleId,
    apiKeyId: row.keyName === null ? null : row.sessionId,
  };
  const narrowed = narrowedOf(row, subject, at);
  const caller: FoundSession['caller'] = {
    sessionId: row.sessionId,
    userId: row.userId,
    username: row.username,
    customerId: row.customerId,
    ...(row.customerIds.length > 1 ? { customerIds: row.customerIds } : {}),
    role: row.role,
    level: row.level,
    reach,
    callcenterIds: row.callcenterIds,
    abilities: abilitiesOf(row, subject, at),
    viewer: viewerOf(row, reach),
    language: row.language,
    ...(row.rules.length === 0 ? {} : { ruled: { rules: row.rules, subject, abilities: row.abilities } }),
    ...(narrowed.length === 0 ? {} : { narrowed }),
    ...(narrowed.length === 0 && row.rules.length === 0 ? {} : { views: viewsOf(row) }),
    roleId: row.roleId,
    ...(row.owes === null ? {} : { owes: row.owes }),
    ...(row.suspended ? { suspended: true } : {}),
    actedBy: row.actedBy,
    apiKey: row.keyName === null ? null : { name: row.keyName, rateLimitPerMinute: row.rateLimitPerMinute ?? 1 },
  };
  return {
    // The live state is read without asking for it again.
    caller: { ...caller, viewer: judged(caller, 'read', 'live').viewer },
    lastSeenAt: row.lastSeenAt,
    ip: row.ip,
    userAgent: row.userAgent,
    cidrs: row.cidrs ?? [],
    subject,
    rules: row.rules,
  };
};

/** What a caller shows: the hash of a session's token or of a key's text, or an id that was found before. */
export type Credential =
  | { readonly kind: 'session'; readonly tokenHash: string }
  | { readonly kind: 'key'; readonly secretHash: string }
  | { readonly kind: 'id'; readonly id: string }
  /** Nobody's: the console acts for this user by itself, with his rights as they are now. */
  | { readonly kind: 'user'; readonly userId: string };

const sessionsWhere = (condition: RawBuilder<unknown>, now: Date) => sql`
  select id, user_id, last_seen_at, ip, user_agent, null::text as key_name, null::jsonb as scopes, null::jsonb as cidrs,
    null::integer as rate_limit_per_minute, acted_by, false as by_itself
  from sessions where ${condition} and expires_at > ${now}`;

const keysWhere = (condition: RawBuilder<unknown>, now: Date) => sql`
  select id, owner_user_id, coalesce(last_used_at, 'epoch'), last_used_ip, '', name, scopes, cidrs, rate_limit_per_minute, null, false
  from api_keys where ${condition} and status = 'active' and (expires_at is null or expires_at > ${now})`;

const NEVER = sql`false`;

const credentialRows = (by: Credential, now: Date) => {
  const session =
    by.kind === 'session' ? sql`token_hash = ${by.tokenHash}` : by.kind === 'id' ? sql`id = ${by.id}` : NEVER;
  const key = by.kind === 'key' ? sql`secret_hash = ${by.secretHash}` : by.kind === 'id' ? sql`id = ${by.id}` : NEVER;
  if (by.kind === 'user')
    return sql`select ${by.userId}::uuid as id, ${by.userId}::uuid as user_id, ${now}::timestamptz as last_seen_at, '' as ip,
      '' as user_agent, null::text as key_name, null::jsonb as scopes, null::jsonb as cidrs,
      null::integer as rate_limit_per_minute, null::uuid as acted_by, true as by_itself`;
  return sql`${sessionsWhere(session, now)} union all ${keysWhere(key, now)}`;
};

/** Of a person's own session alone: a program has no phone, and whoever acts for him does not settle his account. */
const OWED = sql`case
  when s.key_name is not null or s.acted_by is not null or s.by_itself then null
  when (u.require_two_factor or r.require_two_factor)
    and not exists (select 1 from two_factor f where f.user_id = u.id and f.enabled_at is not null) then 'second-factor'
  when u.must_renew then 'password' end`;

/** A role may let its holders' sessions rest longer, or less, than others. */
const isAwake = (now: Date, idleSince: Date) => sql`(s.key_name is not null or s.by_itself
  or s.last_seen_at > coalesce(${now}::timestamptz - make_interval(mins => r.session_idle_minutes), ${idleSince}::timestamptz))`;

/** `c`: the customer. */
export const TERMS = sql`case when c.id is not null then json_build_object('showPrices', c.show_prices,
  'allowRecordingDelete', c.allow_recording_delete) end`;

/** null: no such session or key, or it is over, idle for too long, its user may no longer sign in, or his customer is terminated. */
export const findCaller = async (db: Db, by: Credential, now: Date, idleSince: Date): Promise<FoundSession | null> => {
  const { rows } = await sql<Row>`/* kept */
    select s.id as session_id, s.last_seen_at, s.ip, s.user_agent, s.key_name, s.scopes, s.cidrs,
      s.rate_limit_per_minute, actor.username as acted_by, u.id as user_id, u.username, u.customer_id,
      u.language, r.narrowed, coalesce(c.status = 'suspended', false) as suspended, ${TERMS} as terms, ${OWED} as owes, r.id as role_id, r.name as role, r.level, r.reach,
      (select coalesce(json_agg(${RULE_JSON}), '[]') from acl_rules x where x.enabled and x.kind <> 'dial' and ${BINDING}
        and (x.customer_id is null or x.customer_id = u.customer_id)) as rules,
      (select coalesce(json_agg(json_build_object('action', a.action, 'resource', a.resource)
        order by a.resource, a.action), '[]') from role_abilities a where a.role_id = r.id) as abilities,
      (select coalesce(json_agg(t.callcenter_id order by t.callcenter_id), '[]')
        from user_callcenters t where t.user_id = u.id) as callcenter_ids,
      (select coalesce(json_agg(distinct q.server_id), '[]') from queues q
        where q.customer_id = any(tree.ids)) as customer_server_ids,
      to_json(coalesce(tree.ids, '{}')) as customer_ids,
      (select coalesce(json_agg(distinct q.server_id), '[]') from queues q
        join user_callcenters t on t.callcenter_id = q.callcenter_id and t.user_id = u.id
        where q.customer_id = u.customer_id) as team_server_ids
    from (${credentialRows(by, now)}) s
    join users u on u.id = s.user_id and u.status = 'active' and (u.expires_at is null or u.expires_at > ${now})
    join roles r on r.id = u.role_id
    left join lateral (select case when r.reach = 'subtree'
      then (select array_agg(b order by b) from customers_below(u.customer_id) as b)
      else array[u.customer_id] end as ids) as tree on u.customer_id is not null
    left join users actor on actor.id = s.acted_by and actor.status = 'active'
    left join customers c on c.id = u.customer_id
    where ${isAwake(now, idleSince)} and (s.acted_by is null or actor.id is not null) and (c.status is null or c.status <> 'terminated')`.execute(
    db,
  );
  return rows[0] === undefined ? null : callerOf(rows[0], now.getTime());
};
