// How people of a country dial: what stands before a number abroad, and before one at home.
import { isSupportedCountry, Metadata } from 'libphonenumber-js/min';
import type { Dialling } from '../base/dialling.ts';

// The types name what every country has; these are in the data of some.
interface Plan {
  callingCode(): string;
  IDDPrefix(): string;
  /** What stands where there is none differs. */
  defaultIDDPrefix(): unknown;
  nationalPrefix(): unknown;
}

/** null: no country that is known. Where carriers have prefixes of their own, the plain `00` is meant. */
export const diallingOf = (country: string): Dialling | null => {
  if (!isSupportedCountry(country)) return null;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan as unknown as Plan;
  const [given, national] = [plan.defaultIDDPrefix(), plan.nationalPrefix()];
  const usual = (typeof given === 'string' && given !== '' ? given : plan.IDDPrefix()).replaceAll('~', '');
  const abroad = /^[0-9]{1,6}$/.test(usual) ? usual : '00';
  return {
    callingCode: plan.callingCode(),
    national: typeof national === 'string' ? national : '',
    international: [...new Set([abroad, '00'])],
  };
};
