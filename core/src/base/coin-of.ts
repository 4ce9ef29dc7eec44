/** The smallest coin of an ISO 4217 currency in millionths of its unit: 10 000 of EUR, 1 000 000 of JPY. */
export const coinOf = (currency: string): number => {
  const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return 10 ** (6 - Math.min(6, digits ?? 2));
};
