// Formats a postal address as usual in its country. Source: the Universal Postal Union's addressing sheets.

import { fillIn } from './fill-in.ts';

interface PostalAddress {
  readonly billingLine1: string;
  readonly billingLine2: string;
  readonly billingPostcode: string;
  readonly billingCity: string;
  readonly billingRegion: string;
  /** `null`: same as `country`, and the country line is omitted. */
  readonly billingCountry: string | null;
  readonly country: string;
  /** Language of the country name. */
  readonly language: string;
}

/** Lines below the street. All other countries write the postcode before the town. */
const LAST_LINES: Readonly<Record<string, readonly string[]>> = {
  AU: ['{city} {region} {postcode}'],
  BR: ['{city} - {region}', '{postcode}'],
  CA: ['{city} {region} {postcode}'],
  GB: ['{city}', '{region}', '{postcode}'],
  IE: ['{city}', '{region}', '{postcode}'],
  IN: ['{city} {postcode}', '{region}'],
  IT: ['{postcode} {city} {region}'],
  JP: ['{city}, {region} {postcode}'],
  MX: ['{postcode} {city}, {region}'],
  NZ: ['{region}', '{city} {postcode}'],
  PR: ['{city}, {region} {postcode}'],
  SG: ['{city} {postcode}'],
  TW: ['{city} {postcode}', '{region}'],
  US: ['{city}, {region} {postcode}'],
  ZA: ['{city}', '{postcode}', '{region}'],
};
const USUAL = ['{postcode} {city}', '{region}'];

const nameOf = (country: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(country) ?? country;

/** Returns the non-empty lines. */
export const postalAddress = (address: PostalAddress): string[] => {
  const country = address.billingCountry ?? address.country;
  const parts: Readonly<Record<string, string>> = {
    city: address.billingCity,
    region: address.billingRegion,
    postcode: address.billingPostcode,
  };
  const last = (LAST_LINES[country] ?? USUAL).map((line) =>
    fillIn(line, parts)
      // Removes separators next to missing parts.
      .replace(/^[\s,-]+|[\s,-]+$/g, '')
      .replace(/\s+,/g, ',')
      .replace(/\s{2,}/g, ' '),
  );
  const abroad = address.billingCountry === null ? '' : nameOf(country, address.language);
  return [address.billingLine1, address.billingLine2, ...last, abroad].filter((line) => line !== '');
};
