// Calculates the price of a call on a rate: exact, in sixtieths of a micro, rounded once at the end.
import type { RateTerms } from './rate.ts';

export interface Rounding {
  /** Decimal digits, 2 to 6. */
  readonly decimals: number;
  readonly mode: 'half_up' | 'up';
}

/** Remaining included talk, in order of use. */
interface Included {
  readonly seconds: number;
  /** Waives the connect fee of a call fully covered by included talk. Its minimum charge is waived in any case. */
  readonly coversConnectFee: boolean;
}

export interface Charge {
  readonly rawSeconds: number;
  /** After free seconds. */
  readonly chargeableSeconds: number;
  readonly withinGrace: boolean;
  readonly billedSeconds: number;
  readonly allowanceSeconds: number;
  readonly paidSeconds: number;
  readonly connectFeeMicros: number;
  readonly connectFeeWaived: boolean;
  /** Exact, in sixtieths of a micro, because rates are per minute and calls are in seconds. */
  readonly usageSixtieths: number | bigint;
  /** Connect fee and usage, before minimum, maximum and rounding. */
  readonly sumSixtieths: number | bigint;
  readonly limitedBy: 'minimum' | 'maximum' | null;
  readonly costMicros: number;
}

const NONE: readonly Included[] = [];

/** Rounds up to whole blocks: the first block, then increments. */
const billedSecondsOf = (chargeable: number, initial: number, increment: number): number => {
  if (chargeable <= 0) return 0;
  if (chargeable <= initial) return initial;
  return initial + Math.ceil((chargeable - initial) / increment) * increment;
};

/**
 * Converts sixtieths to micros, rounded to the given unit. The quotient of two integers below 2^53 can be one too high, which its remainder
 * shows. A remainder operator would be exact too, but several times slower for large numbers.
 */
const roundNumber = (sixtieths: number, unit: number, up: boolean): number => {
  let floor = Math.floor(sixtieths / unit);
  let rest = sixtieths - floor * unit;
  if (rest < 0) {
    floor -= 1;
    rest += unit;
  }
  const more = up ? rest > 0 : rest * 2 >= unit;
  return (more ? floor + 1 : floor) * (unit / 60);
};

const roundBig = (sixtieths: bigint, unit: bigint, up: boolean): number => {
  const rest = sixtieths % unit;
  const floor = sixtieths / unit;
  const more = up ? rest > 0n : rest * 2n >= unit;
  const micros = ((more ? floor + 1n : floor) * unit) / 60n;
  if (micros > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The charge exceeds 9,000,000,000');
  return Number(micros);
};

/** Half of 2^53: leaves range for the connect fee, the unit and doubling a remainder. */
const SAFE = 2 ** 52;
const UNITS = [60_000_000, 6_000_000, 600_000, 60_000, 6000, 600, 60] as const;

/** Returns the value of the last digit in sixtieths of a micro. Throws a RangeError for decimals outside 0 to 6. */
const unitOf = ({ decimals }: Rounding): number => {
  const unit = UNITS[decimals];
  if (unit === undefined) throw new RangeError(`Invalid number of decimals: ${decimals}`);
  return unit;
};

const costOf = (
  sum: number | bigint,
  least: number | null,
  most: number | null,
  rounding: Rounding,
): { readonly micros: number; readonly limitedBy: Charge['limitedBy'] } => {
  const unit = unitOf(rounding);
  const up = rounding.mode === 'up';
  let limitedBy: Charge['limitedBy'] = null;
  if (typeof sum === 'bigint' || (least ?? 0) > SAFE / 60 || (most ?? 0) > SAFE / 60) {
    let exact = BigInt(sum);
    if (least !== null && exact < BigInt(least) * 60n) [exact, limitedBy] = [BigInt(least) * 60n, 'minimum'];
    if (most !== null && exact > BigInt(most) * 60n) [exact, limitedBy] = [BigInt(most) * 60n, 'maximum'];
    return { micros: roundBig(exact, BigInt(unit), up), limitedBy };
  }
  let limited = sum;
  if (least !== null && limited < least * 60) {
    limited = least * 60;
    limitedBy = 'minimum';
  }
  if (most !== null && limited > most * 60) {
    limited = most * 60;
    limitedBy = 'maximum';
  }
  return { micros: roundNumber(limited, unit, up), limitedBy };
};

/**
 * `billsec`: connected seconds above 0, fractions are rounded up once before any block. `included`: remaining included talk of each
 * matching allowance, in order. Throws a RangeError for invalid seconds and for a charge too large for an invoice.
 */
export const chargeOf = (
  terms: RateTerms,
  billsec: number,
  rounding: Rounding,
  included: readonly Included[] = NONE,
): Charge => {
  const rawSeconds = Math.ceil(billsec);
  if (!Number.isSafeInteger(rawSeconds) || rawSeconds < 0) throw new RangeError(`Invalid duration: ${billsec}`);
  const withinGrace = rawSeconds < terms.graceSeconds;
  const chargeableSeconds = withinGrace || rawSeconds <= terms.freeSeconds ? 0 : rawSeconds - terms.freeSeconds;
  const billedSeconds = billedSecondsOf(chargeableSeconds, terms.initialSeconds, terms.incrementSeconds);
  let paidSeconds = billedSeconds;
  let covers = false;
  for (const allowance of included) {
    if (paidSeconds === 0) break;
    const taken = Math.min(paidSeconds, allowance.seconds);
    paidSeconds -= taken;
    if (taken > 0 && allowance.coversConnectFee) covers = true;
  }
  const connectFeeWaived = covers && paidSeconds === 0;
  const connectFeeMicros = withinGrace || connectFeeWaived ? 0 : terms.connectFeeMicros;
  const usage = terms.ratePerMinuteMicros * paidSeconds;
  const sum = connectFeeMicros * 60 + usage;
  const exact = sum <= SAFE;
  const usageSixtieths = exact ? usage : BigInt(terms.ratePerMinuteMicros) * BigInt(paidSeconds);
  const sumSixtieths = exact ? sum : BigInt(connectFeeMicros) * 60n + BigInt(usageSixtieths);
  const isCovered = billedSeconds > 0 && paidSeconds === 0;
  // A fully covered call has no minimum charge. Its connect fee is charged if not covered.
  const least = isCovered ? null : terms.minChargeMicros;
  const cost = withinGrace
    ? { micros: 0, limitedBy: null }
    : costOf(sumSixtieths, least, terms.maxChargeMicros, rounding);
  return {
    rawSeconds,
    chargeableSeconds,
    withinGrace,
    billedSeconds,
    allowanceSeconds: billedSeconds - paidSeconds,
    paidSeconds,
    connectFeeMicros,
    connectFeeWaived,
    usageSixtieths,
    sumSixtieths,
    limitedBy: cost.limitedBy,
    costMicros: cost.micros,
  };
};
