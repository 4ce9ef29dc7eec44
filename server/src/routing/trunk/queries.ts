import { sql } from 'kysely';
import { trunks } from '@ringside/core/contract/routing/trunk.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { refuseWhileUsed } from '../../platform/db/rows/refuse-while-used.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import { refuseOtherServer } from '../../pbx/placement-queries.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { parseNetwork } from '@ringside/core/access/network.ts';
import { markOwn } from '../../pbx/provisioning/mark-changes.ts';

const trunkSecretBound = (id: string): string => `trunk.secret:${id}`;

const select = (db: Db) =>
  db
    .selectFrom('trunks as t')
    .innerJoin('endpoints as e', 'e.id', 't.serverId')
    .leftJoin('customers as c', 'c.id', 't.customerId')
    .select([
      't.id',
      't.serverId',
      'e.name as serverName',
      't.customerId',
      'c.name as customerName',
      't.code',
      't.name',
    ])
    .select(['t.enabled', 't.mode', 't.transport', 't.host', 't.port', 't.username', 't.addresses', 't.codecs'])
    .select(['t.format', 't.techPrefix', 't.callerId', 't.callerIdNumber', 't.maxCalls', 't.qualify', 't.country'])
    .select(['t.createdAt', 't.updatedAt', 't.version'])
    .select(sql<boolean>`t.secret <> ''`.as('hasSecret'));

/** Converts single addresses to networks, as the PBX requires. */
const asNetworks = (addresses: readonly string[]): string =>
  JSON.stringify([
    ...new Set(addresses.map((each) => (each.includes('/') ? each : `${each}/${parseNetwork(each)?.width ?? 32}`))),
  ]);

const required = (path: string): Refusal => new Refusal('invalid', { errors: [{ path, code: 'required' }] });

/** Registration requires a user name, and a user name requires a password. */
const checkLogin = (mode: unknown, username: unknown, hasSecret: boolean): void => {
  if (username === '' && mode === 'registration') throw required('username');
  if (username !== '' && !hasSecret) throw required('secret');
};

const checkPlace = async (tx: Db, serverId: number, customerId: string | null): Promise<void> => {
  const server = await tx.selectFrom('endpoints').select('id').where('id', '=', serverId).executeTakeFirst();
  if (server === undefined) throw new Refusal('not-found', { errors: [{ path: 'serverId', code: 'unknown' }] });
  if (customerId === null) return;
  const customer = await tx.selectFrom('customers').select('id').where('id', '=', customerId).executeTakeFirst();
  if (customer === undefined) throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
  await refuseOtherServer(tx, customerId, serverId);
};

export const trunkStore = (db: Db, secrets: Secrets) =>
  createResourceStore(db, trunks, {
    select,
    changed: markOwn('trunk'),
    scope: { customer: 'customerId', server: 'serverId' },
    unique: { trunks_code_key: 'code' },
    create: async (tx, _caller, { secret, addresses, codecs, ...values }) => {
      await checkPlace(tx, values.serverId, values.customerId);
      checkLogin(values.mode, values.username, secret !== '');
      const id = newId();
      const kept = values.username === '' ? '' : secrets.seal(secret, trunkSecretBound(id));
      const lists = { addresses: asNetworks(addresses), codecs: JSON.stringify(codecs) };
      await tx
        .insertInto('trunks')
        .values({ ...values, ...lists, id, secret: kept })
        .execute();
      return id;
    },
    update: async (tx, _caller, before, { secret = '', addresses, codecs, ...values }) => {
      const username = values.username ?? before.username;
      checkLogin(values.mode ?? before.mode, username, secret !== '' || before.hasSecret);
      const sealed = secret === '' ? undefined : secrets.seal(secret, trunkSecretBound(before.id));
      return raiseVersion(tx, trunks, before, {
        ...values,
        addresses: addresses === undefined ? undefined : asNetworks(addresses),
        codecs: codecs === undefined ? undefined : JSON.stringify(codecs),
        // A form sends an empty secret when the user typed none.
        secret: username === '' ? '' : sealed,
      });
    },
    remove: async (tx, _caller, before) => {
      const id = before.id;
      const rows = tx
        .selectFrom('outboundRouteTrunks as rt')
        .innerJoin('outboundRoutes as r', 'r.id', 'rt.routeId')
        .select('r.name')
        .where('rt.trunkId', '=', id)
        .orderBy('r.name');
      await refuseWhileUsed([{ resource: 'outboundroute', rows }]);
      await tx.deleteFrom('trunks').where('id', '=', id).execute();
    },
  });
