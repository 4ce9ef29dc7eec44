// Worked cases from the specification, and known billing bugs of other products, one per line.
import { describe, expect, it } from 'vitest';
import { decimalOf, microsOf } from '../base/micros.ts';
import type { Allowance, CallToRate, RatedCall, RatingPlan } from './rate-call.ts';
import { rateCall } from './rate-call.ts';
import { createRateFinder } from './rate-finder.ts';
import type { Rate } from './rate.ts';

interface Terms {
  readonly prefix?: string;
  readonly blocks: string;
  readonly rate: string;
  readonly connect?: string;
  readonly grace?: number;
  readonly free?: number;
  readonly min?: string;
  readonly max?: string;
  readonly from?: string;
  readonly until?: string;
  readonly group?: string;
}

const rateOf = (t: Terms): Rate => {
  const [initialSeconds = 0, incrementSeconds = 0] = t.blocks.split('/').map(Number);
  return {
    prefix: t.prefix ?? '1',
    destinationName: `to ${t.prefix ?? '1'}`,
    destinationGroup: t.group ?? '',
    timing: 'any',
    effectiveFrom: t.from === undefined ? 0 : Date.parse(t.from),
    effectiveUntil: t.until === undefined ? null : Date.parse(t.until),
    blocked: false,
    connectFeeMicros: microsOf(t.connect ?? '0'),
    ratePerMinuteMicros: microsOf(t.rate),
    initialSeconds,
    incrementSeconds,
    freeSeconds: t.free ?? 0,
    graceSeconds: t.grace ?? 0,
    minChargeMicros: t.min === undefined ? null : microsOf(t.min),
    maxChargeMicros: t.max === undefined ? null : microsOf(t.max),
  };
};

const deckOf = (terms: readonly Terms[]) => {
  const rates = terms.map(rateOf);
  return { rates, finder: createRateFinder(rates, { timeZone: 'UTC', peak: [] }) };
};

const planOf = (terms: readonly Terms[], more: Partial<RatingPlan> = {}): RatingPlan => ({
  outbound: deckOf(terms),
  inbound: deckOf([]),
  inboundCalls: 'rated',
  internalCalls: 'free',
  unrated: { kind: 'block' },
  rounding: { decimals: 4, mode: 'half_up' },
  ...more,
});

const NOON = Date.parse('2026-03-02T12:00:00Z');
const callOf = (billsec: number, more: Partial<CallToRate> = {}): CallToRate => ({
  direction: 'outbound',
  number: '+1 234 567 890 123',
  answeredAt: NOON,
  billsec,
  ...more,
});
const cost = (call: RatedCall, decimals = 4): string => decimalOf(call.costMicros, decimals);

const minutes = (left: number, more: Partial<Allowance> = {}): Allowance => ({
  id: 'a',
  name: 'Included',
  kind: 'minutes',
  left,
  direction: 'outbound',
  destinationGroups: [],
  coversConnectFee: false,
  priority: 0,
  ...more,
});

const M60: Terms = { blocks: '60/60', rate: '0.10' };
const S1: Terms = { blocks: '1/1', rate: '0.10' };
const S30: Terms = { blocks: '30/6', rate: '0.006' };
const S60: Terms = { blocks: '60/1', rate: '0.10' };

