// Drafts invoices of periods that are over, each once, on each customer's own clock. Whatever interrupts it, the next turn
// finds what is missing.
import type { BillingPeriod } from '@ringside/core/metrics/billing-period.ts';
import { invoicePeriodAt } from '@ringside/core/metrics/invoice-period.ts';
import type { Db } from '../db/connect.ts';
import { draftInvoices } from './draft-invoice.ts';
import { doubtsOf, lockCustomer } from './invoice-queries.ts';
import { inTransaction } from './queries.ts';
import { askedUntil, noteLook, scheduledCustomers, wasLookedAt } from './schedule-queries.ts';
import type { Scheduled } from './schedule-queries.ts';

/** The last call records of a period may come late. */
const WAIT_MS = 3_600_000;
const MOST_PERIODS = 12;

/** Oldest first: those that ended since the schedule was switched on. */
export const endedSince = ({ timezone, since, interval, day, count }: Scheduled, now: number): BillingPeriod[] => {
  const periods: BillingPeriod[] = [];
  let { from } = invoicePeriodAt(now - WAIT_MS, interval, day, timezone, count);
  while (from > since.getTime() && periods.length < MOST_PERIODS) {
    const period = invoicePeriodAt(from - 1, interval, day, timezone, count);
    periods.unshift(period);
    from = period.from;
  }
  return periods;
};

const draftPeriod = (db: Db, { customerId }: Scheduled, period: BillingPeriod): Promise<number> =>
  inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    const start = new Date(period.from);
    if (customer === undefined || (await wasLookedAt(tx, customerId, start))) return 0;
    // Their price comes within seconds: the next turn has them.
    if ((await doubtsOf(tx, customerId, start, new Date(period.to))).waiting > 0) return 0;
    // Where the account's periods were others before, the first of the new ones begins where the last of those ended.
    const asked = await askedUntil(tx, customerId, start);
    const rest = asked !== null && asked > period.firstDay ? { ...period, firstDay: asked } : period;
    const made = rest.firstDay >= rest.endDay ? [] : await draftInvoices(tx, customer, rest, 'schedule');
    await noteLook(tx, customerId, start, made.length);
    return made.length;
  });

/** How many drafts it made. One customer's failure is told and keeps nobody else from his. */
export const draftDue = async (db: Db, now: number, onError: (error: unknown) => void): Promise<number> => {
  let made = 0;
  for (const scheduled of await scheduledCustomers(db, new Date(now)))
    for (const period of endedSince(scheduled, now)) {
      if (await wasLookedAt(db, scheduled.customerId, new Date(period.from))) continue;
      try {
        made += await draftPeriod(db, scheduled, period);
      } catch (error) {
        onError(error);
        break;
      }
    }
  return made;
};
