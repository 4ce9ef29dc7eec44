// The account of a customer: how he is billed, what he owes, and how near he is to his limits.
import { z } from 'zod';
import { BILLING_METHODS, SPEND_ACTIONS } from '../base/billing-method.ts';
import { INVOICE_INTERVALS } from '../metrics/invoice-period.ts';
import { LIMIT_KINDS } from '../rating/account-state.ts';
import { TAX_TARGETS } from '../rating/invoice-totals.ts';
import { Money } from './plan-terms.ts';
import { EXPORT_FILES, ExportQuery, Id, Instant, ListMeta, ListQuery } from './resource.ts';
import { route } from './route.ts';
import { Percent, TaxRates } from './taxes.ts';
import { Currency, pattern, text } from './text.ts';

export const LEDGER_KINDS = ['invoice', 'credit_note', 'payment', 'refund', 'adjustment'] as const;
export const MANUAL_ENTRIES = ['payment', 'refund', 'adjustment'] as const;
export const LIMIT_LEVELS = ['fine', 'warning', 'reached'] as const;

const Limit = Money.nullable();
const money = z.string();

const settings = {
  issuerId: Id.nullable(),
  /** Drafts are made by themselves when a period ends. */
  scheduled: z.boolean(),
  /** E-mailed as soon as they are final. */
  sendInvoices: z.boolean(),
  /** A period's fee is asked for before it begins. */
  feesInAdvance: z.boolean(),
  paymentTermsDays: z.number().int().min(0).max(365),
  /** Its rates are asked for instead of `taxes`. */
  taxProfileId: Id.nullable(),
  taxes: TaxRates,
  discountPercent: Percent,
  discountOn: z.enum(TAX_TARGETS),
  /** Prepaid: calls out stop when what was paid is used up. None: no invoice is drafted by itself, and no credit limit holds. */
  billingMethod: z.enum(BILLING_METHODS),
  /** Of drafts that are made by themselves; null: as the plan's fees. */
  invoiceInterval: z.enum(INVOICE_INTERVALS).nullable(),
  /** Of the month, on which such a period begins; a week begins on Monday. */
  invoiceDay: z.number().int().min(1).max(28),
  /** Prepaid: how far below nothing the balance may go. */
  creditLimit: Limit,
  /** Prepaid: below it people are told, once. */
  lowBalanceThreshold: Limit,
  dailySpendLimit: Limit,
  monthlySpendLimit: Limit,
  /** What happens at a limit: people are told; calls out stop, too; the customer is suspended, too. */
  spendAction: z.enum(SPEND_ACTIONS),
  /** Gets a letter when a limit is near or reached, or the balance is low; '': nobody does. */
  spendNotifyEmail: pattern('email', 254),
};

export const LimitState = z.object({
  kind: z.enum(LIMIT_KINDS),
  used: money,
  limit: money,
  percent: z.number().int(),
  level: z.enum(LIMIT_LEVELS),
});

export const Account = z.object({
  customerId: Id,
  customerName: z.string(),
  /** Of the limits: what the customer pays in. */
  currency: z.string(),
  timeZone: z.string(),
  billingEmail: z.string(),
  ...settings,
  /** One for each currency of the ledger, the customer's own first. Below zero the customer owes. */
  balances: z.array(z.object({ currency: z.string(), balance: money })),
  /** Calls that are on no final invoice yet. */
  unbilled: money,
  level: z.enum(LIMIT_LEVELS),
  limits: z.array(LimitState),
  /** Prepaid: what is left to call with, credit included; else null. */
  available: money.nullable(),
  /** A limit is reached, or the prepaid balance used up, and the account says that it stops calls out. */
  outboundBlocked: z.boolean(),
  version: z.number().int(),
});
export type Account = z.infer<typeof Account>;

const tag = 'billing';
const params = z.object({ id: Id });

export const getAccount = route({
  method: 'GET',
  path: '/customers/:id/account',
  summary: 'How a customer is billed, his balance and his limits',
  tag,
  access: ['read', 'billing'],
  params,
  response: Account,
  errors: ['not-found'],
});

export const updateAccount = route({
  method: 'PATCH',
  path: '/customers/:id/account',
  summary: 'Change how a customer is billed and what he may owe and spend',
  tag,
  access: ['update', 'billing'],
  params,
  body: z.object(settings).partial(),
  response: Account,
  errors: ['not-found', 'conflict', 'stale'],
});

export const LedgerEntry = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(LEDGER_KINDS),
  currency: z.string(),
  amount: money,
  /** After the entry, in its currency. */
  balance: money,
  reference: z.string(),
  invoiceId: Id.nullable(),
  madeBy: z.string(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const listLedger = route({
  method: 'GET',
  path: '/customers/:id/ledger',
  summary: 'What happened to a customer’s account, newest first',
  tag,
  access: ['read', 'billing'],
  params,
  query: ListQuery.pick({ page: true, perPage: true }),
  response: z.object({ data: z.array(LedgerEntry), meta: ListMeta }),
  errors: ['not-found'],
});

export const exportLedger = route({
  method: 'GET',
  path: '/customers/:id/ledger/export',
  summary: 'Export a customer’s account, as CSV, XLSX or PDF',
  tag,
  access: ['export', 'billing'],
  params,
  query: ExportQuery,
  file: EXPORT_FILES,
  errors: ['not-found', 'too-large'],
});

/** A payment adds to the balance, a refund takes from it; an adjustment does what its sign says. */
export const addLedgerEntry = route({
  method: 'POST',
  path: '/customers/:id/ledger',
  summary: 'Enter a payment, a refund or an adjustment; entries are never changed',
  tag,
  access: ['create', 'billing'],
  params,
  body: z.object({
    kind: z.enum(MANUAL_ENTRIES),
    amount: pattern('signed-money', 17),
    currency: Currency.optional(),
    reference: text(0, 200).default(''),
    /** When the money moved; now when left out. */
    at: Instant.optional(),
  }),
  response: LedgerEntry,
  status: 201,
  errors: ['not-found'],
});
