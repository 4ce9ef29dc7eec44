// What the lines of an invoice come to: lines are whole coins already, each tax is rounded once, on the sum that it is of.
import { shareOf } from './share-of.ts';

export const TAX_TARGETS = ['all', 'fees', 'usage'] as const;

export interface TaxRate {
  readonly label: string;
  /** Ten-thousandths of a percent: 17 % is 170 000. */
  readonly percent: number;
  readonly appliesTo: (typeof TAX_TARGETS)[number];
}

/** A line in millionths, whole coins. */
export interface TotalledLine {
  readonly netMicros: number;
  readonly of: 'fees' | 'usage';
}

export interface TaxAmount {
  readonly label: string;
  readonly percent: number;
  readonly baseMicros: number;
  readonly amountMicros: number;
}

export interface InvoiceTotals {
  readonly netMicros: number;
  readonly taxMicros: number;
  readonly totalMicros: number;
  readonly taxes: readonly TaxAmount[];
}

const WHOLE = 1_000_000;
const PARTS = ['fees', 'usage'] as const;

const sumOf = (lines: readonly TotalledLine[]): number => {
  const sum = lines.reduce((total, line) => total + line.netMicros, 0);
  if (!Number.isSafeInteger(sum)) throw new RangeError('A sum beyond nine thousand million');
  return sum;
};

const liesOn = (rate: TaxRate, part: TotalledLine['of']): boolean =>
  rate.appliesTo === 'all' || rate.appliesTo === part;

/** Lines that hold their taxes hold all that lie on them; where those differ by part, each part is a sum of its own. */
const taxOf = (
  rate: TaxRate,
  rates: readonly TaxRate[],
  lines: readonly TotalledLine[],
  coin: number,
  inclusive: boolean,
): TaxAmount => {
  const bases = PARTS.filter((part) => liesOn(rate, part)).map((part) => ({
    micros: sumOf(lines.filter((line) => line.of === part)),
    together: rates.filter((other) => liesOn(other, part)).reduce((percent, other) => percent + other.percent, 0),
  }));
  const { label, percent } = rate;
  const baseMicros = bases.reduce((sum, { micros }) => sum + micros, 0);
  const share = (micros: number, of: number): number => shareOf(micros, percent, of, coin);
  const together = new Set(bases.map((base) => base.together));
  if (!inclusive) return { label, percent, baseMicros, amountMicros: share(baseMicros, WHOLE) };
  const amountMicros =
    together.size === 1
      ? share(baseMicros, WHOLE + [...together][0]!)
      : bases.reduce((sum, base) => sum + share(base.micros, WHOLE + base.together), 0);
  return { label, percent, baseMicros, amountMicros };
};

/**
 * `coin`: the smallest of the currency in millionths. `inclusive`: the lines hold their taxes already, and the total is
 * their sum. Throws a RangeError for sums beyond 2^53.
 */
export const invoiceTotals = (
  lines: readonly TotalledLine[],
  rates: readonly TaxRate[],
  coin: number,
  inclusive: boolean,
): InvoiceTotals => {
  const sum = sumOf(lines);
  const taxes = rates.map((rate) => taxOf(rate, rates, lines, coin, inclusive));
  const taxMicros = taxes.reduce((total, { amountMicros }) => total + amountMicros, 0);
  return inclusive
    ? { netMicros: sum - taxMicros, taxMicros, totalMicros: sum, taxes }
    : { netMicros: sum, taxMicros, totalMicros: sum + taxMicros, taxes };
};
