import { diallingOf } from './dialling-of.ts';
import { callableNumber, formatNumber } from './phone.ts';

/** A local number begins with neither zero nor one, which start prefixes and short codes. */
const LOCAL = /^[2-9][0-9]{4,}$/;
/** In North America, numbers without area code have seven digits. */
const NORTH_AMERICAN = /^[2-9][0-9]{6}$/;

/**
 * Converts a dialed number to international form, by the country's dialing rules and with the area code if it was omitted. `country`: ISO
 * 3166-1 alpha-2, `null` when unknown. `areaCode`: digits, or ''. Impossible numbers stay unchanged.
 */
export const dialledNumber = (raw: string, country: string | null, areaCode: string): string => {
  const whole = formatNumber(raw, country);
  if (whole.country !== null) return whole.number;
  const possible = callableNumber(raw, country);
  if (possible !== null) return possible.e164;
  if (areaCode === '' || country === null) return whole.number;
  const callingCode = diallingOf(country)?.callingCode;
  if (callingCode === undefined) return whole.number;
  const digits = raw.replace(/[\s().-]/g, '');
  if (!(callingCode === '1' ? NORTH_AMERICAN : LOCAL).test(digits)) return whole.number;
  const local = formatNumber(`+${callingCode}${areaCode}${digits}`, null);
  return local.country === null ? whole.number : local.number;
};
