// The token of a wallboard's link: 256 random bits, and a signature over them and all that the link promises. What was
// altered in the database (a later end, more addresses, another board) opens nothing.
import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../db/secrets.ts';
import { newToken } from './token.ts';

export interface LinkPromise {
  readonly linkId: string;
  readonly wallboardId: string;
  readonly customerId: string;
  readonly expiresAt: Date;
  readonly cidrs: readonly string[];
}

const TOKEN = /^rwl_([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;
const PURPOSE = 'wallboard link';

const signatureOf = (secrets: Secrets, random: string, p: LinkPromise): string =>
  secrets.sign(
    [random, p.linkId, p.wallboardId, p.customerId, p.expiresAt.toISOString(), ...p.cidrs].join('\n'),
    PURPOSE,
  );

export const makeScreenToken = (secrets: Secrets, promised: LinkPromise): string => {
  const random = newToken();
  return `rwl_${random}.${signatureOf(secrets, random, promised)}`;
};

export const isScreenToken = (token: string): boolean => TOKEN.test(token);

/** False for what was not signed for exactly this. */
export const verifyScreenToken = (secrets: Secrets, token: string, promised: LinkPromise): boolean => {
  const [, random = '', signature = ''] = TOKEN.exec(token) ?? [];
  const expected = Buffer.from(signatureOf(secrets, random, promised));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
