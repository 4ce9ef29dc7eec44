// What a rule must say, and may not say, before it is kept.
import { sql } from 'kysely';
import type { Dimension } from '@ringside/core/base/row-limits.ts';
import { THINGS_BY, toldApartBy } from '@ringside/core/access/told-apart.ts';
import type { CreateAcl } from '@ringside/core/contract/acl.ts';
import type { Db } from '../../db/connect.ts';
import { Refusal } from '../../http/errors.ts';

export const fault = (path: string, code: string, params: Record<string, string> = {}) =>
  new Refusal('invalid', { errors: [{ path, code, params }] });

/** Each kind has what it is about. */
export const refuseEmpty = (rule: CreateAcl): void => {
  if (rule.kind === 'access' && rule.resource === null) throw fault('resource', 'required');
  if (rule.kind === 'access' && rule.actions.length === 0 && rule.fieldMask.length === 0)
    throw fault('actions', 'required');
  if (rule.kind === 'network' && rule.cidrs.length === 0) throw fault('cidrs', 'required');
  if (rule.kind === 'dial' && rule.prefixes.length === 0) throw fault('prefixes', 'required');
};

const isSet = (value: boolean | readonly unknown[]): boolean => (typeof value === 'boolean' ? value : value.length > 0);

/** What the kind of rule knows nothing of, or what things of its resource cannot be told apart by. */
export const refuseIdle = (rule: CreateAcl): void => {
  if (rule.kind === 'dial' && rule.timeWindow !== null) throw fault('timeWindow', 'not-dialling');
  if (rule.kind !== 'access') {
    for (const field of [...Object.values(THINGS_BY), 'allBut', 'fieldMask'] as const) {
      if (isSet(rule[field])) throw fault(field, 'only-access');
    }
  }
  if (rule.resource === null) return;
  const known = toldApartBy(rule.resource);
  const named = (Object.keys(THINGS_BY) as Dimension[]).filter((dimension) => isSet(rule[THINGS_BY[dimension]]));
  const idle = named.find((dimension) => !known.includes(dimension));
  if (idle !== undefined) throw fault(THINGS_BY[idle], 'not-told-apart');
  if (rule.allBut && named.length === 0) throw fault('allBut', 'required');
};

const COUNTS = {
  customerIds: (ids: readonly string[], owner: string | null) => sql`select id::text from customers
    where id = any(${ids}::uuid[]) and (${owner}::uuid is null or id in (select customers_below(${owner}::uuid)))`,
  callcenterIds: (ids: readonly string[], owner: string | null) => sql`select id::text from callcenters
    where id = any(${ids}::uuid[]) and (${owner}::uuid is null or customer_id in (select customers_below(${owner}::uuid)))`,
  queueIds: (ids: readonly string[], owner: string | null) => sql`select id::text from queues
    where id = any(${ids}::uuid[]) and (${owner}::uuid is null or customer_id in (select customers_below(${owner}::uuid)))`,
  // A PBX is the platform's: a customer names those that it has something on.
  serverIds: (ids: readonly number[], owner: string | null) => sql`select id::text from endpoints e
    where id = any(${ids}::integer[]) and (${owner}::uuid is null
      or exists (select 1 from queues q where q.server_id = e.id and q.customer_id in (select customers_below(${owner}::uuid)))
      or exists (select 1 from subscribers s where s.server_id = e.id and s.customer_id in (select customers_below(${owner}::uuid))))`,
};

type Things = Partial<Pick<CreateAcl, keyof typeof COUNTS>>;

/** What the rule names is within the reach of whose it is; another's answers as an unknown one. */
export const refuseForeignThings = async (tx: Db, owner: string | null, things: Things): Promise<void> => {
  for (const field of Object.keys(COUNTS) as (keyof typeof COUNTS)[]) {
    const ids = [...new Set<string | number>(things[field] ?? [])];
    if (ids.length === 0) continue;
    const { rows } = await COUNTS[field](ids as never, owner).execute(tx);
    if (rows.length < ids.length) throw new Refusal('not-found', { errors: [{ path: field, code: 'unknown' }] });
  }
};
