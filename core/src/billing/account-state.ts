// Compares a customer's balance and spending with their limits and decides whether outbound calls are allowed. The web pages and the PBX
// configuration use the same result.

import type { BillingMethod, SpendAction } from './billing-method.ts';

export const LIMIT_KINDS = ['credit', 'daily', 'monthly'] as const;
type LimitKind = (typeof LIMIT_KINDS)[number];
type LimitLevel = 'fine' | 'warning' | 'reached';

/** Amounts in micros (millionths) of the account's currency. */
export interface AccountFigures {
  /** Balance of the ledger, in micros. Negative: the customer has a debt. */
  readonly balanceMicros: bigint;
  /** Charges of calls that are not on a final invoice yet. */
  readonly unbilledMicros: bigint;
  /** Cost of calls today and this month, invoiced or not. */
  readonly todayMicros: bigint;
  readonly monthMicros: bigint;
  readonly method: BillingMethod;
  /** `null`: none. For a prepaid account: how far the balance may fall below zero, by default not at all. */
  readonly creditLimitMicros: bigint | null;
  readonly dailyLimitMicros: bigint | null;
  readonly monthlyLimitMicros: bigint | null;
  /** Low-balance threshold of a prepaid account; `null`: no notification. */
  readonly lowBalanceMicros: bigint | null;
  readonly action: SpendAction;
}

interface LimitState {
  readonly kind: LimitKind;
  readonly usedMicros: bigint;
  readonly limitMicros: bigint;
  /** Whole percent, rounded down. A limit of 0 is always reached. */
  readonly percent: number;
  readonly level: LimitLevel;
}

export interface AccountState {
  readonly level: LimitLevel;
  readonly limits: readonly LimitState[];
  /** For a prepaid account: remaining amount. At zero, outbound calls are blocked, whatever the action. */
  readonly prepaid: { readonly availableMicros: bigint; readonly low: boolean; readonly spent: boolean } | null;
  /** A limit that suspends the customer is reached. */
  readonly suspends: boolean;
  readonly outboundBlocked: boolean;
}

const WARNS_AT = 80n;

const stateOf = (kind: LimitKind, used: bigint, limit: bigint): LimitState => {
  const usedMicros = used < 0n ? 0n : used;
  const level = usedMicros >= limit ? 'reached' : usedMicros * 100n >= limit * WARNS_AT ? 'warning' : 'fine';
  const percent = limit === 0n ? 100 : Number((usedMicros * 100n) / limit);
  return { kind, usedMicros, limitMicros: limit, percent, level };
};

const prepaidOf = (figures: AccountFigures): AccountState['prepaid'] => {
  if (figures.method !== 'prepaid') return null;
  const availableMicros = figures.balanceMicros - figures.unbilledMicros + (figures.creditLimitMicros ?? 0n);
  const spent = availableMicros <= 0n;
  const low = figures.lowBalanceMicros !== null && availableMicros < figures.lowBalanceMicros;
  return { availableMicros, low: low || spent, spent };
};

export const accountState = (figures: AccountFigures): AccountState => {
  const asked: readonly (readonly [LimitKind, bigint, bigint | null])[] = [
    [
      'credit',
      figures.unbilledMicros - figures.balanceMicros,
      figures.method === 'postpaid' ? figures.creditLimitMicros : null,
    ],
    ['daily', figures.todayMicros, figures.dailyLimitMicros],
    ['monthly', figures.monthMicros, figures.monthlyLimitMicros],
  ];
  const limits = asked.flatMap(([kind, used, limit]) => (limit === null ? [] : [stateOf(kind, used, limit)]));
  const reached = limits.some((limit) => limit.level === 'reached');
  const prepaid = prepaidOf(figures);
  const near = prepaid?.low === true || limits.some((limit) => limit.level === 'warning');
  const spent = prepaid?.spent === true;
  return {
    level: reached || spent ? 'reached' : near ? 'warning' : 'fine',
    ...{ limits, prepaid, suspends: reached && figures.action === 'suspend' },
    outboundBlocked: spent || (reached && figures.action !== 'notify'),
  };
};
