// Deletes the audio of a recording. The statement that claims it also checks for a legal hold, so that a concurrent hold either
// prevents the deletion or gets an error that it came too late.
import { writeAudit } from '../../platform/db/audit.ts';
import type { AuditActor } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { claimRecording, settleRecording } from './hold-queries.ts';
import type { DueRecording } from './hold-queries.ts';
import type { RecordingSource } from './source.ts';

interface Condemned extends Omit<DueRecording, 'customerId'> {
  readonly customerId: string | null;
}

/** Deletes the file. `held`: on legal hold, kept. `missing`: no file. Rejects with the source's error and then changes nothing. */
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
