import { describe, expect, it } from 'vitest';
import { TooManyHashes, checkPassword, hashPassword } from './password-hash.ts';

describe('a password hash', () => {
  it('is salted argon2id with at least the recommended cost, and verifies', async () => {
    const [one, two] = await Promise.all([
      hashPassword('mango under the bridge'),
      hashPassword('mango under the bridge'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await checkPassword('mango under the bridge', one)).toBe(true);
    expect(await checkPassword('Mango under the bridge', one)).toBe(false);
  });

  it('matches the same text in another Unicode form (NFKC)', async () => {
    const hash = await hashPassword('cafe\u0301 con leche');
    expect(await checkPassword('caf\u00e9 con leche', hash)).toBe(true);
  });

  it('never matches without a stored hash, and rejects unknown formatats', async () => {
    expect(await checkPassword('', null)).toBe(false);
    await expect(checkPassword('x', 'md5:abc')).rejects.toThrow(/unknown format/);
  });

  it('rejects a flood of checks instead of queueing them without limit', async () => {
    const results = await Promise.allSettled(Array.from({ length: 80 }, () => checkPassword('x', null)));
    const refused = results.filter((r) => r.status === 'rejected');
    expect(refused.length).toBe(80 - 66);
    expect(refused.every((r) => r.reason instanceof TooManyHashes)).toBe(true);
    expect(await checkPassword('x', null)).toBe(false);
  });
});
