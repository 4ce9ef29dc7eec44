// What customers owe in a period: fees of their plans and usage of their calls. Every amount is an exact decimal text of one currency.
import { z } from 'zod';
import { CALL_DIRECTIONS } from '../calls/call-record.ts';
import { EXPORT_FORMATS, EXPORT_FILES, FILE_WORDS, Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

const count = z.number().int();
const seconds = z.number().int();
const money = z.string();

/** A moment, or a day: then it begins at each customer's own midnight. */
const Bound = z.union([Instant, z.iso.date()]);

export const BillingFilters = z.object({
  /** The month of now when both are left out. Half open; a call belongs to the moment of its answer. */
  from: Bound.optional(),
  to: Bound.optional(),
  customerId: Id.optional(),
  planId: Id.optional(),
  /** Narrow the calls; fees stay. */
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
  /** Of the calls. */
  usage: money,
};

/** As an invoice of the period has it: whole coins, line by line, and the taxes in force on its last day. */
const settled = {
  /** Of items that are counted (lines, agents, numbers), for plans' periods that end in it. */
  unitFees: money,
  /** Fixed, set-up and unit fees. */
  fees: money,
  /** Below zero: the account's discount, and money that plans give for calls. */
  discounts: money,
  net: money,
  tax: money,
  total: money,
};

export const BillingAllowance = z.object({
  name: z.string(),
  kind: z.enum(['minutes', 'calls']),
  /** First moment of the period that it is of. */
  periodStart: Instant,
  /** Seconds or calls, with what earlier periods left. */
  included: count,
  used: count,
  left: count,
});

/** What carriers ask for the same calls, and what is left. Only for the platform's staff who may see plans. */
export const Margin = z.object({
  /** Of the calls whose cost is known, in the same currency. */
  cost: money,
  /** What is asked before tax (the net, or usage where no fees are) less the cost. */
  margin: money,
  /** Calls through a trunk whose cost is not known here, or is in another currency. */
  unknownCalls: count,
});
export type Margin = z.infer<typeof Margin>;

/** An invoice of the customer in this currency, whose period and the report's have a day in common. */
export const BillingInvoice = z.object({
  id: Id,
  /** null: a draft. */
  number: z.string().nullable(),
  /** `credited`: taken back as a whole by credit notes. Drafts are the platform's alone. */
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
  /** Calls without a price: no plan, or no rate that fits. */
  unratedCalls: count,
  ...settled,
  allowances: z.array(BillingAllowance),
  /** In their order; empty: not invoiced. */
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
  /** One for each currency: they are never added up. */
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
  /** Costs in another currency than the call's price, each in its own; in no margin. */
  otherCosts: z.array(z.object({ currency: z.string(), calls: count, cost: money })).optional(),
  /** On each customer's own calendar; only days with calls. */
  days: z.array(z.object({ day: z.string(), currency: z.string(), calls: count, usage: money })),
  /** Calls of the period that wait for their price. */
  waiting: count,
});
export type BillingReport = z.infer<typeof BillingReport>;

/** A file has the rows of `data` and needs the ability to export. 422: the period is empty or longer than 400 days. */
export const billingReport = route({
  method: 'GET',
  path: '/reports/billing',
  summary: 'Fees and usage by customer and plan; as a file with `format`',
  tag: 'billing',
  access: ['read', 'billing'],
  // Sums of what calls cost, not what is asked.
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
/** After them, for who may see margins. */
export const MARGIN_COLUMNS = ['cost', 'margin', 'unknownCalls'] as const;
