/** Thousandths of a percent as a whole percentage: 81 130 is 81. */
export const wholePercent = (thousandths: number): number => Math.round(thousandths / 1000);

/** `81 %` in the given locale's way, and a dash for no value. */
export const formatPercent = (thousandths: number | null, locale = 'en'): string =>
  thousandths === null
    ? '–'
    : new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(
        wholePercent(thousandths) / 100,
      );
