// The voicemail box of a line: its PIN, and what waits in it.
import { z } from 'zod';
import { Id } from './resource.ts';
import { route } from './route.ts';

export const VoicemailPin = z.object({
  id: Id,
  extension: z.string(),
  /** Digits. Told this once: afterwards there is only a new one. */
  pin: z.string(),
});
export type VoicemailPin = z.infer<typeof VoicemailPin>;

export const rotateVoicemailPin = route({
  method: 'POST',
  path: '/subscribers/:id/voicemail/pin',
  summary: 'Give the voicemail box of a line a new PIN; it is told this once',
  tag: 'subscriber',
  access: ['update', 'subscriber'],
  params: z.object({ id: Id }),
  response: VoicemailPin,
  errors: ['not-found', 'stale'],
});

/** Why nothing is known: there is no box, or the PBX did not tell. */
export const UNTOLD_REASONS = ['off', 'away'] as const;

export const VoicemailCount = z.object({
  /** Messages nobody heard yet, and those that were heard and kept; null while unknown. */
  fresh: z.number().int().nullable(),
  old: z.number().int().nullable(),
  reason: z.enum(UNTOLD_REASONS).nullable(),
});
export type VoicemailCount = z.infer<typeof VoicemailCount>;

export const readVoicemail = route({
  method: 'GET',
  path: '/subscribers/:id/voicemail',
  summary: 'Tell how many messages wait in the voicemail box of a line',
  tag: 'subscriber',
  access: ['read', 'subscriber'],
  params: z.object({ id: Id }),
  response: VoicemailCount,
  errors: ['not-found'],
});
