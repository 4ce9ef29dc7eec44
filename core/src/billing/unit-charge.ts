// Calculates a plan's charge for counted items: quantities and prices.
export interface UnitTerms {
  /** Decimal price of each unit below the first tier. */
  readonly unitPrice: string;
  readonly includedQuantity: number;
  readonly minimumQuantity?: number | undefined;
  readonly maximumQuantity?: number | undefined;
  /** By `above`, ascending. Units beyond it cost `unitPrice` each, up to the next tier. */
  readonly tiers?: readonly { readonly above: number; readonly unitPrice: string }[] | undefined;
}

interface UnitPart {
  /** 0 for the first price. */
  readonly above: number;
  /** Integer above 0. */
  readonly units: number;
  readonly unitPrice: string;
}

interface UnitCharge {
  /** Sum of all parts. */
  readonly billed: number;
  /** Whether minimum or maximum changed the quantity. */
  readonly limitedBy: 'minimum' | 'maximum' | null;
  /** In tier order. Empty: no charge. */
  readonly parts: readonly UnitPart[];
}

/** `quantity`: peak quantity of the period. Included units are subtracted before minimum and maximum. */
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
