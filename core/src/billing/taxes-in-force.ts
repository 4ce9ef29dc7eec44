// Selects the rates of a tax profile for an invoice: those of the customer's country on the invoice day.

interface DatedRate {
  readonly label: string;
  readonly appliesTo: string;
  /** ISO 3166-1 alpha-2. Empty: every country. */
  readonly country: string;
  /** Start day. `null`: always. */
  readonly validFrom: string | null;
}

/** Prefers the country's own rate, then the later one. */
const beats = (one: DatedRate, other: DatedRate): boolean =>
  one.country === other.country ? (one.validFrom ?? '') >= (other.validFrom ?? '') : one.country !== '';

/**
 * Returns one rate per label and target, in order of first occurrence. `day`: last day of the invoice period, such as `2026-11-30`. An
 * ended tax is followed by a rate of 0 %, which is shown.
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
