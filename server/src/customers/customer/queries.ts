import { sql } from 'kysely';
import { masksFor } from '@ringside/core/access/narrowing.ts';
import { customers } from '@ringside/core/contract/customers/customer.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { RowFrom } from '../../platform/db/rows/list-rows.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { reaches } from '../../platform/caller/reach.ts';
import { refuseNoRoomAbove } from '../limit-queries.ts';
import { refuseWhileUsed } from '../../platform/db/rows/refuse-while-used.ts';
import { ownNumberOf } from '../../routing/own-number.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { CUSTOMER_SCOPE, refuseCollidingCode } from './code-queries.ts';
import { markChangedCustomers } from '../../pbx/provisioning/mark-changes.ts';
import { addToOutbox } from '../../platform/outbox/queries.ts';
import { CUSTOMER_ADDED } from './customer-added.ts';

const orPlan = (own: string, term: string) => sql`coalesce(${sql.ref(own)}, plan_limit(c.id, ${term}))`;

/** The limits in effect: the customer's own, otherwise those of the plan. */
const LIMITS = sql<Record<string, number | null>>`json_build_object(
  'subscribers', ${orPlan('c.max_subscribers', 'maxSubscribers')}, 'queues', ${orPlan('c.max_queues', 'maxQueues')},
  'users', c.max_users, 'agents', ${orPlan('c.max_agents', 'maxAgents')},
  'concurrentCalls', ${orPlan('c.max_concurrent_calls', 'maxConcurrentCalls')},
  'recordingMb', ${orPlan('c.max_recording_mb', 'maxRecordingMb')},
  'retentionDays', ${orPlan('c.recording_retention_days', 'maxRetentionDays')})`;

const COLUMNS = [
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
  'c.emergencyCallerId',
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
] as const;

const select = (db: Db) =>
  db
    .selectFrom('customers as c')
    .select(COLUMNS)
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
      // For a reseller: the counts for its limits, including itself.
      sql<Record<
        string,
        number
      > | null>`case when exists (select 1 from customers k where k.parent_id = c.id) then json_build_object(
        'subscribers', counted_below(c.id, 'subscribers'), 'queues', counted_below(c.id, 'queues'),
        'users', counted_below(c.id, 'users'), 'agents', counted_below(c.id, 'agents')) end`.as('withBelow'),
      sql<number | null>`ceil(c.recording_bytes / 1000000.0)::integer`.as('recordingMb'),
      LIMITS.as('limits'),
    ]);

type CustomerRow = RowFrom<typeof select>;

/** Refuses a currency change after calls were rated, because amounts of two currencies cannot be added. */
const refuseCurrency = async (tx: Db, before: CustomerRow, currency: string | undefined): Promise<void> => {
  if (currency === undefined || currency === before.currency) return;
  const { rows } = await sql`
    select 1 from call_ratings where customer_id = ${before.id} and status = 'rated' limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal('conflict', { errors: [{ path: 'currency', code: 'currency-in-use' }] });
};

const unknownParent = () => new Refusal('not-found', { errors: [{ path: 'parentId', code: 'unknown' }] });

/** Returns the parent of a new customer. A reseller's users can add it below their own customer or one of its customers. */
const parentOfNew = async (tx: Db, caller: Caller, wanted: string | null | undefined): Promise<string | null> => {
  const parentId = wanted === undefined ? caller.customerId : wanted;
  if (!reaches(caller, parentId)) throw unknownParent();
  if (parentId === null) return null;
  const row = await tx.selectFrom('customers').select('id').where('id', '=', parentId).executeTakeFirst();
  if (row === undefined) throw unknownParent();
  return parentId;
};

/** Refuses moves by callers other than platform staff, and moves below the customer itself. */
const refuseMove = async (tx: Db, caller: Caller, before: CustomerRow, parentId: string | null | undefined) => {
  if (parentId === undefined || parentId === before.parentId) return;
  if (caller.customerId !== null) {
    throw new Refusal('forbidden', { detail: 'Only platform staff can move a customer' });
  }
  if (parentId === null) return;
  await parentOfNew(tx, caller, parentId);
  // The lock prevents two concurrent moves from creating a cycle.
  await sql`select pg_advisory_xact_lock(${sql.lit(MOVES_LOCK)})`.execute(tx);
  const { rows } = await sql`
    select 1 from customers_below(${before.id}::uuid) as below where below = ${parentId}::uuid`.execute(tx);
  if (rows.length > 0) throw new Refusal('invalid', { errors: [{ path: 'parentId', code: 'parent-cycle' }] });
};

/** An arbitrary constant that only this console uses. */
const MOVES_LOCK = 728_193_456;

const notOwnNumber = () => new Refusal('invalid', { errors: [{ path: 'emergencyCallerId', code: 'not-own-number' }] });

/** Refuses changes of users to the terms of their own customer. */
const refuseOwn = (caller: Caller, before: CustomerRow): void => {
  if (caller.customerId !== null && before.id === caller.customerId) throw new Refusal('forbidden');
};

/** Refuses to show prices if the caller cannot see prices. */
const refuseUnseen = (caller: Caller, showPrices: boolean | undefined): void => {
  if (showPrices === true && masksFor(caller.narrowed ?? [], 'cdr').includes('price'))
    throw new Refusal('invalid', { errors: [{ path: 'showPrices', code: 'withheld' }] });
};

/** Only platform staff can assign PBX servers. Each must exist and be named once. Existing rows on other servers stay. */
const refuseServers = async (tx: Db, caller: Caller, before: readonly number[], wanted: readonly number[]) => {
  if (wanted.join() === before.join()) return;
  if (caller.customerId !== null)
    throw new Refusal('forbidden', { detail: 'Only platform staff can assign PBX servers' });
  const fault = (code: string) => new Refusal('invalid', { errors: [{ path: 'serverIds', code }] });
  if (new Set(wanted).size < wanted.length) throw fault('taken');
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from endpoints
    where id in (select value::integer from jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb))`.execute(tx);
  if (rows[0]?.n !== wanted.length) throw fault('unknown');
};

