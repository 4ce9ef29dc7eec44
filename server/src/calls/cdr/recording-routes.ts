// Routes of recordings. Access follows the call's scope. The audit trail records playback, download, hold and deletion.
import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import { maskingOf } from '@ringside/core/access/masks.ts';
import { masksFor } from '@ringside/core/access/narrowing.ts';
import * as contract from '@ringside/core/contract/calls/recordings.ts';
import type { Recording } from '@ringside/core/contract/calls/recordings.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Sounds } from '../recordings/sounds.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { effectiveCaller } from '../../platform/sessions/effective-caller.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { deleteRecordingFile } from '../recordings/delete-recording.ts';
import { heldCustomers, setHold } from '../recordings/hold-queries.ts';
import { createMp3 } from '../recordings/mp3.ts';
import { createPlayTickets } from '../recordings/play-tickets.ts';
import { audioExtensionOf } from '../recordings/recording-key.ts';
import { SourceAway } from '../recordings/source.ts';
import type { OpenSound } from '../recordings/source.ts';
import { callOf } from './call-of.ts';
import { positionText, readPosition } from './position.ts';
import { readCalls } from './queries.ts';
import type { CallRow } from './queries.ts';
import { findRecording, holdOf } from './recording-queries.ts';
import type { FoundRecording } from './recording-queries.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sessions: SessionStore;
  readonly sounds: Sounds;
  readonly now: () => number;
}

/** Returns a name such as `2026-11-21-102943-+34911980201.wav`, with the caller's masks applied. */
const fileNameOf = (caller: Caller, { startAt, call }: FoundRecording, extension: string): string => {
  const { source } = maskingOf(masksFor(caller.narrowed ?? [], 'recording'))({ source: call.source });
  return `${startAt.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}-${source}.${extension}`;
};

const noteUse = (
  { db }: { readonly db: Db },
  caller: Caller,
  { call, file, startAt }: FoundRecording,
  action: AuditAction,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  writeAudit(db, caller, {
    customerId: call.customerId,
    action,
    resource: 'recording',
    resourceId: call.id,
    resourceName: file,
    before: null,
    after: { startAt: startAt.toISOString(), source: call.source, destination: call.destination, ...more },
  });

/** Converts an unreachable source into a `not-ready` refusal. */
const orNotReady = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SourceAway)) throw error;
    throw new Refusal('not-ready', { detail: `The storage of the recordings does not answer: ${error.problem}` });
  }
};

