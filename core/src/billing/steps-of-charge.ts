import { decimalOf } from '../base/micros.ts';
import type { Charge, Rounding } from './charge.ts';
import type { RateTerms } from './rate.ts';
import type { RatingStep } from './rating-step.ts';

/** Formats sixtieths of a micro with six digits, half up. For display only. */
export const readable = (sixtieths: number | bigint, least = 2): string =>
  decimalOf((BigInt(sixtieths) * 2n + 60n) / 120n, least);

interface SpentOn {
  readonly name: string;
  readonly left: number | null;
  readonly seconds: number;
}

const ofSeconds = (terms: RateTerms, billsec: number, charge: Charge): RatingStep[] => {
  const steps: RatingStep[] = [];
  const { rawSeconds, chargeableSeconds, billedSeconds } = charge;
  if (billsec !== rawSeconds) steps.push({ kind: 'whole-seconds', billsec, rawSeconds });
  if (charge.withinGrace) return [...steps, { kind: 'grace', rawSeconds, graceSeconds: terms.graceSeconds }];
  if (terms.freeSeconds > 0)
    steps.push({ kind: 'free-seconds', rawSeconds, freeSeconds: terms.freeSeconds, chargeableSeconds });
  const { initialSeconds, incrementSeconds } = terms;
  if (chargeableSeconds > 0)
    steps.push({
      kind: 'increments',
      chargeableSeconds,
      initialSeconds,
      incrementSeconds,
      increments: (billedSeconds - initialSeconds) / incrementSeconds,
      billedSeconds,
    });
  return steps;
};

/** Returns the steps with an effect, in order. */
export const stepsOfCharge = (
  terms: RateTerms,
  billsec: number,
  charge: Charge,
  rounding: Rounding,
  spent: readonly SpentOn[],
): RatingStep[] => {
  const steps = ofSeconds(terms, billsec, charge);
  let unpaid = charge.billedSeconds;
  for (const { name, left, seconds } of spent) {
    unpaid -= seconds;
    steps.push({ kind: 'allowance', name, leftSeconds: left, takenSeconds: seconds, paidSeconds: unpaid });
  }
  if (charge.withinGrace) return steps;
  if (charge.chargeableSeconds > 0)
    steps.push({
      kind: 'usage',
      ratePerMinute: decimalOf(terms.ratePerMinuteMicros),
      paidSeconds: charge.paidSeconds,
      amount: readable(charge.usageSixtieths),
      exact: BigInt(charge.usageSixtieths) % 60n === 0n,
    });
  if (terms.connectFeeMicros > 0)
    steps.push({
      kind: 'connect-fee',
      connectFee: decimalOf(terms.connectFeeMicros),
      waived: charge.connectFeeWaived,
    });
  if (charge.limitedBy === 'minimum') steps.push({ kind: 'minimum', minCharge: decimalOf(terms.minChargeMicros ?? 0) });
  if (charge.limitedBy === 'maximum') steps.push({ kind: 'maximum', maxCharge: decimalOf(terms.maxChargeMicros ?? 0) });
  const sum =
    charge.limitedBy === 'minimum'
      ? decimalOf(terms.minChargeMicros ?? 0)
      : charge.limitedBy === 'maximum'
        ? decimalOf(terms.maxChargeMicros ?? 0)
        : readable(charge.sumSixtieths);
  const { decimals, mode } = rounding;
  return [...steps, { kind: 'round', sum, decimals, mode, cost: decimalOf(charge.costMicros, decimals) }];
};
