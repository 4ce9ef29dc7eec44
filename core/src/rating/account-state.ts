// How near a customer is to what he may owe and spend, and whether he may still call out. The console's pages and the
// configuration of the PBX read the same answer.

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
  /** null: none. */
  readonly creditLimitMicros: bigint | null;
  readonly dailyLimitMicros: bigint | null;
  readonly monthlyLimitMicros: bigint | null;
  readonly action: 'notify' | 'block_outbound';
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
  readonly outboundBlocked: boolean;
}

const WARNS_AT = 80n;

const stateOf = (kind: LimitKind, used: bigint, limit: bigint): LimitState => {
  const usedMicros = used < 0n ? 0n : used;
  const level = usedMicros >= limit ? 'reached' : usedMicros * 100n >= limit * WARNS_AT ? 'warning' : 'fine';
  const percent = limit === 0n ? 100 : Number((usedMicros * 100n) / limit);
  return { kind, usedMicros, limitMicros: limit, percent, level };
};

export const accountState = (figures: AccountFigures): AccountState => {
  const asked: readonly (readonly [LimitKind, bigint, bigint | null])[] = [
    ['credit', figures.unbilledMicros - figures.balanceMicros, figures.creditLimitMicros],
    ['daily', figures.todayMicros, figures.dailyLimitMicros],
    ['monthly', figures.monthMicros, figures.monthlyLimitMicros],
  ];
  const limits = asked.flatMap(([kind, used, limit]) => (limit === null ? [] : [stateOf(kind, used, limit)]));
  const reached = limits.some((limit) => limit.level === 'reached');
  const level = reached ? 'reached' : limits.some((limit) => limit.level === 'warning') ? 'warning' : 'fine';
  return { level, limits, outboundBlocked: reached && figures.action === 'block_outbound' };
};
