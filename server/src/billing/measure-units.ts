import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { peakConcurrency } from '@ringside/core/billing/peak-usage.ts';
import type { Db } from '../platform/db/connect.ts';
import { endedPeriods, quantityKey } from './compose-invoice.ts';
import type { Assignment, StoredVersion } from './queries.ts';
import * as quantities from './quantity-queries.ts';

/**
 * Returns quantities by `quantityKey` for each period that ends in the window: the peak count of each item, or for recordings the
 * average gigabytes per day; `null` if it was not measured.
 */
export const measureUnits = async (
  tx: Db,
  customerId: string,
  assignments: readonly Assignment[],
  versions: readonly StoredVersion[],
  window: { readonly from: number; readonly to: number },
): Promise<ReadonlyMap<string, number | null>> => {
  const found = new Map<string, number | null>();
  for (const a of assignments)
    for (const { terms, from, to } of endedPeriods(a, versions, window))
      for (const { item } of terms.unitFees) {
        const since = new Date(from);
        const count = async (): Promise<number | null> => {
          if (quantities.isCounted(item))
            return peakConcurrency(await quantities.staysOf(tx, customerId, item, since), { from, to });
          if (item === 'agent')
            return peakConcurrency(await quantities.agentStaysOf(tx, customerId, since), { from, to });
          if (item === 'concurrent_call') return quantities.mostCallsAtOnce(tx, customerId, since, new Date(to));
          return quantities.recordingGigabytes(tx, customerId, dayOf(from, a.timezone), dayOf(to - 1, a.timezone));
        };
        found.set(quantityKey(item, from), await count());
      }
  return found;
};
