// Deletes recordings that are older than their customer's retention, except those on legal hold and those that the console may not delete.
import type { AuditActor } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { deleteRecordingFile } from './delete-recording.ts';
import { dueRecordings } from './hold-queries.ts';
import { SourceAway } from './source.ts';
import type { Sounds } from './sounds.ts';

const CONSOLE: AuditActor = { userId: null, username: 'retention', ip: '', userAgent: 'ringside' };
/** Maximum per run. The next run continues. */
const MOST = 500;

/** Returns the number of deleted recordings. */
export const deleteOldRecordings = async (
  db: Db,
  sounds: Sounds,
  onError: (error: unknown) => void,
  most: number = MOST,
): Promise<number> => {
  const away = new Set<number>();
  let deleted = 0;
  for (const due of await dueRecordings(db, most)) {
    if (away.has(due.serverId)) continue;
    try {
      const source = await sounds.of(due.serverId);
      const outcome = await deleteRecordingFile(db, source, CONSOLE, due, { reason: 'retention' });
      if (outcome === 'deleted') deleted += 1;
    } catch (error) {
      // An unreachable source is skipped for the rest of the run. A single failing file does not block the others.
      if (error instanceof SourceAway) away.add(due.serverId);
      onError(error);
    }
  }
  return deleted;
};
