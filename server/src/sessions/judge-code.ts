// The second factor of a sign-in, and of whatever would weaken it.
import type { Deps } from '../http/deps.ts';
import { Refusal } from '../http/errors.ts';
import { beginCodeAttempt, forgiveCodes } from './lockout-queries.ts';
import { readTypedCode, stepOfCode } from './one-time-code.ts';
import type { TypedCode } from './one-time-code.ts';
import { hashLike } from './password-hash.ts';
import { findTwoFactor, someRecoveryHash, takeRecoveryCode, useStep } from './two-factor-queries.ts';

/** `none`: the user has no second factor. A right code is used up by being judged. */
export type Verdict = 'none' | 'missing' | 'wrong' | 'right' | 'recovery';

/** What a sealed seed belongs to. */
export const seedBound = (userId: string): string => `two-factor:${userId}`;

const isRight = async (deps: Deps, userId: string, sealed: string, typed: TypedCode): Promise<boolean> => {
  if (typed.kind === 'app') {
    const step = stepOfCode(deps.secrets.open(sealed, seedBound(userId)), typed.code, deps.now());
    return step !== null && useStep(deps.db, userId, step);
  }
  const some = await someRecoveryHash(deps.db, userId);
  return some !== null && takeRecoveryCode(deps.db, userId, await hashLike(typed.code, some));
};

/** Throws `locked-out` after too many wrong codes of this user, from wherever they came. */
export const judgeCode = async (deps: Deps, userId: string, typed: string | undefined): Promise<Verdict> => {
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

/** How a missing or wrong code is answered: alike, but for the named field. */
export const codeRefusal = (verdict: 'missing' | 'wrong'): Refusal =>
  new Refusal('one-time-code-required', verdict === 'wrong' ? { errors: [{ path: 'otp', code: 'wrong-code' }] } : {});
