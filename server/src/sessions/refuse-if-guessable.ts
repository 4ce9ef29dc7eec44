import { judgePassword } from '@ringside/core/access/password.ts';
import { Refusal } from '../http/errors.ts';

/** Throws `invalid` at `path` for a password that is well known, or made of what is known of its owner. */
export const refuseIfGuessable = (path: string, password: string, context: readonly string[]): void => {
  const fault = judgePassword(password, context);
  if (fault !== null) throw new Refusal('invalid', { errors: [{ path, code: fault }] });
};
