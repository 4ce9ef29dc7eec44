// Validates the content of a rule before it is stored.
import { keysOf } from '@ringside/core/base/keys-of.ts';
import { sql } from 'kysely';
import { THINGS_BY, toldApartBy } from '@ringside/core/contract/access/told-apart.ts';
import type { CreateAclEntry } from '@ringside/core/contract/access/acl.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';

export const fault = (path: string, code: string, params: Record<string, string> = {}) =>
  new Refusal('invalid', { errors: [{ path, code, params }] });

/** Refuses a rule without the values that its kind requires. */
export const refuseEmpty = (rule: CreateAclEntry): void => {
  if (rule.kind === 'access' && rule.resource === null) throw fault('resource', 'required');
  if (rule.kind === 'access' && rule.actions.length === 0 && rule.fieldMask.length === 0)
    throw fault('actions', 'required');
  if (rule.kind === 'network' && rule.cidrs.length === 0) throw fault('cidrs', 'required');
  if (rule.kind === 'dial' && rule.prefixes.length === 0) throw fault('prefixes', 'required');
};

const isSet = (value: boolean | readonly unknown[]): boolean => (typeof value === 'boolean' ? value : value.length > 0);

/** Refuses values that the kind of rule does not use, or that cannot distinguish objects of its resource. */
export const refuseIdle = (rule: CreateAclEntry): void => {
  if (rule.kind === 'dial' && rule.timeWindow !== null) throw fault('timeWindow', 'not-dialling');
  if (rule.kind !== 'access') {
    for (const field of [...Object.values(THINGS_BY), 'allBut', 'fieldMask'] as const) {
      if (isSet(rule[field])) throw fault(field, 'only-access');
    }
  }
  if (rule.resource === null) return;
  const known = toldApartBy(rule.resource);
  const named = keysOf(THINGS_BY).filter((dimension) => isSet(rule[THINGS_BY[dimension]]));
  const idle = named.find((dimension) => !known.includes(dimension));
  if (idle !== undefined) throw fault(THINGS_BY[idle], 'not-told-apart');
  if (rule.allBut && named.length === 0) throw fault('allBut', 'required');
};

type Ids = readonly (string | number)[];

const COUNTS = {
  customerIds: (ids: Ids, owner: string | null) => sql`select id::text from customers
    where id = any(${ids}::uuid[]) and (${owner}::uuid is null or id in (select customers_below(${owner}::uuid)))`,
  callcenterIds: (ids: Ids, owner: string | null) => sql`select id::text from callcenters
    where id = any(${ids}::uuid[]) and (${owner}::uuid is null or customer_id in (select customers_below(${owner}::uuid)))`,
  queueIds: (ids: Ids, owner: string | null) => sql`select id::text from queues
    where id = any(${ids}::uuid[]) and (${owner}::uuid is null or customer_id in (select customers_below(${owner}::uuid)))`,
  // PBX servers belong to the platform. A customer may name those on which it has a queue or subscriber.
  serverIds: (ids: Ids, owner: string | null) => sql`select id::text from endpoints e
    where id = any(${ids}::integer[]) and (${owner}::uuid is null
      or exists (select 1 from queues q where q.server_id = e.id and q.customer_id in (select customers_below(${owner}::uuid)))
      or exists (select 1 from subscribers s where s.server_id = e.id and s.customer_id in (select customers_below(${owner}::uuid))))`,
};

type Things = Partial<Pick<CreateAclEntry, keyof typeof COUNTS>>;

/** Refuses objects outside the owner's reach. Another customer's object is answered like an unknown one. */
export const refuseForeignThings = async (tx: Db, owner: string | null, things: Things): Promise<void> => {
  for (const field of keysOf(COUNTS)) {
    const ids = [...new Set<string | number>(things[field] ?? [])];
    if (ids.length === 0) continue;
    const { rows } = await COUNTS[field](ids, owner).execute(tx);
    if (rows.length < ids.length) throw new Refusal('not-found', { errors: [{ path: field, code: 'unknown' }] });
  }
};
