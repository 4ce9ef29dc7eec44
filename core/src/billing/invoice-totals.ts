// Calculates the totals of an invoice. Lines are rounded already. Each tax is rounded once, on its sum.
import { shareOf } from '../base/micros.ts';

export const TAX_TARGETS = ['all', 'fees', 'usage'] as const;

export interface TaxRate {
  readonly label: string;
  /** Ten-thousandths of a percent: 17 % is 170 000. */
  readonly percent: number;
  readonly appliesTo: (typeof TAX_TARGETS)[number];
  /** Also applies to earlier taxes on the same lines. */
  readonly compound?: boolean | undefined;
}

/** A line in micros, rounded to the currency's smallest unit. */
export interface TotalledLine {
  readonly netMicros: number;
  readonly of: 'fees' | 'usage';
}

interface TaxAmount {
  readonly label: string;
  readonly percent: number;
  /** Tax base: lines, plus earlier taxes for a compound tax. With inclusive taxes: the lines. */
  readonly baseMicros: number;
  readonly amountMicros: number;
}

interface InvoiceTotals {
  readonly netMicros: number;
  readonly taxMicros: number;
  readonly totalMicros: number;
  readonly taxes: readonly TaxAmount[];
}

const WHOLE = 1_000_000;
const PARTS = ['fees', 'usage'] as const;
type Part = (typeof PARTS)[number];

const whole = (sum: number): number => {
  if (!Number.isSafeInteger(sum)) throw new RangeError('The sum exceeds 9,000,000,000');
  return sum;
};

const sumOf = (lines: readonly TotalledLine[]): number =>
  whole(lines.reduce((total, line) => total + line.netMicros, 0));

const sumOfParts = (lines: readonly TotalledLine[], parts: readonly Part[]): number =>
  sumOf(lines.filter((line) => parts.includes(line.of)));

const liesOn = (rate: TaxRate, part: Part): boolean => rate.appliesTo === 'all' || rate.appliesTo === part;

/** Returns one tax on parts of the lines. Its contribution to a later compound tax is rounded as shown on the document. */
const taxBeside = (
  rates: readonly TaxRate[],
  at: number,
  lines: readonly TotalledLine[],
  parts: readonly Part[],
  coin: number,
): Pick<TaxAmount, 'baseMicros' | 'amountMicros'> => {
  const rate = rates[at]!;
  const own = parts.filter((part) => liesOn(rate, part));
  const below = rate.compound === true ? rates.slice(0, at) : [];
  const baseMicros = below.reduce(
    (sum, _, n) => whole(sum + taxBeside(rates, n, lines, own, coin).amountMicros),
    sumOfParts(lines, own),
  );
  return { baseMicros, amountMicros: shareOf(baseMicros, rate.percent, WHOLE, coin) };
};

/** Returns for each tax its share of one unit, in `scale`. Exact, because each tax divides once. */
const weightsOf = (rates: readonly TaxRate[], part: Part, scale: bigint): readonly bigint[] => {
  const weights: bigint[] = [];
  for (const rate of rates) {
    const below = rate.compound === true ? weights.reduce((sum, weight) => sum + weight, scale) : scale;
    weights.push(liesOn(rate, part) ? (BigInt(rate.percent) * below) / BigInt(WHOLE) : 0n);
  }
  return weights;
};

const roundedOf = (above: bigint, below: bigint, coin: number): number => {
  const [size, unit] = [above < 0n ? -above : above, below * BigInt(coin)];
  const rounded = Number(((2n * size + unit) / (2n * unit)) * BigInt(coin));
  return whole(above < 0n ? -rounded : rounded);
};

/** Inclusive taxes: each tax is its weight divided by the line plus all weights, summed over both parts before rounding. */
const taxesWithin = (rates: readonly TaxRate[], lines: readonly TotalledLine[], coin: number): TaxAmount[] => {
  const scale = BigInt(WHOLE) ** BigInt(rates.length);
  const parts = PARTS.map((part) => {
    const weights = weightsOf(rates, part, scale);
    const gross = BigInt(sumOfParts(lines, [part]));
    return { weights, gross, all: weights.reduce((sum, weight) => sum + weight, scale) };
  });
  const [fees, usage] = [parts[0]!, parts[1]!];
  return rates.map((rate, n) => {
    const above = fees.gross * fees.weights[n]! * usage.all + usage.gross * usage.weights[n]! * fees.all;
    const baseMicros = sumOfParts(
      lines,
      PARTS.filter((part) => liesOn(rate, part)),
    );
    const { label, percent } = rate;
    return { label, percent, baseMicros, amountMicros: roundedOf(above, fees.all * usage.all, coin) };
  });
};

/**
 * `coin`: smallest unit of the currency in micros. `inclusive`: lines include their taxes, and the total is their sum. Throws a RangeError
 * for sums beyond 2^53.
 */
export const invoiceTotals = (
  lines: readonly TotalledLine[],
  rates: readonly TaxRate[],
  coin: number,
  inclusive: boolean,
): InvoiceTotals => {
  const sum = sumOf(lines);
  const taxes = inclusive
    ? taxesWithin(rates, lines, coin)
    : rates.map(({ label, percent }, n) => ({ label, percent, ...taxBeside(rates, n, lines, PARTS, coin) }));
  const taxMicros = taxes.reduce((total, { amountMicros }) => total + amountMicros, 0);
  return inclusive
    ? { netMicros: sum - taxMicros, taxMicros, totalMicros: sum, taxes }
    : { netMicros: sum, taxMicros, totalMicros: sum + taxMicros, taxes };
};
