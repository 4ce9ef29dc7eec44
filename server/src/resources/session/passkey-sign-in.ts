// Signing in with a passkey. The device proves who it is and that its owner unlocked it: two factors in one, so no code is
// asked for. Whatever is wrong is answered alike.
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { z } from 'zod';
import type { AuthenticationAnswer } from '@ringside/core/contract/passkeys.ts';
import type { PasskeyRow, UserRow } from '../../db/schema.ts';
import type { Origin } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { forgiveAttempt } from '../../sessions/lockout-queries.ts';
import { findPasskey, usePasskey } from '../../sessions/passkey-queries.ts';
import type { PasskeySite } from '../../sessions/passkey-site.ts';
import { newToken } from '../../sessions/token.ts';
import { auditSession } from '../../sessions/audit-queries.ts';
import { CHALLENGE_MINUTES, giveChallenge, isChallengeOf } from './passkey-challenge.ts';
import { findUser } from '../../sessions/user-queries.ts';
import { isOpen, mayCustomerSignIn } from './queries.ts';
import { beginOrRefuse } from '../../sessions/begin-or-refuse.ts';
import { admit } from './sign-in.ts';
import type { SignedIn } from './sign-in.ts';

type Answer = z.output<typeof AuthenticationAnswer>;

interface Body {
  readonly attempt: string;
  readonly credential: Answer;
}

export const startPasskeySignIn = async (deps: Deps, site: PasskeySite, origin: Origin) => {
  const attempt = newToken();
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    userVerification: 'required',
    timeout: CHALLENGE_MINUTES * 60_000,
  });
  await giveChallenge(deps, options.challenge, attempt, origin);
  return { attempt, options: { ...options } };
};

/** Uses the challenge up, whatever comes of it. null: not proved. */
const prove = async (
  deps: Deps,
  site: PasskeySite,
  passkey: PasskeyRow,
  attempt: string,
  answer: Answer,
): Promise<{ readonly counter: number; readonly synced: boolean } | null> => {
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} } as Parameters<
      typeof verifyAuthenticationResponse
    >[0]['response'],
    expectedChallenge: (challenge) => isChallengeOf(deps, challenge, attempt),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (verified === null || !verified.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, synced: credentialBackedUp };
};

const isOwner = (user: UserRow, answer: Answer): boolean =>
  Buffer.from(answer.response.userHandle, 'base64url').toString('utf8') === user.id;

const judge = async (deps: Deps, site: PasskeySite, user: UserRow, passkey: PasskeyRow, body: Body) => {
  const proof = await prove(deps, site, passkey, body.attempt, body.credential);
  if (proof === null || !isOwner(user, body.credential)) return false;
  if (!isOpen(user, deps.now()) || !(await mayCustomerSignIn(deps.db, user.customerId))) return false;
  // A count that stands still or falls is a copy's: the library refuses it, and of two answers at once one comes too late.
  return usePasskey(deps.db, passkey.id, proof.counter, proof.synced, new Date(deps.now()));
};

/** Throws `wrong-credentials`, or `locked-out` when this passkey or this address has failed too often from here. */
export const passkeySignIn = async (deps: Deps, site: PasskeySite, body: Body, origin: Origin): Promise<SignedIn> => {
  // A space stands in no user name, so nobody's name is counted here.
  const name = `passkey ${body.credential.id}`;
  await beginOrRefuse(deps, name, origin);
  const passkey = await findPasskey(deps.db, body.credential.id);
  const user = passkey === undefined ? undefined : await findUser(deps.db, passkey.userId);
  if (passkey === undefined || user === undefined || !(await judge(deps, site, user, passkey, body))) {
    await auditSession(deps.db, 'login-failed', user ?? null, 'passkey', origin);
    throw new Refusal('wrong-credentials');
  }
  await forgiveAttempt(deps.db, name, origin.ip);
  return admit(deps, user, origin);
};
