import { readFileSync } from 'node:fs';
import { passwordWeakness } from '@ringside/core/access/password.ts';
import { Refusal } from '../caller/refusal.ts';

/**
 * Reads 17,950 leaked passwords of 8 or more characters, in lower case, from `@zxcvbn-ts/language-common` 4.1.3 (MIT, © 2012-2016 Dan
 * Wheeler and Dropbox, Inc., © 2021 @zxcvbn-ts). Shorter passwords cannot be chosen.
 */
const readListed = (): ReadonlySet<string> =>
  new Set(
    readFileSync(new URL('listed-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean),
  );

const kept = new Map<'listed', ReadonlySet<string>>();

/** Returns the list, which is loaded when the first password is chosen. */
const listedPasswords = (): ReadonlySet<string> => {
  const listed = kept.get('listed') ?? readListed();
  kept.set('listed', listed);
  return listed;
};

/** Throws `invalid` at `path` for a leaked password, or one that consists of known facts about its owner. */
export const refuseIfGuessable = (path: string, password: string, context: readonly string[]): void => {
  const fault = passwordWeakness(password, context, listedPasswords());
  if (fault !== null) throw new Refusal('invalid', { errors: [{ path, code: fault }] });
};
