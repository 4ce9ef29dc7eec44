// How near a customer is to what he may owe and spend, and whether he may still call out. The console's pages and the
// configuration of the PBX read the same answer.

import type { BillingMethod, SpendAction } from '../base/billing-method.ts';

export const LIMIT_KINDS = ['credit', 'daily', 'monthly'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export type LimitLevel = 'fine' | 'warning' | 'reached';

/** Amounts in millionths of the account's currency. */
export interface AccountFigures {
  /** What the ledger comes to: below zero the customer owes. */
  readonly balanceMicros: bigint;
  /** Calls that are on no final invoice yet. */
  readonly unbilledMicros: bigint;
  /** Calls of his day and month so far, invoiced or not. */
  readonly todayMicros: bigint;
  readonly monthMicros: bigint;
  readonly method: BillingMethod;
  /** null: none. Of a prepaid account: how far below nothing it may go, nothing when there is none. */
  readonly creditLimitMicros: bigint | null;
  readonly dailyLimitMicros: bigint | null;
  readonly monthlyLimitMicros: bigint | null;
  /** Of a prepaid account; null: nobody is told. */
  readonly lowBalanceMicros: bigint | null;
  readonly action: SpendAction;
}

export interface LimitState {
  readonly kind: LimitKind;
  readonly usedMicros: bigint;
  readonly limitMicros: bigint;
  /** Whole percent, rounded down; a limit of nothing is reached by anything. */
  readonly percent: number;
  readonly level: LimitLevel;
}

export interface AccountState {
  readonly level: LimitLevel;
  readonly limits: readonly LimitState[];
  /** Of a prepaid account: what is left to call with. Nothing, and calls out stop whatever the action says. */
  readonly prepaid: { readonly availableMicros: bigint; readonly low: boolean; readonly spent: boolean } | null;
  /** A limit is reached that suspends the customer. */
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
