import { sql } from 'kysely';
import { masksFor } from '@ringside/core/access/narrowing.ts';
import { customers } from '@ringside/core/contract/customers.ts';
import type { Db } from '../../db/connect.ts';
import { newId } from '../../db/new-id.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore, StoredRow } from '../../db/resource-store.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';
import { reaches } from '../../http/reaches.ts';
import { refuseNoRoomAbove } from '../../db/refuse-over-limit.ts';
import { refuseWhileUsed } from '../../db/refuse-while-used.ts';
import { raiseVersion } from '../../db/raise-version.ts';

const orPlan = (own: string, term: string) => sql`coalesce(${sql.ref(own)}, plan_limit(c.id, ${term}))`;

/** What holds: the customer's own, else his plan's. */
const LIMITS = sql<Record<string, number | null>>`json_build_object(
  'subscribers', ${orPlan('c.max_subscribers', 'maxSubscribers')}, 'queues', ${orPlan('c.max_queues', 'maxQueues')},
  'users', c.max_users, 'agents', ${orPlan('c.max_agents', 'maxAgents')},
  'concurrentCalls', ${orPlan('c.max_concurrent_calls', 'maxConcurrentCalls')},
  'recordingMb', ${orPlan('c.max_recording_mb', 'maxRecordingMb')},
  'retentionDays', ${orPlan('c.recording_retention_days', 'maxRetentionDays')})`;