/** Returns the servers of a new customer. A reseller's new customer gets the reseller's servers. */
const serversOfNew = async (tx: Db, caller: Caller, parentId: string | null, wanted: readonly number[]) => {
  if (caller.customerId === null || wanted.length > 0) {
    await refuseServers(tx, caller, [], wanted);
    return wanted;
  }
  const above = await tx.selectFrom('customers').select('serverIds').where('id', '=', parentId).executeTakeFirst();
  return above?.serverIds ?? [];
};

/** Returns the new times of the status, and of the last suspension or termination. `undefined`: unchanged. */
const statusTimes = (status: string | undefined) => {
  const now = sql<Date>`console_now()`;
  if (status === undefined) return {};
  return {
    statusSince: now,
    ...(status === 'suspended' ? { suspendedAt: now } : {}),
    ...(status === 'terminated' ? { terminatedAt: now } : {}),
  };
};

/** `namesSeen` returns the devices and queues that the PBX servers currently have. */
export const customerStore = (db: Db, namesSeen: () => readonly string[] = () => []) =>
  createResourceStore(db, customers, {
    select,
    changed: async (tx, changes) => {
      await markChangedCustomers(tx, changes);
      const added = changes.flatMap(({ before, after }) =>
        before === null && after !== null ? [String(after.id)] : [],
      );
      await addToOutbox(
        tx,
        CUSTOMER_ADDED,
        added.map((key) => ({ key })),
      );
    },
    scope: CUSTOMER_SCOPE,
    unique: {
      customers_code_key: 'code',
      customers_name_key: 'name',
      customers_external_id_key: 'externalId',
      customers_brand_host_key: 'brandHost',
    },
    create: async (tx, caller, { serverIds, ...values }) => {
      // A new customer has no numbers yet.
      if (values.emergencyCallerId !== '') throw notOwnNumber();
      refuseUnseen(caller, values.showPrices);
      await refuseCollidingCode(tx, caller, values.code, namesSeen());
      const parentId = await parentOfNew(tx, caller, values.parentId);
      const id = newId();
      await tx
        .insertInto('customers')
        .values({
          ...values,
          id,
          parentId,
          ...statusTimes(values.status),
          serverIds: JSON.stringify(await serversOfNew(tx, caller, parentId, serverIds)),
        })
        .execute();
      return id;
    },
    update: async (tx, caller, before, { serverIds, ...values }) => {
      refuseOwn(caller, before);
      if (values.showPrices !== before.showPrices) refuseUnseen(caller, values.showPrices);
      await refuseMove(tx, caller, before, values.parentId);
      await refuseCurrency(tx, before, values.currency);
      if (serverIds !== undefined) await refuseServers(tx, caller, before.serverIds, serverIds);
      const emergencyCallerId = await ownNumberOf(
        tx,
        before.id,
        'emergencyCallerId',
        values.emergencyCallerId === before.emergencyCallerId ? undefined : values.emergencyCallerId,
      );
      const placed = {
        ...values,
        ...(values.status === before.status ? {} : statusTimes(values.status)),
        emergencyCallerId,
        serverIds: serverIds === undefined ? undefined : JSON.stringify(serverIds),
      };
      const raised = await raiseVersion(tx, customers, before, placed);
      if (raised && values.parentId !== undefined && values.parentId !== before.parentId)
        await refuseNoRoomAbove(tx, before.id);
      return raised;
    },
    remove: async (tx, caller, before) => {
      refuseOwn(caller, before);
      const id = before.id;
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
