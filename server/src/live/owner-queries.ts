// Reads which customer owns queues, account codes, contexts and devices, and how each call center counts its day.
import { sql } from 'kysely';
import type { NameKind } from '@ringside/core/contract/pbx/pbx-names.ts';
import { emergencyContext, outsideContext, placesContext } from '@ringside/core/pbx/dialplan/flow-names.ts';
import { contextName, endpointName } from '@ringside/core/pbx/phone-sections.ts';
import type { Db } from '../platform/db/connect.ts';

interface OwnedQueue {
  readonly serverId: number;
  readonly name: string;
  readonly customerId: string;
  readonly callcenterId: string;
  readonly timeZone: string;
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly shortAbandonSeconds: number;
  readonly wrapupSeconds: number;
  /** Whether the call center lists pause reasons, which makes a reason mandatory. */
  readonly needsPauseReason?: boolean;
}

interface OwnedName {
  /** `null`: on every PBX server. */
  readonly serverId: number | null;
  readonly kind: NameKind;
  readonly name: string;
  readonly customerId: string;
}

export interface OwnerRows {
  readonly queues: readonly OwnedQueue[];
  /** Account codes, contexts and devices of the customers. */
  readonly names: readonly OwnedName[];
}

/** Returns the names that follow from a customer's code: its account code and the contexts that the console writes for it. */
const namesOfCode = (customerId: string, code: string, serverIds: readonly number[]): readonly OwnedName[] =>
  (serverIds.length === 0 ? [null] : serverIds).flatMap((serverId) => [
    { serverId, kind: 'account' as const, name: code, customerId },
    ...[contextName(code), placesContext(code), outsideContext(code), emergencyContext(code)].map((name) => ({
      ...{ serverId, kind: 'context' as const, name, customerId },
    })),
  ]);

const readNames = async (db: Db): Promise<readonly OwnedName[]> => {
  const customers = await db
    .selectFrom('customers')
    .select(['id', 'code', 'serverIds'])
    .where('status', '<>', 'terminated')
    .execute();
  const codes = new Map(customers.map(({ id, code }) => [id, code]));
  const lines = await db.selectFrom('subscribers').select(['serverId', 'customerId', 'extension']).execute();
  const named = await db.selectFrom('pbxNames').select(['serverId', 'kind', 'name', 'customerId']).execute();
  return [
    ...customers.flatMap(({ id, code, serverIds }) => namesOfCode(id, code, serverIds)),
    ...lines.flatMap(({ serverId, customerId, extension }) => {
      const code = codes.get(customerId);
      return code === undefined
        ? []
        : [{ serverId, kind: 'device' as const, name: endpointName(code, extension), customerId }];
    }),
    // Last, so that names entered for this PBX server override derived ones.
    ...named.flatMap(({ customerId, ...row }) => (customerId === null ? [] : [{ ...row, customerId }])),
  ];
};

export const readOwners = async (db: Db): Promise<OwnerRows> => ({
  queues: await db
    .selectFrom('queues as q')
    .innerJoin('callcenters as c', 'c.id', 'q.callcenterId')
    .select(['q.serverId', 'q.name', 'q.customerId', 'q.callcenterId', 'q.wrapupSeconds', 'c.timezone as timeZone'])
    .select(sql<boolean>`jsonb_array_length(c.pause_reasons) > 0`.as('needsPauseReason'))
    .select(['c.slaFormula as formula', 'c.slaTargetSeconds as thresholdSeconds', 'c.shortAbandonSeconds'])
    .execute(),
  names: await readNames(db),
});

/** Returns the queues with a label. `customers` null: queues of all customers. */
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
