// Converts one binary value to displayable text: decodes UTF-8, removes control characters and direction overrides, and undoes Asterisk's C
// escapes.

const PLAIN = /^[\x20-\x7e]*$/;
const HIGH = /[\x80-\xff]/;
/**
 * Control characters, line separators, and characters that change the direction of surrounding text (U+202A to U+202E, U+2066 to U+2069).
 */
const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const REPLACEMENT = '\ufffd';

/** Lowest code point of a sequence of 2, 3 or 4 bytes. Lower values are overlong forms. */
const LEAST = [0, 0, 0x80, 0x800, 0x10000];

const lengthOf = (lead: number): number =>
  lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;

/** Decodes UTF-8 stored as one byte per character. Invalid bytes become U+FFFD. */
export const decodeUtf8 = (bytes: string): string => {
  if (!HIGH.test(bytes)) return bytes;
  let out = '';
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes.charCodeAt(at);
    const length = lengthOf(lead);
    if (length === 1) {
      out += bytes[at++];
      continue;
    }
    let point = length === 0 ? 0 : lead & (0xff >> (length + 1));
    let read = 1;
    while (read < length && (bytes.charCodeAt(at + read) & 0xc0) === 0x80) {
      point = (point << 6) | (bytes.charCodeAt(at + read) & 0x3f);
      read++;
    }
    const good =
      length > 1 &&
      read === length &&
      point >= (LEAST[length] ?? 0) &&
      point <= 0x10ffff &&
      (point < 0xd800 || point > 0xdfff);
    out += good ? String.fromCodePoint(point) : REPLACEMENT;
    at += good ? length : 1;
  }
  return out;
};

/**
 * Copies a value. In V8 a substring of 13 or more characters keeps the whole received chunk in memory, and the live state is kept for days.
 */
export const detach = (value: string): string => (value.length < 13 ? value : ` ${value}`.slice(1));

/** Returns text that is safe to store and show. */
export const clean = (bytes: string): string =>
  PLAIN.test(bytes) ? detach(bytes) : decodeUtf8(bytes).replace(HARMFUL, '');

const ESCAPES: Readonly<Record<string, string>> = { t: ' ', n: ' ', r: ' ', v: ' ', f: ' ', a: '', b: '' };

/** Undoes `ast_escape_c` (main/utils.c): whitespace becomes a blank, other control characters are removed. */
export const unescapeC = (value: string): string =>
  value.includes('\\') ? value.replace(/\\(.)/gs, (_, escaped: string) => ESCAPES[escaped] ?? escaped) : value;

/** Cleans text of a channel event, where names are C-escaped. */
export const cleanEscaped = (bytes: string): string => clean(unescapeC(bytes));
