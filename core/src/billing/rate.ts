// A rate for the numbers with a prefix.

const TIMINGS = ['any', 'peak', 'off-peak'] as const;
export type Timing = (typeof TIMINGS)[number];

/** Amounts are micros of the plan's currency, times are epoch milliseconds. */
export interface RateTerms {
  readonly connectFeeMicros: number;
  readonly ratePerMinuteMicros: number;
  /** The first block, at least 1. */
  readonly initialSeconds: number;
  /** Every following block, at least 1. */
  readonly incrementSeconds: number;
  readonly freeSeconds: number;
  /** Shorter calls are free. */
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
  /** Exclusive. `null`: open-ended. */
  readonly effectiveUntil: number | null;
  /** Calls are blocked, whatever shorter prefixes allow. */
  readonly blocked: boolean;
}
