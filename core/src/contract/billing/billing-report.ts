// The billing report: plan fees and call charges of customers in a period. Amounts are exact decimal texts in one currency.
import { z } from 'zod';
import { CALL_DIRECTIONS } from '../../calls/call-terms.ts';
import { EXPORT_FORMATS, EXPORT_FILES, FILE_WORDS, Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS } from '../text.ts';

const count = z.number().int();
const seconds = z.number().int();
const money = z.string();

/** A time, or a day that begins at each customer's own midnight. */
const Bound = z.union([Instant, z.iso.date()]);

export const BillingFilters = z.object({
  /** Absent: the current month. Half-open. A call belongs to the time of its answer. */
  from: Bound.optional(),
  to: Bound.optional(),
  customerId: Id.optional(),
  planId: Id.optional(),
  /** Filters calls. Fees are not filtered. */
  direction: z.enum(CALL_DIRECTIONS).optional(),
  group: z.string().trim().max(64).regex(PATTERNS.characters).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
});
export type BillingFilters = z.output<typeof BillingFilters>;

const usage = {
  calls: count,
  rawSeconds: seconds,
  billedSeconds: seconds,
  allowanceSeconds: seconds,
  /** Charges of the calls. */
  usage: money,
};

/** As on an invoice of the period: rounded per line, with the taxes in force on its last day. */
const settled = {
  /** Fees for counted items (lines, agents, numbers) of plan periods that end in the period. */
  unitFees: money,
  /** Fixed, set-up and unit fees. */
  fees: money,
  /** Negative: the account's discount and free credit of plans. */
  discounts: money,
  net: money,
  tax: money,
  total: money,
};

export const BillingAllowance = z.object({
  name: z.string(),
  kind: z.enum(['minutes', 'calls']),
  /** Start of its period. */
  periodStart: Instant,
  /** Seconds or calls, including carry-over from earlier periods. */
  included: count,
  used: count,
  left: count,
});

/** Carrier costs of the same calls and the margin. Only for platform staff who may see plans. */
export const Margin = z.object({
  /** Cost of calls with a known cost in the same currency. */
  cost: money,
  /** Net amount (or usage without fees) before tax, minus the cost. */
  margin: money,
  /** Calls through a trunk whose cost is unknown or in another currency. */
  unknownCalls: count,
});
export type Margin = z.infer<typeof Margin>;

/** An invoice of the customer in this currency whose period overlaps the report. */
export const BillingInvoice = z.object({
  id: Id,
  /** `null` for a draft. */
  number: z.string().nullable(),
  /** `credited`: fully reversed by credit notes. Only the platform sees drafts. */
  status: z.enum(['draft', 'final', 'credited']),
  firstDay: z.string(),
  lastDay: z.string(),
});

export const BillingRow = z.object({
  customerId: Id,
  customerName: z.string(),
  planId: Id.nullable(),
  planName: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  fixedFees: money,
  setupFees: money,
  ...usage,
  /** Calls without a price: no plan or no matching rate. */
  unratedCalls: count,
  ...settled,
  allowances: z.array(BillingAllowance),
  /** In order. Empty when not invoiced. */
  invoices: z.array(BillingInvoice),
  margin: Margin.optional(),
});
export type BillingRow = z.infer<typeof BillingRow>;

export const BillingTotals = z.object({
  currency: z.string(),
  fixedFees: money,
  setupFees: money,
  ...usage,
  unratedCalls: count,
  ...settled,
  margin: Margin.optional(),
});
export type BillingTotals = z.infer<typeof BillingTotals>;

export const BillingReport = z.object({
  from: Bound,
  to: Bound,
  /** One per currency. Currencies are never summed. */
  totals: z.array(BillingTotals),
  data: z.array(BillingRow),
  groups: z.array(
    z.object({
      currency: z.string(),
      direction: z.enum(CALL_DIRECTIONS),
      group: z.string(),
      ...usage,
      margin: Margin.optional(),
    }),
  ),
  /** Costs in another currency than the call's price, by currency. Not part of any margin. */
  otherCosts: z.array(z.object({ currency: z.string(), calls: count, cost: money })).optional(),
  /** Days of each customer's own calendar. Only days with calls. */
  days: z.array(z.object({ day: z.string(), currency: z.string(), calls: count, usage: money })),
  /** Calls of the period that are not rated yet. */
  waiting: count,
});
export type BillingReport = z.infer<typeof BillingReport>;

/** Files contain the rows of `data` and need the export permission. 422 for an empty period or one above 400 days. */
export const getBillingReport = route({
  method: 'GET',
  path: '/reports/billing',
  summary: 'Get fees and usage by customer and plan. With `format`: a file',
  tag: 'billing',
  access: ['read', 'billing'],
  // Sums of costs, not of prices.
  tells: 'report',
  query: BillingFilters.extend({
    format: z.enum(['json', ...EXPORT_FORMATS]).optional(),
    ...FILE_WORDS,
  }),
  file: EXPORT_FILES,
  response: BillingReport,
  errors: [],
});

/** Columns of the file, in order. */
export const BILLING_COLUMNS = [
  ...['customerName', 'planName', 'currency', 'fixedFees', 'setupFees', 'calls', 'unratedCalls'],
  ...['rawSeconds', 'billedSeconds', 'allowanceSeconds', 'allowanceLeft', 'callsLeft', 'usage', 'unitFees'],
  ...['discounts', 'net', 'tax', 'total', 'invoiceNumber', 'invoiceStatus'],
] as const;
/** Additional columns for users who may see margins. */
export const MARGIN_COLUMNS = ['cost', 'margin', 'unknownCalls'] as const;
