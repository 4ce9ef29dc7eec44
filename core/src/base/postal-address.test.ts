import { describe, expect, it } from 'vitest';
import { postalAddress } from './postal-address.ts';

const address = (values: Partial<Parameters<typeof postalAddress>[0]>) =>
  postalAddress({
    ...{ billingLine1: '', billingLine2: '', billingPostcode: '', billingCity: '', billingRegion: '' },
    ...{ billingCountry: null, country: 'US', language: 'en' },
    ...values,
  });
const of = (line1: string, postcode: string, city: string, region: string, country: string) =>
  address({
    ...{ billingLine1: line1, billingPostcode: postcode, billingCity: city, billingRegion: region },
    ...{ billingCountry: country },
  });

describe('a postal address', () => {
  it.each([
    [
      'US',
      of('12 Elm St', '62704', 'Springfield', 'IL', 'US'),
      ['12 Elm St', 'Springfield, IL 62704', 'United States'],
    ],
    ['FR', of('8 rue Lepic', '75018', 'Paris', '', 'FR'), ['8 rue Lepic', '75018 Paris', 'France']],
    ['GB', of('1 Mill Ln', 'CB2 1RX', 'Cambridge', '', 'GB'), ['1 Mill Ln', 'Cambridge', 'CB2 1RX', 'United Kingdom']],
    ['IL', of('Herzl 5', '6688101', 'Tel Aviv', '', 'IL'), ['Herzl 5', '6688101 Tel Aviv', 'Israel']],
    ['IT', of('Via Po 3', '10124', 'Torino', 'TO', 'IT'), ['Via Po 3', '10124 Torino TO', 'Italy']],
    ['BR', of('Rua A 9', '01310-100', 'São Paulo', 'SP', 'BR'), ['Rua A 9', 'São Paulo - SP', '01310-100', 'Brazil']],
    ['CA', of('5 King St', 'M5H 1A1', 'Toronto', 'ON', 'CA'), ['5 King St', 'Toronto ON M5H 1A1', 'Canada']],
  ])('is formatted as in %s', (_, lines, expected) => {
    expect(lines).toEqual(expected);
  });

  it('omits commas and hyphens next to missing parts', () => {
    expect(of('', '', 'Springfield', '', 'US')).toEqual(['Springfield', 'United States']);
    expect(of('', '62704', '', '', 'US')).toEqual(['62704', 'United States']);
    expect(of('', '', '', 'SP', 'BR')).toEqual(['SP', 'Brazil']);
  });

  it('omits the country when it is not given, and keeps an address given as one text', () => {
    expect(address({ billingLine1: 'Herzl 5, Tel Aviv', country: 'IL' })).toEqual(['Herzl 5, Tel Aviv']);
    expect(address({})).toEqual([]);
  });

  it('names the country in the document’s language', () => {
    expect(address({ billingLine1: 'Herzl 5', billingCountry: 'IL', language: 'fr' })).toEqual(['Herzl 5', 'Israël']);
  });
});
