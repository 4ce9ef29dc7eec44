// Reads and writes the provisioning settings, objects and state of PBX servers.
import type { PbxDriver } from '@ringside/core/pbx/options/pbx-drivers.ts';
import type { IncludeLine, ObjectReason, ObjectState, RunProblem } from '@ringside/core/contract/pbx/provisioning.ts';
import type { PbxObjectKind } from '@ringside/core/pbx/pbx-objects.ts';
import type { Db } from '../../platform/db/connect.ts';
import { removeEntries } from '../../platform/outbox/queries.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import { markedServers } from './mark-queries.ts';

export interface PbxSettings {
  readonly serverId: number;
  readonly driver: PbxDriver;
  readonly enabled: boolean;
  readonly held: boolean;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly caPem: string;
  readonly username: string;
  readonly secret: string;
  readonly liveUsername: string;
  readonly failures: number;
}

const secretBound = (serverId: number): string => `provisioning.secret:${serverId}`;

export const sealSecret = (secrets: Secrets, serverId: number, secret: string): string =>
  secrets.seal(secret, secretBound(serverId));

/** Returns the settings with the decrypted secret, for runs only; `null` if not set up. Never send the result to a client. */
export const readSettings = async (db: Db, secrets: Secrets, serverId: number): Promise<PbxSettings | null> => {
  const row = await db
    .selectFrom('provisioning as p')
    .innerJoin('endpoints as e', 'e.id', 'p.serverId')
    .select([
      'p.serverId',
      'p.driver',
      'p.enabled',
      'p.held',
      'p.username',
      'p.secret',
      'p.port',
      'p.tls',
      'p.failures',
    ])
    .select(['e.amiHost', 'e.amiPort', 'e.amiTlsCa', 'e.amiUsername', 'e.enabled as linked'])
    .where('p.serverId', '=', serverId)
    .executeTakeFirst();
  if (row === undefined || row.secret === '') return null;
  return {
    serverId,
    driver: row.driver,
    enabled: row.enabled && row.linked,
    held: row.held,
    host: row.amiHost,
    port: row.port === 0 ? row.amiPort : row.port,
    tls: row.tls,
    caPem: row.amiTlsCa,
    username: row.username,
    secret: secrets.open(row.secret, secretBound(serverId)),
    liveUsername: row.amiUsername,
    failures: row.failures,
  };
};

export interface DuePbx {
  readonly serverId: number;
  readonly marked: boolean;
  readonly retryAt: Date | null;
  readonly checkDue: boolean;
}

/** Returns the PBX servers with pending changes or a due check. */
export const dueServers = async (db: Db, now: Date): Promise<readonly DuePbx[]> => {
  const rows = await db
    .selectFrom('provisioning as p')
    .innerJoin('endpoints as e', 'e.id', 'p.serverId')
    .select(['p.serverId', 'p.retryAt', 'p.checkedAt', 'p.checkMinutes', 'p.held'])
    .where('p.enabled', '=', true)
    .where('e.enabled', '=', true)
    .where('e.maintenance', '=', false)
    .where('p.secret', '<>', '')
    .execute();
  const marked = await markedServers(db);
  return rows
    .map((row) => ({
      serverId: row.serverId,
      marked: marked.has(row.serverId) && !row.held,
      retryAt: row.retryAt,
      checkDue:
        !row.held &&
        row.checkMinutes > 0 &&
        (row.checkedAt === null || now.getTime() - row.checkedAt.getTime() >= row.checkMinutes * 60_000),
    }))
    .filter((row) => row.marked || row.checkDue);
};

/** A change of driver rewrites everything, so existing differences are not manual edits. */
export const forgetWritten = async (db: Db, serverId: number): Promise<void> => {
  await db
    .updateTable('provisioningObjects')
    .set({ appliedHash: '', state: 'pending', reason: null, params: '{}' })
    .where('serverId', '=', serverId)
    .execute();
};

/** Makes the next run treat a manual change as pending, so that it overwrites it. Returns false if the object has no manual change. */
export const releaseDrift = async (
  db: Db,
  serverId: number,
  { kind, name }: Pick<StoredObject, 'kind' | 'name'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('provisioningObjects')
    .set({ appliedHash: '', state: 'pending', reason: null, params: '{}' })
    .where('serverId', '=', serverId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('state', '=', 'drift')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export interface StoredObject {
  readonly kind: PbxObjectKind;
  readonly name: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly state: ObjectState;
  readonly reason: ObjectReason | null;
  readonly params: Readonly<Record<string, string | number>>;
  readonly appliedHash: string;
  readonly appliedAt: Date | null;
}

export const readObjects = async (db: Db, serverId: number): Promise<readonly StoredObject[]> => {
  const rows = await db
    .selectFrom('provisioningObjects')
    .select(['kind', 'name', 'resource', 'resourceId', 'state', 'reason', 'params', 'appliedHash', 'appliedAt'])
    .where('serverId', '=', serverId)
    .execute();
  return rows;
};

const AT_ONCE = 500;

/** Writes `objects` and removes `gone` in one transaction. */
export const writeObjects = (
  db: Db,
  serverId: number,
  objects: readonly StoredObject[],
  gone: readonly { readonly kind: PbxObjectKind; readonly name: string }[],
  marks: readonly number[],
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const { kind, name } of gone) {
      await tx
        .deleteFrom('provisioningObjects')
        .where('serverId', '=', serverId)
        .where('kind', '=', kind)
        .where('name', '=', name)
        .execute();
    }
    for (let at = 0; at < objects.length; at += AT_ONCE) {
      await tx
        .insertInto('provisioningObjects')
        .values(
          objects
            .slice(at, at + AT_ONCE)
            .map((object) => ({ ...object, serverId, params: JSON.stringify(object.params) })),
        )
        .onConflict((oc) =>
          oc.columns(['serverId', 'kind', 'name']).doUpdateSet((eb) => ({
            resource: eb.ref('excluded.resource'),
            resourceId: eb.ref('excluded.resourceId'),
            state: eb.ref('excluded.state'),
            reason: eb.ref('excluded.reason'),
            params: eb.ref('excluded.params'),
            appliedHash: eb.ref('excluded.appliedHash'),
            appliedAt: eb.ref('excluded.appliedAt'),
          })),
        )
        .execute();
    }
    await removeEntries(tx, marks);
  });

interface StoredStatus {
  readonly problem: RunProblem | null;
  readonly failures: number;
  readonly retryAt: Date | null;
  readonly held?: boolean;
  readonly liveLoginWrites?: boolean;
  readonly includes?: readonly IncludeLine[];
  readonly checkedAt?: Date;
}

export const writeStatus = async (db: Db, serverId: number, stored: StoredStatus): Promise<void> => {
  const { problem, includes, ...rest } = stored;
  await db
    .updateTable('provisioning')
    .set({
      ...rest,
      problem: problem === null ? null : JSON.stringify(problem),
      ...(includes === undefined ? {} : { includes: JSON.stringify(includes) }),
    })
    .where('serverId', '=', serverId)
    .execute();
};