describe('a call on one rate', () => {
  it.each<[string, Terms, number, number, string]>([
    ['R1', M60, 61, 120, '0.2000'],
    ['R2', M60, 60, 60, '0.1000'],
    ['R2', M60, 1, 60, '0.1000'],
    ['R3', S1, 61, 61, '0.1017'],
    ['R4', S30, 1, 30, '0.0030'],
    ['R4', S30, 29, 30, '0.0030'],
    ['R4', S30, 30, 30, '0.0030'],
    ['R5', S30, 31, 36, '0.0036'],
    ['R5, CGRateS #118', S30, 32, 36, '0.0036'],
    ['R5', S30, 36, 36, '0.0036'],
    ['R6', S30, 37, 42, '0.0042'],
    ['R7, CGRateS #118', S30, 57, 60, '0.0060'],
    ['R7, CGRateS #118', S30, 75, 78, '0.0078'],
    ['R8', S60, 45, 60, '0.1000'],
    ['R8', S60, 61, 61, '0.1017'],
    ['R8', S60, 119, 119, '0.1983'],
    ['R11', { ...M60, connect: '0.05' }, 130, 180, '0.3500'],
    ['R12', { blocks: '6/6', rate: '0.0125', connect: '0.03' }, 13.2, 18, '0.0338'],
    ['R13', { ...M60, connect: '0.05', grace: 5 }, 4, 0, '0.0000'],
    ['R13', { ...M60, connect: '0.05', grace: 5 }, 5, 60, '0.1500'],
    ['R15, ASTPP #151', { ...S1, free: 5 }, 15, 10, '0.0167'],
    ['R19, ASTPP #276', { blocks: '60/60', rate: '12.50' }, 7200, 7200, '1500.0000'],
    ['free seconds leave the connect fee', { ...S1, free: 15, connect: '0.05' }, 15, 0, '0.0500'],
    ['a minimum', { ...S1, min: '0.25' }, 30, 30, '0.2500'],
    ['a maximum', { ...S1, max: '0.25' }, 600, 600, '0.2500'],
    ['grace is below a minimum', { ...S1, min: '0.25', grace: 5 }, 4, 0, '0.0000'],
    [
      'a week at a price that no float holds',
      { blocks: '1/1', rate: '123456.123457' },
      604_799,
      604_799,
      '1244435666.8445',
    ],
  ])('%s: %o, %d s', (_, terms, billsec, billed, expected) => {
    const rated = rateCall(callOf(billsec), planOf([terms]), []);
    expect([rated.status, rated.billedSeconds, cost(rated)]).toEqual(['rated', billed, expected]);
  });

  it('R3 to six digits, R23 rounds the call and not its increments (CGRateS #260, #361)', () => {
    const six = planOf([S1], { rounding: { decimals: 6, mode: 'half_up' } });
    expect(cost(rateCall(callOf(61), six, []), 6)).toBe('0.101667');
    const two = planOf([{ blocks: '1/1', rate: '0.05' }], { rounding: { decimals: 2, mode: 'half_up' } });
    expect(cost(rateCall(callOf(30), two, []), 2)).toBe('0.03');
    const up = planOf([S1], { rounding: { decimals: 4, mode: 'up' } });
    expect(cost(rateCall(callOf(1), up, []))).toBe('0.0017');
    expect(cost(rateCall(callOf(60), up, []))).toBe('0.1000');
  });

  it('T3: 137 calls of 0.0036 give 0.4932, because each call keeps four digits', () => {
    const one = rateCall(callOf(36), planOf([S30]), []);
    expect(decimalOf(one.costMicros * 137, 4)).toBe('0.4932');
  });

  it('R25: an unanswered call is free and not on the statement', () => {
    const rated = rateCall(callOf(0), planOf([{ ...M60, connect: '1' }]), [minutes(100)]);
    expect(rated).toMatchObject({ status: 'excluded', costMicros: 0, spent: [], steps: [{ kind: 'unanswered' }] });
  });

  it('R26: an internal call is free, or rated if the plan says so', () => {
    const internal = callOf(300, { direction: 'internal', number: '1234' });
    expect(rateCall(internal, planOf([M60]), [])).toMatchObject({ status: 'rated', rate: null, costMicros: 0 });
    expect(cost(rateCall(internal, planOf([M60], { internalCalls: 'rated' }), []))).toBe('0.5000');
  });
});

