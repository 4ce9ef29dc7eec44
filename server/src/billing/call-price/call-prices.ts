import { can } from '@ringside/core/access/ability.ts';
import { CALL_COST_COLUMNS, CALL_PRICE_COLUMNS } from '@ringside/core/contract/calls/cdr.ts';
import type { CallPrices } from '../../calls/call-prices.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import { pricesOf } from '../cost-queries.ts';
import { priceImported } from '../rate-due.ts';
import { seesCosts } from '../sees-costs.ts';
import { callMoney } from './call-money.ts';
import { moneyColumns } from './call-price.ts';

export const createCallPrices = (services: { readonly db: Db; readonly config: Config }): CallPrices => ({
  columnsFor: (caller) => [
    ...(can(caller.abilities, 'read', 'billing') ? CALL_PRICE_COLUMNS : []),
    ...(seesCosts(caller) ? CALL_COST_COLUMNS : []),
  ],
  columnsOf: async (caller, callIds) => {
    if (!can(caller.abilities, 'read', 'billing')) return new Map();
    const prices = await pricesOf(services.db, callIds, seesCosts(caller));
    return new Map([...prices].map(([id, priced]) => [id, moneyColumns(priced)]));
  },
  ofCall: (caller, call) => callMoney(services, caller, call),
  priceImported: priceImported(services.config.defaultCountry),
});
