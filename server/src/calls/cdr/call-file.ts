// Exports call records with the same rows and columns for the page and for scheduled reports.
import { CALL_COLUMNS } from '@ringside/core/contract/calls/cdr.ts';
import type { CallFilters } from '@ringside/core/contract/calls/cdr.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import { callOf, formatOnce } from './call-of.ts';
import type { CallPrices } from '../call-prices.ts';
import { readCalls } from './queries.ts';
import type { CallRow, Position } from './queries.ts';

const BATCH = 1_000;

export const callColumns = (prices: CallPrices, caller: Caller) => [...CALL_COLUMNS, ...prices.columnsFor(caller)];

/** Yields batches of calls, newest first. */
export async function* callBatches(
  deps: { readonly config: Config; readonly db: Db; readonly prices: CallPrices },
  caller: Caller,
  filters: CallFilters,
) {
  let after: Position | null = null;
  const format = formatOnce();
  for (;;) {
    const rows: CallRow[] = await readCalls(deps.db, caller, filters, after, BATCH);
    const priced = await deps.prices.columnsOf(
      caller,
      rows.map((row) => row.id),
    );
    yield rows.map((row) => {
      const call = callOf(row, deps.config.defaultCountry, format);
      const { number } = call.destination;
      const money = priced.get(row.id);
      return { ...call, ...money, source: call.source.number, destination: number, queue: row.queue ?? '' };
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = { startAt: last.startAt.toISOString(), id: last.id };
  }
}
