import { isOffLimits } from '@ringside/core/access/connectable.ts';
import { sql } from 'kysely';
import { endpoints } from '@ringside/core/contract/endpoints.ts';
import type { Maintenance } from '@ringside/core/live/state.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import { refuseWhileUsed } from '../../db/refuse-while-used.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore } from '../../db/resource-store.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { PbxSettings } from '../../http/deps.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';

/** What an AMI secret is sealed for. The id is not known before the insert, so the purpose binds it, not the row. */
const BOUND = 'endpoint.ami-secret';

const select = (db: Db) =>
  db
    .selectFrom('endpoints as e')
    .leftJoin('provisioning as p', 'p.serverId', 'e.id')
    .select('p.modules')
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

/** An end and a reason are of the maintenance that they were told with: nothing of them stays when it is over. */
const maintenanceOf = (values: MaintenanceValues): Record<string, unknown> => {
  const until = values.maintenanceUntil ?? null;
  if (values.maintenance === false) return { maintenanceUntil: null, maintenanceReason: '' };
  if (until !== null && Date.parse(until) <= Date.now())
    throw new Refusal('invalid', { errors: [{ path: 'maintenanceUntil', code: 'past' }] });
  return {};
};

/** Where the console itself connects to is the platform's to say, whatever a customer's role says. */
const refuseAddressBy = (caller: Caller, { amiHost }: { readonly amiHost?: string | undefined }): void => {
  if (amiHost === undefined) return;
  if (caller.customerId !== null) throw new Refusal('forbidden');
  if (isOffLimits(amiHost)) throw new Refusal('invalid', { errors: [{ path: 'amiHost', code: 'off-limits' }] });
};

export const endpointStore = (db: Db, secrets: Secrets): ResourceStore =>
  createResourceStore(db, endpoints, {
    select,
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
      return raiseVersion(tx, 'endpoints', before, {
        ...values,
        ...maintenanceOf(values),
        // A form sends an empty secret when nobody typed one.
        amiSecret: amiSecret === undefined || amiSecret === '' ? undefined : secrets.seal(amiSecret, BOUND),
      });
    },
    remove: async (tx, _caller, before) => {
      const id = Number(before.id);
      await refuseWhileUsed([
        { resource: 'queue', rows: tx.selectFrom('queues').select('name').where('serverId', '=', id) },
        { resource: 'subscriber', rows: tx.selectFrom('subscribers').select('name').where('serverId', '=', id) },
      ]);
      await tx.deleteFrom('endpoints').where('id', '=', id).execute();
    },
  });

export interface StoredPbx extends PbxSettings {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly maintenance: Maintenance | null;
}

/** With the secrets opened: for collectors and tests of a connection, never for an answer. */
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

/** Claimed queues of a PBX: name, row and customer. */
export const claimedQueues = (db: Db, serverId: number) =>
  db
    .selectFrom('queues as q')
    .innerJoin('customers as c', 'c.id', 'q.customerId')
    .select(['q.name', 'q.id as queueId', 'c.name as customerName'])
    .where('q.serverId', '=', serverId)
    .execute();

/** The lines of a PBX by the interface that each has there. */
export const linesByInterface = async (db: Db, serverId: number): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('subscribers as s')
    .innerJoin('customers as c', 'c.id', 's.customerId')
    .select(['s.extension', 's.name', 'c.code'])
    .where('s.serverId', '=', serverId)
    .execute();
  return new Map(rows.map((row) => [`PJSIP/${row.code}-${row.extension}`, `${row.extension} ${row.name}`]));
};

/** Whoever set the end, the console keeps it. */
const ITSELF = { userId: null, username: '', ip: '', userAgent: '' } as const;

/** Ends the maintenance whose time is over; returns the PBXs. */
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
