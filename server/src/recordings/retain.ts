// Deletes recordings that are older than their customer keeps them. What is on hold stays, and so does what is kept where the
// console may not delete.
import type { AuditActor } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { deleteRecordingFile } from './delete-recording.ts';
import { dueRecordings } from './hold-queries.ts';
import { SourceAway } from './source.ts';
import type { Sounds } from './sounds.ts';

const CONSOLE: AuditActor = { userId: null, username: 'retention', ip: '', userAgent: 'ringside' };
/** In one run; the rest in the next one. */
const MOST = 500;

/** Returns how many were deleted. */
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
      // One that does not answer is asked no more in this run; one file that will not go keeps no other from going.
      if (error instanceof SourceAway) away.add(due.serverId);
      onError(error);
    }
  }
  return deleted;
};
