// Finds callers by their credentials. One statement returns identity, abilities and the scope of the live state.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../db/connect.ts';
import { foundSession } from './found-session.ts';
import type { CallerRow, FoundSession } from './found-session.ts';
import { BINDING, RULE_JSON } from './rule-queries.ts';

/** Credentials of a request or socket: the hash of a session token or API key, or an ID found earlier. */
export type Shown =
  | { readonly kind: 'session'; readonly tokenHash: string }
  | { readonly kind: 'key'; readonly secretHash: string }
  /** ID of a session or an API key. */
  | { readonly kind: 'id'; readonly id: string };

/** Callers that the console itself looks up. */
export type Credential =
  | Extract<Shown, { kind: 'id' }>
  /** The console acts for this user without a session, with the user's current abilities. */
  | { readonly kind: 'user'; readonly userId: string }
  /** The abilities of an account or key, regardless of whether it may sign in now. */
  | { readonly kind: 'user-in-any-state'; readonly userId: string }
  | { readonly kind: 'key-in-any-state'; readonly keyId: string };

const sessionsWhere = (condition: RawBuilder<unknown>, now: Date) => sql`
  select token_hash as shown, id, user_id, last_seen_at, ip, user_agent, null::text as key_name, null::jsonb as scopes, null::jsonb as cidrs,
    null::integer as rate_limit_per_minute, acted_by, false as by_itself, null::timestamptz as key_ends_at, false as any_state
  from sessions where ${condition} and expires_at > ${now}`;

const keysWhere = (condition: RawBuilder<unknown>, now: Date) => sql`
  select secret_hash, id, owner_user_id, coalesce(last_used_at, 'epoch'), last_used_ip, '', name, scopes, cidrs, rate_limit_per_minute, null, false,
    expires_at, false
  from api_keys where ${condition} and status = 'active' and (expires_at is null or expires_at > ${now})`;

const keyInAnyState = (keyId: string) => sql`
  select null::text as shown, id, owner_user_id as user_id, 'epoch'::timestamptz as last_seen_at, '' as ip, '' as user_agent, name as key_name, scopes, cidrs,
    rate_limit_per_minute, null::uuid as acted_by, true as by_itself, expires_at as key_ends_at, true as any_state
  from api_keys where id = ${keyId}`;

const shownRows = (shown: readonly Shown[], now: Date) => {
  const ids = shown.flatMap((each) => (each.kind === 'id' ? [each.id] : []));
  const tokens = shown.flatMap((each) => (each.kind === 'session' ? [each.tokenHash] : []));
  const secrets = shown.flatMap((each) => (each.kind === 'key' ? [each.secretHash] : []));
  // Array parameters keep the statement text constant for any number of look-ups.
  return sql`${sessionsWhere(sql`(token_hash = any(${tokens}::text[]) or id = any(${ids}::uuid[]))`, now)}
    union all ${keysWhere(sql`(secret_hash = any(${secrets}::text[]) or id = any(${ids}::uuid[]))`, now)}`;
};

const credentialRows = (by: Credential, now: Date) => {
  if (by.kind === 'id') return shownRows([by], now);
  if (by.kind === 'key-in-any-state') return keyInAnyState(by.keyId);
  return sql`select null::text as shown, ${by.userId}::uuid as id, ${by.userId}::uuid as user_id, ${now}::timestamptz as last_seen_at,
      '' as ip, '' as user_agent, null::text as key_name, null::jsonb as scopes, null::jsonb as cidrs,
      null::integer as rate_limit_per_minute, null::uuid as acted_by, true as by_itself,
      null::timestamptz as key_ends_at, ${by.kind === 'user-in-any-state'}::boolean as any_state`;
};

/** The required action. Applies only to the user's own session, because API keys and impersonators cannot complete it. */
const REQUIRED_ACTION = sql`case
  when s.key_name is not null or s.acted_by is not null or s.by_itself then null
  when (u.require_two_factor or r.require_two_factor)
    and not exists (select 1 from two_factor f where f.user_id = u.id and f.enabled_at is not null) then 'second-factor'
  when u.must_renew then 'password' end`;

/** A role may have its own idle timeout of sessions. */
const isAwake = (now: Date, idleSince: Date) => sql`(s.key_name is not null or s.by_itself
  or s.last_seen_at > coalesce(${now}::timestamptz - make_interval(mins => r.session_idle_minutes), ${idleSince}::timestamptz))`;

/** `c` is the customer's alias. */
export const TERMS = sql`case when c.id is not null then json_build_object('showPrices', c.show_prices,
  'allowRecordingDelete', c.allow_recording_delete) end`;

const selectCallers = async (
  db: Db,
  credentials: RawBuilder<unknown>,
  now: Date,
  idleSince: Date,
): Promise<readonly CallerRow[]> => {
  const { rows } = await sql<CallerRow>`/* kept */
    select s.shown, s.id as session_id, s.last_seen_at, s.ip, s.user_agent, s.key_name, s.scopes, s.cidrs,
      s.rate_limit_per_minute, least(s.key_ends_at, u.expires_at, actor.expires_at) as ends_at, u.via_key_id, actor.username as acted_by, u.id as user_id, u.username, u.customer_id,
      u.language, r.narrowed, (coalesce(c.status = 'suspended', false) and not s.any_state) as suspended, ${TERMS} as terms, ${REQUIRED_ACTION} as required_action, r.id as role_id, r.name as role, r.level, r.reach,
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
    from (${credentials}) s
    join users u on u.id = s.user_id
      and (s.any_state or (u.status = 'active' and (u.expires_at is null or u.expires_at > ${now})))
    join roles r on r.id = u.role_id
    left join lateral (select case when r.reach = 'subtree'
      then (select array_agg(b order by b) from customers_below(u.customer_id) as b)
      else array[u.customer_id] end as ids) as tree on u.customer_id is not null
    left join users actor on actor.id = s.acted_by and actor.status = 'active'
      and (actor.expires_at is null or actor.expires_at > ${now})
    left join customers c on c.id = u.customer_id
    where ${isAwake(now, idleSince)} and (s.acted_by is null or actor.id is not null) and (s.any_state or c.status is null or c.status <> 'terminated')`.execute(
    db,
  );
  return rows;
};

/**
 * Returns the callers of the credentials in the same order. `null`: the session or key does not exist, has ended or was idle too long, its
 * user may no longer sign in, or the customer is terminated.
 */
export const findCallers = async (
  db: Db,
  shown: readonly Shown[],
  now: Date,
  idleSince: Date,
): Promise<readonly (FoundSession | null)[]> => {
  const rows = await selectCallers(db, shownRows(shown, now), now, idleSince);
  const bySession = new Map(rows.map((row) => [row.sessionId, row]));
  const byHash = new Map(rows.map((row) => [row.shown, row]));
  return shown.map((each) => {
    const row =
      each.kind === 'id'
        ? bySession.get(each.id.toLowerCase())
        : byHash.get(each.kind === 'session' ? each.tokenHash : each.secretHash);
    return row === undefined ? null : foundSession(row, now.getTime());
  });
};

/** Returns the caller of a user or key ID, for work without a request. `null` as in `findCallers`. */
export const findCaller = async (db: Db, by: Credential, now: Date, idleSince: Date): Promise<FoundSession | null> => {
  const [row] = await selectCallers(db, credentialRows(by, now), now, idleSince);
  return row === undefined ? null : foundSession(row, now.getTime());
};
