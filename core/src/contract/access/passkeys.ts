// Passkeys (WebAuthn Level 3): a key pair on the user's device, unlocked by fingerprint, face or PIN. A passkey alone signs in, because it
// counts as two factors. Binary values are base64url. Options and answers use the standard's JSON form (`PublicKeyCredential.toJSON`,
// `parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`).
import { z } from 'zod';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { SignedIn } from './session.ts';
import { text } from '../text.ts';
import { OneTimeCode } from './two-factor.ts';

/** Maximum per user. */
export const MOST_PASSKEYS = 20;

const name = text(1, 64);
const binary = (most: number) => z.base64url().min(1).max(most);
const credential = {
  id: binary(1400),
  rawId: binary(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

export const RegistrationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(4096),
    attestationObject: binary(16_384),
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
});

export const AuthenticationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(4096),
    authenticatorData: binary(4096),
    signature: binary(4096),
    userHandle: binary(128),
  }),
});

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** Browser and system of its creation, such as `Firefox, Linux`. Empty when unknown. */
  device: z.string(),
  /** Stored in a password manager that syncs it to other devices. */
  synced: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const listPasskeys = route({
  method: 'GET',
  path: '/user/passkeys',
  summary: 'List the caller’s passkeys',
  tag: 'session',
  access: 'signed-in',
  response: z.object({ data: z.array(Passkey) }),
  errors: [],
});

/** The challenge belongs to this session and is valid once, for five minutes. Users with a second factor also send its code. */
export const startPasskeyRegistration = route({
  method: 'POST',
  path: '/user/passkeys/start',
  summary: 'Start the creation of a passkey',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ password: z.string().min(1).max(1024), otp: OneTimeCode.optional() }),
  /** PublicKeyCredentialCreationOptionsJSON. */
  response: z.object({ options: z.looseObject({ challenge: z.string() }) }),
  errors: ['wrong-credentials', 'one-time-code-required', 'locked-out', 'conflict', 'too-many'],
});

export const addPasskey = route({
  method: 'POST',
  path: '/user/passkeys',
  summary: 'Store the passkey that the device created',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ name, credential: RegistrationAnswer }),
  response: Passkey,
  status: 201,
  errors: ['conflict'],
});

export const renamePasskey = route({
  method: 'PATCH',
  path: '/user/passkeys/:id',
  summary: 'Rename one of the caller’s passkeys',
  tag: 'session',
  access: 'signed-in',
  params: z.object({ id: Id }),
  body: z.object({ name }),
  response: Passkey,
  errors: ['not-found'],
});

export const deletePasskey = route({
  method: 'DELETE',
  path: '/user/passkeys/:id',
  summary: 'Remove one of the caller’s passkeys',
  tag: 'session',
  access: 'signed-in',
  params: z.object({ id: Id }),
  status: 204,
  errors: ['not-found'],
});

/** Not tied to a user: the device tells whose passkey it is. `attempt` is sent with the answer, once, within five minutes. */
export const startPasskeyLogin = route({
  method: 'POST',
  path: '/login/passkey/start',
  summary: 'Start a sign-in with a passkey',
  tag: 'session',
  access: 'public',
  /** `options`: PublicKeyCredentialRequestOptionsJSON. */
  response: z.object({ attempt: z.string(), options: z.looseObject({ challenge: z.string() }) }),
  errors: ['conflict', 'too-many'],
});

/** Every failure is `wrong-credentials`: an unknown or deleted passkey, a disabled user, a used or expired challenge. */
export const loginWithPasskey = route({
  method: 'POST',
  path: '/login/passkey',
  summary: 'Sign in with a passkey',
  tag: 'session',
  access: 'public',
  body: z.object({ attempt: z.string().min(1).max(200), credential: AuthenticationAnswer }),
  response: SignedIn,
  errors: ['wrong-credentials', 'locked-out', 'conflict'],
});
