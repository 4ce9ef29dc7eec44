// Part of an amount, exact until it is rounded, once: days of a month, a tax, another currency.

/**
 * `amount` × `part` ÷ `of` to whole `unit`s, half up, a credit as its charge: shares of 29.00 for 15 of 30 days, of 17 in
 * 100, at 1.0834. All are whole numbers: millionths or seconds, and `part` and `of` in one scale. Throws a RangeError
 * for what is not whole, for nothing to share by, and for a result beyond 2^53.
 */
export const shareOf = (amount: number, part: number, of: number, unit: number): number => {
  for (const value of [amount, part, of, unit])
    if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
  if (part < 0 || of <= 0 || unit <= 0) throw new RangeError(`Not a share: ${part} of ${of} in units of ${unit}`);
  const sign = amount < 0 ? -1n : 1n;
  const product = BigInt(amount) * sign * BigInt(part);
  const divisor = BigInt(of) * BigInt(unit);
  const share = Number(((2n * product + divisor) / (2n * divisor)) * BigInt(unit) * sign);
  if (!Number.isSafeInteger(share)) throw new RangeError('A share beyond nine thousand million');
  return share;
};
