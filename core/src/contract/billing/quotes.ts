// Calculates the price of a call on a plan.
import { z } from 'zod';
import { UNRATED_POLICIES } from './plan-terms.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { pattern } from '../text.ts';

const QuoteStep = z.object({ kind: z.string() }).catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const Quote = z.object({
  status: z.enum(['rated', 'excluded', 'unrated', 'blocked']),
  prefix: z.string().nullable(),
  destinationName: z.string(),
  /** The plan's policy for a number without a rate. `null` when it has a rate. */
  unratedPolicy: z.enum(UNRATED_POLICIES).nullable(),
  versionNumber: z.number().int(),
  rawSeconds: z.number().int(),
  billedSeconds: z.number().int(),
  allowanceSeconds: z.number().int(),
  connectFee: z.string(),
  /** Rounded to six digits for display. */
  usage: z.string(),
  cost: z.string(),
  currency: z.string(),
  steps: z.array(QuoteStep),
});
export type Quote = z.infer<typeof Quote>;

export const quotePlan = route({
  method: 'POST',
  path: '/plans/:id/quote',
  summary: 'Calculate the price of a call on a plan, with every step',
  tag: 'plan',
  access: ['read', 'plan'],
  params: z.object({ id: Id }),
  body: z.object({
    direction: z.enum(['outbound', 'inbound', 'internal']),
    number: pattern('one-line', 64).min(1),
    /** Absent: now. */
    answeredAt: Instant.optional(),
    /** Connected seconds. Fractions are rounded up. */
    billsec: z.number().min(0).max(604_800),
    allowanceLeftSeconds: z.number().int().min(0).max(1_000_000_000).optional(),
  }),
  response: Quote,
  errors: [],
});
