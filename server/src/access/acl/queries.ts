// Reads and writes access rules. A customer manages its own rules. Rules of the platform apply to everyone and only platform staff manage
// them.
import { sql } from 'kysely';
import { can } from '@ringside/core/access/ability.ts';
import type { Reach } from '@ringside/core/access/ability.ts';
import { compileAbilities, networkRefusal } from '@ringside/core/access/acl.ts';
import type { AclSubject } from '@ringside/core/access/acl.ts';
import type { CustomerTerms } from '@ringside/core/access/customer-terms.ts';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import type { Instance } from '@ringside/core/access/row-limits.ts';
import { withChanges } from '@ringside/core/base/with-changes.ts';
import { queueKey } from '@ringside/core/live/state.ts';
import { acl } from '@ringside/core/contract/access/acl.ts';
import type { CreateAclEntry, UpdateAclEntry } from '@ringside/core/contract/access/acl.ts';
import { ownerFor } from '../../platform/db/rows/customer-for.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { RowOf } from '../../platform/db/schema.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { RowFrom } from '../../platform/db/rows/list-rows.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { TERMS } from '../../platform/sessions/caller-queries.ts';
import { readRules } from '../../platform/sessions/rule-queries.ts';
import {
  authorLevel,
  boundedUntil,
  refuseBeyondOwn,
  refuseLoosening,
  refuseOpeningByKey,
} from './rule-grant-queries.ts';
import { refuseOutlivingRule } from '../../platform/sessions/key-lineage-queries.ts';
import { fault, refuseEmpty, refuseForeignThings, refuseIdle } from './rule-check-queries.ts';
import { markChangedRules } from '../../pbx/provisioning/mark-changes.ts';

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

type RuleRow = RowFrom<typeof select>;

const TABLE = {
  role: 'roles',
  user: 'users',
  apikey: 'apiKeys',
  customer: 'customers',
  subscriber: 'subscribers',
} as const;

/** Refuses a subject outside the rule's customer. Another customer's subject is answered like an unknown one. */
const refuseForeignSubject = async (
  tx: Db,
  customerId: string | null,
  { kind, subjectType, subjectId }: Pick<CreateAclEntry, 'kind' | 'subjectType' | 'subjectId'>,
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

/**
 * Returns the known attributes of the object in question, or `null` without an object. A queue implies its call center, customer and PBX
 * server.
 */
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
 * Refuses rules that lock out their author. With all rules, now and at each future start of a rule, the caller must still have access and
 * be able to undo the rule. Weekly hours are ignored, because they end by themselves.
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

const nextPriority = async (tx: Db, customerId: string | null, kind: RowOf<'aclRules'>['kind']): Promise<number> => {
  const row = await tx
    .selectFrom('aclRules')
    .select((eb) => eb.fn.max('priority').as('last'))
    .where('customerId', 'is not distinct from', customerId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return Math.min(1000, Number(row?.last ?? 0) + 10);
};

const json = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

/** Converts the lists to the columns' JSON. */
const lists = (values: UpdateAclEntry) => ({
  actions: json(values.actions),
  cidrs: json(values.cidrs),
  prefixes: json(values.prefixes),
  customerIds: json(values.customerIds),
  callcenterIds: json(values.callcenterIds),
  queueIds: json(values.queueIds),
  serverIds: json(values.serverIds),
  fieldMask: json(values.fieldMask),
  timeWindow: values.timeWindow === null ? null : json(values.timeWindow),
});

const create = async (tx: Db, caller: Caller, values: CreateAclEntry): Promise<string> => {
  refuseEmpty(values);
  refuseIdle(values);
  refuseOpeningByKey(caller, values);
  const customerId = await ownerFor(tx, caller, values.customerId);
  await refuseForeignSubject(tx, customerId, values);
  await refuseForeignThings(tx, customerId, values);
  const id = newId();
  const validUntil = boundedUntil(caller, values);
  await refuseBeyondOwn(tx, caller, { ...values, validUntil, customerId });
  const priority = values.priority ?? (await nextPriority(tx, customerId, values.kind));
  await tx
    .insertInto('aclRules')
    .values({
      ...{ ...values, ...lists(values), id, customerId, priority, validUntil },
      ...{ authorLevel: caller.level, viaKeyId: caller.viaKeyId ?? null },
    })
    .execute();
  await refuseLockOut(tx, caller);
  return id;
};

const update = async (tx: Db, caller: Caller, before: RuleRow, values: UpdateAclEntry): Promise<boolean> => {
  const validFrom = before.validFrom?.toISOString() ?? null;
  const validUntil = before.validUntil?.toISOString() ?? null;
  const after = withChanges<CreateAclEntry>({ ...before, validFrom, validUntil }, values);
  refuseEmpty(after);
  refuseIdle(after);
  await refuseOutlivingRule(tx, caller, before.id);
  refuseOpeningByKey(caller, after);
  await refuseLoosening(tx, caller, before);
  await refuseBeyondOwn(tx, caller, after);
  await refuseForeignThings(tx, before.customerId, values);
  if (
    !(await raiseVersion(tx, acl, before, {
      ...values,
      ...lists(values),
      authorLevel: await authorLevel(tx, caller, before),
    }))
  )
    return false;
  await refuseLockOut(tx, caller);
  return true;
};

export const aclStore = (db: Db) =>
  createResourceStore(db, acl, {
    select,
    changed: markChangedRules,
    scope: { customer: 'customerId' },
    unique: { acl_rules_priority_key: 'priority' },
    create,
    update,
    remove: async (tx, caller, before) => {
      await refuseOutlivingRule(tx, caller, before.id);
      await refuseLoosening(tx, caller, before);
      await tx.deleteFrom('aclRules').where('id', '=', before.id).execute();
      await refuseLockOut(tx, caller);
    },
  });

/** Returns the users whose sockets must check their permissions again after a rule changed. */
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

/** Disables every network rule. Returns their number. */
export const networkRulesOff = async (db: Db): Promise<number> => {
  const done = await db
    .updateTable('aclRules')
    .set((eb) => ({ enabled: false, version: eb('version', '+', 1), updatedAt: new Date() }))
    .where('kind', '=', 'network')
    .where('enabled', '=', true)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
};
