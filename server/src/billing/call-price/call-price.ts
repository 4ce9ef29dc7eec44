// Converts the price and carrier cost of a call for the API and for file columns.
import { decimalOf, microsOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import type { CallCost, CallPrice } from '@ringside/core/contract/calls/cdr.ts';
import type { PricedCall, StoredCost } from '../cost-queries.ts';
import type { StoredRating } from '../queries.ts';

const shown = (rating: StoredRating | StoredCost) => ({
  connectFee: decimalOf(microsOf(rating.connectFee)),
  amount: decimalOf(microsOf(rating.amount)),
  steps: [...rating.steps],
  ratedAt: rating.ratedAt.toISOString(),
});

const without = <T extends { readonly leg: number }>(row: T): Omit<T, 'leg'> => {
  const { leg: _, ...rest } = row;
  return rest;
};

export const priceOf = (rating: StoredRating | null): CallPrice | null =>
  rating === null ? null : without({ ...rating, ...shown(rating) });

const marginOf = (
  price: string | null,
  currency: string | null,
  cost: string | null,
  costCurrency: string | null,
): string | null =>
  price === null || cost === null || currency !== costCurrency
    ? null
    : decimalOf(sumMicrosOf(price) - sumMicrosOf(cost));

/** `rating`: of the same call. */
export const costOfCall = (cost: StoredCost | null, rating: StoredRating | null): CallCost | null =>
  cost === null
    ? null
    : {
        ...without({ ...cost, ...shown(cost) }),
        margin: marginOf(
          rating?.status === 'rated' ? rating.amount : null,
          rating?.currency ?? null,
          cost.status === 'rated' ? cost.amount : null,
          cost.currency,
        ),
      };

const decimal = (amount: string | null): string => (amount === null ? '' : decimalOf(sumMicrosOf(amount)));

/** Returns the amount columns of a file. */
export const moneyColumns = (priced: PricedCall | undefined) => {
  if (priced === undefined) return {};
  const { price, currency, cost, costCurrency } = priced;
  return {
    ...{ price: decimal(price), currency: currency ?? '', cost: decimal(cost), costCurrency: costCurrency ?? '' },
    margin: marginOf(price, currency, cost, costCurrency) ?? '',
  };
};
