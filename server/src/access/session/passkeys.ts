// Lets users add, rename and remove their own passkeys.
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { z } from 'zod';
import { MOST_PASSKEYS } from '@ringside/core/contract/access/passkeys.ts';
import type { Passkey, RegistrationAnswer } from '@ringside/core/contract/access/passkeys.ts';
import { browserOf } from '@ringside/core/base/browser-of.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { PasskeyRow } from '../../platform/db/schema.ts';
import type { Caller, Origin } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { sendNotice } from '../../platform/mail/notice.ts';
import { notify } from '../../boards/notification/notify.ts';
import { codeRefusal, checkCode } from '../../platform/sessions/check-code.ts';
import {
  insertPasskey,
  listPasskeysOf,
  lockUser,
  removePasskeyOf,
  renamePasskeyOf,
} from '../../platform/sessions/passkey-queries.ts';
import type { PasskeySite } from '../../platform/sessions/passkey-site.ts';
import { auditSession } from '../../platform/sessions/audit-queries.ts';
import { confirmPassword } from '../../platform/sessions/confirm-person.ts';
import { CHALLENGE_MINUTES, giveChallenge, isChallengeOf } from './passkey-challenge.ts';
import { findUser } from '../../platform/sessions/user-queries.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly mail: Mailer;
  readonly now: () => number;
}

const tooMany = () => new Refusal('conflict', { detail: `A user can have at most ${MOST_PASSKEYS} passkeys` });

export const showPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  device: row.device,
  synced: row.synced,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** Asks for password and code. A passkey bypasses two-factor authentication, so adding one requires the code too. */
const confirmForPasskey = async (
  deps: Services,
  caller: Caller,
  body: { readonly password: string; readonly otp?: string | undefined },
  origin: Origin,
) => {
  const user = await confirmPassword(deps, caller, body.password, origin);
  const verdict = await checkCode(deps, user.id, body.otp);
  if (verdict === 'missing') throw codeRefusal(verdict);
  if (verdict === 'wrong') {
    await auditSession(deps.db, 'login-failed', user, user.username, origin);
    throw codeRefusal(verdict);
  }
  if (verdict === 'recovery') {
    await auditSession(deps.db, 'recovery-code-used', user, user.username, origin);
    await sendNotice(deps, deps.db, 'recovery-code-used', user);
  }
  return user;
};

export const startOwnPasskey = async (
  deps: Services,
  caller: Caller,
  site: PasskeySite,
  body: { readonly password: string; readonly otp?: string | undefined },
  origin: Origin,
) => {
  const user = await confirmForPasskey(deps, caller, body, origin);
  const own = await listPasskeysOf(deps.db, user.id);
  if (own.length >= MOST_PASSKEYS) throw tooMany();
  const options = await generateRegistrationOptions({
    rpName: 'Ringside',
    rpID: site.rpId,
    userName: user.username,
    userDisplayName: `${user.firstname} ${user.lastname}`.trim() || user.username,
    userID: new TextEncoder().encode(user.id),
    timeout: CHALLENGE_MINUTES * 60_000,
    attestationType: 'none',
    excludeCredentials: own.filter((row) => row.rpId === site.rpId).map((row) => ({ id: row.credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await giveChallenge(deps, options.challenge, caller.sessionId, origin);
  return { options: { ...options } };
};

const unaccepted = () => new Refusal('invalid', { errors: [{ path: 'credential', code: 'passkey-refused' }] });

const verify = async (
  deps: { readonly db: Db; readonly now: () => number },
  caller: Caller,
  site: PasskeySite,
  { response, ...rest }: z.output<typeof RegistrationAnswer>,
) => {
  const verified = await verifyRegistrationResponse({
    // Names of transports are text from a registry of the standard, which grows, so they are ignored.
    response: { ...rest, response: { ...response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge: (challenge) => isChallengeOf(deps, challenge, caller.sessionId),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (verified === null || !verified.verified) throw unaccepted();
  return verified.registrationInfo;
};

export const addOwnPasskey = async (
  deps: Services,
  caller: Caller,
  site: PasskeySite,
  body: { readonly name: string; readonly credential: z.output<typeof RegistrationAnswer> },
  origin: Origin,
): Promise<Passkey> => {
  const info = await verify(deps, caller, site, body.credential);
  const user = await findUser(deps.db, caller.userId);
  if (user === undefined) throw new Refusal('unauthenticated');
  const row: PasskeyRow = {
    id: newId(),
    userId: user.id,
    credentialId: info.credential.id,
    publicKey: info.credential.publicKey,
    counter: info.credential.counter,
    transports: body.credential.response.transports,
    rpId: site.rpId,
    synced: info.credentialBackedUp,
    name: body.name,
    device: browserOf(origin.userAgent),
    createdAt: new Date(deps.now()),
    lastUsedAt: null,
  };
  await deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, user.id);
    if ((await listPasskeysOf(tx, user.id)).length >= MOST_PASSKEYS) throw tooMany();
    if (!(await insertPasskey(tx, { ...row, transports: JSON.stringify(row.transports) }))) {
      throw new Refusal('conflict', { detail: 'This passkey is already registered' });
    }
    await auditSession(tx, 'passkey-added', user, user.username, origin, { after: { name: row.name } });
    await sendNotice(deps, tx, 'passkey-added', user, { passkey: row.name });
  });
  await notify(deps, { kind: 'passkey-added', params: { name: row.name }, to: { kind: 'user', userId: user.id } });
  return showPasskey(row);
};

export const renameOwnPasskey = async (
  deps: { readonly db: Db },
  caller: Caller,
  id: string,
  name: string,
  origin: Origin,
): Promise<Passkey> =>
  deps.db.transaction().execute(async (tx) => {
    const before = (await listPasskeysOf(tx, caller.userId)).find((row) => row.id === id);
    const row = await renamePasskeyOf(tx, caller.userId, id, name);
    if (before === undefined || row === undefined) throw new Refusal('not-found');
    const person = { ...caller, id: caller.userId };
    const change = { before: { name: before.name }, after: { name } };
    if (before.name !== name) await auditSession(tx, 'passkey-renamed', person, caller.username, origin, change);
    return showPasskey(row);
  });

export const removeOwnPasskey = async (
  deps: { readonly db: Db; readonly mail: Mailer },
  caller: Caller,
  id: string,
  origin: Origin,
): Promise<void> => {
  const user = await findUser(deps.db, caller.userId);
  if (user === undefined) throw new Refusal('unauthenticated');
  await deps.db.transaction().execute(async (tx) => {
    const row = await removePasskeyOf(tx, user.id, id);
    if (row === undefined) throw new Refusal('not-found');
    await auditSession(tx, 'passkey-removed', user, user.username, origin, { before: { name: row.name } });
    await sendNotice(deps, tx, 'passkey-removed', user, { passkey: row.name });
  });
};
