// Checks each customer's previous day after it has ended in the customer's time zone and late data has arrived.
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { addDays, startOfDay } from '@ringside/core/reports/report-period.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Owners } from '../../live/owners.ts';
import { checkDay } from './check-day.ts';
import type { DayCheck } from './check-day.ts';
import { isChecked, readCustomers } from './check-queries.ts';

const SETTLED_AFTER_MS = 45 * 60_000;

/** Calls `told` for each day whose figures differ. */
export const checkDue = async (
  db: Db,
  owners: Owners,
  now: number,
  onDifference: (check: DayCheck) => Promise<void>,
): Promise<number> => {
  let checked = 0;
  for (const customer of await readCustomers(db)) {
    const today = dayOf(now, customer.timezone);
    if (now - startOfDay(today, customer.timezone) < SETTLED_AFTER_MS) continue;
    const day = addDays(today, -1);
    if (await isChecked(db, customer.id, day)) continue;
    const check = await checkDay(db, owners, customer, day, now);
    if (check.differences.length > 0) await onDifference(check);
    checked += 1;
  }
  return checked;
};
