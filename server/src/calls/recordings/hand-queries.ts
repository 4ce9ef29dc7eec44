// Stores manually started recordings, in addition to the automatic one named in the call record.
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';

interface BegunByHand {
  readonly serverId: number;
  readonly linkedid: string;
  /** The customer whose part of the call is recorded. */
  readonly customerId: string | null;
  /** The file name given to the PBX. */
  readonly file: string;
  readonly begunBy: string;
}

export const noteHandRecording = async (db: Db, begun: BegunByHand): Promise<void> => {
  await db
    .insertInto('handRecordings')
    .values({ id: newId(), ...begun, stateAt: null })
    .onConflict((oc) => oc.constraint('hand_recordings_key').doNothing())
    .execute();
};
