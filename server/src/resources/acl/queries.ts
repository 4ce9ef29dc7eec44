// Rows of access rules. A customer's are its own; the platform's bind everybody and are its staff's business.
import { sql } from 'kysely';
import { can } from '@ringside/core/access/ability.ts';
import type { Reach } from '@ringside/core/access/ability.ts';
import { compileAbilities, networkRefusal } from '@ringside/core/access/acl.ts';
import type { AclSubject } from '@ringside/core/access/acl.ts';
import type { CustomerTerms } from '@ringside/core/access/customer-terms.ts';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import type { Instance } from '@ringside/core/base/row-limits.ts';
import { queueKey } from '@ringside/core/live/state.ts';
import { beyond, scopeOf } from '@ringside/core/access/scopes.ts';
import { acl } from '@ringside/core/contract/acl.ts';
import type { CreateAcl, UpdateAcl } from '@ringside/core/contract/acl.ts';
import type { Db } from '../../db/connect.ts';
import { newId } from '../../db/new-id.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore, StoredRow } from '../../db/resource-store.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';
import { reaches } from '../../http/reaches.ts';
import { TERMS } from '../../sessions/caller-queries.ts';
import { readRules } from '../../sessions/rule-queries.ts';
import { fault, refuseEmpty, refuseForeignThings, refuseIdle } from './rule-checks.ts';

const SUBJECT_NAME = sql<string>`coalesce(case x.subject_type
  when 'role' then (select name from roles where id = x.subject_id)
  when 'user' then (select username from users where id = x.subject_id)
  when 'apikey' then (select name from api_keys where id = x.subject_id)
  when 'subscriber' then (select extension || ' ' || name from subscribers where id = x.subject_id)
  when 'customer' then (select name from customers where id = x.subject_id) end, '')`;

const select = (db: Db) =>
  db
    .selectFrom('aclRules as x')
    .leftJoin('customers as c', 'c.id', 'x.customerId')
    .select(['x.id', 'x.customerId', 'c.name as customerName', 'x.kind', 'x.name', 'x.description', 'x.enabled'])
    .select(['x.priority', 'x.subjectType', 'x.subjectId', 'x.effect', 'x.resource', 'x.actions', 'x.cidrs'])
    .select([
      'x.prefixes',
      'x.validFrom',
      'x.validUntil',
      ...(['x.customerIds', 'x.callcenterIds', 'x.queueIds', 'x.serverIds', 'x.ownOnly', 'x.allBut'] as const),
      'x.timeWindow',
      'x.fieldMask',
      'x.hitCount',
      'x.lastHitAt',
      'x.createdAt',
      'x.updatedAt',
      'x.version',
    ])
    .select(SUBJECT_NAME.as('subjectName'));

/** Nobody allows by a rule what he may not do himself. */
const refuseBeyondOwn = (caller: Caller, rule: Pick<CreateAcl, 'kind' | 'effect' | 'resource' | 'actions'>): void => {
  const { resource } = rule;
  if (rule.kind !== 'access' || rule.effect !== 'allow' || resource === null) return;
  const more = beyond(
    caller.abilities,
    rule.actions.map((action) => ({ action, resource })),
  );
  if (more.length > 0) throw fault('actions', 'beyond-own', { names: more.map(scopeOf).join(', ') });
};

const ownerOf = async (tx: Db, caller: Caller, wanted: string | null | undefined): Promise<string | null> => {
  const owner = wanted === undefined ? caller.customerId : wanted;
  const unknown = new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
  if (!reaches(caller, owner)) throw unknown;
  if (owner === null) return null;
  const row = await tx.selectFrom('customers').select('id').where('id', '=', owner).executeTakeFirst();
  if (row === undefined) throw unknown;
  return owner;
};

const TABLE = {
  role: 'roles',
  user: 'users',
  apikey: 'apiKeys',
  customer: 'customers',
  subscriber: 'subscribers',
} as const;

