// Drafts invoices of periods that are over, each once, on each customer's own clock. Whatever interrupts it, the next turn
// finds what is missing.
import type { BillingPeriod } from '@ringside/core/metrics/billing-period.ts';
import { invoicePeriodAt } from '@ringside/core/metrics/invoice-period.ts';
import type { Db } from '../db/connect.ts';
import { draftInvoices } from './draft-invoice.ts';
import { doubtsOf, lockCustomer } from './invoice-queries.ts';
import { inTransaction } from './queries.ts';
import { askedUntil, keyOfLook, looksAt, noteLook, scheduledCustomers, wasLookedAt } from './schedule-queries.ts';
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

/**
 * How many drafts it made. One customer's failure is told and keeps nobody else from his. `told`: how many periods of
 * customers are looked at by now, of how many.
 */
export const draftDue = async (
  db: Db,
  now: number,
  onError: (error: unknown) => void,
  told: (looked: number, of: number) => void = () => undefined,
): Promise<number> => {
  const due = (await scheduledCustomers(db, new Date(now))).flatMap((scheduled) =>
    endedSince(scheduled, now).map((period) => ({ scheduled, period })),
  );
  // Asked once for all: on most turns there is nothing to do, however many customers there are.
  const looked = await looksAt(
    db,
    due.map(({ scheduled: { customerId }, period: { from } }) => ({ customerId, start: new Date(from) })),
  );
  const left = due.filter(
    ({ scheduled, period }) => !looked.has(keyOfLook(scheduled.customerId, new Date(period.from))),
  );
  // Whose period could not be drafted gets none of those after it.
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
    told(n + 1, left.length);
  }
  return made;
};
