// Text of an API key: `cck_live_<8 public characters>_<43 secret characters><6 checksum characters>`. The checksum lets secret scanners and
// the server detect invalid keys without a database query.

const API_KEY_PREFIX = 'cck_live_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Length of the public part. The 43 secret characters hold 256 bits. */
export const PUBLIC_LENGTH = 8;
export const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;
const SHAPE = /^cck_live_([0-9A-Za-z]{8})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** CRC-32 (IEEE 802.3) of ASCII text, as in gzip. */
const crc32 = (text: string): number => {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i += 1) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
};

const checkOf = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECK_LENGTH; i += 1) {
    digits = (DIGITS[rest % DIGITS.length] ?? '') + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
};

/** Returns `length` digits from random bytes. Skips bytes that would favor some digits. Returns `null` with too few bytes. */
export const digitsOf = (bytes: Uint8Array, length: number): string | null => {
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % DIGITS.length)).slice(0, length);
  return fair.length < length ? null : fair.map((byte) => DIGITS[byte % DIGITS.length]).join('');
};

export const formatApiKey = (publicPart: string, secret: string): string => {
  const text = `${API_KEY_PREFIX}${publicPart}_${secret}`;
  return text + checkOf(text);
};

/** Returns the public part, or `null` for a wrong shape or checksum. */
export const readApiKey = (text: string): { readonly publicPart: string } | null => {
  const [, publicPart, secret, check] = SHAPE.exec(text) ?? [];
  if (publicPart === undefined || secret === undefined) return null;
  return checkOf(`${API_KEY_PREFIX}${publicPart}_${secret}`) === check ? { publicPart } : null;
};
