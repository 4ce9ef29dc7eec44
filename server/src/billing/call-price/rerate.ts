// Re-rates calls, or previews the changes. A preview does the same work and rolls it back.
import { decimalOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import type { Db } from '../../platform/db/connect.ts';
import { costInvoiced } from '../cost-calls.ts';
import { costsIn } from '../cost-queries.ts';
import type { CostSum } from '../cost-queries.ts';
import { inTransaction } from '../queries.ts';
import { rateBatch } from '../rate-due.ts';
import { countChanged, invoicedIn, keepPrices, markForRerating, pricedIn } from './rerate-queries.ts';
import type { Scope } from './rerate-queries.ts';

interface Total {
  readonly currency: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

interface Rerated {
  readonly calls: number;
  readonly changed: number;
  readonly invoiced: number;
  readonly totals: readonly Total[];
  /** Carrier costs of the calls of the period, including calls on final invoices. */
  readonly costs: readonly Total[];
}

class Undone extends Error {
  readonly result: Rerated;
  constructor(result: Rerated) {
    super('only looked');
    this.result = result;
  }
}

const totalsOf = (before: readonly CostSum[], after: readonly CostSum[]): Total[] => {
  const currencies = [...new Set([...before, ...after].map((row) => row.currency))].toSorted();
  const of = (rows: readonly CostSum[], currency: string): bigint =>
    sumMicrosOf(rows.find((row) => row.currency === currency)?.amount ?? '0');
  return currencies.map((currency) => {
    const [was, is] = [of(before, currency), of(after, currency)];
    return { currency, before: decimalOf(was), after: decimalOf(is), difference: decimalOf(is - was) };
  });
};

const BATCH = 500;

const run = async (tx: Db, scope: Scope, country: string | null): Promise<Rerated> => {
  const before = await pricedIn(tx, scope);
  const costsBefore = await costsIn(tx, scope);
  const invoiced = await invoicedIn(tx, scope);
  await keepPrices(tx, scope);
  const calls = await markForRerating(tx, scope);
  for (let done = BATCH; done === BATCH;) done = await rateBatch(tx, country, BATCH, scope.customerId);
  await costInvoiced(tx, scope, country);
  const changed = await countChanged(tx);
  const costs = totalsOf(costsBefore, await costsIn(tx, scope));
  return { calls, changed, invoiced, totals: totalsOf(before, await pricedIn(tx, scope)), costs };
};

/** `dryRun`: rolls back. Calls on final invoices are counted and not changed. */
export const rerate = async (db: Db, scope: Scope, country: string | null, dryRun: boolean): Promise<Rerated> => {
  try {
    return await inTransaction(db, async (tx) => {
      const result = await run(tx, scope, country);
      if (dryRun) throw new Undone(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
};
