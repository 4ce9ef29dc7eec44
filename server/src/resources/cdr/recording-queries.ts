// A recording by its id, for who may see its call: the call's own, or one that was begun by hand.
import type { Db } from '../../db/connect.ts';
import type { Caller } from '../../http/context.ts';
import { findHandRecording, handRecordingsOf, heldCustomers } from '../../recordings/hold-queries.ts';
import type { RecordingRef } from '../../recordings/hold-queries.ts';
import { findCall } from './queries.ts';
import type { CallRow } from './queries.ts';

export interface FoundRecording extends RecordingRef {
  readonly call: CallRow;
  /** As the PBX named it. */
  readonly file: string;
  readonly state: 'deleting' | 'deleted' | 'missing' | null;
  /** When it began: the call, or the hand that began it. */
  readonly startAt: Date;
  /** Of one begun by hand. */
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

/** Of a call that the caller was shown: its own first. The same file is told once. */
export const recordingsOf = async (db: Db, call: CallRow): Promise<readonly FoundRecording[]> => {
  const own = call.recordingFile === '' || call.answerAt === null ? [] : [ofCall(call)];
  const byHand = await handRecordingsOf(db, call.serverId, call.linkedid);
  return [
    ...own,
    ...byHand
      .filter(({ file }) => file !== call.recordingFile)
      .map(({ id, file, state, begunAt, begunBy }): FoundRecording => {
        return { kind: 'hand', id, call, file, state, startAt: begunAt, begunBy };
      }),
  ];
};

/** `customer`: all of the customer's are. */
export const holdOf = async (db: Db, call: CallRow): Promise<'call' | 'customer' | null> => {
  if ((await heldCustomers(db, [call.customerId])).size > 0) return 'customer';
  return call.recordingHeld ? 'call' : null;
};
