/** Returns the smallest unit of an ISO 4217 currency in micros: 10 000 for EUR, 1 000 000 for JPY. */
export const coinOf = (currency: string): number => {
  const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return 10 ** (6 - Math.min(6, digits ?? 2));
};
