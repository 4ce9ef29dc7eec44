// The voicemail box of a line: PIN and number of messages.
import { z } from 'zod';
import { Id } from '../resource.ts';
import { route } from '../route.ts';

export const VoicemailPin = z.object({
  id: Id,
  extension: z.string(),
  /** Digits. Returned only once; afterwards it can only be replaced. */
  pin: z.string(),
});
export type VoicemailPin = z.infer<typeof VoicemailPin>;

export const rotateVoicemailPin = route({
  method: 'POST',
  path: '/subscribers/:id/voicemail/pin',
  summary: 'Create a new voicemail PIN for a subscriber. It is shown once',
  tag: 'subscriber',
  access: ['update', 'subscriber'],
  params: z.object({ id: Id }),
  response: VoicemailPin,
  errors: ['not-found', 'stale'],
});

/** Why the count is unknown: no box, or no answer from the PBX server. */
export const UNTOLD_REASONS = ['off', 'away'] as const;

export const VoicemailCount = z.object({
  /** New messages, and heard messages that were kept. `null` when unknown. */
  fresh: z.number().int().nullable(),
  old: z.number().int().nullable(),
  reason: z.enum(UNTOLD_REASONS).nullable(),
});
export type VoicemailCount = z.infer<typeof VoicemailCount>;

export const getVoicemail = route({
  method: 'GET',
  path: '/subscribers/:id/voicemail',
  summary: 'Get the number of messages in a subscriber’s voicemail box',
  tag: 'subscriber',
  access: ['read', 'subscriber'],
  params: z.object({ id: Id }),
  response: VoicemailCount,
  errors: ['not-found'],
});
