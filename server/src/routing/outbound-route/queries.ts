import { sql } from 'kysely';
import { outboundRoutes } from '@ringside/core/contract/routing/outbound-route.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { dialledRows } from '../../platform/db/rows/dialled-rows.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import { refuseOtherServer } from '../../pbx/placement-queries.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { markOwn } from '../../pbx/provisioning/mark-changes.ts';

const select = (db: Db) =>
  db
    .selectFrom('outboundRoutes as r')
    .innerJoin('endpoints as e', 'e.id', 'r.serverId')
    .leftJoin('customers as c', 'c.id', 'r.customerId')
    .select(['r.id', 'r.serverId', 'e.name as serverName', 'r.customerId', 'c.name as customerName', 'r.name'])
    .select(['r.enabled', 'r.priority', 'r.prefixes', 'r.shortNumbers', 'r.createdAt', 'r.updatedAt', 'r.version'])
    .select([
      sql<string[]>`coalesce((select jsonb_agg(rt.trunk_id order by rt.position) from outbound_route_trunks rt
        where rt.route_id = r.id), '[]')`.as('trunkIds'),
      sql<string>`coalesce((select string_agg(t.name, ' → ' order by rt.position) from outbound_route_trunks rt
        join trunks t on t.id = rt.trunk_id where rt.route_id = r.id), '')`.as('trunkNames'),
    ]);

const unknown = (path: string): Refusal => new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });

interface Place {
  readonly serverId: number;
  readonly customerId: string | null;
}

/** Accepts trunks of the same PBX server that are shared or belong to the customer, so that no trunk carries calls of other customers. */
const setTrunks = async (tx: Db, routeId: string, place: Place, ids: readonly string[]): Promise<void> => {
  const trunkIds = [...new Set(ids)];
  const found = await tx
    .selectFrom('trunks')
    .select(['id', 'serverId', 'customerId'])
    .where('id', 'in', trunkIds)
    .execute();
  if (found.length < trunkIds.length) throw unknown('trunkIds');
  if (found.some((trunk) => trunk.serverId !== place.serverId)) {
    throw new Refusal('invalid', { errors: [{ path: 'trunkIds', code: 'other-server' }] });
  }
  if (found.some((trunk) => trunk.customerId !== null && trunk.customerId !== place.customerId)) {
    throw new Refusal('invalid', { errors: [{ path: 'trunkIds', code: 'other-customer' }] });
  }
  await tx.deleteFrom('outboundRouteTrunks').where('routeId', '=', routeId).execute();
  await tx
    .insertInto('outboundRouteTrunks')
    .values(trunkIds.map((trunkId, position) => ({ routeId, trunkId, position })))
    .execute();
};

const checkPlace = async (tx: Db, { serverId, customerId }: Place): Promise<void> => {
  const server = await tx.selectFrom('endpoints').select('id').where('id', '=', serverId).executeTakeFirst();
  if (server === undefined) throw unknown('serverId');
  if (customerId === null) return;
  const customer = await tx.selectFrom('customers').select('id').where('id', '=', customerId).executeTakeFirst();
  if (customer === undefined) throw unknown('customerId');
  await refuseOtherServer(tx, customerId, serverId);
};

/** Throws `conflict` at `shortNumbers` for extensions in use, because they would lead outside from then on. */
const refuseExtensions = async (tx: Db, { serverId, customerId }: Place, numbers: readonly string[]): Promise<void> => {
  if (numbers.length === 0) return;
  const { rows } = await sql<{ extension: string; name: string }>`
    select distinct taken.extension, c.name from ${dialledRows()} as taken join customers c on c.id = taken.customer_id
    where taken.server_id = ${serverId} and taken.extension in (${sql.join(numbers)})
      and (${customerId}::uuid is null or taken.customer_id = ${customerId})
    order by taken.extension, c.name limit 10`.execute(tx);
  if (rows.length === 0) return;
  const params = { names: rows.map(({ extension, name }) => `${extension} (${name})`).join(', ') };
  throw new Refusal('conflict', { errors: [{ path: 'shortNumbers', code: 'are-extensions', params }] });
};

export const outboundRouteStore = (db: Db) =>
  createResourceStore(db, outboundRoutes, {
    select,
    changed: markOwn('outboundroute'),
    scope: { customer: 'customerId', server: 'serverId' },
    unique: { outbound_routes_name_key: 'name' },
    create: async (tx, _caller, { trunkIds, prefixes, shortNumbers, ...values }) => {
      await checkPlace(tx, values);
      await refuseExtensions(tx, values, shortNumbers);
      const id = newId();
      const lists = { prefixes: JSON.stringify(prefixes), shortNumbers: JSON.stringify(shortNumbers) };
      await tx
        .insertInto('outboundRoutes')
        .values({ ...values, ...lists, id })
        .execute();
      await setTrunks(tx, id, values, trunkIds);
      return id;
    },
    update: async (tx, _caller, before, { trunkIds, prefixes, shortNumbers, ...values }) => {
      const known = new Set(before.shortNumbers);
      // Existing conflicts from an older version do not block other changes.
      await refuseExtensions(tx, before, shortNumbers?.filter((number) => !known.has(number)) ?? []);
      const changed = await raiseVersion(tx, outboundRoutes, before, {
        ...values,
        prefixes: prefixes === undefined ? undefined : JSON.stringify(prefixes),
        shortNumbers: shortNumbers === undefined ? undefined : JSON.stringify(shortNumbers),
      });
      if (changed && trunkIds !== undefined) await setTrunks(tx, before.id, before, trunkIds);
      return changed;
    },
    remove: async (tx, _caller, before) => {
      await tx.deleteFrom('outboundRoutes').where('id', '=', before.id).execute();
    },
  });
