import { isOffLimits } from '@ringside/core/access/connectable.ts';
import { sql } from 'kysely';
import { endpoints } from '@ringside/core/contract/pbx/endpoint.ts';
import type { Maintenance } from '@ringside/core/live/state.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { dependenceRefusal, nameDependents } from '../../platform/db/rows/deleted-rows.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { refuseWhileUsed } from '../../platform/db/rows/refuse-while-used.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { PbxSettings } from '../pbx-links.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { markChangedEndpoints } from '../provisioning/mark-changes.ts';

/** Purpose that the AMI secret is sealed for. The id is unknown before the insert, so the secret is not bound to its row. */
const BOUND = 'endpoint.ami-secret';

const select = (db: Db) =>
  db
    .selectFrom('endpoints as e')
    .leftJoin('provisioning as p', 'p.serverId', 'e.id')
    .select('p.modules')
    .select(sql<Date | null>`(select s.seen_at from pbx_seen s where s.server_id = e.id)`.as('lastSeenAt'))
    .select(['e.id', 'e.name', 'e.description', 'e.region', 'e.amiHost', 'e.amiPort', 'e.amiTls', 'e.amiTlsCa'])
    .select(['e.amiUsername', 'e.enabled', 'e.sipHost', 'e.consoleUrl', 'e.createdAt', 'e.updatedAt', 'e.version'])
    .select(['e.maintenance', 'e.maintenanceUntil', 'e.maintenanceReason', 'e.weight', 'e.maxCalls'])
    .select(
      sql<number>`((select count(*) from subscribers s where s.server_id = e.id)
        + (select count(*) from queues q where q.server_id = e.id))::int`.as('placedCount'),
    )
    .select((eb) => [
      eb('e.amiSecret', '<>', '').as('hasSecret'),
      eb
        .selectFrom('queues')
        .whereRef('queues.serverId', '=', 'e.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('queueCount'),
    ]);

interface MaintenanceValues {
  readonly maintenance?: boolean | undefined;
  readonly maintenanceUntil?: string | null | undefined;
}

/** Checks the end of a maintenance. Clears end and reason when it is switched off. */
const maintenanceOf = (values: MaintenanceValues): Record<string, unknown> => {
  const until = values.maintenanceUntil ?? null;
  if (values.maintenance === false) return { maintenanceUntil: null, maintenanceReason: '' };
  if (until !== null && Date.parse(until) <= Date.now())
    throw new Refusal('invalid', { errors: [{ path: 'maintenanceUntil', code: 'past' }] });
  return {};
};

/** Only platform staff may set the address that the console connects to, whatever a customer's role allows. */
const refuseAddressBy = (caller: Caller, { amiHost }: { readonly amiHost?: string | undefined }): void => {
  if (amiHost === undefined) return;
  if (caller.customerId !== null) throw new Refusal('forbidden');
  if (isOffLimits(amiHost)) throw new Refusal('invalid', { errors: [{ path: 'amiHost', code: 'off-limits' }] });
};

const removeServer = async (tx: Db, id: number): Promise<void> => {
  await refuseWhileUsed([
    { resource: 'queue', rows: tx.selectFrom('queues').select('name').where('serverId', '=', id) },
    { resource: 'subscriber', rows: tx.selectFrom('subscribers').select('name').where('serverId', '=', id) },
  ]);
  await tx.deleteFrom('endpoints').where('id', '=', id).execute();
};

export const endpointStore = (db: Db, secrets: Secrets) =>
  createResourceStore(db, endpoints, {
    select,
    changed: markChangedEndpoints,
    scope: { server: 'id' },
    unique: { endpoints_name_key: 'name' },
    create: async (tx, caller, { amiSecret, ...values }) => {
      refuseAddressBy(caller, values);
      const { id } = await tx
        .insertInto('endpoints')
        .values({ ...values, ...maintenanceOf(values), amiSecret: secrets.seal(amiSecret, BOUND) })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    update: async (tx, caller, before, { amiSecret, ...values }) => {
      refuseAddressBy(caller, values);
      return raiseVersion(tx, endpoints, before, {
        ...values,
        ...maintenanceOf(values),
        // A form sends an empty secret when the user typed none.
        amiSecret: amiSecret === undefined || amiSecret === '' ? undefined : secrets.seal(amiSecret, BOUND),
      });
    },
    remove: (tx, _caller, before) => removeServer(tx, before.id),
  });

class RolledBack extends Error {}

/** Throws the refusal that a deletion of the server would cause. Changes nothing. */
export const refuseUsedServer = async (db: Db, id: number): Promise<void> => {
  try {
    await db.transaction().execute(async (tx) => {
      await removeServer(tx, id);
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof RolledBack) return;
    await nameDependents(db, endpoints.table, String(id), dependenceRefusal(error));
  }
};

interface StoredPbx extends PbxSettings {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly maintenance: Maintenance | null;
}

/** Returns PBX servers with decrypted secrets, for collectors and connection tests. Never send the result to a client. */
export const readPbxs = async (db: Db, secrets: Secrets, id?: number): Promise<StoredPbx[]> => {
  const rows = await db
    .selectFrom('endpoints')
    .select(['id', 'name', 'amiHost', 'amiPort', 'amiTls', 'amiTlsCa', 'amiUsername', 'amiSecret', 'enabled'])
    .select(['maintenance', 'maintenanceUntil', 'maintenanceReason'])
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? 0))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    maintenance: row.maintenance
      ? { until: row.maintenanceUntil?.getTime() ?? null, reason: row.maintenanceReason }
      : null,
    host: row.amiHost,
    port: row.amiPort,
    tls: row.amiTls,
    caPem: row.amiTlsCa,
    username: row.amiUsername,
    secret: secrets.open(row.amiSecret, BOUND),
  }));
};

/** Returns the assigned queues of a PBX server: name, row id and customer. */
export const claimedQueues = (db: Db, serverId: number) =>
  db
    .selectFrom('queues as q')
    .innerJoin('customers as c', 'c.id', 'q.customerId')
    .select(['q.name', 'q.id as queueId', 'c.name as customerName'])
    .where('q.serverId', '=', serverId)
    .execute();

/** Returns the lines of a PBX server by interface. */
export const linesByInterface = async (db: Db, serverId: number): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('subscribers as s')
    .innerJoin('customers as c', 'c.id', 's.customerId')
    .select(['s.extension', 's.name', 'c.code'])
    .where('s.serverId', '=', serverId)
    .execute();
  return new Map(rows.map((row) => [`PJSIP/${row.code}-${row.extension}`, `${row.extension} ${row.name}`]));
};

/** Actor of the audit entry when a maintenance ends automatically. */
const ITSELF = { userId: null, username: '', ip: '', userAgent: '' } as const;

/** Ends maintenances that are due. Returns the ids of the PBX servers. */
export const endDueMaintenance = (db: Db, now: Date): Promise<readonly number[]> =>
  db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('endpoints')
      .set((eb) => ({
        maintenance: false,
        maintenanceUntil: null,
        maintenanceReason: '',
        version: eb('version', '+', 1),
      }))
      .where('maintenance', '=', true)
      .where('maintenanceUntil', '<=', now)
      .returning(['id', 'name'])
      .execute();
    for (const { id, name } of ended) {
      await writeAudit(tx, ITSELF, {
        customerId: null,
        action: 'update',
        resource: 'endpoint',
        resourceId: String(id),
        resourceName: name,
        before: { maintenance: true },
        after: { maintenance: false },
      });
    }
    return ended.map(({ id }) => id);
  });