const select = (db: Db) =>
  db
    .selectFrom('customers as c')
    .select([
      'c.id',
      'c.parentId',
      'c.code',
      'c.name',
      'c.status',
      'c.timezone',
      'c.currency',
      'c.language',
      'c.country',
      'c.contactName',
      'c.contactEmail',
      'c.phone',
      'c.statusReason',
      'c.legalName',
      'c.taxId',
      'c.billingLine1',
      'c.billingLine2',
      'c.billingPostcode',
      'c.billingCity',
      'c.billingRegion',
      'c.billingCountry',
      'c.billingEmail',
      'c.externalId',
      'c.maxSubscribers',
      'c.maxQueues',
      'c.maxUsers',
      'c.maxAgents',
      'c.maxConcurrentCalls',
      'c.maxCallsPerSecond',
      'c.maxRecordingMb',
      'c.recordingFull',
      'c.defaultAreaCode',
      'c.recordingDefault',
      'c.networkRules',
      'c.supervision',
      'c.brandName',
      'c.brandColor',
      'c.brandHost',
      'c.statusSince',
      'c.suspendedAt',
      'c.terminatedAt',
      'c.recordingRetentionDays',
      'c.recordingHold',
      'c.cdrRetentionDays',
      'c.allowRecordingDelete',
      'c.showPrices',
      'c.serverIds',
      'c.createdAt',
      'c.updatedAt',
      'c.version',
    ])
    .select((eb) => [
      eb.selectFrom('customers as p').whereRef('p.id', '=', 'c.parentId').select('p.name').as('parentName'),
      eb
        .selectFrom('customers as k')
        .whereRef('k.parentId', '=', 'c.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('childCount'),
      eb
        .selectFrom('callcenters')
        .whereRef('customerId', '=', 'c.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('callcenterCount'),
      eb
        .selectFrom('queues')
        .whereRef('customerId', '=', 'c.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('queueCount'),
      eb
        .selectFrom('users')
        .whereRef('customerId', '=', 'c.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('userCount'),
      eb
        .selectFrom('subscribers')
        .whereRef('customerId', '=', 'c.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('subscriberCount'),
      sql<string | null>`(select '/api/logos/' || l.key from customer_logos l where l.customer_id = c.id)`.as('logo'),
      sql<number>`agents_of(c.id)`.as('agentCount'),
      // Of a reseller: what its limits count, itself included.
      sql<Record<
        string,
        number
      > | null>`case when exists (select 1 from customers k where k.parent_id = c.id) then json_build_object(
        'subscribers', counted_below(c.id, 'subscribers'), 'queues', counted_below(c.id, 'queues'),
        'users', counted_below(c.id, 'users'), 'agents', counted_below(c.id, 'agents')) end`.as('withBelow'),
      sql<number | null>`ceil(c.recording_bytes / 1000000.0)::integer`.as('recordingMb'),
      LIMITS.as('limits'),
    ]);

/** Prices of the past are in it; a sum of two currencies is none. */
const refuseCurrency = async (tx: Db, before: StoredRow, currency: string | undefined): Promise<void> => {
  if (currency === undefined || currency === before['currency']) return;
  const { rows } = await sql`
    select 1 from call_ratings where customer_id = ${before.id} and status = 'rated' limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal('conflict', { errors: [{ path: 'currency', code: 'currency-in-use' }] });
};

const unknownParent = () => new Refusal('not-found', { errors: [{ path: 'parentId', code: 'unknown' }] });

/** Below whom a new customer stands: a reseller's people add it below their own, or below one of theirs. */
const parentOfNew = async (tx: Db, caller: Caller, wanted: string | null | undefined): Promise<string | null> => {
  const parentId = wanted === undefined ? caller.customerId : wanted;
  if (!reaches(caller, parentId)) throw unknownParent();
  if (parentId === null) return null;
  const row = await tx.selectFrom('customers').select('id').where('id', '=', parentId).executeTakeFirst();
  if (row === undefined) throw unknownParent();
  return parentId;
};

/** Only the platform moves a customer, and never below itself. */
const refuseMove = async (tx: Db, caller: Caller, before: StoredRow, parentId: string | null | undefined) => {
  if (parentId === undefined || parentId === before['parentId']) return;
  if (caller.customerId !== null) {
    throw new Refusal('forbidden', { detail: 'Moving a customer is for the platform’s staff' });
  }
  if (parentId === null) return;
  await parentOfNew(tx, caller, parentId);
  // Two moves at once could close a circle that neither sees.
  await sql`select pg_advisory_xact_lock(${sql.lit(MOVES_LOCK)})`.execute(tx);
  const { rows } = await sql`
    select 1 from customers_below(${before.id}::uuid) as below where below = ${parentId}::uuid`.execute(tx);
  if (rows.length > 0) throw new Refusal('invalid', { errors: [{ path: 'parentId', code: 'parent-cycle' }] });
};

/** Any constant will do; it only has to be ours. */
const MOVES_LOCK = 728_193_456;

/** Nobody changes the terms on which he himself is a customer. */
const refuseOwn = (caller: Caller, before: StoredRow): void => {
  if (caller.customerId !== null && before.id === caller.customerId) throw new Refusal('forbidden');
};

/** Who sees no prices himself shows them to nobody. */
const refuseUnseen = (caller: Caller, showPrices: boolean | undefined): void => {
  if (showPrices === true && masksFor(caller.narrowed ?? [], 'cdr').includes('price'))
    throw new Refusal('invalid', { errors: [{ path: 'showPrices', code: 'withheld' }] });
};

/** Servers are the platform's to name; each once, and there. What stands on others already stays. */
const refuseServers = async (tx: Db, caller: Caller, before: readonly number[], wanted: readonly number[]) => {
  if (wanted.join() === before.join()) return;
  if (caller.customerId !== null)
    throw new Refusal('forbidden', { detail: 'Naming servers is for the platform’s staff' });
  const fault = (code: string) => new Refusal('invalid', { errors: [{ path: 'serverIds', code }] });
  if (new Set(wanted).size < wanted.length) throw fault('taken');
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from endpoints
    where id in (select value::integer from jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb))`.execute(tx);
  if (rows[0]?.n !== wanted.length) throw fault('unknown');
};

/** Whom a reseller adds stands where the reseller may. */
const serversOfNew = async (tx: Db, caller: Caller, parentId: string | null, wanted: readonly number[]) => {
  if (caller.customerId === null || wanted.length > 0) {
    await refuseServers(tx, caller, [], wanted);
    return wanted;
  }
  const above = await tx.selectFrom('customers').select('serverIds').where('id', '=', parentId).executeTakeFirst();
  return above?.serverIds ?? [];
};

export const customerStore = (db: Db): ResourceStore =>
  createResourceStore(db, customers, {
    select,
    scope: { customer: 'id', parent: 'parentId' },
    unique: {
      customers_code_key: 'code',
      customers_name_key: 'name',
      customers_external_id_key: 'externalId',
      customers_brand_host_key: 'brandHost',
    },
    create: async (tx, caller, { serverIds, ...values }) => {
      refuseUnseen(caller, values.showPrices);
      const parentId = await parentOfNew(tx, caller, values.parentId);
      const id = newId();
      await tx
        .insertInto('customers')
        .values({
          ...values,
          id,
          parentId,
          serverIds: JSON.stringify(await serversOfNew(tx, caller, parentId, serverIds)),
        })
        .execute();
      return id;
    },
    update: async (tx, caller, before, { serverIds, ...values }) => {
      refuseOwn(caller, before);
      if (values.showPrices !== before['showPrices']) refuseUnseen(caller, values.showPrices);
      await refuseMove(tx, caller, before, values.parentId);
      await refuseCurrency(tx, before, values.currency);
      if (serverIds !== undefined) await refuseServers(tx, caller, before['serverIds'] as number[], serverIds);
      const placed = serverIds === undefined ? values : { ...values, serverIds: JSON.stringify(serverIds) };
      const raised = await raiseVersion(tx, 'customers', before, placed);
      if (raised && values.parentId !== undefined && values.parentId !== before['parentId'])
        await refuseNoRoomAbove(tx, String(before.id));
      return raised;
    },
    remove: async (tx, caller, before) => {
      refuseOwn(caller, before);
      const id = String(before.id);
      await refuseWhileUsed([
        { resource: 'customer', rows: tx.selectFrom('customers').select('name').where('parentId', '=', id) },
        { resource: 'callcenter', rows: tx.selectFrom('callcenters').select('name').where('customerId', '=', id) },
        { resource: 'queue', rows: tx.selectFrom('queues').select('name').where('customerId', '=', id) },
        {
          resource: 'subscriber',
          rows: tx.selectFrom('subscribers').select('name').where('customerId', '=', id),
        },
        { resource: 'user', rows: tx.selectFrom('users').select('username as name').where('customerId', '=', id) },
      ]);
      await tx.deleteFrom('customers').where('id', '=', id).execute();
    },
  });
