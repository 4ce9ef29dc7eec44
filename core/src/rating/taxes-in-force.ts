// Which of a profile's rates an invoice is taxed by: those of the customer's country, as they are on its day.

export interface DatedRate {
  readonly label: string;
  readonly appliesTo: string;
  /** ISO 3166-1 alpha-2; empty: every country. */
  readonly country: string;
  /** A day; null: from the beginning. */
  readonly validFrom: string | null;
}

/** A rate of the country itself before one of every country, then the later. */
const beats = (one: DatedRate, other: DatedRate): boolean =>
  one.country === other.country ? (one.validFrom ?? '') >= (other.validFrom ?? '') : one.country !== '';

/**
 * One of each label and target, in the order in which these stand first. `day`: `2026-11-30`, the last of the invoice's
 * period. A tax that ended is followed by one of 0 %, which is shown.
 */
export const taxesInForce = <R extends DatedRate>(rates: readonly R[], country: string, day: string): readonly R[] => {
  const found = new Map<string, R>();
  for (const rate of rates) {
    if ((rate.country !== '' && rate.country !== country) || (rate.validFrom ?? '') > day) continue;
    const key = JSON.stringify([rate.label.toLowerCase(), rate.appliesTo]);
    const before = found.get(key);
    if (before === undefined || beats(rate, before)) found.set(key, rate);
  }
  return [...found.values()];
};
