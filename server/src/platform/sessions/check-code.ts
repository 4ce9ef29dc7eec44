// Checks the one-time code of a sign-in, or of changes that would weaken two-factor authentication.
import type { Db } from '../db/connect.ts';
import type { Secrets } from '../db/secrets/secrets.ts';
import { Refusal } from '../caller/refusal.ts';
import { beginCodeAttempt, forgiveCodes } from './lockout-queries.ts';
import { readTypedCode, stepOfCode } from './one-time-code.ts';
import type { TypedCode } from './one-time-code.ts';
import { hashLike } from './password-hash.ts';
import { findTwoFactor, someRecoveryHash, takeRecoveryCode, useStep } from './two-factor-queries.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly now: () => number;
}

/** `none`: the user has not enabled two-factor authentication. A correct code can be used only once. */
type Verdict = 'none' | 'missing' | 'wrong' | 'right' | 'recovery';

/** Returns the text that binds an encrypted TOTP secret to its user. */
export const seedBound = (userId: string): string => `two-factor:${userId}`;

const isRight = async (deps: Services, userId: string, sealed: string, typed: TypedCode): Promise<boolean> => {
  if (typed.kind === 'app') {
    const step = stepOfCode(deps.secrets.open(sealed, seedBound(userId)), typed.code, deps.now());
    return step !== null && useStep(deps.db, userId, step);
  }
  const some = await someRecoveryHash(deps.db, userId);
  return some !== null && takeRecoveryCode(deps.db, userId, await hashLike(typed.code, some));
};

/** Checks a code. Throws `locked-out` after too many wrong codes of this user, from any address. */
export const checkCode = async (deps: Services, userId: string, typed: string | undefined): Promise<Verdict> => {
  const factor = await findTwoFactor(deps.db, userId);
  if (factor === undefined || factor.enabledAt === null) return 'none';
  if (typed === undefined) return 'missing';
  const wait = await beginCodeAttempt(deps.db, userId, new Date(deps.now()));
  if (wait !== null) throw new Refusal('locked-out', { retryAfterSeconds: wait });
  const read = readTypedCode(typed);
  if (read === null || !(await isRight(deps, userId, factor.seed, read))) return 'wrong';
  await forgiveCodes(deps.db, userId);
  return read.kind === 'recovery' ? 'recovery' : 'right';
};

/** Returns the refusal of a missing or wrong code. They differ only in the named field. */
export const codeRefusal = (verdict: 'missing' | 'wrong'): Refusal =>
  new Refusal('one-time-code-required', verdict === 'wrong' ? { errors: [{ path: 'otp', code: 'wrong-code' }] } : {});
