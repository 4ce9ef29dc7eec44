// Tariffs of the demo's customers: three typical plans with their rates, and the rates of two carriers.

import { decimalOf, microsOf } from '@ringside/core/base/micros.ts';

export interface DemoDestination {
  readonly name: string;
  readonly group: string;
  readonly prefixes: readonly string[];
  /** Per minute, in the plan's currency. */
  readonly rate: string;
  readonly peakRate?: string;
  readonly connectFee?: string;
}

interface DemoTariff {
  /** Terms in the format of `POST /api/plans`. */
  readonly plan: Readonly<Record<string, unknown>>;
  readonly outbound: readonly DemoDestination[];
  readonly inbound: readonly DemoDestination[];
  /** Codes of the customers on the plan. */
  readonly customers: readonly string[];
}

const landline = (name: string, prefix: string, rate: string, group = 'europe'): DemoDestination => ({
  name,
  group,
  prefixes: [prefix],
  rate,
});
const mobile = (country: string, prefixes: readonly string[], rate: string): DemoDestination => ({
  name: `${country}, mobile`,
  group: 'mobile',
  prefixes,
  rate,
  connectFee: '0.01',
});

/** Calls to the customer's own numbers, which cost the customer nothing. */
const free = (country: string, prefix: string): DemoDestination => ({
  name: `${country}, calls in`,
  group: 'inbound',
  prefixes: [prefix],
  rate: '0',
});

/** Rates for the rest of the world in euros, the same in both European plans. */
const ABROAD: readonly DemoDestination[] = [
  landline('United States and Canada', '1', '0.012', 'north-america'),
  landline('Morocco', '212', '0.185', 'africa'),
  mobile('Morocco', ['2126', '2127'], '0.295'),
  landline('Belgium', '32', '0.014'),
  mobile('Belgium', ['3246', '3247', '3248', '3249'], '0.055'),
  landline('Portugal', '351', '0.011'),
  mobile('Portugal', ['3519'], '0.038'),
  landline('Italy', '39', '0.013'),
  mobile('Italy', ['393'], '0.044'),
  landline('Switzerland', '41', '0.024'),
  mobile('Switzerland', ['417'], '0.165'),
  landline('United Kingdom', '44', '0.011'),
  mobile('United Kingdom', ['447'], '0.045'),
  landline('Germany', '49', '0.012'),
  mobile('Germany', ['4915', '4916', '4917'], '0.046'),
  landline('Mexico', '52', '0.022', 'latin-america'),
  landline('Argentina', '54', '0.034', 'latin-america'),
  mobile('Argentina', ['549'], '0.128'),
  landline('Israel', '972', '0.018', 'middle-east'),
  mobile('Israel', ['9725'], '0.052'),
];

const DAYTIME = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' }];

const SPAIN: DemoTariff = {
  customers: ['aurora'],
  plan: {
    name: 'Contact centre Spain',
    description: 'Land lines included, mobiles by the second',
    currency: 'EUR',
    timezone: 'Europe/Madrid',
    fixedFee: '390',
    setupFee: '120',
    unitFees: [
      { item: 'agent', unitPrice: '24.50', includedQuantity: 5 },
      { item: 'did', unitPrice: '1.90', includedQuantity: 10 },
      { item: 'recording_gb', unitPrice: '0.85', includedQuantity: 20 },
    ],
    allowances: [
      {
        name: 'Land lines in Spain',
        kind: 'minutes',
        seconds: 300_000,
        destinationGroups: ['national'],
        coversConnectFee: true,
      },
      { name: 'Mobiles in Spain', kind: 'minutes', seconds: 60_000, destinationGroups: ['mobile'], priority: 1 },
    ],
    unratedPolicy: 'default_rate',
    defaultRatePerMinute: '0.35',
    maxConcurrentCalls: 60,
  },
  outbound: [
    landline('Spain', '34', '0.009', 'national'),
    mobile('Spain', ['346', '347'], '0.042'),
    { name: 'Spain, shared cost 902', group: 'special', prefixes: ['34902'], rate: '0.067', connectFee: '0.083' },
    landline('France', '33', '0.014'),
    mobile('France', ['336', '337'], '0.048'),
    ...ABROAD,
  ],
  inbound: [
    free('Spain', '34'),
    { name: 'Freephone 900', group: 'freephone', prefixes: ['34900', '34800'], rate: '0.038' },
  ],
};

