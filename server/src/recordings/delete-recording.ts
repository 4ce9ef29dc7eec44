// Takes the sound of a recording away where it is kept. Whether it may go is asked in the database, by the statement that
// takes it, so that a hold that comes meanwhile either stops it or is told that it came too late.
import { writeAudit } from '../db/audit.ts';
import type { AuditActor } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { claimRecording, settleRecording } from './hold-queries.ts';
import type { DueRecording } from './hold-queries.ts';
import type { RecordingSource } from './source.ts';

export interface Condemned extends Omit<DueRecording, 'customerId'> {
  readonly customerId: string | null;
}

/** `held`: it stays. `missing`: there was nothing to delete. Rejects with what the source says; then it stays as it was. */
export const deleteRecordingFile = async (
  db: Db,
  source: RecordingSource,
  actor: AuditActor,
  recording: Condemned,
  why: Readonly<Record<string, unknown>>,
): Promise<'deleted' | 'missing' | 'held'> => {
  if (!(await claimRecording(db, recording))) return 'held';
  let removed: boolean;
  try {
    removed = await source.remove(recording.file);
  } catch (error) {
    await settleRecording(db, recording, null);
    throw error;
  }
  const outcome = removed ? 'deleted' : 'missing';
  await settleRecording(db, recording, outcome);
  if (removed) {
    await writeAudit(db, actor, {
      customerId: recording.customerId,
      action: 'delete',
      resource: 'recording',
      resourceId: recording.callId,
      resourceName: recording.file,
      before: { startAt: recording.startAt.toISOString() },
      after: why,
    });
  }
  return outcome;
};
