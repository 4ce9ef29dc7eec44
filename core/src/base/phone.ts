import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { cleanCallerId } from './caller-id.ts';
import { diallingOf } from './dialling-of.ts';

/** A dialed number, its international form with blanks (or the text itself), and its country (ISO 3166 alpha-2). */
export interface PhoneNumber {
  readonly raw: string;
  readonly number: string;
  readonly country: string | null;
}

// An extension or a feature code is not a public number, even if it is valid in a country.
const SHORT = /^[*#\d]{0,6}$/;

/**
 * Formats a number internationally. A number without `+` is read in `defaultCountry`. Invalid numbers stay unchanged, without a country.
 */
export const formatNumber = (raw: string, defaultCountry: string | null): PhoneNumber => {
  const text = cleanCallerId(raw);
  if (SHORT.test(text) || !/\d/.test(text)) return { raw, number: text, country: null };
  const country = defaultCountry ? (defaultCountry.toUpperCase() as CountryCode) : undefined;
  const direct = parsePhoneNumberFromString(text, country);
  // Carriers often send the international form without the plus sign.
  const parsed = direct?.isValid()
    ? direct
    : /^[1-9]\d{9,14}$/.test(text)
      ? parsePhoneNumberFromString(`+${text}`)
      : direct;
  if (!parsed?.isValid()) return { raw, number: text, country: null };
  return { raw, number: parsed.formatInternational(), country: parsed.country ?? null };
};

export interface CallableNumber {
  /** Such as `+442079460100`. */
  readonly e164: string;
  /** The library's numbering plan contains it. False: valid length, but unknown and possibly new range. */
  readonly isKnown: boolean;
}

/** E.164 allows 15 digits. Subscriber numbers have at least 7. */
const E164 = /^\+[1-9][0-9]{6,14}$/;

/** Tells whether a number is complete: with country code, or dialed as within a country. */
const isWhole = (text: string, country: string | null): boolean => {
  const digits = text.replace(/[^+0-9]/g, '');
  if (digits.startsWith('+')) return true;
  const dialling = diallingOf(country?.toUpperCase() ?? '');
  if (dialling === null) return digits.startsWith('00');
  // A North American number has ten digits, with or without the 1.
  if (dialling.callingCode === '1' && /^1?[2-9][0-9]{9}$/.test(digits)) return true;
  const prefixes = [...dialling.international, dialling.national === '1' ? '' : dialling.national, '00'];
  return prefixes.some((prefix) => prefix !== '' && digits.startsWith(prefix));
};

/** Returns a number that can be called: a known one, or a possible one that is complete. Otherwise `null`. */
export const callableNumber = (raw: string, country: string | null): CallableNumber | null => {
  const known = formatNumber(raw, country);
  if (known.country !== null) return { e164: `+${known.number.replace(/[^0-9]/g, '')}`, isKnown: true };
  const text = cleanCallerId(raw);
  if (!isWhole(text, country)) return null;
  const home = country === null ? undefined : (country.toUpperCase() as CountryCode);
  const parsed = parsePhoneNumberFromString(text.replace(/^00/, '+'), home);
  if (parsed === undefined || !parsed.isPossible() || !E164.test(parsed.number)) return null;
  // The library keeps a trunk prefix that it takes for part of the number: 0123456 is one digit short.
  const trunk = diallingOf(country?.toUpperCase() ?? '')?.national ?? '';
  if (!text.startsWith('+') && trunk !== '' && parsed.nationalNumber.startsWith(trunk)) return null;
  return { e164: parsed.number, isKnown: parsed.isValid() };
};
