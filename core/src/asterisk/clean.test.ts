import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, cleanEscaped, decodeUtf8, unescapeC } from './clean.ts';

const binary = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

describe('UTF-8', () => {
  it('decodes any encoded text back to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const whole = text;
        expect(decodeUtf8(binary(whole))).toBe(whole);
      }),
    );
  });
  it('accepts any bytes without throwing and keeps ASCII', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const read = decodeUtf8(Buffer.from(bytes).toString('latin1'));
        const ascii = (text: string) => text.replace(/[^\0-\x7f]/g, '');
        expect(ascii(read)).toBe(String.fromCharCode(...bytes.filter((b) => b < 0x80)));
        expect(read).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
  it.each([
    ['a lone continuation', '\x80', '\ufffd'],
    ['Latin-1', 'Zo\xe9', 'Zo\ufffd'],
    ['overlong slash', '\xc0\xaf', '\ufffd\ufffd'],
    ['a surrogate', '\xed\xa0\x80', '\ufffd\ufffd\ufffd'],
    ['beyond Unicode', '\xf4\x90\x80\x80', '\ufffd\ufffd\ufffd\ufffd'],
    ['cut at 79 bytes', 'a\xd7', 'a\ufffd'],
  ])('%s', (_, bytes, text) => expect(decodeUtf8(bytes)).toBe(text));
});

describe('removed characters', () => {
  it.each([
    ['right-to-left override', 'abc\u202edef', 'abcdef'],
    ['isolates', '\u2066a\u2069', 'a'],
    ['line separators', 'a\u2028b\u2029c', 'abc'],
    ['controls', 'a\u0000b\u0007\u001b[31m\u007f\u0085c', 'ab[31mc'],
    ['nothing of Hebrew, accents, emoji with joiners', 'שרה Zoé 👩‍👧', 'שרה Zoé 👩‍👧'],
  ])('%s', (_, text, kept) => expect(clean(binary(text))).toBe(kept));

  it('removes control characters and direction overrides from any text', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(cleanEscaped(Buffer.from(bytes).toString('latin1'))).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});

describe('C escapes', () => {
  it.each([
    [String.raw`O\'Neil & Sons`, "O'Neil & Sons"],
    [String.raw`Zo \\\"Zo\\\" x`, String.raw`Zo \"Zo\" x`],
    [String.raw`tab\tend`, 'tab end'],
    [String.raw`C:\\new`, String.raw`C:\new`],
    [String.raw`why\?`, 'why?'],
    [String.raw`bell\a`, 'bell'],
    ['trailing\\', 'trailing\\'],
  ])('%s', (escaped, text) => expect(unescapeC(escaped)).toBe(text));
});
