// Building blocks of the nouns: texts, codes and places, each with a rule that can be worded (`wording.ts`).
import { z } from 'zod';

/** Patterns by rule name. A broken pattern is reported as `code: <rule name>`, worded by `wording.ts`. */
export const PATTERNS = {
  characters: /^[^\u0000-\u001f\u007f\u2028\u2029]*$/,
  slug: /^[a-z][a-z0-9-]{1,30}$/,
  'queue-name': /^(?!general$)[A-Za-z0-9_.-]{1,80}$/,
  username: /^[A-Za-z0-9._@+-]{1,64}$/,
  email: /^$|^[^\s@<>"']{1,64}@[^\s@<>"']+\.[^\s@<>"']{2,}$/,
  /** As a mail program is given it: none of the characters that a PBX's file means something by. */
  'mail-or-none': /^$|^[A-Za-z0-9.!#$%&*+/=?^_{}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,4}$/,
  phone: /^$|^\+?[0-9 ()./-]{2,32}$/,
  host: /^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,252}[A-Za-z0-9])?$/,
  pem: /^$|^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/,
  /** Whole millionths: `0.1036`. */
  money: /^[0-9]{1,9}(\.[0-9]{1,6})?$/,
  'signed-money': /^-?[0-9]{1,9}(\.[0-9]{1,6})?$/,
  /** 0 to 100 with up to four digits behind the point. */
  percent: /^(100(\.0{1,4})?|[0-9]{1,2}(\.[0-9]{1,4})?)$/,
  prefix: /^[0-9]{1,24}$/,
  clock: /^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/,
  extension: /^[0-9]{2,10}$/,
  'extension-or-none': /^$|^[0-9]{2,10}$/,
  /** An extension, or a number as people of a country write it. */
  'forward-target': /^$|^[+(]?[0-9][0-9 ()./-]{1,30}$/,
  /** What a phone shows of a caller: quotes, angles, commas and backslashes are Asterisk's own grammar. */
  'caller-name': /^[^"<>,\\\u0000-\u001f\u007f\u2028\u2029]*$/,
  'caller-number': /^$|^\+?[0-9]{2,20}$/,
  /** What may be dialled: digits, star and hash, with + in front where wanted. */
  'dialled-number': /^\+?[0-9*#]{1,32}$/,
  'sip-host': /^$|^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,252}[A-Za-z0-9])?$/,
  /** Of a carrier, to stand in a SIP address: no IPv6. */
  'carrier-host': /^[A-Za-z0-9]([A-Za-z0-9.-]{0,180}[A-Za-z0-9])?$/,
  'sip-user': /^$|^[A-Za-z0-9._+-]{1,64}$/,
  /** Visible ASCII without what a configuration file means something by. */
  'sip-secret': /^$|^[!-:<=?-[\]-~]{1,64}$/,
  'digits-or-none': /^[0-9]*$/,
  'short-number': /^[0-9]{2,6}$/,
  holiday: /^([0-9]{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/,
  /** A sound file of the PBX below its sounds: no dots, so none above them. */
  sound: /^$|^[A-Za-z0-9_-]{1,40}(\/[A-Za-z0-9_-]{1,40}){0,4}$/,
  /** `calls/2026/`: names of folders, none of them `.` or `..`. */
  'folder-below': /^$|^(?!.*(^|\/)\.{0,2}\/)(?!.*(^|\/)\.{1,2}$)[^\\\u0000-\u001f\u007f]+$/,
  'absolute-folder': /^$|^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9_.-]{1,80}){1,8}$/,
  'web-address': /^$|^https?:\/\/[^\s@?#\\\u0000-\u001f\u007f]+$/,
  /** An address that a dialplan can hold, with a sound's name after it. */
  'console-address': /^$|^https?:\/\/[A-Za-z0-9.-]{1,100}(:[0-9]{1,5})?(\/[A-Za-z0-9._~-]{1,60}){0,3}\/?$/,
  /** A name of `BRAND_COLORS`, or red, green and blue. */
  'brand-color': /^(standard|indigo|blue|teal|green|amber|red|pink|slate|#[0-9a-f]{6})$/,
  /** As S3 names them. */
  bucket: /^$|^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  /** A class of music on hold, as the PBX names it. */
  'music-class': /^([A-Za-z0-9_-]{0,40}|uploaded\/[0-9a-f-]{36})$/,
  /** A channel without its number, as Asterisk names it: `PJSIP/trunk.acme`. */
  device: /^[A-Za-z0-9]{2,20}\/[A-Za-z0-9._@+-]{1,79}$/,
  /** What can stand in one AMI header: no control character. */
  'one-line': /^[^\u0000-\u001f\u007f]*$/,
} as const satisfies Record<string, RegExp>;
export type PatternName = keyof typeof PATTERNS;

/** Rules that are not patterns; carried as `params.rule` of a custom issue. */
export type RuleName =
  | 'timezone'
  | 'country'
  | 'currency'
  | 'common-password'
  | 'context-password'
  | 'network'
  | 'same-codec'
  | 'destination'
  | 'interval-order'
  | 'penalty-order'
  | 'penalty-times'
  | 'same-key'
  | 'folder-below'
  | 'web-address'
  | 'required';

/** Trimmed, at least `min` and at most `max` characters, no control characters. */
export const text = (min: number, max: number) => z.string().trim().min(min).max(max).regex(PATTERNS.characters);

export const pattern = (name: PatternName, max: number) => z.string().trim().max(max).regex(PATTERNS[name]);

const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(zone);
  } catch {
    return false;
  }
};
/** Named like countries, and none: groups of them and placeholders of the standard. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const CURRENCIES = new Intl.DisplayNames(['en'], { type: 'currency', fallback: 'none' });

const isCountry = (code: string): boolean => {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.has(code)) return false;
  return REGIONS.of(code) !== undefined;
};
const isCurrency = (code: string): boolean => {
  if (!/^[A-Z]{3}$/.test(code)) return false;
  return CURRENCIES.of(code) !== undefined;
};

export const rule = (name: RuleName) => ({ params: { rule: name } });

/** IANA name, `Asia/Jerusalem`. */
export const TimeZone = z.string().refine(isTimeZone, rule('timezone'));
/** ISO 3166-1 alpha-2. */
export const Country = z.string().refine(isCountry, rule('country'));
/** ISO 4217. */
export const Currency = z.string().refine(isCurrency, rule('currency'));

/** The console offers those whose texts it has (`web/src/locales`); for the others the server's own sentences are English. */
export const LANGUAGES = ['en', 'es', 'fr', 'he', 'ar', 'ru'] as const;
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;
