// Returns the recordings of a call for its page.
import { can } from '@ringside/core/access/ability.ts';
import type { CallRecording } from '@ringside/core/contract/calls/cdr.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Sounds } from '../recordings/sounds.ts';
import { SourceAway } from '../recordings/source.ts';
import type { RecordingSource } from '../recordings/source.ts';
import type { CallRow } from './queries.ts';
import { holdOf, recordingsOf } from './recording-queries.ts';
import type { FoundRecording } from './recording-queries.ts';

const NONE = { recordings: [], recordingHold: null, recordingDeletable: false };

const soundStateOf = async (
  source: RecordingSource,
  { file, state }: FoundRecording,
): Promise<Pick<CallRecording, 'status' | 'bytes'>> => {
  if (state === 'deleted') return { status: 'deleted', bytes: null };
  try {
    const sound = await source.find(file);
    return sound === null ? { status: 'missing', bytes: null } : { status: 'available', bytes: sound.bytes };
  } catch (error) {
    if (!(error instanceof SourceAway)) throw error;
    return { status: 'unreachable', bytes: null };
  }
};

export const recordingsFor = async (
  { db, sounds }: { readonly db: Db; readonly sounds: Sounds },
  caller: Caller,
  call: CallRow,
) => {
  if (!can(caller.abilities, 'read', 'recording')) return NONE;
  const found = await recordingsOf(db, call);
  if (found.length === 0) return NONE;
  const source = await sounds.of(call.serverId);
  const recordings = await Promise.all(
    found.map(async (each): Promise<CallRecording> => {
      const { id, kind, startAt, begunBy } = each;
      return { id, kind, startAt: startAt.toISOString(), begunBy, ...(await soundStateOf(source, each)) };
    }),
  );
  return { recordings, recordingHold: await holdOf(db, call), recordingDeletable: source.canDelete };
};
