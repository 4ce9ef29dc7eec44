// Recordings: each is of one call, and is whose the call is: the one that the PBX named in the call's record, and those that
// people began by hand. The first has the call's id, the others have their own.
import { z } from 'zod';
import { Call } from './cdr.ts';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS, text } from './text.ts';

export const AUDIO_TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg', ogg: 'audio/ogg' } as const;

/** Bars of a wave form. */
export const WAVE_BARS = 400;

/**
 * `missing`: the PBX named it, but it is not where it should be, or has no sound. `deleted`: by hand or by its age.
 * `unknown`: nobody looked, it is on another machine.
 */
export const RECORDING_STATUS = ['available', 'missing', 'deleted', 'unknown'] as const;

/** `id` is the call's. */
export const Recording = Call.pick({
  ...{ id: true, serverId: true, serverName: true, customerId: true, customerName: true, callcenterId: true },
  ...{ direction: true, source: true, sourceName: true, destination: true, extension: true, queue: true, agent: true },
  ...{ startAt: true, talkSeconds: true },
}).extend({
  /** As the PBX named it. */
  file: z.string(),
  status: z.enum(RECORDING_STATUS),
  /** null when it is not known. */
  bytes: z.number().int().nullable(),
  held: z.boolean(),
});
export type Recording = z.infer<typeof Recording>;

export const listRecordings = route({
  method: 'GET',
  path: '/recordings',
  summary: 'Recordings of calls, newest first',
  tag: 'recording',
  access: ['read', 'recording'],
  query: z.object({
    from: Instant.optional(),
    to: Instant.optional(),
    customerId: Id.optional(),
    queue: z.string().trim().max(100).regex(PATTERNS.characters).optional(),
    agent: z.string().trim().max(100).regex(PATTERNS.characters).optional(),
    cursor: z.string().max(200).optional(),
    perPage: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: z.object({
    data: z.array(Recording),
    meta: z.object({ perPage: z.number().int(), next: z.string().nullable() }),
  }),
  errors: [],
});

/** Answers 206 to a `Range` header of one range. To keep it (`download`) needs the ability to export recordings. */
export const getRecordingAudio = route({
  method: 'GET',
  path: '/recordings/:id/audio',
  summary: 'The sound of a recording, whole or a range of it; as MP3 with `format`, where the machine can',
  tag: 'recording',
  access: ['read', 'recording'],
  params: z.object({ id: Id }),
  query: z.object({ download: z.enum(['true', 'false']).optional(), format: z.enum(['mp3']).optional() }),
  file: Object.values(AUDIO_TYPES),
  errors: ['not-found', 'conflict', 'not-ready', 'too-many'],
});

/** An `<audio>` shows no session: it is given an address that only this session's recording is behind, for a while. */
export const listenToRecording = route({
  method: 'POST',
  path: '/recordings/:id/listen',
  summary: 'An address that a player can play a recording from, for as long as the session lasts and two hours at most',
  tag: 'recording',
  access: ['read', 'recording'],
  params: z.object({ id: Id }),
  response: z.object({
    /** Below the API: `/recordings/stream/…`. */
    path: z.string(),
    expiresAt: Instant,
    mediaType: z.string(),
    /** Loudness from 0 to 255 of as many equal parts; null: of a kind that is not looked into. */
    peaks: z.array(z.number().int().min(0).max(255)).max(WAVE_BARS).nullable(),
    seconds: z.number().nullable(),
    /** Whether it can be had as MP3. */
    mp3: z.boolean(),
  }),
  errors: ['not-found', 'not-ready'],
});

export const streamRecording = route({
  method: 'GET',
  path: '/recordings/stream/:ticket',
  summary: 'The sound of a recording for a player, whole or a range of it',
  tag: 'recording',
  access: 'public',
  params: z.object({ ticket: z.string().max(600) }),
  file: Object.values(AUDIO_TYPES),
  errors: ['not-found', 'not-ready'],
});

/** A held recording is deleted by nobody, whatever its age. */
export const holdRecording = route({
  method: 'PUT',
  path: '/recordings/:id/hold',
  summary: 'Keep the recordings of a call for good, or let them go',
  tag: 'recording',
  access: ['update', 'recording'],
  params: z.object({ id: Id }),
  body: z.object({ held: z.boolean(), reason: text(0, 255).default('') }),
  response: z.object({ held: z.boolean() }),
  errors: ['not-found', 'conflict'],
});

export const deleteRecording = route({
  method: 'DELETE',
  path: '/recordings/:id',
  summary: 'Delete the sound of a recording; the call stays',
  tag: 'recording',
  access: ['delete', 'recording'],
  params: z.object({ id: Id }),
  errors: ['not-found', 'conflict', 'not-ready'],
});
