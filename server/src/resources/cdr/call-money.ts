import { can } from '@ringside/core/access/ability.ts';
import type { OnwardLeg } from '@ringside/core/calls/onward-legs.ts';
import type { CallCost, CallPrice, OnwardCall } from '@ringside/core/contract/cdr.ts';
import { formatNumber } from '@ringside/core/format/phone.ts';
import { costsOf } from '../../billing/cost-queries.ts';
import { ratingsOf } from '../../billing/queries.ts';
import { seesCosts } from '../../billing/sees-costs.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { costOfCall, priceOf } from './call-price.ts';
import type { CallRow } from './queries.ts';

interface Money {
  readonly price: CallPrice | null;
  readonly cost: CallCost | null;
}

/** What the call costs, as far as the caller may know, and what of it left the house again does. */
export const callMoney = async (
  { db, config }: Deps,
  caller: Caller,
  row: CallRow,
): Promise<Money & { readonly onward: OnwardCall[] }> => {
  const ratings = can(caller.abilities, 'read', 'billing') ? await ratingsOf(db, row.id) : [];
  const costs = seesCosts(caller) ? await costsOf(db, row.id) : [];
  const moneyOf = (leg: number): Money => {
    const rating = ratings.find((one) => one.leg === leg) ?? null;
    return { price: priceOf(rating), cost: costOfCall(costs.find((one) => one.leg === leg) ?? null, rating) };
  };
  const legs = row.onward === null ? [] : (JSON.parse(row.onward) as OnwardLeg[]);
  const onward = legs.map(({ number, answerAt, seconds }, n) => ({
    ...{
      destination: formatNumber(number, config.defaultCountry),
      answerAt: new Date(answerAt).toISOString(),
      seconds,
    },
    ...moneyOf(n + 1),
  }));
  return { ...moneyOf(0), onward };
};