/** The subject is one of the rule's customer; another's answers as an unknown one. */
const refuseForeignSubject = async (
  tx: Db,
  customerId: string | null,
  { kind, subjectType, subjectId }: Pick<CreateAcl, 'kind' | 'subjectType' | 'subjectId'>,
): Promise<void> => {
  if (subjectType === 'everyone') {
    if (subjectId !== null) throw fault('subjectId', 'unknown');
    return;
  }
  if (subjectId === null) throw fault('subjectId', 'required');
  if (subjectType === 'subscriber' && kind !== 'dial') throw fault('subjectType', 'only-dials');
  const table = TABLE[subjectType];
  const column = table === 'customers' ? sql`id` : sql`customer_id`;
  const orShared = table === 'roles' ? sql`or (customer_id is null and holders <> 'platform')` : sql``;
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${subjectId}
    and (${customerId}::uuid is null or ${column} = ${customerId}::uuid ${orShared})`.execute(tx);
  if (rows.length === 0) throw new Refusal('not-found', { errors: [{ path: 'subjectId', code: 'unknown' }] });
};

interface Asked {
  readonly customerId: string | null;
  readonly callcenterId: string | null;
  readonly queueId: string | null;
  readonly serverId: number | null;
  readonly own: boolean;
}

/** What is known of the thing that is asked about; null: of none. A queue tells its call center, customer and PBX. */
export const thingOf = async (
  db: Db,
  caller: Caller,
  customerId: string | null,
  asked: Asked,
): Promise<Instance | null> => {
  await refuseForeignThings(db, caller.customerId, {
    callcenterIds: asked.callcenterId === null ? [] : [asked.callcenterId],
    queueIds: asked.queueId === null ? [] : [asked.queueId],
    serverIds: asked.serverId === null ? [] : [asked.serverId],
  });
  const { callcenterId, queueId, serverId, own } = asked;
  if (callcenterId === null && queueId === null && serverId === null && !own && asked.customerId === null) return null;
  const queue =
    queueId === null
      ? undefined
      : await db
          .selectFrom('queues')
          .select(['customerId', 'callcenterId', 'serverId', 'name'])
          .where('id', '=', queueId)
          .executeTakeFirst();
  const place = queue?.serverId ?? serverId;
  return {
    own,
    customerId: queue?.customerId ?? asked.customerId ?? customerId,
    callcenterId: queue?.callcenterId ?? callcenterId,
    serverId: place,
    queueKey: queue === undefined ? null : queueKey(queue.serverId, queue.name),
  };
};

export const subjectOf = async (
  tx: Db,
  userId: string,
): Promise<
  (AclSubject & { role: string; reach: Reach; narrowed: readonly Narrowing[]; terms: CustomerTerms | null }) | null
> => {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.roleId')
    .leftJoin('customers as c', 'c.id', 'u.customerId')
    .select([
      'u.id as userId',
      'u.customerId',
      'u.roleId',
      'r.name as role',
      'r.narrowed',
      sql<Reach>`r.reach`.as('reach'),
    ])
    .select(sql<CustomerTerms | null>`${TERMS}`.as('terms'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, apiKeyId: null };
};

/**
 * Nobody shuts himself out: with the rules as they are, now and as each begins that is to come, the caller must still get in and
 * be able to undo it. Hours of the week pass by themselves.
 */
const refuseLockOut = async (tx: Db, caller: Caller): Promise<void> => {
  const me = await subjectOf(tx, caller.userId);
  if (me === null) return;
  const subject = { ...me, apiKeyId: caller.apiKey ? caller.sessionId : null };
  const now = Date.now();
  const rules = await readRules(tx, me.customerId);
  const moments = [
    now,
    ...rules.flatMap(({ validFrom }) => (validFrom !== null && validFrom > now ? [validFrom] : [])),
  ];
  const shutOut = (at: number): boolean => caller.ip !== '' && networkRefusal(rules, subject, caller.ip, at) !== null;
  if (moments.some(shutOut))
    throw new Refusal('conflict', { errors: [{ path: 'cidrs', code: 'locks-out', params: { address: caller.ip } }] });
  const { rows } = await sql<{ action: 'read'; resource: 'acl' }>`
    select action, resource from role_abilities where role_id = ${me.roleId}`.execute(tx);
  const powerless = (at: number): boolean => {
    const abilities = compileAbilities(rules, subject, rows, at);
    return (['read', 'update', 'delete'] as const).some((a) => can(rows, a, 'acl') && !can(abilities, a, 'acl'));
  };
  if (moments.some(powerless))
    throw new Refusal('conflict', { errors: [{ path: 'actions', code: 'locks-out', params: { address: caller.ip } }] });
};

const nextPriority = async (tx: Db, customerId: string | null, kind: string): Promise<number> => {
  const row = await tx
    .selectFrom('aclRules')
    .select((eb) => eb.fn.max('priority').as('last'))
    .where('customerId', 'is not distinct from', customerId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return Math.min(1000, Number(row?.last ?? 0) + 10);
};

const LISTS = [
  'actions',
  'cidrs',
  'prefixes',
  'customerIds',
  'callcenterIds',
  'queueIds',
  'serverIds',
  'fieldMask',
] as const;

/** As the columns take them. */
const lists = (values: UpdateAcl): Record<string, string | null> => ({
  ...Object.fromEntries(
    LISTS.flatMap((field) => (values[field] === undefined ? [] : [[field, JSON.stringify(values[field])]])),
  ),
  ...(values.timeWindow === undefined
    ? {}
    : { timeWindow: values.timeWindow === null ? null : JSON.stringify(values.timeWindow) }),
});

const create = async (tx: Db, caller: Caller, values: CreateAcl): Promise<string> => {
  refuseEmpty(values);
  refuseIdle(values);
  refuseBeyondOwn(caller, values);
  const customerId = await ownerOf(tx, caller, values.customerId);
  await refuseForeignSubject(tx, customerId, values);
  await refuseForeignThings(tx, customerId, values);
  const id = newId();
  const priority = values.priority ?? (await nextPriority(tx, customerId, values.kind));
  await tx
    .insertInto('aclRules')
    .values({ ...values, ...lists(values), id, customerId, priority } as never)
    .execute();
  await refuseLockOut(tx, caller);
  return id;
};

const update = async (tx: Db, caller: Caller, before: StoredRow, values: UpdateAcl): Promise<boolean> => {
  const after = { ...before, ...values } as unknown as CreateAcl;
  refuseEmpty(after);
  refuseIdle(after);
  refuseBeyondOwn(caller, after);
  await refuseForeignThings(tx, before['customerId'] as string | null, values);
  if (!(await raiseVersion(tx, 'aclRules', before, { ...values, ...lists(values) }))) return false;
  await refuseLockOut(tx, caller);
  return true;
};

export const aclStore = (db: Db): ResourceStore =>
  createResourceStore(db, acl, {
    select,
    scope: { customer: 'customerId' },
    unique: { acl_rules_priority_key: 'priority' },
    create,
    update,
    remove: async (tx, caller, before) => {
      await tx.deleteFrom('aclRules').where('id', '=', String(before.id)).execute();
      await refuseLockOut(tx, caller);
    },
  });

/** Whose sockets look again after a rule changed. */
export const usersUnder = async (db: Db, customerId: string | null): Promise<string[]> => {
  const query = db.selectFrom('users').select('id').where('status', '=', 'active');
  const rows = await (customerId === null ? query : query.where('customerId', '=', customerId)).execute();
  return rows.map((row) => row.id);
};

export const abilitiesOfRole = async (db: Db, roleId: string) =>
  (
    await sql<{
      action: 'read';
      resource: 'acl';
    }>`select action, resource from role_abilities where role_id = ${roleId}`.execute(db)
  ).rows;

/** Switches every network rule off; how many. */
export const networkRulesOff = async (db: Db): Promise<number> => {
  const done = await db
    .updateTable('aclRules')
    .set((eb) => ({ enabled: false, version: eb('version', '+', 1), updatedAt: new Date() }))
    .where('kind', '=', 'network')
    .where('enabled', '=', true)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
};