const rangeHeader = (headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined => {
  const range = headers['range'];
  return Array.isArray(range) ? undefined : range;
};

const answerOf = (
  caller: Caller,
  recording: FoundRecording,
  sound: OpenSound,
  setHeader: (name: string, value: string) => void,
): FileAnswer => {
  const { range, bytes, content } = sound;
  const file = { mediaType: sound.mediaType, fileName: fileNameOf(caller, recording, sound.extension), content };
  setHeader('accept-ranges', 'bytes');
  setHeader('cache-control', 'private, no-store');
  if (range === 'unsatisfiable') {
    setHeader('content-range', `bytes */${bytes}`);
    return { ...file, status: 416 };
  }
  if (range === null) {
    setHeader('content-length', String(bytes));
    return file;
  }
  setHeader('content-range', `bytes ${range.from}-${range.to}/${bytes}`);
  setHeader('content-length', String(range.to - range.from + 1));
  return { ...file, status: 206 };
};

const beginsAtTheBeginning = ({ range }: OpenSound): boolean =>
  range === null || (range !== 'unsatisfiable' && range.from === 0);

/** Checks access and opens the sound, or throws `not-found`. */
const openFor = async (
  deps: { readonly db: Db; readonly sounds: Sounds },
  caller: Caller,
  id: string,
  range: string | undefined,
) => {
  const recording = await findRecording(deps.db, caller, id);
  if (recording === null || recording.state === 'deleted') throw new Refusal('not-found');
  const source = await deps.sounds.of(recording.call.serverId);
  const sound = await orNotReady(source.open(recording.file, range));
  if (sound === null) throw new Refusal('not-found');
  return { recording, sound };
};

const registerList = (app: FastifyInstance, deps: Pick<Services, 'sounds' | 'config' | 'db'>): void => {
  const toRecording = async (row: CallRow, held: ReadonlySet<string>): Promise<Recording> => {
    const source = await deps.sounds.of(row.serverId);
    // The list does not query a remote source for every row.
    const look = !source.remote && row.recordingState !== 'deleted';
    const sound = look ? await source.find(row.recordingFile) : null;
    const status = (): Recording['status'] => {
      if (row.recordingState === 'deleted' || row.recordingState === 'missing') return row.recordingState;
      if (source.remote) return 'unknown';
      return sound === null ? 'missing' : 'available';
    };
    return {
      ...callOf(row, deps.config.defaultCountry),
      file: row.recordingFile,
      status: status(),
      bytes: sound?.bytes ?? null,
      held: row.recordingHeld || (row.customerId !== null && held.has(row.customerId)),
    };
  };

  registerRoute(app, contract.listRecordings, async ({ caller, query }) => {
    const { cursor, perPage, ...filters } = query;
    const after = readPosition(cursor);
    const rows = await readCalls(deps.db, caller, { ...filters, recorded: 'true' }, after, perPage + 1);
    const page = rows.slice(0, perPage);
    const last = page.at(-1);
    const next = rows.length > perPage && last !== undefined ? positionText(last) : null;
    const ids = page.map((row) => row.customerId);
    const held = await heldCustomers(deps.db, ids);
    return { data: await Promise.all(page.map((row) => toRecording(row, held))), meta: { perPage, next } };
  });
};

const registerSound = (app: FastifyInstance, deps: Services): void => {
  const mp3 = createMp3(deps.config.ffmpeg);
  const tickets = createPlayTickets(deps.secrets, deps.now);
  const canEncode = async (file: string) => audioExtensionOf(file) === 'wav' && (await mp3.isPossible());
  const checkMp3 = async (caller: Caller, id: string): Promise<void> => {
    const recording = await findRecording(deps.db, caller, id);
    if (recording === null) throw new Refusal('not-found');
    if (!(await canEncode(recording.file))) {
      const errors = audioExtensionOf(recording.file) === 'wav' ? [{ path: 'format', code: 'no-encoder' }] : [];
      throw new Refusal('conflict', {
        detail: 'This recording cannot be converted to MP3. Download it in its own format.',
        errors,
      });
    }
    if (mp3.isBusy()) throw new Refusal('too-many', { retryAfterSeconds: 10 });
  };

  registerRoute(app, contract.getRecordingAudio, async ({ caller, params, query, headers, setHeader }) => {
    const download = query.download === 'true';
    if (download && !can(caller.abilities, 'export', 'recording')) throw new Refusal('forbidden');
    if (query.format === 'mp3') await checkMp3(caller, params.id);
    const asked = query.format === 'mp3' ? undefined : rangeHeader(headers);
    const { recording, sound } = await openFor(deps, caller, params.id, asked);
    // A player sends further range requests when it seeks. Only the one from the start counts as a playback.
    if (beginsAtTheBeginning(sound)) {
      await noteUse(deps, caller, recording, download ? 'download' : 'play', query);
    }
    if (query.format !== 'mp3') return answerOf(caller, recording, sound, setHeader);
    setHeader('cache-control', 'private, no-store');
    const content = mp3.encode(sound.content);
    return { mediaType: contract.AUDIO_TYPES.mp3, fileName: fileNameOf(caller, recording, 'mp3'), content };
  });

  registerRoute(app, contract.listenToRecording, async ({ caller, params }) => {
    const recording = await findRecording(deps.db, caller, params.id);
    if (recording === null || recording.state === 'deleted') throw new Refusal('not-found');
    const { serverId } = recording.call;
    const source = await deps.sounds.of(serverId);
    const sound = await orNotReady(source.find(recording.file));
    if (sound === null) throw new Refusal('not-found');
    await noteUse(deps, caller, recording, 'play');
    const wave = await orNotReady(deps.sounds.waveOf(serverId, recording.file));
    const { ticket, expiresAt } = tickets.make(recording.id, caller.sessionId);
    return {
      path: contract.streamRecording.path.replace(':ticket', ticket),
      expiresAt: new Date(expiresAt).toISOString(),
      mediaType: sound.mediaType,
      peaks: wave === null ? null : [...wave.peaks],
      seconds: wave?.seconds ?? null,
      mp3: await canEncode(recording.file),
    };
  });

  registerRoute(app, contract.streamRecording, async ({ params, headers, setHeader }) => {
    const ticket = tickets.read(params.ticket);
    const found = ticket === null ? null : await deps.sessions.bySession(ticket.sessionId);
    if (ticket === null || found === null || !can(found.abilities, 'read', 'recording')) throw new Refusal('not-found');
    // The route is public, so the reach and the rules for recordings apply here.
    const caller = effectiveCaller(found, 'read', 'recording');
    const { recording, sound } = await openFor(deps, caller, ticket.recordingId, rangeHeader(headers));
    return answerOf(caller, recording, sound, setHeader);
  });
};

const registerKeeping = (app: FastifyInstance, deps: { readonly db: Db; readonly sounds: Sounds }): void => {
  const { db } = deps;
  registerRoute(app, contract.holdRecording, async ({ caller, params, body }) => {
    const recording = await findRecording(db, caller, params.id);
    if (recording === null) throw new Refusal('not-found');
    if (!(await setHold(db, recording.call.id, body.held))) {
      throw new Refusal('conflict', { detail: 'The recording is being deleted' });
    }
    await noteUse(deps, caller, recording, 'update', { held: body.held, reason: body.reason });
    return { held: body.held };
  });

  registerRoute(app, contract.deleteRecording, async ({ caller, params }) => {
    const recording = await findRecording(db, caller, params.id);
    if (recording === null || recording.state === 'deleted') throw new Refusal('not-found');
    const source = await deps.sounds.of(recording.call.serverId);
    if (!source.canDelete) throw new Refusal('conflict', { errors: [{ path: 'id', code: 'never-deleted' }] });
    if ((await holdOf(db, recording.call)) !== null) {
      throw new Refusal('conflict', { errors: [{ path: 'id', code: 'held' }] });
    }
    const { kind, id, call, file, startAt } = recording;
    const condemned = {
      kind,
      id,
      file,
      startAt,
      callId: call.id,
      customerId: call.customerId,
      serverId: call.serverId,
    };
    const outcome = await orNotReady(deleteRecordingFile(db, source, caller, condemned, { reason: 'by hand' }));
    if (outcome === 'held') throw new Refusal('conflict', { errors: [{ path: 'id', code: 'held' }] });
    if (outcome === 'missing') throw new Refusal('not-found');
    return undefined;
  });
};

export const registerRecordings = (app: FastifyInstance, deps: Services): void => {
  registerList(app, deps);
  registerSound(app, deps);
  registerKeeping(app, deps);
};
