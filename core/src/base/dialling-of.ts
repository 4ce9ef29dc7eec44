// Dialing rules of a country: international and national prefixes.
import { isSupportedCountry, Metadata } from 'libphonenumber-js/min';
import type { Dialling } from './dialling.ts';

// The library's types lack these methods, which only some countries have data for.
interface Plan {
  callingCode(): string;
  IDDPrefix(): string;
  /** The value for a missing prefix varies. */
  defaultIDDPrefix(): unknown;
  nationalPrefix(): unknown;
}

/** Returns `null` for an unknown country. Where carriers have their own prefixes, returns the plain `00`. */
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
