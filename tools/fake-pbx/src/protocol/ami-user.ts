// Users of manager.conf, and their authentication.
import { createHash } from 'node:crypto';
import type { Request } from './request.ts';

export interface AmiUser {
  readonly username: string;
  readonly secret: string;
  /** Classes of manager.conf; absent: all. */
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  /** Names of the only events to send, like an `eventfilter` of includes; absent: all. */
  readonly only?: readonly string[];
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Returns the user; null for an unknown user or a wrong secret. `challenge`: the answer of Challenge, '' without one. */
export const authenticate = (r: Request, users: readonly AmiUser[], challenge: string): AmiUser | null => {
  const user = users.find((u) => u.username === r.get('Username'));
  if (!user) return null;
  const right =
    r.get('AuthType').toUpperCase() === 'MD5'
      ? challenge !== '' && md5(challenge + user.secret) === r.get('Key')
      : user.secret === r.get('Secret');
  return right ? user : null;
};

export const mayRead = (user: AmiUser, cls: string): boolean =>
  user.read === undefined || user.read.includes(cls) || user.read.includes('all');

/** Returns the write classes; null for all. */
export const writeClasses = (user: AmiUser): ReadonlySet<string> | null =>
  user.write === undefined || user.write.includes('all') ? null : new Set(user.write);
