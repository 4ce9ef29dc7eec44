// Creates and verifies the token of a wallboard link: 256 random bits and a signature over them and the link's terms. If the row is changed
// in the database (a later expiry, more addresses, another board), the token becomes invalid.
import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../db/secrets/secrets.ts';
import { newToken } from './token.ts';

interface LinkPromise {
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

/** Returns false unless the token was signed for exactly these terms. */
export const verifyScreenToken = (secrets: Secrets, token: string, promised: LinkPromise): boolean => {
  const [, random = '', signature = ''] = TOKEN.exec(token) ?? [];
  const expected = Buffer.from(signatureOf(secrets, random, promised));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
