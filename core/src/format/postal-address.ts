// A postal address as the country writes it. Source of the orders: the Universal Postal Union's sheets of addressing.

export interface PostalAddress {
  readonly billingLine1: string;
  readonly billingLine2: string;
  readonly billingPostcode: string;
  readonly billingCity: string;
  readonly billingRegion: string;
  /** null: that of `country`, and the letter stays inside: no country stands below. */
  readonly billingCountry: string | null;
  readonly country: string;
  /** In which the country is named. */
  readonly language: string;
}

/** What stands below the street. All others write the postcode before the town. */
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

/** Its lines, none of them empty. */
export const postalAddress = (address: PostalAddress): string[] => {
  const country = address.billingCountry ?? address.country;
  const parts: Readonly<Record<string, string>> = {
    city: address.billingCity,
    region: address.billingRegion,
    postcode: address.billingPostcode,
  };
  const last = (LAST_LINES[country] ?? USUAL).map((line) =>
    line
      .replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '')
      // What stood beside a part that is not there.
      .replace(/^[\s,-]+|[\s,-]+$/g, '')
      .replace(/\s+,/g, ',')
      .replace(/\s{2,}/g, ' '),
  );
  const abroad = address.billingCountry === null ? '' : nameOf(country, address.language);
  return [address.billingLine1, address.billingLine2, ...last, abroad].filter((line) => line !== '');
};
