// Queries for the provisioning state of a PBX server.
import type { ProvisioningProblem } from '@ringside/core/contract/pbx/row-provisioning.ts';
import { OBJECT_KINDS } from '@ringside/core/contract/pbx/provisioning.ts';
import { sql } from 'kysely';
import type { PbxDriver } from '@ringside/core/pbx/options/pbx-drivers.ts';
import type {
  IncludeLine,
  ObjectKind,
  ObjectState,
  ProvisionedObject,
  Provisioning,
  ProvisioningRun,
  ProvisioningStatus,
  RunCounts,
  UpdateProvisioning,
} from '@ringside/core/contract/pbx/provisioning.ts';
import { INCLUDED_BY, SHEETS, includeLine } from '@ringside/core/pbx/pbx-objects.ts';
import { writeAudit } from '../../../platform/db/audit.ts';
import type { Db } from '../../../platform/db/connect.ts';
import type { Caller } from '../../../platform/caller/caller.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Secrets } from '../../../platform/db/secrets/secrets.ts';
import { Refusal } from '../../../platform/caller/refusal.ts';
import { untoldDatabaseLines } from '../database-line-queries.ts';
import { mark, readMarks } from '../mark-queries.ts';
import { forgetWritten, sealSecret } from '../queries.ts';
import { emergencyGaps } from './emergency-queries.ts';

const iso = (at: Date | null): string | null => (at === null ? null : at.toISOString());

const NO_COUNTS: RunCounts = { created: 0, changed: 0, removed: 0, failed: 0, drift: 0, done: 0, total: 0 };

const runRows = (db: Db, serverId: number) =>
  db
    .selectFrom('provisioningRuns')
    .select(['id', 'kind', 'outcome', 'username', 'startedAt', 'finishedAt', 'counts', 'problem'])
    .select((eb) => eb('files', 'is not', null).as('restorable'))
    .where('serverId', '=', serverId)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc');

const toRun = (row: Awaited<ReturnType<ReturnType<typeof runRows>['execute']>>[number]): ProvisioningRun => ({
  id: row.id,
  kind: row.kind,
  outcome: row.outcome,
  username: row.username,
  startedAt: row.startedAt.toISOString(),
  finishedAt: iso(row.finishedAt),
  counts: { ...NO_COUNTS, ...row.counts },
  problem: row.problem,
  restorable: Boolean(row.restorable),
});

const unknownLines = async (db: Db, serverId: number, driver: PbxDriver): Promise<readonly IncludeLine[]> => {
  const isDatabase = driver === 'database';
  const includes = SHEETS.filter((sheet) => !isDatabase || sheet !== 'queues').map((sheet): IncludeLine => ({
    file: INCLUDED_BY[sheet],
    section: '',
    line: includeLine(sheet),
    state: 'unknown',
  }));
  return [...(isDatabase ? await untoldDatabaseLines(db, serverId) : []), ...includes];
};

const countObjects = async (db: Db, serverId: number): Promise<Provisioning['counts']> => {
  const rows = await db
    .selectFrom('provisioningObjects')
    .select(['state', (eb) => eb.fn.countAll<number>().as('n')])
    .where('serverId', '=', serverId)
    .groupBy('state')
    .execute();
  const of = (state: ObjectState): number => Number(rows.find((row) => row.state === state)?.n ?? 0);
  return { applied: of('applied'), pending: of('pending'), failed: of('failed'), drift: of('drift') };
};

interface ServerFound {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly maintenance: boolean;
}

