// The price lists of the month, for the console and for the independent calculation.
import type { Zone } from './zones.ts';

export interface PriceRate {
  readonly direction: 'outbound' | 'inbound';
  readonly prefix: string;
  readonly timing?: 'any' | 'peak' | 'off-peak';
  readonly destinationName: string;
  readonly destinationGroup: string;
  readonly connectFee?: string;
  readonly ratePerMinute: string;
  readonly initialSeconds: number;
  readonly incrementSeconds: number;
  readonly freeSeconds?: number;
  readonly graceSeconds?: number;
  readonly minCharge?: string;
  readonly maxCharge?: string;
  readonly blocked?: boolean;
  /** ISO time. Without it, the rate is always in force. */
  readonly effectiveFrom?: string;
  readonly effectiveUntil?: string;
}

export interface IncludedTalk {
  readonly name: string;
  readonly kind: 'minutes' | 'calls';
  readonly seconds?: number;
  readonly calls?: number;
  readonly direction: 'outbound' | 'inbound' | 'both';
  readonly destinationGroups: readonly string[];
  readonly coversConnectFee?: boolean;
  readonly priority: number;
}

export interface PriceList {
  readonly name: string;
  readonly currency: string;
  readonly fixedFee: string;
  readonly setupFee: string;
  readonly freeCredit: string;
  readonly proration: 'none' | 'additions' | 'both';
  readonly internalCalls: 'free' | 'rated';
  readonly unratedPolicy: 'block' | 'zero' | 'default_rate';
  readonly defaultRatePerMinute: string;
  readonly timezone: Zone;
  readonly peakHours: readonly { readonly days: readonly number[]; readonly from: string; readonly to: string }[];
  readonly roundingDecimals: number;
  readonly roundingMode: 'half_up' | 'up';
  readonly taxInclusive: boolean;
  readonly allowances: readonly IncludedTalk[];
  readonly rates: readonly PriceRate[];
}

const MINUTES = { initialSeconds: 60, incrementSeconds: 60 } as const;
const SECONDS = { initialSeconds: 1, incrementSeconds: 1 } as const;
const out = { direction: 'outbound' } as const;

const NOTHING: Omit<PriceList, 'name' | 'currency' | 'timezone'> = {
  ...{ fixedFee: '0', setupFee: '0', freeCredit: '0', proration: 'both', internalCalls: 'free' },
  ...{ unratedPolicy: 'block', defaultRatePerMinute: '0', peakHours: [] },
  ...{ roundingDecimals: 4, roundingMode: 'half_up', taxInclusive: false, allowances: [], rates: [] },
};

/** Plan of the first half of the month. */
const starter: PriceList = {
  ...NOTHING,
  ...{ name: 'Starter', currency: 'GBP', timezone: 'Europe/London', fixedFee: '30.00', unratedPolicy: 'zero' },
  allowances: [
    {
      ...{ name: 'Landlines', kind: 'minutes', seconds: 20_000, direction: 'outbound' },
      ...{ destinationGroups: ['landline'], priority: 1 },
    },
  ],
  rates: [
    { ...out, prefix: '44', destinationName: 'UK', destinationGroup: 'landline', ratePerMinute: '0.0312', ...MINUTES },
    {
      ...{ ...out, prefix: '447', destinationName: 'UK mobile', destinationGroup: 'mobile', ratePerMinute: '0.1103' },
      ...{ initialSeconds: 30, incrementSeconds: 6, connectFee: '0.015', minCharge: '0.09' },
    },
    {
      ...{ ...out, prefix: '4487', destinationName: 'Services', destinationGroup: 'services', ratePerMinute: '0.50' },
      ...{ ...MINUTES, blocked: true },
    },
    { ...out, prefix: '1', destinationName: 'US', destinationGroup: 'world', ratePerMinute: '0.02', ...SECONDS },
  ],
};

