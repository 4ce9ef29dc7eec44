import { sql } from 'kysely';
import { customers } from '@ringside/core/contract/customers.ts';
import type { Db } from '../../db/connect.ts';
import { newId } from '../../db/new-id.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore, StoredRow } from '../../db/resource-store.ts';
import { Refusal } from '../../http/errors.ts';
import { refuseWhileUsed } from '../../db/refuse-while-used.ts';
import { raiseVersion } from '../../db/raise-version.ts';

const select = (db: Db) =>
  db
    .selectFrom('customers as c')
    .select([
      'c.id',
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
      'c.billingAddress',
      'c.billingEmail',
      'c.externalId',
      'c.maxSubscribers',
      'c.maxQueues',
      'c.maxUsers',
      'c.maxConcurrentCalls',
      'c.supervision',
      'c.createdAt',
      'c.updatedAt',
      'c.version',
    ])
    .select((eb) => [
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
    ]);

/** Prices of the past are in it; a sum of two currencies is none. */
const refuseCurrency = async (tx: Db, before: StoredRow, currency: string | undefined): Promise<void> => {
  if (currency === undefined || currency === before['currency']) return;
  const { rows } = await sql`
    select 1 from call_ratings where customer_id = ${before.id} and status = 'rated' limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal('conflict', { errors: [{ path: 'currency', code: 'currency-in-use' }] });
};

export const customerStore = (db: Db): ResourceStore =>
  createResourceStore(db, customers, {
    select,
    scope: { customer: 'id' },
    unique: { customers_code_key: 'code', customers_name_key: 'name', customers_external_id_key: 'externalId' },
    create: async (tx, _caller, values) => {
      const id = newId();
      await tx
        .insertInto('customers')
        .values({ id, ...values })
        .execute();
      return id;
    },
    update: async (tx, _caller, before, values) => {
      await refuseCurrency(tx, before, values.currency);
      return raiseVersion(tx, 'customers', before, values);
    },
    remove: async (tx, _caller, before) => {
      const id = String(before.id);
      await refuseWhileUsed([
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
