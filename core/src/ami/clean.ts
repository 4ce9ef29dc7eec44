// From the binary text of one value to what a person reads: UTF-8 decoded, control characters and direction overrides
// dropped, C escapes undone where Asterisk makes them.

const PLAIN = /^[\x20-\x7e]*$/;
const HIGH = /[\x80-\xff]/;
/** Controls, line separators, and what can turn the direction of the text around it (U+202A to U+202E, U+2066 to U+2069). */
const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const REPLACEMENT = '\ufffd';

/** Least code point that a sequence of 2, 3 or 4 bytes may hold: less is an overlong form. */
const LEAST = [0, 0, 0x80, 0x800, 0x10000];

const lengthOf = (lead: number): number =>
  lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;

/** Decodes UTF-8 held one byte a character. Every byte that is no part of a character becomes U+FFFD. */
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
 * A value cut from a chunk keeps the whole chunk alive in V8 once it is 13 characters long. State lives for days, so it
 * gets its own copy.
 */
export const detach = (value: string): string => (value.length < 13 ? value : ` ${value}`.slice(1));

/** Text to keep and to show. */
export const clean = (bytes: string): string =>
  PLAIN.test(bytes) ? detach(bytes) : decodeUtf8(bytes).replace(HARMFUL, '');

const ESCAPES: Readonly<Record<string, string>> = { t: ' ', n: ' ', r: ' ', v: ' ', f: ' ', a: '', b: '' };

/** Undoes `ast_escape_c` (main/utils.c): white space becomes a blank, other controls nothing. */
export const unescapeC = (value: string): string =>
  value.includes('\\') ? value.replace(/\\(.)/gs, (_, escaped: string) => ESCAPES[escaped] ?? escaped) : value;

/** Text of a channel event, where names are C-escaped. */
export const cleanEscaped = (bytes: string): string => clean(unescapeC(bytes));
