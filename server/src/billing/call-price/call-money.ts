import { can } from '@ringside/core/access/ability.ts';
import { extensionOf } from '@ringside/core/calls/channel-names.ts';
import type { OnwardLeg } from '@ringside/core/calls/onward-legs.ts';
import type { CallCost, CallPrice, OnwardCall } from '@ringside/core/contract/calls/cdr.ts';
import { formatNumber } from '@ringside/core/base/phone.ts';
import { costsOf } from '../cost-queries.ts';
import { ratingsOf } from '../queries.ts';
import { seesCosts } from '../sees-costs.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import { costOfCall, priceOf } from './call-price.ts';
import type { CallRow } from '../../calls/cdr/queries.ts';

interface Money {
  readonly price: CallPrice | null;
  readonly cost: CallCost | null;
}

/** Returns price and cost of the call and of its further trunk legs, as far as the caller may see them. */
export const callMoney = async (
  { db, config }: { readonly config: Config; readonly db: Db },
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
  const onward = legs.map(({ number, line = '', answerAt, seconds }, n) => ({
    ...{
      destination: formatNumber(number, config.defaultCountry),
      extension: line === '' || line.startsWith('@') ? '' : extensionOf(`PJSIP/${line}`),
      answerAt: new Date(answerAt).toISOString(),
      seconds,
    },
    ...moneyOf(n + 1),
  }));
  return { ...moneyOf(0), onward };
};
