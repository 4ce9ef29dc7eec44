// Recordings that people began by hand are kept beside the call's own, which the PBX names in the call's record.
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';

export interface BegunByHand {
  readonly serverId: number;
  readonly linkedid: string;
  /** As the PBX was told to name it. */
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
