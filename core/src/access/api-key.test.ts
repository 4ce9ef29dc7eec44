import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOf, formatApiKey, readApiKey } from './api-key.ts';

const SECRET = 'a'.repeat(43);

describe('text of an API key', () => {
  it('contains the public part and a checksum that secret scanners can verify', () => {
    const text = formatApiKey('Abcd1234', SECRET);
    expect(text).toMatch(/^cck_live_Abcd1234_a{43}[0-9A-Za-z]{6}$/);
    expect(readApiKey(text)).toEqual({ publicPart: 'Abcd1234' });
  });

  it('calculates CRC-32 as in the standard', () => {
    // Expected value for a complete key, calculated with zlib.
    expect(formatApiKey('Abcd1234', SECRET).slice(-6)).toBe('0aTftb');
  });

  it('is rejected when one character differs', () => {
    const digit = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
    const bytes = fc.uint8Array({ minLength: 400, maxLength: 400 });
    fc.assert(
      fc.property(bytes, fc.nat(), digit, (random, where, other) => {
        const digits = digitsOf(random, 51);
        fc.pre(digits !== null);
        const text = formatApiKey(digits.slice(0, 8), digits.slice(8));
        const at = where % text.length;
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        expect(readApiKey(changed) !== null).toBe(changed === text);
      }),
    );
  });

  it('skips bytes that would favor some digits', () => {
    expect(digitsOf(new Uint8Array([255, 248, 0, 61]), 2)).toBe('0z');
    expect(digitsOf(new Uint8Array([255, 0]), 2)).toBeNull();
  });
});
