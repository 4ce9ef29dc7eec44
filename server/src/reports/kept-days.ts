// Packed days of customers who were asked for lately, as a report reads them: who looks at one report looks at the next, by
// another group, filter or threshold. The database names what each day holds (migration 651), so none is ever old.
import type { InDay } from './packed-days.ts';

export interface KeptDays<Day> {
  /**
   * By version. They are the reader's own: what is given up meanwhile is still in his hands.
   * @param customers null: of all
   */
  of(customers: readonly string[] | null, first: string, last: string): Map<string, Day>;
  /** @param room whether others make room; false: it is kept only where there is some */
  keep(place: InDay, version: string, day: Day, bytes: number, room: boolean): void;
}

/** What a day takes beside its facts, more or less. */
const AROUND_BYTES = 300;

interface Kept<Day> {
  readonly version: string;
  readonly day: Day;
  readonly bytes: number;
}

/** @param mostBytes the days that were not asked for longest are given up above it */
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
  /** Customers stand in the order in which they were asked for; of one the days that were kept first go first. */
  const makeRoom = (): void => {
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
      makeRoom();
    },
  };
};
