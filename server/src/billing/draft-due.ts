// Drafts the invoices of ended periods, each once, in the customer's time zone. After an interruption, the next run drafts the
// missing ones.
import type { BillingPeriod } from '@ringside/core/billing/billing-period.ts';
import { invoicePeriodAt } from '@ringside/core/billing/invoice-period.ts';
import type { Db } from '../platform/db/connect.ts';
import { draftInvoices } from './draft-invoice.ts';
import { doubtsOf, lockCustomer } from './invoice-queries.ts';
import { inTransaction } from './queries.ts';
import {
  coveredUntil,
  periodKey,
  processedPeriods,
  markPeriodProcessed,
  scheduledCustomers,
  isPeriodProcessed,
} from './schedule-queries.ts';
import type { Scheduled } from './schedule-queries.ts';

/** Call records of a period may arrive late. */
const WAIT_MS = 3_600_000;
const MOST_PERIODS = 12;

/** Periods that ended since the schedule was switched on, oldest first. */
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
    if (customer === undefined || (await isPeriodProcessed(tx, customerId, start))) return 0;
    // Calls are rated within seconds, so the next run drafts this period.
    if ((await doubtsOf(tx, customerId, start, new Date(period.to))).waiting > 0) return 0;
    // After a change of the billing period, the first new period begins where the last old one ended.
    const asked = await coveredUntil(tx, customerId, start);
    const rest = asked !== null && asked > period.firstDay ? { ...period, firstDay: asked } : period;
    const made = rest.firstDay >= rest.endDay ? [] : await draftInvoices(tx, customer, rest, 'schedule');
    await markPeriodProcessed(tx, customerId, start, made.length);
    return made.length;
  });

/**
 * Returns the number of drafts. An error of one customer is reported and does not stop the others. `told` reports progress: periods
 * done, and all periods.
 */
export const draftDue = async (
  db: Db,
  now: number,
  onError: (error: unknown) => void,
  onProgress: (looked: number, of: number) => void = () => undefined,
): Promise<number> => {
  const due = (await scheduledCustomers(db, new Date(now))).flatMap((scheduled) =>
    endedSince(scheduled, now).map((period) => ({ scheduled, period })),
  );
  // One query for all customers: most runs find nothing to do.
  const looked = await processedPeriods(
    db,
    due.map(({ scheduled: { customerId }, period: { from } }) => ({ customerId, start: new Date(from) })),
  );
  const left = due.filter(
    ({ scheduled, period }) => !looked.has(periodKey(scheduled.customerId, new Date(period.from))),
  );
  // A customer whose period failed gets no drafts for later periods.
  const failed = new Set<string>();
  let made = 0;
  for (const [n, { scheduled, period }] of left.entries()) {
    if (failed.has(scheduled.customerId)) continue;
    try {
      made += await draftPeriod(db, scheduled, period);
    } catch (error) {
      onError(error);
      failed.add(scheduled.customerId);
    }
    onProgress(n + 1, left.length);
  }
  return made;
};
