// Money as whole millionths of a currency's unit, exact: '0.1036' is 103 600. Never a fraction, never a float.

/** Up to nine digits before the point and six behind it: what a price may be. */
export const DECIMAL = /^([0-9]{1,9})(?:\.([0-9]{1,6}))?$/;

/** Throws a RangeError for what is not a price: a sign, an exponent, a comma, more than nine or six digits. */
export const microsOf = (decimal: string): number => {
  const match = DECIMAL.exec(decimal);
  if (match === null) throw new RangeError(`Not a price: ${decimal}`);
  // Both parts are whole, and their sum is below 2^53.
  return Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'));
};

/** A decimal text with at least `least` digits behind the point, and no zeros beyond them. Exact for every whole number of millionths. */
export const decimalOf = (micros: number | bigint, least = 2): string => {
  const whole = BigInt(micros);
  const sign = whole < 0n ? '-' : '';
  const digits = (whole < 0n ? -whole : whole).toString().padStart(7, '0');
  const fraction = digits.slice(-6);
  const needed = Math.max(least, fraction.replace(/0+$/, '').length);
  const shown = fraction.slice(0, needed).padEnd(least, '0');
  return `${sign}${digits.slice(0, -6)}${needed === 0 ? '' : `.${shown}`}`;
};

/** Of a sum as a database writes it, with a sign and any number of digits before the point. Throws for what is none. */
export const sumMicrosOf = (text: string): bigint => {
  const match = /^(-?)([0-9]+)(?:\.([0-9]{1,6}))?$/.exec(text);
  if (match === null) throw new RangeError(`Not an amount: ${text}`);
  const [, sign = '', whole = '0', fraction = ''] = match;
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
};
