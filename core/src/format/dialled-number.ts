import { diallingOf } from './dialling-of.ts';
import { formatNumber } from './phone.ts';

/** A national number begins with neither zero nor one: what does is a prefix or a short code. */
const LOCAL = /^[2-9][0-9]{4,}$/;
/** Where every number without its area code has seven digits. */
const NORTH_AMERICAN = /^[2-9][0-9]{6}$/;

/**
 * What somebody dialled, internationally: as the people of a country do, and without the area code where they leave it out.
 * `country`: ISO 3166-1 alpha-2, null where nobody said. `areaCode`: digits, or ''. What is no valid number stays as it is.
 */
export const dialledNumber = (raw: string, country: string | null, areaCode: string): string => {
  const whole = formatNumber(raw, country);
  if (whole.country !== null || areaCode === '' || country === null) return whole.number;
  const callingCode = diallingOf(country)?.callingCode;
  if (callingCode === undefined) return whole.number;
  const digits = raw.replace(/[\s().-]/g, '');
  if (!(callingCode === '1' ? NORTH_AMERICAN : LOCAL).test(digits)) return whole.number;
  const local = formatNumber(`+${callingCode}${areaCode}${digits}`, null);
  return local.country === null ? whole.number : local.number;
};
