// Lets users enable and disable two-factor authentication and create new recovery codes.
import type { Caller, Origin } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { seedBound } from '../../platform/sessions/check-code.ts';
import { beginCodeAttempt, forgiveCodes } from '../../platform/sessions/lockout-queries.ts';
import {
  newRecoveryCodes,
  newSeed,
  readTypedCode,
  seedUri,
  showRecoveryCode,
  stepOfCode,
} from '../../platform/sessions/one-time-code.ts';
import { hashTogether } from '../../platform/sessions/password-hash.ts';
import {
  countRecoveryCodes,
  enableSeed,
  findTwoFactor,
  keepSeed,
  removeTwoFactor,
  replaceRecoveryCodes,
} from '../../platform/sessions/two-factor-queries.ts';
import { sendNotice } from '../../platform/mail/notice.ts';
import { auditSession } from '../../platform/sessions/audit-queries.ts';
import { confirmBoth, confirmPassword } from '../../platform/sessions/confirm-person.ts';
import { findUser } from '../../platform/sessions/user-queries.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sessions: SessionStore;
  readonly mail: Mailer;
  readonly now: () => number;
}

/** Long enough to install an app, but too short for a page that was left open. */
const SEED_MINUTES = 15;

const alreadyOn = () => new Refusal('conflict', { detail: 'A second factor is already set up' });

export const readTwoFactor = async (deps: { readonly db: Db }, userId: string) => {
  const factor = await findTwoFactor(deps.db, userId);
  const enabledAt = factor?.enabledAt ?? null;
  return {
    enabledAt: enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: enabledAt === null ? 0 : await countRecoveryCodes(deps.db, userId),
  };
};

export const startOwn = async (
  deps: Pick<Services, 'db' | 'now' | 'secrets'>,
  caller: Caller,
  password: string,
  origin: Origin,
) => {
  const user = await confirmPassword(deps, caller, password, origin);
  const seed = newSeed();
  const sealed = deps.secrets.seal(seed, seedBound(user.id));
  if (!(await keepSeed(deps.db, user.id, sealed, new Date(deps.now())))) throw alreadyOn();
  return { seed, uri: seedUri(seed, user.username) };
};

export const enableOwn = async (deps: Services, caller: Caller, otp: string, origin: Origin) => {
  const now = new Date(deps.now());
  const [user, factor] = await Promise.all([findUser(deps.db, caller.userId), findTwoFactor(deps.db, caller.userId)]);
  if (user === undefined) throw new Refusal('unauthenticated');
  if (factor === undefined || now.getTime() - factor.startedAt.getTime() > SEED_MINUTES * 60_000) {
    throw new Refusal('conflict', { detail: 'The set-up has expired. Start again.' });
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
    await sendNotice(deps, tx, 'two-factor-enabled', user);
  });
  await deps.sessions.endOfUser(user.id, caller.sessionId);
  return { recoveryCodes: codes.map(showRecoveryCode) };
};

export const disableOwn = async (
  deps: Services,
  caller: Caller,
  body: { readonly password: string; readonly otp: string },
  origin: Origin,
): Promise<void> => {
  const user = await confirmBoth(deps, caller, body, origin);
  await deps.db.transaction().execute(async (tx) => {
    await removeTwoFactor(tx, user.id);
    await auditSession(tx, 'two-factor-disabled', user, user.username, origin);
    await sendNotice(deps, tx, 'two-factor-disabled', user);
  });
};

export const remakeRecoveryCodes = async (
  deps: Pick<Services, 'db' | 'secrets' | 'now'>,
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
