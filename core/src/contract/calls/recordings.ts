// Recordings. Each belongs to one call and its owner. The automatic recording has the call's ID, manual recordings have their own.
import { z } from 'zod';
import { Call } from './cdr.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS, text } from '../text.ts';

export const AUDIO_TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg', ogg: 'audio/ogg' } as const;

/** Number of bars of a waveform. */
export const WAVE_BARS = 400;

/**
 * `missing`: named by the PBX server, but not found or without audio. `deleted`: manually or by retention. `unknown`: not checked, because
 * it is on another machine.
 */
export const RECORDING_STATUS = ['available', 'missing', 'deleted', 'unknown'] as const;

/** `id` is the call's ID. */
export const Recording = Call.pick({
  ...{ id: true, serverId: true, serverName: true, customerId: true, customerName: true, callcenterId: true },
  ...{ direction: true, source: true, sourceName: true, destination: true, extension: true, queue: true, agent: true },
  ...{ startAt: true, talkSeconds: true },
}).extend({
  /** File name from the PBX server. */
  file: z.string(),
  status: z.enum(RECORDING_STATUS),
  /** `null` when unknown. */
  bytes: z.number().int().nullable(),
  held: z.boolean(),
});
export type Recording = z.infer<typeof Recording>;

export const listRecordings = route({
  method: 'GET',
  path: '/recordings',
  summary: 'List recordings, newest first',
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

/** Answers 206 to a `Range` header with one range. `download` needs the permission to export recordings. */
export const getRecordingAudio = route({
  method: 'GET',
  path: '/recordings/:id/audio',
  summary: 'Download a recording or a range of it. With `format`: as MP3, if ffmpeg is installed',
  tag: 'recording',
  access: ['read', 'recording'],
  params: z.object({ id: Id }),
  query: z.object({ download: z.enum(['true', 'false']).optional(), format: z.enum(['mp3']).optional() }),
  file: Object.values(AUDIO_TYPES),
  errors: ['not-found', 'conflict', 'not-ready', 'too-many'],
});

/** `<audio>` cannot send a session token, so it gets a temporary path to this recording for this session. */
export const listenToRecording = route({
  method: 'POST',
  path: '/recordings/:id/listen',
  summary: 'Create an address for a media player. It works until the session ends, at most for two hours',
  tag: 'recording',
  access: ['read', 'recording'],
  params: z.object({ id: Id }),
  response: z.object({
    /** Path below the API: `/recordings/stream/…`. */
    path: z.string(),
    expiresAt: Instant,
    mediaType: z.string(),
    /** Loudness 0 to 255 of equal parts. `null` for formats that are not analyzed. */
    peaks: z.array(z.number().int().min(0).max(255)).max(WAVE_BARS).nullable(),
    seconds: z.number().nullable(),
    /** Whether MP3 is available. */
    mp3: z.boolean(),
  }),
  errors: ['not-found', 'not-ready'],
});

export const streamRecording = route({
  method: 'GET',
  path: '/recordings/stream/:ticket',
  summary: 'Stream a recording or a range of it to a media player',
  tag: 'recording',
  access: 'public',
  params: z.object({ ticket: z.string().max(600) }),
  file: Object.values(AUDIO_TYPES),
  errors: ['not-found', 'not-ready'],
});

/** A recording on hold cannot be deleted, whatever its age. */
export const holdRecording = route({
  method: 'PUT',
  path: '/recordings/:id/hold',
  summary: 'Set or end the legal hold on the recordings of a call',
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
  summary: 'Delete the audio of a recording. The call record remains',
  tag: 'recording',
  access: ['delete', 'recording'],
  params: z.object({ id: Id }),
  errors: ['not-found', 'conflict', 'not-ready'],
});
