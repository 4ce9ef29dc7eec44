// Prices many calls: the terms of every rate side by side in one array, eight numbers (one line of a processor's cache) a rate,
// and nothing allocated for a call. `chargeOf` is the same arithmetic with every part shown, and takes over for huge sums.
import { billedSecondsOf, chargeOf, roundNumber, unitOf } from './charge.ts';
import type { Rounding } from './charge.ts';
import type { Rate } from './rate.ts';

const COLUMNS = 8;
/** Sums stay whole below 2^53; a quarter of it leaves room for rounding up. */
const SAFE = 2 ** 51;

/** What the call costs, in millionths. `index`: of the rate; `leftSeconds`: of included talk that covers the call but not its connect fee. */
export type Pricer = (index: number, billsec: number, leftSeconds: number) => number;

export const createPricer = (rates: readonly Rate[], rounding: Rounding): Pricer => {
  const terms = new Float64Array(rates.length * COLUMNS);
  for (const [index, rate] of rates.entries()) {
    const { minChargeMicros: least, maxChargeMicros: most } = rate;
    terms.set(
      [
        rate.graceSeconds,
        rate.freeSeconds,
        rate.initialSeconds,
        rate.incrementSeconds,
        rate.connectFeeMicros * 60,
        rate.ratePerMinuteMicros,
        (least ?? 0) * 60,
        most === null ? Infinity : most * 60,
      ],
      index * COLUMNS,
    );
  }
  const unit = unitOf(rounding);
  const up = rounding.mode === 'up';
  const exactly: Pricer = (index, billsec, leftSeconds) =>
    chargeOf(rates[index]!, billsec, rounding, [{ seconds: leftSeconds, coversConnectFee: false }]).costMicros;

  return (index, billsec, leftSeconds) => {
    const row = index * COLUMNS;
    const raw = Math.ceil(billsec);
    if (raw < terms[row]!) return 0;
    const billed = billedSecondsOf(raw - terms[row + 1]!, terms[row + 2]!, terms[row + 3]!);
    const paid = billed > leftSeconds ? billed - leftSeconds : 0;
    let sum = terms[row + 4]! + terms[row + 5]! * paid;
    const least = terms[row + 6]!;
    if (sum < least) sum = least;
    const most = terms[row + 7]!;
    // Also for a duration that is none: a comparison with NaN is false.
    if (!(sum <= SAFE && raw >= 0)) return exactly(index, billsec, leftSeconds);
    return roundNumber(sum > most ? most : sum, unit, up);
  };
};
