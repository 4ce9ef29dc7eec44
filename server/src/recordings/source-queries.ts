// What is set up for the recordings of a PBX.
import { sql } from 'kysely';
import { isOffLimits } from '@ringside/core/access/connectable.ts';
import type { RecordingSourceSettings, UpdateRecordingSource } from '@ringside/core/contract/recording-sources.ts';
import { writeAudit } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import type { Secrets } from '../db/secrets.ts';
import type { Caller } from '../http/context.ts';
import { Refusal } from '../http/errors.ts';

/** What a secret is sealed for. */
const boundTo = (serverId: number): string => `recording-source.secret ${serverId}`;

export interface StoredSource extends Omit<RecordingSourceSettings, 'hasSecret'> {
  /** Opened. */
  readonly secret: string;
}

const UNSET = {
  kind: 'local',
  pbxFolder: '',
  address: '',
  username: '',
  bucket: '',
  region: '',
  prefix: '',
  mayDelete: false,
} as const;

const rowOf = (db: Db, serverId: number) =>
  db.selectFrom('recordingSources').selectAll().where('serverId', '=', serverId).executeTakeFirst();

export const readSource = async (db: Db, secrets: Secrets, serverId: number): Promise<StoredSource> => {
  const row = await rowOf(db, serverId);
  if (row === undefined) return { ...UNSET, serverId, secret: '' };
  return { ...row, secret: row.secret === '' ? '' : secrets.open(row.secret, boundTo(serverId)) };
};

/** Servers are the platform's: to anybody else they are unknown. */
export const findServerName = async (db: Db, caller: Caller, id: number): Promise<string | null> => {
  if (caller.customerId !== null || caller.reach !== 'platform') return null;
  return (await db.selectFrom('endpoints').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
};

export const showSource = async (db: Db, serverId: number): Promise<RecordingSourceSettings> => {
  const row = await rowOf(db, serverId);
  if (row === undefined) return { ...UNSET, serverId, hasSecret: false };
  const { secret, ...rest } = row;
  return { ...rest, hasSecret: secret !== '' };
};

/** Audited; the trail knows no secret. */
export const saveSource = (
  db: Db,
  secrets: Secrets,
  caller: Caller,
  server: { readonly id: number; readonly name: string },
  { secret: typed = '', ...values }: UpdateRecordingSource,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const host = values.kind === 'local' || values.address === '' ? '' : new URL(values.address).hostname;
    if (isOffLimits(host.replace(/^\[(.*)\]$/, '$1')))
      throw new Refusal('invalid', { errors: [{ path: 'address', code: 'off-limits' }] });
    const before = await rowOf(tx, server.id);
    const kept = before?.secret ?? '';
    const moved = before !== undefined && (before.address !== values.address || before.kind !== values.kind);
    // The stored secret goes to the stored address alone: otherwise it could be sent to any that is typed in.
    if (typed === '' && kept !== '' && moved && values.kind !== 'local') {
      throw new Refusal('invalid', { errors: [{ path: 'secret', code: 'required' }] });
    }
    const sealed = typed === '' ? (values.kind === 'local' ? '' : kept) : secrets.seal(typed, boundTo(server.id));
    if (sealed === '' && (values.kind === 'ari' || values.kind === 's3')) {
      throw new Refusal('invalid', { errors: [{ path: 'secret', code: 'required' }] });
    }
    const set = { ...values, address: values.address.replace(/\/+$/, ''), secret: sealed };
    await tx
      .insertInto('recordingSources')
      .values({ serverId: server.id, ...set })
      .onConflict((oc) => oc.column('serverId').doUpdateSet(set))
      .execute();
    await writeAudit(tx, caller, {
      customerId: null,
      action: 'update',
      resource: 'endpoint',
      resourceId: String(server.id),
      resourceName: server.name,
      before: null,
      after: { recordings: { ...values, ...(typed === '' ? {} : { secret: '***' }) } },
    });
  });

/** As the PBX named it; null: it named none yet. */
export const newestRecording = async (db: Db, serverId: number): Promise<string | null> => {
  const { rows } = await sql<{ recordingFile: string }>`select recording_file from calls
    where server_id = ${serverId} and recording_file <> '' and answer_at is not null and recording_state is null
    order by start_at desc limit 1`.execute(db);
  return rows[0]?.recordingFile ?? null;
};