/** Plan of the second half: peak hours that cover the repeated hour of the clock change, and a rate that changes within the month. */
const business: PriceList = {
  ...NOTHING,
  ...{ name: 'Business', currency: 'GBP', timezone: 'Europe/London', fixedFee: '61.00', setupFee: '15.00' },
  ...{ freeCredit: '5.00', unratedPolicy: 'default_rate', defaultRatePerMinute: '0.9', internalCalls: 'rated' },
  peakHours: [
    { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
    { days: [7], from: '01:00', to: '02:00' },
  ],
  allowances: [
    {
      ...{ name: 'Mobile calls', kind: 'calls', calls: 31, direction: 'outbound', destinationGroups: ['mobile'] },
      ...{ coversConnectFee: true, priority: 1 },
    },
    { name: 'Anywhere', kind: 'minutes', seconds: 9_000, direction: 'both', destinationGroups: [], priority: 2 },
  ],
  rates: [
    {
      ...{ ...out, prefix: '44', timing: 'peak', destinationName: 'UK', destinationGroup: 'landline' },
      ...{ ratePerMinute: '0.0525', connectFee: '0.01', ...SECONDS },
    },
    {
      ...{ ...out, prefix: '44', timing: 'off-peak', destinationName: 'UK', destinationGroup: 'landline' },
      ...{ ratePerMinute: '0.0107', ...MINUTES, freeSeconds: 10 },
    },
    {
      ...{ ...out, prefix: '447', destinationName: 'UK mobile', destinationGroup: 'mobile', ratePerMinute: '0.099' },
      ...{ ...MINUTES, connectFee: '0.02', minCharge: '0.15', maxCharge: '1.10' },
      ...{ effectiveUntil: '2025-10-22T11:00:00Z' },
    },
    {
      ...{ ...out, prefix: '447', destinationName: 'UK mobile', destinationGroup: 'mobile', ratePerMinute: '0.1301' },
      ...{ initialSeconds: 30, incrementSeconds: 10, connectFee: '0.02', graceSeconds: 4 },
      ...{ effectiveFrom: '2025-10-22T11:00:00Z' },
    },
    {
      direction: 'inbound',
      prefix: '44800',
      destinationName: 'Toll-free',
      destinationGroup: 'toll-free',
      ratePerMinute: '0.033',
      ...SECONDS,
    },
  ],
};

/** Prices include taxes, and fractions are rounded up. */
const shekel: PriceList = {
  ...NOTHING,
  ...{ name: 'Shekel', currency: 'ILS', timezone: 'Asia/Jerusalem', fixedFee: '39.90', setupFee: '99.00' },
  ...{ taxInclusive: true, roundingDecimals: 3, roundingMode: 'up', unratedPolicy: 'default_rate' },
  ...{ defaultRatePerMinute: '1.2345' },
  allowances: [
    {
      ...{ name: 'Mobile', kind: 'minutes', seconds: 12_000, direction: 'outbound', destinationGroups: ['mobile'] },
      ...{ coversConnectFee: true, priority: 0 },
    },
  ],
  rates: [
    {
      ...out,
      prefix: '972',
      destinationName: 'Israel',
      destinationGroup: 'landline',
      ratePerMinute: '0.041',
      ...SECONDS,
    },
    {
      ...{ ...out, prefix: '9725', destinationName: 'Israel mobile', destinationGroup: 'mobile' },
      ...{ ratePerMinute: '0.123457', connectFee: '0.05', ...SECONDS },
    },
    { ...out, prefix: '44', destinationName: 'UK', destinationGroup: 'world', ratePerMinute: '0.39', ...MINUTES },
    {
      direction: 'inbound',
      prefix: '9721',
      destinationName: 'Toll-free',
      destinationGroup: 'toll-free',
      ratePerMinute: '0.07',
      ...SECONDS,
    },
    {
      direction: 'inbound',
      prefix: '972',
      destinationName: 'In',
      destinationGroup: 'in',
      ratePerMinute: '0.007001',
      ...MINUTES,
    },
  ],
};

/** Starts in the middle of the month. */
const harbour: PriceList = {
  ...NOTHING,
  ...{ name: 'Harbour', currency: 'AUD', timezone: 'Australia/Sydney', fixedFee: '22.00', setupFee: '10.00' },
  ...{ proration: 'additions', internalCalls: 'rated', unratedPolicy: 'zero', roundingDecimals: 6 },
  peakHours: [{ days: [6, 7], from: '00:00', to: '24:00' }],
  allowances: [
    { name: 'All', kind: 'minutes', seconds: 6_200, direction: 'outbound', destinationGroups: [], priority: 0 },
  ],
  rates: [
    {
      ...out,
      prefix: '61',
      destinationName: 'Australia',
      destinationGroup: 'landline',
      ratePerMinute: '0.08',
      ...MINUTES,
    },
    {
      ...{ ...out, prefix: '61', timing: 'peak', destinationName: 'Weekend', destinationGroup: 'landline' },
      ...{ ratePerMinute: '0.019', initialSeconds: 30, incrementSeconds: 1 },
    },
    {
      ...{ ...out, prefix: '614', destinationName: 'Mobile', destinationGroup: 'mobile', ratePerMinute: '0.2222' },
      ...{ ...SECONDS, maxCharge: '2.50' },
    },
    {
      ...out,
      prefix: '64',
      destinationName: 'New Zealand',
      destinationGroup: 'world',
      ratePerMinute: '0.31',
      ...MINUTES,
    },
  ],
};

/** A plan without charges. */
const parked = (currency: string, timezone: Zone): PriceList => ({
  ...NOTHING,
  ...{ name: `Parked ${currency}`, currency, timezone, unratedPolicy: 'zero' },
});

export const PRICE_LISTS = { starter, business, shekel, harbour, parked };
