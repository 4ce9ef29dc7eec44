/** Formats a decimal text exactly, without converting it to a float. Invalid text gives `NaN`. */
export const formatDecimal = (format: Intl.NumberFormat, decimal: string): string =>
  // `Intl.NumberFormat` accepts any text at run time, but its type only literals.
  format.format(decimal as `${number}`);
