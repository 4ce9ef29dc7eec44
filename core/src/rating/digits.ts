/** The digits of an international number as a rate deck's prefixes count them: `+44 7712 345678` and `0044…` are `44…`. */
export const digitsOf = (number: string): string => {
  const digits = number.replace(/[^0-9]/g, '');
  return !number.trim().startsWith('+') && digits.startsWith('00') ? digits.slice(2) : digits;
};
