// Signs users in with a passkey. The device proves its identity and that its owner unlocked it, which covers two factors, so no code is
// required. All failures get the same answer.
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { z } from 'zod';
import type { AuthenticationAnswer } from '@ringside/core/contract/access/passkeys.ts';
import type { PasskeyRow, UserRow } from '../../platform/db/schema.ts';
import type { Origin } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { forgiveAttempt } from '../../platform/sessions/lockout-queries.ts';
import { findPasskey, usePasskey } from '../../platform/sessions/passkey-queries.ts';
import type { PasskeySite } from '../../platform/sessions/passkey-site.ts';
import { newToken } from '../../platform/sessions/token.ts';
import { auditSession } from '../../platform/sessions/audit-queries.ts';
import { CHALLENGE_MINUTES, giveChallenge, isChallengeOf } from './passkey-challenge.ts';
import { findUser } from '../../platform/sessions/user-queries.ts';
import { isOpen, mayCustomerSignIn } from './queries.ts';
import { beginOrRefuse } from '../../platform/sessions/begin-or-refuse.ts';
import { admit } from './sign-in.ts';
import type { SignedIn } from './sign-in.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly mail: Mailer;
  readonly now: () => number;
}

type Answer = z.output<typeof AuthenticationAnswer>;

interface Body {
  readonly attempt: string;
  readonly credential: Answer;
}

export const startPasskeySignIn = async (
  deps: { readonly db: Db; readonly now: () => number },
  site: PasskeySite,
  origin: Origin,
) => {
  const attempt = newToken();
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    userVerification: 'required',
    timeout: CHALLENGE_MINUTES * 60_000,
  });
  await giveChallenge(deps, options.challenge, attempt, origin);
  return { attempt, options: { ...options } };
};

/** Redeems the challenge in any case. Returns `null` if the proof is invalid. */
const prove = async (
  deps: { readonly db: Db; readonly now: () => number },
  site: PasskeySite,
  passkey: PasskeyRow,
  attempt: string,
  answer: Answer,
): Promise<{ readonly counter: number; readonly synced: boolean } | null> => {
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
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

const judge = async (
  deps: { readonly db: Db; readonly now: () => number },
  site: PasskeySite,
  user: UserRow,
  passkey: PasskeyRow,
  body: Body,
) => {
  const proof = await prove(deps, site, passkey, body.attempt, body.credential);
  if (proof === null || !isOwner(user, body.credential)) return false;
  if (!isOpen(user, deps.now()) || !(await mayCustomerSignIn(deps.db, user.customerId))) return false;
  // A counter that does not increase indicates a copied passkey. The library refuses it, and of two concurrent answers the second fails
  // here.
  return usePasskey(deps.db, passkey.id, proof.counter, proof.synced, new Date(deps.now()));
};

/** Throws `wrong-credentials`, or `locked-out` if this passkey or address has failed too often. */
export const passkeySignIn = async (
  deps: Services,
  site: PasskeySite,
  body: Body,
  origin: Origin,
): Promise<SignedIn> => {
  // Usernames contain no spaces, so this key never counts against a username.
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
