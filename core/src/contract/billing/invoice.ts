// Invoices and credit notes. Amounts are exact decimal texts in one currency. Final documents never change.
import { z } from 'zod';
import { INVOICE_STATUS, PAYMENT_STATES } from '../../billing/invoice-state.ts';
import { TAX_TARGETS } from '../../billing/invoice-totals.ts';
import { exportRoute, Id, Instant, ListMeta, ListQuery } from '../resource.ts';
import { route } from '../route.ts';
import { Language, pattern, text } from '../text.ts';

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
/** In the order of the document. */
export const LINE_KINDS = [
  'setup',
  'plan_fee',
  'fee_credit',
  'unit',
  'usage',
  'allowance',
  'free_credit',
  'discount',
  'adjustment',
] as const;
export const INVOICE_WARNINGS = [
  'waiting-calls',
  'unrated-calls',
  'unmeasured-fee',
  'fee-beyond-period',
  'nothing',
] as const;

const money = z.string();
const day = z.iso.date();

const Detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const InvoiceLine = z.object({
  id: Id,
  position: z.number().int(),
  kind: z.enum(LINE_KINDS),
  /** Free text. Empty: derived from kind and detail. */
  description: z.string(),
  /**
   * Keys, depending on the kind: `planName`, `from`, `to` (days, both included), `direction`, `group`, `calls`, `billedSeconds`,
   * `allowanceSeconds`, `late`, `item`, `quantity`, `unitPrice`, `least` and `most` (of units charged), `percent`, `on`, `name`,
   * `included`, `used`, `left`.
   */
  detail: Detail,
  net: money,
  /** Amount reversed by credit notes. */
  credited: money,
  /** Added by a user: a new draft keeps it, and it can be removed. */
  manual: z.boolean(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

const summary = {
  id: Id,
  kind: z.enum(INVOICE_KINDS),
  status: z.enum(INVOICE_STATUS),
  number: z.string().nullable(),
  payment: z.enum(PAYMENT_STATES).nullable(),
  customerId: Id,
  customerName: z.string(),
  currency: z.string(),
  /** First and last day of the period in the customer's calendar. */
  firstDay: day,
  lastDay: day,
  issueDate: day.nullable(),
  dueDate: day.nullable(),
  net: money,
  tax: money,
  total: money,
  /** Open amount of a final invoice. */
  open: money,
  sentAt: Instant.nullable(),
  warnings: z.array(z.object({ kind: z.enum(INVOICE_WARNINGS), count: z.number().int(), name: z.string() })),
  createdAt: Instant,
  version: z.number().int(),
};

export const InvoiceSummary = z.object(summary);
export type InvoiceSummary = z.infer<typeof InvoiceSummary>;

/** A party on the document. */
export const Party = z.object({
  name: z.string(),
  taxId: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string(),
  paymentDetails: z.string(),
  footer: z.string(),
});
export type Party = z.infer<typeof Party>;

export const InvoiceTax = z.object({
  label: z.string(),
  percent: z.string(),
  /** Tax base: lines, and with a compound tax also the taxes above it. */
  base: money,
  amount: money,
  /** Absent on documents created before these fields existed. */
  appliesTo: z.enum(TAX_TARGETS).optional(),
  compound: z.boolean().optional(),
});

export const Invoice = z.object({
  ...summary,
  issuerId: Id.nullable(),
  issuerName: z.string(),
  /** For a credit note: the reversed invoice. For an invoice: its last credit note. */
  creditsId: Id.nullable(),
  creditsNumber: z.string().nullable(),
  creditedById: Id.nullable(),
  creditedByNumber: z.string().nullable(),
  /** Amount of the total reversed by credit notes. */
  credited: money,
  language: Language,
  timeZone: z.string(),
  taxInclusive: z.boolean(),
  taxes: z.array(InvoiceTax),
  notes: z.string(),
  billTo: Party,
  issuedBy: Party,
  paid: money,
  sentTo: z.string(),
  finalisedAt: Instant.nullable(),
  finalisedBy: z.string().nullable(),
  madeBy: z.string(),
  callCount: z.number().int(),
  lines: z.array(InvoiceLine),
});
export type Invoice = z.infer<typeof Invoice>;

const tag = 'billing';
const read = ['read', 'billing'] as const;
const change = ['update', 'billing'] as const;
const params = z.object({ id: Id });
/** Common properties of routes that change an invoice and return it. */
const changing = { tag, access: change, params, response: Invoice } as const;
/** 409: the invoice is no longer a draft, or not final yet. */
const refusals = ['not-found', 'conflict'] as const;
const narrowing = {
  sort: z
    .enum(
      ['number', 'customerName', 'firstDay', 'issueDate', 'dueDate', 'total', 'createdAt'].flatMap((f) => [f, `-${f}`]),
    )
    .optional(),
  customerId: Id.optional(),
  kind: z.enum(INVOICE_KINDS).optional(),
  status: z.enum(INVOICE_STATUS).optional(),
  payment: z.enum(PAYMENT_STATES).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
};

export const listInvoices = route({
  method: 'GET',
  path: '/invoices',
  summary: 'List invoices and credit notes. Users of a customer see only its final ones',
  tag,
  access: read,
  query: ListQuery.extend(narrowing),
  response: z.object({
    data: z.array(InvoiceSummary),
    meta: ListMeta,
    /** Totals of all matches, one per currency. */
    totals: z.array(z.object({ currency: z.string(), total: money, open: money })),
  }),
  errors: [],
});

export const exportInvoices = exportRoute({ name: 'billing', path: '/invoices', plural: 'invoices' }, narrowing);

export const getInvoice = route({
  method: 'GET',
  path: '/invoices/:id',
  summary: 'Get an invoice with its lines',
  tag,
  access: read,
  params,
  response: Invoice,
  errors: ['not-found'],
});

/** Creates one draft per currency with charges. Replaces the drafts of the same period. */
export const draftInvoices = route({
  method: 'POST',
  path: '/invoices',
  summary: 'Draft the invoices of a customer for a past period',
  tag,
  access: ['create', 'billing'],
  body: z.object({ customerId: Id, firstDay: day, lastDay: day }),
  response: z.object({ data: z.array(InvoiceSummary) }),
  status: 201,
  errors: ['conflict', 'not-found'],
});

export const updateInvoice = route({
  method: 'PATCH',
  path: '/invoices/:id',
  summary: 'Change the texts and the language of a draft',
  ...changing,
  body: z.object({ notes: z.string().trim().max(2000), language: Language }).partial(),
  errors: ['not-found', 'conflict', 'stale'],
});

export const refreshInvoice = route({
  method: 'POST',
  path: '/invoices/:id/refresh',
  summary: 'Recalculate a draft from the current fees and calls',
  ...changing,
  errors: refusals,
});

/** Up to nine digits before and six after the decimal point, with an optional sign. */
const Signed = pattern('signed-money', 17);

export const addInvoiceLine = route({
  method: 'POST',
  path: '/invoices/:id/lines',
  summary: 'Add a manual line to a draft. A negative amount is a credit',
  ...changing,
  body: z.object({ description: text(1, 200), amount: Signed }),
  status: 201,
  errors: refusals,
});

export const removeInvoiceLine = route({
  method: 'DELETE',
  path: '/invoices/:id/lines/:lineId',
  summary: 'Remove a manual line from a draft',
  tag,
  access: change,
  params: z.object({ id: Id, lineId: Id }),
  response: Invoice,
  errors: ['not-found', 'conflict'],
});

/** 409: it is not a draft, calls of the period are not rated yet, or fees or calls changed since it was drafted. */
export const finaliseInvoice = route({
  method: 'POST',
  path: '/invoices/:id/finalise',
  summary: 'Finalize a draft. It gets its number and can no longer change',
  ...changing,
  errors: refusals,
});

export const voidInvoice = route({
  method: 'POST',
  path: '/invoices/:id/void',
  summary: 'Discard a draft',
  ...changing,
  errors: refusals,
});

export const creditInvoice = route({
  method: 'POST',
  path: '/invoices/:id/credit',
  summary: 'Credit a final invoice or parts of its lines. With `rebill`, its fees and calls can be invoiced again',
  ...changing,
  body: z.object({
    reason: text(1, 500),
    /** Only for a full credit note. */
    rebill: z.boolean().optional(),
    /** Net amount to reverse per line, above zero. Absent: everything. */
    lines: z
      .array(z.object({ id: Id, amount: pattern('money', 16) }))
      .min(1)
      .max(500)
      .optional(),
  }),
  status: 201,
  errors: refusals,
});

/** 409: no mail server or no address. */
export const sendInvoice = route({
  method: 'POST',
  path: '/invoices/:id/send',
  summary: 'Send a final invoice as PDF by e-mail, to the customer’s billing address or the given one',
  ...changing,
  body: z.object({ to: pattern('email', 254).optional() }),
  errors: refusals,
});
