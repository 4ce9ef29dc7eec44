import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { cleanCallerId } from './caller-id.ts';

/** A number as dialled, in international form with blanks (null when it is no public number), and its country (ISO 3166 alpha-2). */
export interface PhoneNumber {
  readonly raw: string;
  readonly number: string;
  readonly country: string | null;
}

// An extension or a feature code is no public number, whatever country it would fit.
const SHORT = /^[*#\d]{0,6}$/;

/**
 * Formats internationally; a number without `+` is read as of `defaultCountry`. What is no valid number stays as it is,
 * without a country.
 */
export const formatNumber = (raw: string, defaultCountry: string | null): PhoneNumber => {
  const text = cleanCallerId(raw);
  if (SHORT.test(text) || !/\d/.test(text)) return { raw, number: text, country: null };
  const country = defaultCountry ? (defaultCountry.toUpperCase() as CountryCode) : undefined;
  const direct = parsePhoneNumberFromString(text, country);
  // Carriers often send the international form without its plus sign.
  const parsed = direct?.isValid()
    ? direct
    : /^[1-9]\d{9,14}$/.test(text)
      ? parsePhoneNumberFromString(`+${text}`)
      : direct;
  if (!parsed?.isValid()) return { raw, number: text, country: null };
  return { raw, number: parsed.formatInternational(), country: parsed.country ?? null };
};
