// Talks to the browser about passkeys (WebAuthn). Loaded on demand because it includes a library.
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/browser';
import type * as contract from '@ringside/core/contract/access/passkeys.ts';
import type { BodyInputOf } from '@ringside/core/contract/route.ts';
import { type Address, call } from './call.ts';
import { type SessionUser, startSession } from './session.ts';

// Literals instead of the contract's values keep the schema library out of the sign-in page.
const START: Address<typeof contract.startPasskeyLogin> = { method: 'POST', path: '/login/passkey/start' };
const LOGIN: Address<typeof contract.loginWithPasskey> = { method: 'POST', path: '/login/passkey' };

/**
 * `none`: canceled, timed out or no passkey. `known`: the device already has a passkey of this user. `elsewhere`: this address cannot use
 * it.
 */
export type DeviceReason = 'none' | 'known' | 'elsewhere';

export class DeviceRefusal extends Error {
  override readonly name = 'DeviceRefusal';
  readonly reason: DeviceReason;
  constructor(reason: DeviceReason, cause: unknown) {
    super(`The device gave no passkey: ${reason}`, { cause });
    this.reason = reason;
  }
}

const reasonOf = (error: unknown): DeviceReason => {
  const { name } = error as Error;
  if (name === 'InvalidStateError') return 'known';
  return name === 'SecurityError' || name === 'NotSupportedError' ? 'elsewhere' : 'none';
};

const refused = (error: unknown): never => {
  throw new DeviceRefusal(reasonOf(error), error);
};

export type PasskeyAnswer = NonNullable<BodyInputOf<typeof contract.loginWithPasskey>>;

/**
 * Asks the browser for a passkey. `autofill`: the browser lists passkeys among its suggestions while the page is open. Throws
 * `DeviceRefusal`.
 */
export const askForPasskey = async (autofill: boolean): Promise<PasskeyAnswer> => {
  const { attempt, options } = await call<typeof contract.startPasskeyLogin>(START);
  const credential = await startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: autofill,
  }).catch(refused);
  return { attempt, credential: credential as PasskeyAnswer['credential'] };
};

/** Signs in with a passkey. Throws the server's error: `wrong-credentials` or `locked-out`. */
export const enterByPasskey = async (answer: PasskeyAnswer): Promise<SessionUser> => {
  const { token } = await call<typeof contract.loginWithPasskey>(LOGIN, { body: answer });
  return startSession(token);
};

/** Creates a passkey on the device. Throws `DeviceRefusal`. */
export const makePasskey = async (options: Readonly<Record<string, unknown>>) => {
  const credential = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  }).catch(refused);
  return credential;
};

/** Cancels a pending request to the browser. */
export const stopAskingForPasskey = (): void => WebAuthnAbortService.cancelCeremony();
