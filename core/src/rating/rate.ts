// What a rate deck says of the numbers that begin with a prefix.

export const TIMINGS = ['any', 'peak', 'off-peak'] as const;
export type Timing = (typeof TIMINGS)[number];

/** Amounts are whole millionths of the plan's currency, moments epoch milliseconds. */
export interface RateTerms {
  readonly connectFeeMicros: number;
  readonly ratePerMinuteMicros: number;
  /** The first block, at least 1. */
  readonly initialSeconds: number;
  /** Every block after it, at least 1. */
  readonly incrementSeconds: number;
  readonly freeSeconds: number;
  /** A shorter call costs nothing at all. */
  readonly graceSeconds: number;
  readonly minChargeMicros: number | null;
  readonly maxChargeMicros: number | null;
}

export interface Rate extends RateTerms {
  /** 1 to 24 digits of the international number. */
  readonly prefix: string;
  readonly destinationName: string;
  readonly destinationGroup: string;
  readonly timing: Timing;
  readonly effectiveFrom: number;
  /** Half open; null: for good. */
  readonly effectiveUntil: number | null;
  /** Calls there are refused, whatever shorter prefixes say. */
  readonly blocked: boolean;
}
