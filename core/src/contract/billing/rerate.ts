// Re-rates calls after a correction of a plan or rate.
import { z } from 'zod';
import { Id } from '../resource.ts';
import { route } from '../route.ts';

const money = z.string();
const day = z.iso.date();

const totals = z.array(z.object({ currency: z.string(), before: money, after: money, difference: money }));

/** Never changes the price of a call on a final invoice. */
export const rerateCalls = route({
  method: 'POST',
  path: '/reports/billing/rerate',
  summary: 'Re-rate the calls of a period. With `dryRun`: only report the changes',
  tag: 'billing',
  access: ['update', 'billing'],
  body: z.object({
    customerId: Id,
    firstDay: day,
    lastDay: day,
    dryRun: z.boolean().default(true),
  }),
  response: z.object({
    calls: z.number().int(),
    changed: z.number().int(),
    /** Calls on final invoices, which are not changed. */
    invoiced: z.number().int(),
    totals,
    /** Carrier costs of all calls of the period; empty for users who may not see costs. */
    costs: totals,
  }),
  errors: ['not-found'],
});
