// The own second factor: on, off, new recovery codes.
import type { Caller, Origin } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { seedBound } from '../../sessions/judge-code.ts';
import { beginCodeAttempt, forgiveCodes } from '../../sessions/lockout-queries.ts';
import {
  newRecoveryCodes,
  newSeed,
  readTypedCode,
  seedUri,
  showRecoveryCode,
  stepOfCode,
} from '../../sessions/one-time-code.ts';
import { hashTogether } from '../../sessions/password-hash.ts';
import {
  countRecoveryCodes,
  enableSeed,
  findTwoFactor,
  keepSeed,
  removeTwoFactor,
  replaceRecoveryCodes,
} from '../../sessions/two-factor-queries.ts';
import { sendNotice } from '../../mail/notice.ts';
import { auditSession } from '../../sessions/audit-queries.ts';
import { confirmBoth, confirmPassword } from '../../sessions/confirm-person.ts';
import { findUser } from '../../sessions/user-queries.ts';

/** Long enough to install an app, too short for a page that somebody left open. */
const SEED_MINUTES = 15;

const alreadyOn = () => new Refusal('conflict', { detail: 'There is a second factor already' });

export const readTwoFactor = async (deps: Deps, userId: string) => {
  const factor = await findTwoFactor(deps.db, userId);
  const enabledAt = factor?.enabledAt ?? null;
  return {
    enabledAt: enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: enabledAt === null ? 0 : await countRecoveryCodes(deps.db, userId),
  };
};

export const startOwn = async (deps: Deps, caller: Caller, password: string, origin: Origin) => {
  const user = await confirmPassword(deps, caller, password, origin);
  const seed = newSeed();
  const sealed = deps.secrets.seal(seed, seedBound(user.id));
  if (!(await keepSeed(deps.db, user.id, sealed, new Date(deps.now())))) throw alreadyOn();
  return { seed, uri: seedUri(seed, user.username) };
};

export const enableOwn = async (deps: Deps, caller: Caller, otp: string, origin: Origin) => {
  const now = new Date(deps.now());
  const [user, factor] = await Promise.all([findUser(deps.db, caller.userId), findTwoFactor(deps.db, caller.userId)]);
  if (user === undefined) throw new Refusal('unauthenticated');
  if (factor === undefined || now.getTime() - factor.startedAt.getTime() > SEED_MINUTES * 60_000) {
    throw new Refusal('conflict', { detail: 'Start again: there is no fresh seed' });
  }
  if (factor.enabledAt !== null) throw alreadyOn();
  const wait = await beginCodeAttempt(deps.db, user.id, now);
  if (wait !== null) throw new Refusal('locked-out', { retryAfterSeconds: wait });
  const typed = readTypedCode(otp);
  const step =
    typed?.kind === 'app'
      ? stepOfCode(deps.secrets.open(factor.seed, seedBound(user.id)), typed.code, deps.now())
      : null;
  if (step === null) throw new Refusal('invalid', { errors: [{ path: 'otp', code: 'wrong-code' }] });
  await forgiveCodes(deps.db, user.id);
  const codes = newRecoveryCodes();
  const hashes = await hashTogether(codes);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await enableSeed(tx, user.id, factor.seed, step, now))) throw alreadyOn();
    await replaceRecoveryCodes(tx, user.id, hashes);
    await auditSession(tx, 'two-factor-enabled', user, user.username, origin);
  });
  await deps.sessions.endOfUser(user.id, caller.sessionId);
  sendNotice(deps, 'two-factor-enabled', user);
  return { recoveryCodes: codes.map(showRecoveryCode) };
};

export const disableOwn = async (
  deps: Deps,
  caller: Caller,
  body: { readonly password: string; readonly otp: string },
  origin: Origin,
): Promise<void> => {
  const user = await confirmBoth(deps, caller, body, origin);
  await deps.db.transaction().execute(async (tx) => {
    await removeTwoFactor(tx, user.id);
    await auditSession(tx, 'two-factor-disabled', user, user.username, origin);
  });
  sendNotice(deps, 'two-factor-disabled', user);
};

export const remakeRecoveryCodes = async (
  deps: Deps,
  caller: Caller,
  body: { readonly password: string; readonly otp: string },
  origin: Origin,
) => {
  const user = await confirmBoth(deps, caller, body, origin);
  const codes = newRecoveryCodes();
  const hashes = await hashTogether(codes);
  await deps.db.transaction().execute(async (tx) => {
    await replaceRecoveryCodes(tx, user.id, hashes);
    await auditSession(tx, 'recovery-codes-made', user, user.username, origin);
  });
  return { recoveryCodes: codes.map(showRecoveryCode) };
};
