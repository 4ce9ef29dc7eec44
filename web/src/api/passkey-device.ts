// The conversation with the browser and its device about passkeys. Loaded when it is needed: it brings a library along.
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type * as contract from '@ringside/core/contract/passkeys.ts';
import type { BodyInputOf } from '@ringside/core/contract/route.ts';
import { type Address, call } from './call.ts';
import { type SessionUser, startSession } from './session.ts';

// Literals instead of the contract's values: the sign-in page stays free of the schema library.
const START: Address<typeof contract.startPasskeyLogin> = { method: 'POST', path: '/login/passkey/start' };
const LOGIN: Address<typeof contract.passkeyLogin> = { method: 'POST', path: '/login/passkey' };

/** `none`: cancelled, timed out or nothing there. `known`: the device has one of this user's. `elsewhere`: not under this address. */
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

export type PasskeyAnswer = NonNullable<BodyInputOf<typeof contract.passkeyLogin>>;

/** Throws `DeviceRefusal`. `autofill`: the browser offers it among its suggestions, for as long as the page stands. */
export const askForPasskey = async (autofill: boolean): Promise<PasskeyAnswer> => {
  const { attempt, options } = await call<typeof contract.startPasskeyLogin>(START);
  const credential = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  }).catch(refused);
  return { attempt, credential: credential as PasskeyAnswer['credential'] };
};

/** Throws the server's refusal: `wrong-credentials`, `locked-out`. */
export const enterByPasskey = async (answer: PasskeyAnswer): Promise<SessionUser> => {
  const { token } = await call<typeof contract.passkeyLogin>(LOGIN, { body: answer });
  return startSession(token);
};

/** Throws `DeviceRefusal`. */
export const makePasskey = async (options: Readonly<Record<string, unknown>>) => {
  const credential = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  }).catch(refused);
  return credential as BodyInputOf<typeof contract.addPasskey>['credential'];
};

/** What the browser still waits for is over. */
export const stopAskingForPasskey = (): void => WebAuthnAbortService.cancelCeremony();
