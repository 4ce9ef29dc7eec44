// Caches packed days of recently requested customers, because users often view several reports in a row. The version in
// `queue_packed_days.version` identifies the content, so cached days are never outdated.
import type { InDay } from './packed-days.ts';

interface KeptDays<Day> {
  /**
   * Returns days by version. The returned days stay usable after the store evicts them.
   * @param customers `null` for all customers
   */
  of(customers: readonly string[] | null, first: string, last: string): Map<string, Day>;
  /** @param room whether to evict others; false: store only if there is free space */
  keep(place: InDay, version: string, day: Day, bytes: number, room: boolean): void;
}

/** Approximate overhead of a day besides its facts. */
const AROUND_BYTES = 300;

interface Kept<Day> {
  readonly version: string;
  readonly day: Day;
  readonly bytes: number;
}

/** @param mostBytes above this size, the least recently requested days are evicted */
export const createKeptDays = <Day>(mostBytes: number): KeptDays<Day> => {
  const byCustomer = new Map<string, Map<string, Kept<Day>>>();
  let total = 0;

  const drop = (place: InDay): void => {
    const days = byCustomer.get(place.customerId);
    const kept = days?.get(place.day);
    if (days === undefined || kept === undefined) return;
    total -= kept.bytes;
    days.delete(place.day);
    if (days.size === 0) byCustomer.delete(place.customerId);
  };
  /** Evicts customers in the order of their last request, and within one the oldest entries first. */
  const evictUntilFits = (): void => {
    while (total > mostBytes) {
      const [customerId, days] = byCustomer.entries().next().value ?? ['', new Map<string, Kept<Day>>()];
      const [day] = days.keys();
      if (day === undefined) return;
      drop({ customerId, day });
    }
  };
  return {
    of: (customers, first, last) => {
      const found = new Map<string, Day>();
      for (const customerId of customers ?? [...byCustomer.keys()]) {
        const days = byCustomer.get(customerId);
        if (days === undefined) continue;
        if (customers !== null) {
          byCustomer.delete(customerId);
          byCustomer.set(customerId, days);
        }
        for (const [day, kept] of days) if (day >= first && day <= last) found.set(kept.version, kept.day);
      }
      return found;
    },
    keep: (place, version, day, size, room) => {
      const bytes = size + AROUND_BYTES;
      if (bytes > mostBytes || (!room && total + bytes > mostBytes)) return;
      drop(place);
      const { customerId } = place;
      const days = byCustomer.get(customerId) ?? new Map<string, Kept<Day>>();
      byCustomer.set(customerId, days.set(place.day, { version, day, bytes }));
      total += bytes;
      evictUntilFits();
    },
  };
};
