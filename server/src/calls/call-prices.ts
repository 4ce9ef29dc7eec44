// Interface for the prices of calls on call pages. Billing implements it, so this area does not depend on plans and rates.
import type { CALL_COST_COLUMNS, CALL_PRICE_COLUMNS } from '@ringside/core/contract/calls/cdr.ts';
import type { CallCost, CallPrice, OnwardCall } from '@ringside/core/contract/calls/cdr.ts';
import type { Caller } from '../platform/caller/caller.ts';
import type { CallRow } from './cdr/queries.ts';
import type { PriceCalls } from './store-imported.ts';

export interface CallPrices {
  /** Columns of an export that the caller may see. */
  columnsFor(caller: Caller): readonly (typeof CALL_PRICE_COLUMNS | typeof CALL_COST_COLUMNS)[number][];
  /** Values of those columns by call id. A call without a price is missing. */
  columnsOf(caller: Caller, callIds: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>>;
  /** Price and carrier cost of the call and of its further trunk legs, as far as the caller may see them. */
  ofCall(
    caller: Caller,
    call: CallRow,
  ): Promise<{ readonly price: CallPrice | null; readonly cost: CallCost | null; readonly onward: OnwardCall[] }>;
  /** Prices imported calls in the transaction that stores them. */
  readonly priceImported: PriceCalls;
}