describe('longest prefix', () => {
  it.each<[string, string[], string, string | null, string]>([
    ['R17, ASTPP #273', ['1@0.01', '1234@0.20'], '+1 234 567 890 123', '1234', '0.2000'],
    ['R18', ['44@0.01', '447@0.05', '4477@0.08'], '447712345678', '4477', '0.0800'],
    ['R18, in another order', ['4477@0.08', '44@0.01', '447@0.05'], '+44 7712 345678', '4477', '0.0800'],
    ['with 00', ['44@0.01', '447@0.05'], '00447912345678', '447', '0.0500'],
    ['falls back on a shorter one', ['44@0.01', '4478@0.05'], '+447712345678', '44', '0.0100'],
    ['shorter than every prefix', ['4477@0.05'], '+447', null, '0.0000'],
    ['of another country', ['44@0.01'], '+33145678901', null, '0.0000'],
    ['no number', ['44@0.01'], 'anonymous', null, '0.0000'],
  ])('%s', (_, deck, number, prefix, expected) => {
    const terms = deck.map((text) => {
      const [digits = '', rate = ''] = text.split('@');
      return { blocks: '60/60', rate, prefix: digits };
    });
    const rated = rateCall(callOf(60, { number }), planOf(terms), []);
    expect([rated.rate?.prefix ?? null, rated.status, cost(rated)]).toEqual([
      prefix,
      prefix === null ? 'unrated' : 'rated',
      expected,
    ]);
  });

  it('applies the plan’s policy to a number without a rate', () => {
    const terms = rateOf({ blocks: '60/60', rate: '0.90' });
    const call = callOf(61, { number: '+33145678901' });
    const zero = rateCall(call, planOf([M60], { unrated: { kind: 'zero' } }), []);
    expect(zero).toMatchObject({ status: 'rated', rate: null, costMicros: 0 });
    const fallback = rateCall(call, planOf([M60], { unrated: { kind: 'default-rate', terms } }), []);
    expect([fallback.status, fallback.rate, cost(fallback)]).toEqual(['rated', null, '1.8000']);
  });

  it('blocks a number by its rate even if a shorter prefix allows it', () => {
    const rates = [rateOf(M60), { ...rateOf({ ...M60, prefix: '1234' }), blocked: true }];
    const deck = { rates, finder: createRateFinder(rates, { timeZone: 'UTC', peak: [] }) };
    const rated = rateCall(callOf(60), planOf([], { outbound: deck }), []);
    expect([rated.status, rated.rate?.prefix, rated.costMicros]).toEqual(['blocked', '1234', 0]);
  });

  it('rates an inbound call only with inbound rates', () => {
    const plan = planOf([M60], { inbound: deckOf([{ ...M60, prefix: '1234', rate: '0.02' }]) });
    expect(cost(rateCall(callOf(60, { direction: 'inbound' }), plan, []))).toBe('0.0200');
  });

  it('blocks only outbound calls: inbound and internal calls without a rate are free', () => {
    const plan = planOf([{ ...M60, prefix: '33' }], { internalCalls: 'rated' });
    const statusOf = (direction: CallToRate['direction']) => {
      const { status, costMicros } = rateCall(callOf(60, { direction }), plan, []);
      return [status, costMicros];
    };
    expect(statusOf('outbound')).toEqual(['unrated', 0]);
    expect(statusOf('inbound')).toEqual(['rated', 0]);
    expect(statusOf('internal')).toEqual(['rated', 0]);
  });

  it('rates inbound calls at zero on plans without inbound rates, whatever the policy for unknown destinations', () => {
    const terms = rateOf(M60);
    for (const unrated of [{ kind: 'block' }, { kind: 'zero' }, { kind: 'default-rate', terms }] as const) {
      const plan = planOf([M60], { inboundCalls: 'free', unrated });
      const rated = rateCall(callOf(60, { direction: 'inbound' }), plan, [minutes(1000, { direction: 'both' })]);
      expect([rated.status, rated.costMicros, rated.allowanceSeconds, rated.steps[0]?.kind]).toEqual(['rated', 0, 0, 'inbound-free']); // prettier-ignore
    }
  });

  it('rates emergency calls at zero, whatever the policy and the matching prefix', () => {
    const terms = rateOf(M60);
    for (const unrated of [{ kind: 'block' }, { kind: 'zero' }, { kind: 'default-rate', terms }] as const) {
      for (const rates of [[], [{ ...M60, prefix: '11' }], [{ ...M60, prefix: '112' }]]) {
        const call = callOf(61, { number: '112', isEmergency: true });
        const rated = rateCall(call, planOf(rates, { unrated }), [minutes(1000, { direction: 'both' })]);
        expect([rated.status, rated.costMicros, rated.allowanceSeconds, rated.rawSeconds, rated.steps[0]?.kind]).toEqual(['rated', 0, 0, 61, 'emergency-free']); // prettier-ignore
      }
    }
  });
});