const FRANCE: DemoTariff = {
  customers: ['meridienne'],
  plan: {
    name: 'Contact centre France',
    description: 'Unlimited calls to land lines in France, mobiles dearer by day',
    currency: 'EUR',
    timezone: 'Europe/Paris',
    fixedFee: '540',
    setupFee: '150',
    unitFees: [
      { item: 'agent', unitPrice: '29', includedQuantity: 8 },
      { item: 'did', unitPrice: '2.10', includedQuantity: 5 },
    ],
    allowances: [
      { name: 'Land lines in France', kind: 'unlimited', destinationGroups: ['national'], coversConnectFee: true },
      {
        name: 'Europe',
        kind: 'minutes',
        seconds: 36_000,
        destinationGroups: ['europe'],
        priority: 1,
        carryOver: 'one_period',
      },
    ],
    peakHours: DAYTIME,
    unratedPolicy: 'default_rate',
    defaultRatePerMinute: '0.39',
    maxConcurrentCalls: 80,
  },
  outbound: [
    landline('France', '33', '0.010', 'national'),
    { ...mobile('France', ['336', '337'], '0.039'), peakRate: '0.052' },
    { name: 'France, service numbers', group: 'special', prefixes: ['338'], rate: '0.15', connectFee: '0.08' },
    landline('Spain', '34', '0.013'),
    mobile('Spain', ['346', '347'], '0.045'),
    ...ABROAD,
  ],
  inbound: [
    free('France', '33'),
    { name: 'Numéro vert', group: 'freephone', prefixes: ['33800', '33805'], rate: '0.041' },
  ],
};

const ISRAEL: DemoTariff = {
  customers: ['carmel'],
  plan: {
    name: 'Contact centre Israel',
    description: 'Minutes in Israel included, the world by the second',
    currency: 'ILS',
    timezone: 'Asia/Jerusalem',
    fixedFee: '1490',
    setupFee: '450',
    unitFees: [
      { item: 'agent', unitPrice: '89', includedQuantity: 6 },
      { item: 'queue', unitPrice: '35', includedQuantity: 4 },
    ],
    allowances: [
      {
        name: 'Minutes in Israel',
        kind: 'minutes',
        seconds: 480_000,
        destinationGroups: ['national', 'mobile'],
        coversConnectFee: true,
        carryOver: 'one_period',
      },
    ],
    unratedPolicy: 'block',
    maxConcurrentCalls: 50,
  },
  outbound: [
    landline('Israel', '972', '0.055', 'national'),
    mobile('Israel', ['9725'], '0.14'),
    { name: 'Israel, premium', group: 'special', prefixes: ['972190'], rate: '0.99', connectFee: '0.50' },
    landline('United States and Canada', '1', '0.048', 'north-america'),
    landline('France', '33', '0.059'),
    { ...mobile('France', ['336', '337'], '0.21'), group: 'mobile-abroad' },
    landline('Spain', '34', '0.055'),
    { ...mobile('Spain', ['346', '347'], '0.19'), group: 'mobile-abroad' },
    landline('United Kingdom', '44', '0.049'),
    { ...mobile('United Kingdom', ['447'], '0.20'), group: 'mobile-abroad' },
    landline('Germany', '49', '0.052'),
    { ...mobile('Germany', ['4915', '4916', '4917'], '0.21'), group: 'mobile-abroad' },
  ],
  inbound: [
    free('Israel', '972'),
    { name: 'Freephone 1-800', group: 'freephone', prefixes: ['9721800'], rate: '0.16' },
  ],
};

export const DEMO_TARIFFS: readonly DemoTariff[] = [SPAIN, FRANCE, ISRAEL];

/** Rates of a carrier for calls over its trunk on a PBX. */
interface DemoCarrier {
  readonly server: string;
  readonly device: string;
  readonly plan: Readonly<Record<string, unknown>>;
  readonly outbound: readonly DemoDestination[];
}

/** Carrier rates: 55 % of the customer's rates. */
const bought = (destinations: readonly DemoDestination[]): DemoDestination[] =>
  destinations.map(({ name, group, prefixes, rate }) => {
    const micros = Math.floor((microsOf(rate) * 11) / 20_000) * 1000;
    return { name, group, prefixes, rate: decimalOf(Math.max(1000, micros)) };
  });

export const DEMO_CARRIERS: readonly DemoCarrier[] = [
  {
    server: 'Madrid 1',
    device: 'PJSIP/carrier',
    plan: { name: 'Wholesale Iberia', description: 'What the carrier in Madrid asks', currency: 'EUR' },
    outbound: bought([...FRANCE.outbound.filter((d) => !d.name.startsWith('Spain')), ...SPAIN.outbound.slice(0, 3)]),
  },
  {
    server: 'Haifa 1',
    device: 'PJSIP/carrier',
    plan: { name: 'Wholesale Levant', description: 'What the carrier in Haifa asks', currency: 'ILS' },
    outbound: bought(ISRAEL.outbound),
  },
];
