// Settings, marks and objects of the PBXs that the console configures, and how each stands.
import { sql } from 'kysely';
import type { PbxDriver } from '@ringside/core/base/pbx-drivers.ts';
import type { IncludeLine, ObjectState, RunProblem } from '@ringside/core/contract/provisioning.ts';
import type { Db } from '../db/connect.ts';
import type { Secrets } from '../db/secrets.ts';

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

/** With the secret opened: for a run, never for an answer. Null where nobody set it up. */
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
    driver: row.driver as PbxDriver,
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

/** PBXs that have something to do or to look at. */
export const dueServers = async (db: Db, now: Date): Promise<readonly DuePbx[]> => {
  const rows = await db
    .selectFrom('provisioning as p')
    .innerJoin('endpoints as e', 'e.id', 'p.serverId')
    .select(['p.serverId', 'p.retryAt', 'p.checkedAt', 'p.checkMinutes', 'p.held'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('provisioningMarks as m').select('m.id').whereRef('m.serverId', '=', 'p.serverId'))
        .as('marked'),
    )
    .where('p.enabled', '=', true)
    .where('e.enabled', '=', true)
    .where('e.maintenance', '=', false)
    .where('p.secret', '<>', '')
    .execute();
  return rows
    .map((row) => ({
      serverId: row.serverId,
      marked: Boolean(row.marked) && !row.held,
      retryAt: row.retryAt,
      checkDue:
        !row.held &&
        row.checkMinutes > 0 &&
        (row.checkedAt === null || now.getTime() - row.checkedAt.getTime() >= row.checkMinutes * 60_000),
    }))
    .filter((row) => row.marked || row.checkDue);
};

/** Ids of the marks there are now: removed when what is read after them is on the PBX. */
export const readMarks = async (db: Db, serverId: number): Promise<readonly number[]> => {
  const rows = await db.selectFrom('provisioningMarks').select('id').where('serverId', '=', serverId).execute();
  return rows.map((row) => row.id);
};

export const mark = async (db: Db, serverId: number): Promise<void> => {
  await db.insertInto('provisioningMarks').values({ serverId, resource: 'endpoint', resourceId: '' }).execute();
};

/** Dial rules whose time began or ended: nobody changed a row, and yet a PBX must hear of it. After `from`, up to `to`. */
export const markElapsed = async (db: Db, from: Date, to: Date): Promise<void> => {
  await sql`insert into provisioning_marks (server_id, resource, resource_id)
    select distinct s.server_id, 'acl', r.id::text
    from acl_rules r join subscribers s on r.customer_id is null or r.customer_id = s.customer_id
    where r.kind = 'dial' and r.enabled and (
      (r.valid_from > ${from} and r.valid_from <= ${to}) or (r.valid_until > ${from} and r.valid_until <= ${to})
    )`.execute(db);
};

/** The other driver writes all of it anew: nothing there is anybody's edit. */
export const forgetWritten = async (db: Db, serverId: number): Promise<void> => {
  await db
    .updateTable('provisioningObjects')
    .set({ appliedHash: '', state: 'pending', reason: null, params: '{}' })
    .where('serverId', '=', serverId)
    .execute();
};

export interface StoredObject {
  readonly kind: string;
  readonly name: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly state: ObjectState;
  readonly reason: string | null;
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
  return rows.map((row) => ({ ...row, state: row.state as ObjectState }));
};

const AT_ONCE = 500;

/** Writes these and removes those, all or none. */
export const writeObjects = (
  db: Db,
  serverId: number,
  objects: readonly StoredObject[],
  gone: readonly { readonly kind: string; readonly name: string }[],
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
    for (let at = 0; at < marks.length; at += AT_ONCE) {
      await tx
        .deleteFrom('provisioningMarks')
        .where('id', 'in', marks.slice(at, at + AT_ONCE))
        .execute();
    }
  });

export interface Standing {
  readonly problem: RunProblem | null;
  readonly failures: number;
  readonly retryAt: Date | null;
  readonly held?: boolean;
  readonly liveLoginWrites?: boolean;
  readonly includes?: readonly IncludeLine[];
  readonly checkedAt?: Date;
}

export const writeStanding = async (db: Db, serverId: number, standing: Standing): Promise<void> => {
  const { problem, includes, ...rest } = standing;
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