describe('included talk', () => {
  const left = (rated: RatedCall, before: number) => before - rated.spent.reduce((sum, s) => sum + s.seconds, 0);

  it.each<[string, Terms, number, number, number, string]>([
    ['A1: split at the boundary', M60, 60, 150, 60, '0.2000'],
    ['A2: by the second', S1, 60, 150, 60, '0.1500'],
    ['A5, A2Billing #9: grace spends nothing', { ...M60, connect: '0.05', grace: 5 }, 100, 4, 0, '0.0000'],
    ['enough for all', M60, 1000, 61, 120, '0.0000'],
    ['none left', M60, 0, 61, 0, '0.2000'],
    ['covers a call whole: no minimum charge', { ...M60, min: '0.25' }, 120, 61, 120, '0.0000'],
    ['covers a call whole but not its connect fee', { ...M60, min: '0.25', connect: '0.05' }, 120, 61, 120, '0.0500'],
    ['covers a part: the minimum charge', { ...M60, min: '0.25' }, 60, 61, 60, '0.2500'],
    ['MagnusBilling charged the whole call: not here', S1, 59, 60, 59, '0.0017'],
  ])('%s', (_, terms, before, billsec, taken, expected) => {
    const rated = rateCall(callOf(billsec), planOf([terms]), [minutes(before)]);
    expect([rated.allowanceSeconds, left(rated, before), cost(rated)]).toEqual([taken, before - taken, expected]);
  });

  it('A6, MagnusBilling #60: the second of two concurrent calls gets what the first left', () => {
    const plan = planOf([M60]);
    const first = rateCall(callOf(60), plan, [minutes(60)]);
    const second = rateCall(callOf(60), plan, [minutes(left(first, 60))]);
    expect(decimalOf(first.costMicros + second.costMicros, 4)).toBe('0.1000');
  });

  it('waives the connect fee of a fully covered call if the allowance covers connect fees', () => {
    const plan = planOf([{ ...M60, connect: '0.05' }]);
    expect(cost(rateCall(callOf(60), plan, [minutes(60)]))).toBe('0.0500');
    expect(cost(rateCall(callOf(60), plan, [minutes(60, { coversConnectFee: true })]))).toBe('0.0000');
    expect(cost(rateCall(callOf(61), plan, [minutes(60, { coversConnectFee: true })]))).toBe('0.1500');
  });

  it('is used by priority, direction and destination group (ASTPP #526)', () => {
    const plan = planOf([{ ...S1, group: 'mobile' }]);
    const allowances = [
      minutes(1000, { id: 'landline', destinationGroups: ['landline'], priority: 0 }),
      minutes(1000, { id: 'inbound', direction: 'inbound', priority: 0 }),
      minutes(100, { id: 'general', priority: 2 }),
      minutes(30, { id: 'mobile', destinationGroups: ['mobile'], direction: 'both', priority: 1 }),
    ];
    const rated = rateCall(callOf(150), plan, allowances);
    expect(rated.spent).toEqual([
      { id: 'mobile', seconds: 30, calls: 0 },
      { id: 'general', seconds: 100, calls: 0 },
    ]);
    expect(cost(rated)).toBe('0.0333');
  });

  it('counts calls, or is unlimited', () => {
    const plan = planOf([M60]);
    const calls = rateCall(callOf(600), plan, [minutes(3, { kind: 'calls' })]);
    expect([calls.spent, calls.costMicros]).toEqual([[{ id: 'a', seconds: 600, calls: 1 }], 0]);
    expect(rateCall(callOf(600), plan, [minutes(0, { kind: 'unlimited' })]).costMicros).toBe(0);
    expect(cost(rateCall(callOf(600), plan, [minutes(0, { kind: 'calls' })]))).toBe('1.0000');
  });
});

describe('rating steps', () => {
  it('show the calculation in order', () => {
    const plan = planOf([{ blocks: '6/6', rate: '0.0125', connect: '0.03', free: 2 }]);
    expect(rateCall(callOf(13.2), plan, [minutes(7)]).steps).toEqual([
      { kind: 'match', digits: '1234567890123', prefix: '1', destinationName: 'to 1', timing: 'any' },
      { kind: 'whole-seconds', billsec: 13.2, rawSeconds: 14 },
      { kind: 'free-seconds', rawSeconds: 14, freeSeconds: 2, chargeableSeconds: 12 },
      {
        kind: 'increments',
        chargeableSeconds: 12,
        initialSeconds: 6,
        incrementSeconds: 6,
        increments: 1,
        billedSeconds: 12,
      },
      { kind: 'allowance', name: 'Included', leftSeconds: 7, takenSeconds: 7, paidSeconds: 5 },
      { kind: 'usage', ratePerMinute: '0.0125', paidSeconds: 5, amount: '0.001042', exact: false },
      { kind: 'connect-fee', connectFee: '0.03', waived: false },
      { kind: 'round', sum: '0.031042', decimals: 4, mode: 'half_up', cost: '0.0310' },
    ]);
  });
});
