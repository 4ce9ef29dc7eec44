// Building blocks of resources: texts, codes and places, each with a rule worded in `wording.ts`.
import { z } from 'zod';

/** Patterns by rule name. A broken pattern is reported as `code: <rule name>`, worded by `wording.ts`. */
export const PATTERNS = {
  characters: /^[^\u0000-\u001f\u007f\u2028\u2029]*$/,
  slug: /^[a-z][a-z0-9-]{1,30}$/,
  'queue-name': /^(?!general$)[A-Za-z0-9_.-]{1,80}$/,
  username: /^[A-Za-z0-9._@+-]{1,64}$/,
  email: /^$|^[^\s@<>"']{1,64}@[^\s@<>"']+\.[^\s@<>"']{2,}$/,
  /** Without characters that have a meaning in a configuration file of the PBX server. */
  'mail-or-none': /^$|^[A-Za-z0-9.!#$%&*+/=?^_{}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,4}$/,
  phone: /^$|^\+?[0-9 ()./-]{2,32}$/,
  host: /^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,252}[A-Za-z0-9])?$/,
  pem: /^$|^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/,
  /** Up to six decimals, such as `0.1036`. */
  money: /^[0-9]{1,9}(\.[0-9]{1,6})?$/,
  'signed-money': /^-?[0-9]{1,9}(\.[0-9]{1,6})?$/,
  /** 0 to 100 with up to four decimals. */
  percent: /^(100(\.0{1,4})?|[0-9]{1,2}(\.[0-9]{1,4})?)$/,
  prefix: /^[0-9]{1,24}$/,
  clock: /^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/,
  extension: /^[0-9]{2,10}$/,
  'extension-or-none': /^$|^[0-9]{2,10}$/,
  /** An extension, or a number in the format of a country. */
  'forward-target': /^$|^[+(]?[0-9][0-9 ()./-]{1,30}$/,
  /** Caller ID name. Quotes, angle brackets, commas and backslashes are Asterisk syntax. */
  'caller-name': /^[^"<>,\\\u0000-\u001f\u007f\u2028\u2029]*$/,
  'caller-number': /^$|^\+?[0-9]{2,20}$/,
  /** Digits, star and hash, optionally with a leading plus. */
  'dialled-number': /^\+?[0-9*#]{1,32}$/,
  'sip-host': /^$|^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,252}[A-Za-z0-9])?$/,
  /** Host of a carrier in a SIP URI. No IPv6. */
  'carrier-host': /^[A-Za-z0-9]([A-Za-z0-9.-]{0,180}[A-Za-z0-9])?$/,
  'sip-user': /^$|^[A-Za-z0-9._+-]{1,64}$/,
  /** Visible ASCII without characters that have a meaning in a configuration file. */
  'sip-secret': /^$|^[!-:<=?-[\]-~]{1,64}$/,
  'digits-or-none': /^[0-9]*$/,
  'short-number': /^[0-9]{2,6}$/,
  holiday: /^([0-9]{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/,
  /** A sound file below the sounds folder of the PBX server. No dots, so no parent folders. */
  sound: /^$|^[A-Za-z0-9_-]{1,40}(\/[A-Za-z0-9_-]{1,40}){0,4}$/,
  /** Folder names such as `calls/2026/`, without `.` or `..`. */
  'folder-below': /^$|^(?!.*(^|\/)\.{0,2}\/)(?!.*(^|\/)\.{1,2}$)[^\\\u0000-\u001f\u007f]+$/,
  'absolute-folder': /^$|^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9_.-]{1,80}){1,8}$/,
  'web-address': /^$|^https?:\/\/[^\s@?#\\\u0000-\u001f\u007f]+$/,
  /** A URL that fits into a dialplan line with a sound's name. */
  'console-address': /^$|^https?:\/\/[A-Za-z0-9.-]{1,100}(:[0-9]{1,5})?(\/[A-Za-z0-9._~-]{1,60}){0,3}\/?$/,
  /** A name of `BRAND_COLORS`, or a hex color. */
  'brand-color': /^(standard|indigo|blue|teal|green|amber|red|pink|slate|#[0-9a-f]{6})$/,
  /** S3 bucket name. */
  bucket: /^$|^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  /** A music-on-hold class of the PBX server, or an uploaded sound. */
  'music-class': /^([A-Za-z0-9_-]{0,40}|uploaded\/[0-9a-f-]{36})$/,
  /** A channel name without its number, such as `PJSIP/trunk.acme`. */
  device: /^[A-Za-z0-9]{2,20}\/[A-Za-z0-9._@+-]{1,79}$/,
  /** Fits into one AMI header: no control characters. */
  'one-line': /^[^\u0000-\u001f\u007f]*$/,
} as const satisfies Record<string, RegExp>;
export type PatternName = keyof typeof PATTERNS;

/** Rules that are not patterns, sent as `params.rule` of a custom issue. */
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
  | 'yes-no'
  | 'view-fields'
  | 'csv-body'
  | 'file-body'
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
/** Region codes that are not countries: groups of countries and placeholders of the standard. */
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

/** IANA name, such as `Asia/Jerusalem`. */
export const TimeZone = z.string().refine(isTimeZone, rule('timezone'));
/** ISO 3166-1 alpha-2. */
export const Country = z.string().refine(isCountry, rule('country'));
/** ISO 4217. */
export const Currency = z.string().refine(isCurrency, rule('currency'));

/** The console offers languages with texts (`web/src/locales`). For the others the server's messages are English. */
export const LANGUAGES = ['en', 'es', 'fr', 'he', 'ar', 'ru'] as const;
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

/** Returns the language if it has texts, otherwise English. */
export const writtenLanguage = <K extends string>(
  texts: Readonly<Record<K | 'en', unknown>>,
  language: string,
): K | 'en' => {
  const isWritten = (name: string): name is K => Object.hasOwn(texts, name);
  return isWritten(language) ? language : 'en';
};

/** Returns the texts of the language, or the English ones if it has none. */
export const textsIn = <K extends string, T>(texts: Readonly<Record<K | 'en', T>>, language: string): T =>
  texts[writtenLanguage<K>(texts, language)];