/** Returns the server for platform staff. For other callers it is unknown. */
export const findServer = async (db: Db, caller: Caller, id: number): Promise<ServerFound | null> => {
  if (caller.customerId !== null || caller.reach !== 'platform') return null;
  const row = await db
    .selectFrom('endpoints')
    .select(['id', 'name', 'enabled', 'maintenance'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
};

export const readState = async (
  { db, config }: { readonly config: Config; readonly db: Db },
  serverId: number,
  isRunning: boolean,
): Promise<Provisioning> => {
  const row = await db.selectFrom('provisioning').selectAll().where('serverId', '=', serverId).executeTakeFirst();
  const lastRun = await runRows(db, serverId).limit(1).executeTakeFirst();
  const status = async (): Promise<ProvisioningStatus> => {
    if (row === undefined || !row.enabled) return 'off';
    if (isRunning) return 'applying';
    if (row.held) return 'held';
    if (row.retryAt !== null) return 'waiting';
    return (await readMarks(db, serverId)).length > 0 ? 'pending' : 'idle';
  };
  const driver: PbxDriver = row?.driver ?? 'files';
  return {
    serverId,
    enabled: row?.enabled ?? false,
    driver,
    username: row?.username ?? '',
    port: row?.port ?? 0,
    tls: row?.tls ?? false,
    checkMinutes: row?.checkMinutes ?? 60,
    emergency: [...(await emergencyGaps(db, serverId))],
    databaseOffered: config.databaseUrl !== null,
    hasSecret: row !== undefined && row.secret !== '',
    status: await status(),
    problem: row?.problem ?? null,
    retryAt: iso(row?.retryAt ?? null),
    liveLoginWrites: row?.liveLoginWrites ?? false,
    counts: await countObjects(db, serverId),
    lastRun: lastRun === undefined ? null : toRun(lastRun),
    includes:
      row === undefined || row.includes.length === 0
        ? [...(await unknownLines(db, serverId, driver))]
        : // Rows of earlier versions have no section.
          row.includes.map((line) => ({ ...line, section: line.section ?? '' })),
    checkedAt: iso(row?.checkedAt ?? null),
  };
};

/** Saves the settings with an audit entry. The first settings mark the PBX server, so that existing desired state is written. */
export const saveSettings = (
  { db, secrets, config }: { readonly config: Config; readonly db: Db; readonly secrets: Secrets },
  caller: Caller,
  server: { readonly id: number; readonly name: string },
  values: UpdateProvisioning,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('provisioning').selectAll().where('serverId', '=', server.id).executeTakeFirst();
    const { secret: typed, ...plain } = values;
    const secret = typed === undefined || typed === '' ? (before?.secret ?? '') : sealSecret(secrets, server.id, typed);
    const next = {
      driver: before?.driver ?? 'files',
      enabled: before?.enabled ?? false,
      username: before?.username ?? '',
      ...plain,
    };
    if (next.enabled && next.username === '') {
      throw new Refusal('invalid', { errors: [{ path: 'username', code: 'required' }] });
    }
    if (next.enabled && secret === '') {
      throw new Refusal('invalid', { errors: [{ path: 'secret', code: 'required' }] });
    }
    if (next.driver === 'database' && config.databaseUrl === null) {
      throw new Refusal('invalid', { errors: [{ path: 'driver', code: 'needs-postgresql' }] });
    }
    const isOther = next.driver !== before?.driver;
    const set = {
      ...plain,
      ...(isOther ? { includes: '[]' } : {}),
      ...{ secret, failures: 0, retryAt: null, problem: null },
    };
    await tx
      .insertInto('provisioning')
      .values({ serverId: server.id, checkedAt: null, ...set })
      .onConflict((oc) => oc.column('serverId').doUpdateSet(set))
      .execute();
    if (isOther && before !== undefined) await forgetWritten(tx, server.id);
    if (next.enabled) await mark(tx, server.id);
    await writeAudit(tx, caller, {
      customerId: null,
      action: 'update',
      resource: 'endpoint',
      resourceId: String(server.id),
      resourceName: server.name,
      before: null,
      after: { ...plain, ...(typed === undefined || typed === '' ? {} : { provisioningSecret: '***' }) },
    });
  });

/** Writes an audit entry for a run that a user started. */
export const noteRun = (
  db: Db,
  caller: Caller,
  server: { readonly id: number; readonly name: string },
  what: Readonly<Record<string, string>>,
): Promise<void> =>
  writeAudit(db, caller, {
    customerId: null,
    action: 'operate',
    resource: 'endpoint',
    resourceId: String(server.id),
    resourceName: server.name,
    before: null,
    after: what,
  });

const total = async (query: { executeTakeFirstOrThrow(): Promise<{ n: number | string | bigint }> }) =>
  Number((await query.executeTakeFirstOrThrow()).n);

interface ObjectsAsked {
  readonly page: number;
  readonly perPage: number;
  readonly q?: string | undefined;
  readonly state?: ObjectState | undefined;
  readonly kind?: ObjectKind | undefined;
}

export const listObjects = async (db: Db, serverId: number, asked: ObjectsAsked) => {
  let matching = db.selectFrom('provisioningObjects').where('serverId', '=', serverId);
  if (asked.state !== undefined) matching = matching.where('state', '=', asked.state);
  if (asked.kind !== undefined) matching = matching.where('kind', '=', asked.kind);
  if (asked.q !== undefined && asked.q !== '') {
    const q = asked.q.toLowerCase();
    matching = matching.where((eb) => eb(eb.fn<number>('strpos', [eb.fn('lower', ['name']), eb.val(q)]), '>', 0));
  }
  const rows = await matching
    .select(['kind', 'name', 'state', 'reason', 'params', 'resource', 'resourceId', 'appliedAt'])
    // Objects that need attention come first, then phones and queues. The console's own dialplan comes last.
    .orderBy(sql`array_position(array['failed', 'drift', 'pending', 'applied'], state)`)
    .orderBy(sql`array_position(${[...OBJECT_KINDS]}::text[], kind)`)
    .orderBy('name')
    .limit(asked.perPage)
    .offset((asked.page - 1) * asked.perPage)
    .execute();
  const data = rows.map((row): ProvisionedObject => ({
    kind: row.kind,
    name: row.name,
    state: row.state,
    reason: row.reason,
    params: row.params,
    resource: row.resource,
    resourceId: row.resourceId,
    appliedAt: iso(row.appliedAt),
  }));
  const meta = {
    page: asked.page,
    perPage: asked.perPage,
    total: await total(matching.select((eb) => eb.fn.countAll<number>().as('n'))),
  };
  return { data, meta };
};

export const listRuns = async (
  db: Db,
  serverId: number,
  asked: { readonly page: number; readonly perPage: number },
) => {
  const rows = await runRows(db, serverId)
    .limit(asked.perPage)
    .offset((asked.page - 1) * asked.perPage)
    .execute();
  const all = db.selectFrom('provisioningRuns').where('serverId', '=', serverId);
  return {
    data: rows.map(toRun),
    meta: { ...asked, total: await total(all.select((eb) => eb.fn.countAll<number>().as('n'))) },
  };
};

/** Returns the problems of enabled servers that the console provisions, most failures first. */
export const readProblems = async (db: Db): Promise<ProvisioningProblem[]> => {
  const { rows } = await sql<ProvisioningProblem>`
    select e.id as server_id, e.name as server_name, p.retry_at is not null as waiting,
      count(o.name) filter (where o.state = 'failed')::integer as failed,
      count(o.name) filter (where o.state = 'drift')::integer as drift
    from provisioning p join endpoints e on e.id = p.server_id
    left join provisioning_objects o on o.server_id = p.server_id and o.state in ('failed', 'drift')
    where p.enabled and e.enabled
    group by e.id, e.name, p.retry_at
    having count(o.name) > 0 or p.retry_at is not null
    order by failed desc, drift desc, e.name limit 500`.execute(db);
  return rows;
};
