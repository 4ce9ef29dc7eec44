// `ringside check-day`: runs the nightly check of figures now.
import { z } from 'zod';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { addDays } from '@ringside/core/reports/report-period.ts';
import { checkDay } from '../reports/checks/check-day.ts';
import { readCustomers } from '../reports/checks/check-queries.ts';
import { ownersNow } from '../live/owners-now.ts';
import type { CommandDeps, CommandResult } from './command.ts';

export const CheckDayOptions = z.object({
  day: z.iso.date('should be a day, as 2026-11-20').optional(),
  customer: z.string().optional(),
});

/** Fails if a figure differs. */
export const checkDayCommand = async (
  { db }: Pick<CommandDeps, 'db'>,
  { day, customer }: z.output<typeof CheckDayOptions>,
): Promise<CommandResult> => {
  const customers = await readCustomers(db, customer);
  if (customers.length === 0) return { ok: customer === undefined, lines: ['There is no such customer'] };
  const owners = await ownersNow(db);
  const now = Date.now();
  const lines: string[] = [];
  let agree = true;
  for (const one of customers) {
    const on = day ?? addDays(dayOf(now, one.timezone), -1);
    const { figures, differences } = await checkDay(db, owners, one, on, now);
    agree &&= differences.length === 0;
    lines.push(`${one.code} ${on}: ${figures} figures, ${differences.length} differ`);
    for (const { of, figure, shown, computed } of differences)
      lines.push(`  ${of}: ${figure} shows ${shown}, the events come to ${computed}`);
  }
  return { ok: agree, lines };
};
