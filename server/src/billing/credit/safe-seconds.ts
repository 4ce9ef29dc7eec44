// Calculates the reserve for calls while the console is down: seconds that an amount pays for at the highest rate.
import type { Db } from '../../platform/db/connect.ts';
import { dearestTerms } from './credit-queries.ts';
import type { DearestTerms } from './credit-queries.ts';

/** Outages of the console are usually shorter than one hour. */
const MOST_SECONDS = 3_600;
const KEPT_MS = 60_000;

/** Returns whole seconds that cost at most `micros` at any rate. */
const secondsFor = (micros: bigint, dearest: DearestTerms): number => {
  const left = micros - dearest.connectFeeMicros;
  if (left < dearest.minChargeMicros || left < 0n) return 0;
  if (dearest.ratePerMinuteMicros === 0n) return MOST_SECONDS;
  const paid = (left * 60n) / dearest.ratePerMinuteMicros;
  // Subtracts one block, because the call may end just after a block has started.
  const whole = paid - BigInt(dearest.blockSeconds) + 1n;
  return Number(whole < 0n ? 0n : whole > BigInt(MOST_SECONDS) ? BigInt(MOST_SECONDS) : whole);
};

export const createSafeSeconds = (
  db: Db,
  now: () => number,
): ((customerId: string, micros: bigint) => Promise<number>) => {
  const known = new Map<string, { readonly until: number; readonly dearest: DearestTerms | null }>();
  return async (customerId, micros) => {
    let terms = known.get(customerId);
    if (terms === undefined || terms.until < now()) {
      terms = { until: now() + KEPT_MS, dearest: await dearestTerms(db, customerId, now()) };
      known.set(customerId, terms);
    }
    return terms.dearest === null ? MOST_SECONDS : secondsFor(micros, terms.dearest);
  };
};
