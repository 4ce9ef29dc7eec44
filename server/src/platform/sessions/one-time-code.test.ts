import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, newSeed, readTypedCode, seedUri, showRecoveryCode, stepOfCode } from './one-time-code.ts';

// Test vectors of RFC 6238, appendix B, SHA-1: the last six of the eight digits.
const RFC_SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('at second %i is %s', (second, code) => {
    const step = Math.floor(second / 30);
    expect(stepOfCode(RFC_SEED, code, second * 1000)).toBe(step);
    // One step early and one late are accepted, two are not: a clock may be off by half a minute.
    expect(stepOfCode(RFC_SEED, code, (second - 30) * 1000)).toBe(step);
    expect(stepOfCode(RFC_SEED, code, (second + 30) * 1000)).toBe(step);
    expect(stepOfCode(RFC_SEED, code, (second + 60) * 1000)).toBeNull();
    expect(stepOfCode(RFC_SEED, code, (second - 60) * 1000)).toBeNull();
  });

  it('has a seed of 160 bits and a URI that apps can read', () => {
    const seed = newSeed();
    expect(seed).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSeed()).not.toBe(seed);
    expect(seedUri(seed, 'anna b')).toBe(
      `otpauth://totp/Ringside:anna%20b?issuer=Ringside&secret=${seed}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});

describe('a typed code', () => {
  it.each([
    ['123456', { kind: 'app', code: '123456' }],
    [' 123 456 ', { kind: 'app', code: '123456' }],
    ['abcde-fgh23', { kind: 'recovery', code: 'ABCDEFGH23' }],
    ['oil00 00000', { kind: 'recovery', code: '0110000000' }],
    ['12345', null],
    ['1234567', null],
    ['ABCDE-FGHU2', null],
    ['', null],
  ])('%j is recognized regardless of spaces, hyphens and case', (typed, read) =>
    expect(readTypedCode(typed)).toEqual(read),
  );

  it('is recognized as displayed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(showRecoveryCode(code)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
      expect(readTypedCode(showRecoveryCode(code).toLowerCase())).toEqual({ kind: 'recovery', code });
    }
  });
});
