// Stores the recording source of a PBX server.
import { sql } from 'kysely';
import { isOffLimits } from '@ringside/core/access/connectable.ts';
import type {
  RecordingSourceSettings,
  UpdateRecordingSource,
} from '@ringside/core/contract/calls/recording-sources.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';

/** Purpose that a secret is sealed for. */
const boundTo = (serverId: number): string => `recording-source.secret ${serverId}`;

export interface StoredSource extends Omit<RecordingSourceSettings, 'hasSecret'> {
  /** Decrypted. */
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

export const showSource = async (db: Db, serverId: number): Promise<RecordingSourceSettings> => {
  const row = await rowOf(db, serverId);
  if (row === undefined) return { ...UNSET, serverId, hasSecret: false };
  const { secret, ...rest } = row;
  return { ...rest, hasSecret: secret !== '' };
};

/** Saves the source with an audit entry that masks the secret. */
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
    // The stored secret is sent only to the stored address. Otherwise it could be sent to any address that a user enters.
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

/**
 * Returns file names of the server's latest answered calls with a recording, newest first. More than one, because Asterisk names a
 * file even for a call that ends before the first audio packet, but does not write it.
 */
export const latestRecordings = async (db: Db, serverId: number, limit: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ recordingFile: string }>`select recording_file from calls
    where server_id = ${serverId} and recording_file <> '' and answer_at is not null and recording_state is null
    order by start_at desc limit ${limit}`.execute(db);
  return rows.map((row) => row.recordingFile);
};
