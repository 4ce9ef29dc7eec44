// The own passkeys: made, named, removed.
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { z } from 'zod';
import { MOST_PASSKEYS } from '@ringside/core/contract/passkeys.ts';
import type { Passkey, RegistrationAnswer } from '@ringside/core/contract/passkeys.ts';
import { browserOf } from '@ringside/core/format/browser-of.ts';
import { newId } from '../../db/new-id.ts';
import type { PasskeyRow } from '../../db/schema.ts';
import type { Caller, Origin } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { sendNotice } from '../../mail/notice.ts';
import { notify } from '../../notifications/notify.ts';
import { codeRefusal, judgeCode } from '../../sessions/judge-code.ts';
import {
  insertPasskey,
  listPasskeysOf,
  lockUser,
  removePasskeyOf,
  renamePasskeyOf,
} from '../../sessions/passkey-queries.ts';
import type { PasskeySite } from '../../sessions/passkey-site.ts';
import { auditSession } from '../../sessions/audit-queries.ts';
import { confirmPassword } from '../../sessions/confirm-person.ts';
import { CHALLENGE_MINUTES, giveChallenge, isChallengeOf } from './passkey-challenge.ts';
import { findUser } from '../../sessions/user-queries.ts';

const tooMany = () => new Refusal('conflict', { detail: `At most ${MOST_PASSKEYS} passkeys` });

export const showPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  device: row.device,
  synced: row.synced,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** A passkey goes past the second factor, so making one asks for that too. */
const confirmForPasskey = async (
  deps: Deps,
  caller: Caller,
  body: { readonly password: string; readonly otp?: string | undefined },
  origin: Origin,
) => {
  const user = await confirmPassword(deps, caller, body.password, origin);
  const verdict = await judgeCode(deps, user.id, body.otp);
  if (verdict === 'missing') throw codeRefusal(verdict);
  if (verdict === 'wrong') {
    await auditSession(deps.db, 'login-failed', user, user.username, origin);
    throw codeRefusal(verdict);
  }
  if (verdict === 'recovery') {
    await auditSession(deps.db, 'recovery-code-used', user, user.username, origin);
    sendNotice(deps, 'recovery-code-used', user);
  }
  return user;
};

export const startOwnPasskey = async (
  deps: Deps,
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
  deps: Deps,
  caller: Caller,
  site: PasskeySite,
  { response, ...rest }: z.output<typeof RegistrationAnswer>,
) => {
  const verified = await verifyRegistrationResponse({
    // The browser's name for a way to reach a device is text of the norm's registry, which grows.
    response: { ...rest, response: { ...response, transports: [] }, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: (challenge) => isChallengeOf(deps, challenge, caller.sessionId),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (verified === null || !verified.verified) throw unaccepted();
  return verified.registrationInfo;
};

export const addOwnPasskey = async (
  deps: Deps,
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
      throw new Refusal('conflict', { detail: 'This passkey is known already' });
    }
    await auditSession(tx, 'passkey-added', user, user.username, origin, { after: { name: row.name } });
  });
  await notify(deps, { kind: 'passkey-added', params: { name: row.name }, to: { kind: 'user', userId: user.id } });
  sendNotice(deps, 'passkey-added', user, { passkey: row.name });
  return showPasskey(row);
};

export const renameOwnPasskey = async (
  deps: Deps,
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

export const removeOwnPasskey = async (deps: Deps, caller: Caller, id: string, origin: Origin): Promise<void> => {
  const user = await findUser(deps.db, caller.userId);
  if (user === undefined) throw new Refusal('unauthenticated');
  const name = await deps.db.transaction().execute(async (tx) => {
    const row = await removePasskeyOf(tx, user.id, id);
    if (row === undefined) throw new Refusal('not-found');
    await auditSession(tx, 'passkey-removed', user, user.username, origin, { before: { name: row.name } });
    return row.name;
  });
  sendNotice(deps, 'passkey-removed', user, { passkey: name });
};
