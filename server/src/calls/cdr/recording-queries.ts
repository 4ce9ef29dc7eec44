// Recordings within the caller's scope: automatic ones and those started by hand.
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { findHandRecording, handRecordingsOf, heldCustomers } from '../recordings/hold-queries.ts';
import type { RecordingRef } from '../recordings/hold-queries.ts';
import { findCall } from './queries.ts';
import type { CallRow } from './queries.ts';

export interface FoundRecording extends RecordingRef {
  readonly call: CallRow;
  /** File name from the PBX. */
  readonly file: string;
  readonly state: 'deleting' | 'deleted' | 'missing' | null;
  /** Start of the recording: of the call, or of the manual recording. */
  readonly startAt: Date;
  /** The user who started a manual recording, otherwise `''`. */
  readonly begunBy: string;
}

const ofCall = (call: CallRow): FoundRecording => ({
  ...{ kind: 'call', id: call.id, call, file: call.recordingFile, state: call.recordingState },
  ...{ startAt: call.startAt, begunBy: '' },
});

export const findRecording = async (db: Db, caller: Caller, id: string): Promise<FoundRecording | null> => {
  const call = await findCall(db, caller, id);
  if (call !== null) return call.recordingFile === '' ? null : ofCall(call);
  const hand = await findHandRecording(db, id);
  const of = hand === undefined ? null : await findCall(db, caller, hand.callId);
  if (hand === undefined || of === null) return null;
  const { file, state, begunAt, begunBy } = hand;
  return { kind: 'hand', id, call: of, file, state, startAt: begunAt, begunBy };
};

/** Recordings of a call within the caller's scope, the automatic one first, each file once. */
export const recordingsOf = async (db: Db, call: CallRow): Promise<readonly FoundRecording[]> => {
  const own = call.recordingFile === '' || call.answerAt === null ? [] : [ofCall(call)];
  const byHand = await handRecordingsOf(db, call.id);
  return [
    ...own,
    ...byHand
      .filter(({ file }) => file !== call.recordingFile)
      .map(({ id, file, state, begunAt, begunBy }): FoundRecording => {
        return { kind: 'hand', id, call, file, state, startAt: begunAt, begunBy };
      }),
  ];
};

/** Returns the legal hold of a call. `customer`: all recordings of the customer are on hold. */
export const holdOf = async (db: Db, call: CallRow): Promise<'call' | 'customer' | null> => {
  if ((await heldCustomers(db, [call.customerId])).size > 0) return 'customer';
  return call.recordingHeld ? 'call' : null;
};
