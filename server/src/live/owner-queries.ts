// Who owns what, and how each call center counts its day.
import type { Db } from '../db/connect.ts';

export interface OwnedQueue {
  readonly serverId: number;
  readonly name: string;
  readonly customerId: string;
  readonly callcenterId: string;
  readonly timeZone: string;
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly shortAbandonSeconds: number;
  readonly wrapupSeconds: number;
}

export interface OwnerRows {
  readonly queues: readonly OwnedQueue[];
  /** Customers by the code that marks their channels. */
  readonly customers: readonly { readonly id: string; readonly code: string }[];
}

export const readOwners = async (db: Db): Promise<OwnerRows> => ({
  queues: await db
    .selectFrom('queues as q')
    .innerJoin('callcenters as c', 'c.id', 'q.callcenterId')
    .select(['q.serverId', 'q.name', 'q.customerId', 'q.callcenterId', 'q.wrapupSeconds', 'c.timezone as timeZone'])
    .select(['c.slaFormula as formula', 'c.slaTargetSeconds as thresholdSeconds', 'c.shortAbandonSeconds'])
    .execute(),
  customers: await db.selectFrom('customers').select(['id', 'code']).where('status', '<>', 'terminated').execute(),
});

/** Queues that have a name beside the PBX's own; `customers` null: of all. */
export const readQueueNames = (
  db: Db,
  customers: readonly string[] | null,
): Promise<readonly Readonly<Record<'name' | 'label', string> & { serverId: number }>[]> =>
  db
    .selectFrom('queues')
    .select(['serverId', 'name', 'label'])
    .where('label', '<>', '')
    .$if(customers !== null, (q) => q.where('customerId', 'in', [...(customers ?? [])]))
    .orderBy('label')
    .execute();
