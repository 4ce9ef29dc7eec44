// Money as whole micros (millionths) of a currency unit, exact: '0.1036' is 103 600. Never a fraction or a float.

/** Valid prices: up to nine digits before and six after the decimal point. */
const DECIMAL = /^([0-9]{1,9})(?:\.([0-9]{1,6}))?$/;

/** Parses a price. Throws a RangeError for a sign, an exponent, a comma, or more than nine or six digits. */
export const microsOf = (decimal: string): number => {
  const match = DECIMAL.exec(decimal);
  if (match === null) throw new RangeError(`Invalid price: ${decimal}`);
  // Both parts are integers, and their sum is below 2^53.
  return Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'));
};

/** Returns decimal text with at least `least` decimals and no further trailing zeros. Exact for every number of micros. */
export const decimalOf = (micros: number | bigint, least = 2): string => {
  const whole = BigInt(micros);
  const sign = whole < 0n ? '-' : '';
  const digits = (whole < 0n ? -whole : whole).toString().padStart(7, '0');
  const fraction = digits.slice(-6);
  const needed = Math.max(least, fraction.replace(/0+$/, '').length);
  const shown = fraction.slice(0, needed).padEnd(least, '0');
  return `${sign}${digits.slice(0, -6)}${needed === 0 ? '' : `.${shown}`}`;
};

/** Parses a sum from a database, with a sign and any number of digits before the decimal point. Throws when invalid. */
export const sumMicrosOf = (text: string): bigint => {
  const match = /^(-?)([0-9]+)(?:\.([0-9]{1,6}))?$/.exec(text);
  if (match === null) throw new RangeError(`Invalid amount: ${text}`);
  const [, sign = '', whole = '0', fraction = ''] = match;
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
};

/**
 * Returns `amount` × `part` ÷ `of` with a single rounding to whole `unit`s, half away from zero, so that a credit mirrors its charge.
 * Examples: 15/30 of 29.00, 17 % tax, an exchange rate of 1.0834. All values are integers (micros or seconds), `part` and `of` in the same
 * scale. Throws a RangeError for a fraction, a zero divisor, and a result beyond 2^53.
 */
export const shareOf = (amount: number, part: number, of: number, unit: number): number => {
  for (const value of [amount, part, of, unit])
    if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
  if (part < 0 || of <= 0 || unit <= 0) throw new RangeError(`Invalid share: ${part} of ${of} in units of ${unit}`);
  const sign = amount < 0 ? -1n : 1n;
  const product = BigInt(amount) * sign * BigInt(part);
  const divisor = BigInt(of) * BigInt(unit);
  const share = Number(((2n * product + divisor) / (2n * divisor)) * BigInt(unit) * sign);
  if (!Number.isSafeInteger(share)) throw new RangeError('The share exceeds 9,000,000,000');
  return share;
};
