// Recordings: each is of one call, found by the name that the PBX gave it in the call's record, and is whose the call is.
import { z } from 'zod';
import { Call } from './cdr.ts';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

/** `id` is the call's. */
export const Recording = Call.pick({
  ...{ id: true, serverId: true, serverName: true, customerId: true, customerName: true, callcenterId: true },
  ...{ direction: true, source: true, sourceName: true, destination: true, extension: true, queue: true, agent: true },
  ...{ startAt: true, talkSeconds: true },
}).extend({
  /** As the PBX named it, below the folder of recordings. */
  file: z.string(),
  /** `missing`: the PBX named it, but the folder of recordings has no such file, or one without sound. */
  status: z.enum(['available', 'missing']),
  /** null when missing. */
  bytes: z.number().int().nullable(),
});
export type Recording = z.infer<typeof Recording>;

export const AUDIO_TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg', ogg: 'audio/ogg' } as const;

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
  summary: 'The sound of a recording, whole or a range of it',
  tag: 'recording',
  access: ['read', 'recording'],
  params: z.object({ id: Id }),
  query: z.object({ download: z.enum(['true', 'false']).optional() }),
  file: Object.values(AUDIO_TYPES),
  errors: ['not-found'],
});
