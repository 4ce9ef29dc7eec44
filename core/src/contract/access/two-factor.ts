// Second factor: one-time codes of an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds) and recovery codes.
import { z } from 'zod';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';

/** Required again before any change of the sign-in settings. */
const password = z.string().min(1).max(1024);

/** Six digits of the app, or a recovery code (`XXXXX-XXXXX`). Spaces, hyphens and case are ignored. */
export const OneTimeCode = z.string().trim().min(1).max(32);

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const getTwoFactor = route({
  method: 'GET',
  path: '/user/two-factor',
  summary: 'Get the state of the caller’s two-factor authentication',
  tag: 'session',
  access: 'signed-in',
  response: z.object({ enabledAt: Instant.nullable(), recoveryCodesLeft: z.number().int() }),
  errors: [],
});

/** Changes nothing yet. The seed takes effect when `enable` receives a code of it within 15 minutes. */
export const startTwoFactor = route({
  method: 'POST',
  path: '/user/two-factor/start',
  summary: 'Create a seed for an authenticator app',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ password }),
  /** `seed`: base32, to type in. `uri` (`otpauth://totp/…`): for a QR code. */
  response: z.object({ seed: z.string(), uri: z.string() }),
  errors: ['wrong-credentials', 'locked-out', 'conflict'],
});

/** Ends the user's other sessions. Returns the recovery codes only once. */
export const enableTwoFactor = route({
  method: 'POST',
  path: '/user/two-factor/enable',
  summary: 'Turn on two-factor authentication',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ otp: OneTimeCode }),
  response: RecoveryCodes,
  errors: ['conflict', 'invalid', 'locked-out'],
});

export const disableTwoFactor = route({
  method: 'POST',
  path: '/user/two-factor/disable',
  summary: 'Turn off two-factor authentication',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ password, otp: OneTimeCode }),
  status: 204,
  errors: ['wrong-credentials', 'one-time-code-required', 'locked-out', 'conflict'],
});

/** Older codes stop working. */
export const makeRecoveryCodes = route({
  method: 'POST',
  path: '/user/two-factor/recovery-codes',
  summary: 'Create new recovery codes',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ password, otp: OneTimeCode }),
  response: RecoveryCodes,
  errors: ['wrong-credentials', 'one-time-code-required', 'locked-out', 'conflict'],
});

/**
 * For users who lost their device and recovery codes. Ends their sessions and deletes their passkeys. Not allowed for the caller's own
 * account.
 */
export const resetUserTwoFactor = route({
  method: 'DELETE',
  path: '/users/:id/two-factor',
  summary: 'Remove the second factor of a user',
  tag: 'user',
  access: ['update', 'user'],
  params: z.object({ id: Id }),
  status: 204,
  errors: ['not-found', 'conflict'],
});
