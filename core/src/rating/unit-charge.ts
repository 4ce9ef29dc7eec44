// What a plan asks for things that are counted: how many of them, and each at which price.
export interface UnitTerms {
  /** Decimal, of each unit below the first tier. */
  readonly unitPrice: string;
  readonly includedQuantity: number;
  readonly minimumQuantity?: number | undefined;
  readonly maximumQuantity?: number | undefined;
  /** By `above`, ascending: charged units beyond it cost `unitPrice` each, up to the next tier. */
  readonly tiers?: readonly { readonly above: number; readonly unitPrice: string }[] | undefined;
}

export interface UnitPart {
  /** 0 of the first price. */
  readonly above: number;
  /** Whole, above 0. */
  readonly units: number;
  readonly unitPrice: string;
}

export interface UnitCharge {
  /** All parts together. */
  readonly billed: number;
  /** What raised or lowered the number that is charged. */
  readonly limitedBy: 'minimum' | 'maximum' | null;
  /** In the order of the tiers; none: nothing is charged. */
  readonly parts: readonly UnitPart[];
}

/** `quantity`: the most that there were at once in the period. What is included comes off before minimum and maximum. */
export const unitCharge = (fee: UnitTerms, quantity: number): UnitCharge => {
  const beyond = Math.max(0, quantity - fee.includedQuantity);
  const billed = Math.min(Math.max(beyond, fee.minimumQuantity ?? 0), fee.maximumQuantity ?? Infinity);
  const prices = [{ above: 0, unitPrice: fee.unitPrice }, ...(fee.tiers ?? [])];
  return {
    billed,
    limitedBy: billed > beyond ? 'minimum' : billed < beyond ? 'maximum' : null,
    parts: prices.flatMap(({ above, unitPrice }, i): UnitPart[] => {
      const units = Math.min(billed, prices[i + 1]?.above ?? Infinity) - above;
      return units > 0 ? [{ above, units, unitPrice }] : [];
    }),
  };
};
