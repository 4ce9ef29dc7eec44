// A customer's account: billing method, balance and limits.
import { z } from 'zod';
import { BILLING_METHODS, SPEND_ACTIONS } from '../../billing/billing-method.ts';
import { INVOICE_INTERVALS } from '../../billing/invoice-period.ts';
import { LIMIT_KINDS } from '../../billing/account-state.ts';
import { TAX_TARGETS } from '../../billing/invoice-totals.ts';
import { Money } from './plan-terms.ts';
import { EXPORT_FILES, ExportQuery, Id, Instant, ListMeta, ListQuery } from '../resource.ts';
import { route } from '../route.ts';
import { Percent, TaxRates } from './tax-profile.ts';
import { Currency, pattern, text } from '../text.ts';

export const LEDGER_KINDS = ['invoice', 'credit_note', 'payment', 'refund', 'adjustment'] as const;
export const MANUAL_ENTRIES = ['payment', 'refund', 'adjustment'] as const;
export const LIMIT_LEVELS = ['fine', 'warning', 'reached'] as const;

const Limit = Money.nullable();
const money = z.string();

const settings = {
  issuerId: Id.nullable(),
  /** Drafts are created automatically when a period ends. */
  scheduled: z.boolean(),
  /** Invoices are e-mailed as soon as they are final. */
  sendInvoices: z.boolean(),
  /** Fees are charged before the period begins. */
  feesInAdvance: z.boolean(),
  paymentTermsDays: z.number().int().min(0).max(365),
  /** Its rates replace `taxes`. */
  taxProfileId: Id.nullable(),
  taxes: TaxRates,
  discountPercent: Percent,
  discountOn: z.enum(TAX_TARGETS),
  /** Prepaid: outbound calls are blocked when the balance is used up. None: no automatic drafts and no credit limit. */
  billingMethod: z.enum(BILLING_METHODS),
  /** Interval of automatic drafts. `null`: that of the plan's fees. */
  invoiceInterval: z.enum(INVOICE_INTERVALS).nullable(),
  /** Day of the month on which such a period begins. Weeks begin on Monday. */
  invoiceDay: z.number().int().min(1).max(28),
  /** Prepaid: how far the balance may fall below zero. */
  creditLimit: Limit,
  /** Prepaid: a balance below it triggers one notification. */
  lowBalanceThreshold: Limit,
  dailySpendLimit: Limit,
  monthlySpendLimit: Limit,
  /** Action at a limit: notify; also block outbound calls; also suspend the customer. */
  spendAction: z.enum(SPEND_ACTIONS),
  /** Receives an e-mail when a limit is near or reached, or the balance is low. Empty: none. */
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
  /** Currency of the limits: the customer's currency. */
  currency: z.string(),
  timeZone: z.string(),
  billingEmail: z.string(),
  ...settings,
  /** One per currency of the ledger, the customer's own first. Negative: the customer has a debt. */
  balances: z.array(z.object({ currency: z.string(), balance: money })),
  /** Charges of calls that are not on a final invoice yet. */
  unbilled: money,
  level: z.enum(LIMIT_LEVELS),
  limits: z.array(LimitState),
  /** Prepaid: remaining amount including credit. Otherwise `null`. */
  available: money.nullable(),
  /** Outbound calls are blocked because a limit is reached or the prepaid balance is used up. */
  outboundBlocked: z.boolean(),
  version: z.number().int(),
});
export type Account = z.infer<typeof Account>;

const tag = 'billing';
const params = z.object({ id: Id });

export const getAccount = route({
  method: 'GET',
  path: '/customers/:id/account',
  summary: 'Get a customer’s billing settings, balance and limits',
  tag,
  access: ['read', 'billing'],
  params,
  response: Account,
  errors: ['not-found'],
});

export const updateAccount = route({
  method: 'PATCH',
  path: '/customers/:id/account',
  summary: 'Change a customer’s billing settings and limits',
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
  /** Balance after the entry, in its currency. */
  balance: money,
  reference: z.string(),
  invoiceId: Id.nullable(),
  madeBy: z.string(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const listLedger = route({
  method: 'GET',
  path: '/customers/:id/ledger',
  summary: 'List the ledger entries of a customer, newest first',
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
  summary: 'Export a customer’s ledger as CSV, XLSX or PDF',
  tag,
  access: ['export', 'billing'],
  params,
  query: ExportQuery,
  file: EXPORT_FILES,
  errors: ['not-found', 'too-large'],
});

/** A payment increases the balance, a refund decreases it. The sign of an adjustment decides. */
export const addLedgerEntry = route({
  method: 'POST',
  path: '/customers/:id/ledger',
  summary: 'Add a payment, a refund or an adjustment to the ledger. Entries cannot be changed',
  tag,
  access: ['create', 'billing'],
  params,
  body: z.object({
    kind: z.enum(MANUAL_ENTRIES),
    amount: pattern('signed-money', 17),
    currency: Currency.optional(),
    reference: text(0, 200).default(''),
    /** Time of the payment. Absent: now. */
    at: Instant.optional(),
  }),
  response: LedgerEntry,
  status: 201,
  errors: ['not-found'],
});
