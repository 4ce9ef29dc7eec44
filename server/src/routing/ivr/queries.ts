import { sql } from 'kysely';
import type { Destination } from '@ringside/core/contract/routing/destination.ts';
import { ivrs } from '@ringside/core/contract/routing/ivr.ts';
import type { Db } from '../../platform/db/connect.ts';
import { customerFor } from '../../platform/db/rows/customer-for.ts';
import { destinationOf, refuseTakenExtension } from '../destination-queries.ts';
import type { Place } from '../destination-queries.ts';
import { refuseUnknownSounds } from '../known-sounds.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import { serverFor } from '../../pbx/placement-queries.ts';
import { markOwn } from '../../pbx/provisioning/mark-changes.ts';
import { markMoved } from '../../pbx/provisioning/mark-queries.ts';

const select = (db: Db) =>
  db
    .selectFrom('ivrs as i')
    .innerJoin('customers as c', 'c.id', 'i.customerId')
    .innerJoin('endpoints as e', 'e.id', 'i.serverId')
    .select(['i.id', 'i.customerId', 'c.name as customerName', 'i.serverId', 'e.name as serverName', 'i.name'])
    .select(['i.extension', 'i.prompt', 'i.invalidPrompt', 'i.timeoutSeconds', 'i.attempts', 'i.dialExtensions'])
    .select(['i.fallback', 'i.createdAt', 'i.updatedAt', 'i.version'])
    .select([
      sql<string>`destination_name(i.fallback)`.as('fallbackName'),
      sql<string>`sound_name(i.prompt)`.as('promptName'),
      sql<unknown[]>`coalesce((select jsonb_agg(jsonb_build_object('key', k.key, 'destination', k.destination,
          'name', destination_name(k.destination)) order by position(k.key in '1234567890*#'))
        from ivr_keys k where k.ivr_id = i.id), '[]')`.as('keys'),
    ]);

type Keys = readonly { readonly key: string; readonly destination: Destination }[];

const setKeys = async (tx: Db, ivrId: string, name: string, place: Place, keys: Keys): Promise<void> => {
  const rows: { ivrId: string; customerId: string; key: string; name: string; destination: string }[] = [];
  for (const { key, destination } of keys) {
    const kept = await destinationOf(tx, place, 'keys', destination);
    rows.push({ ivrId, customerId: place.customerId, key, name, destination: JSON.stringify(kept) });
  }
  await tx.deleteFrom('ivrKeys').where('ivrId', '=', ivrId).execute();
  if (rows.length > 0) await tx.insertInto('ivrKeys').values(rows).execute();
};

const soundsIn = ({ prompt, invalidPrompt }: { readonly prompt?: string; readonly invalidPrompt?: string }) => ({
  prompt,
  invalidPrompt,
});

export const ivrStore = (db: Db) =>
  createResourceStore(db, ivrs, {
    select,
    changed: markOwn('ivr'),
    moved: markMoved,
    scope: { customer: 'customerId', server: 'serverId' },
    unique: { ivrs_name_key: 'name', ivrs_extension_key: 'extension' },
    create: async (tx, caller, { keys, fallback, ...values }) => {
      const customer = await customerFor(tx, caller, values.customerId);
      const place = { customerId: customer.id, serverId: await serverFor(tx, caller, customer.id, values.serverId) };
      const id = newId();
      await refuseTakenExtension(tx, place, values.extension, id);
      await refuseUnknownSounds(tx, place.customerId, soundsIn(values));
      const kept = JSON.stringify(await destinationOf(tx, place, 'fallback', fallback));
      await tx
        .insertInto('ivrs')
        .values({ ...values, ...place, id, fallback: kept })
        .execute();
      await setKeys(tx, id, values.name, place, keys);
      return id;
    },
    update: async (tx, _caller, before, { keys, fallback, ...values }) => {
      const id = before.id;
      await refuseTakenExtension(tx, before, values.extension, id);
      await refuseUnknownSounds(tx, before.customerId, soundsIn(values));
      const kept = fallback === undefined ? undefined : await destinationOf(tx, before, 'fallback', fallback);
      const changed = await raiseVersion(tx, ivrs, before, {
        ...values,
        fallback: kept === undefined ? undefined : JSON.stringify(kept),
      });
      const name = values.name ?? before.name;
      if (changed && keys !== undefined) await setKeys(tx, id, name, before, keys);
      else if (changed) await tx.updateTable('ivrKeys').set({ name }).where('ivrId', '=', id).execute();
      return changed;
    },
    canReplace: () => Promise.resolve(),
    restored: (tx, row) => refuseTakenExtension(tx, row, row.extension, row.id),
    remove: async (tx, _caller, before) => {
      await tx.deleteFrom('ivrs').where('id', '=', before.id).execute();
    },
  });
