// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Json, MadeTimestamp, NullableJson, RequiredJson, Stamped, Timestamp } from './columns.ts';

/** A price plan of the platform, for customers or for a carrier. */
interface PlansTable extends Stamped {
  id: string;
  name: string;
  description: Generated<string>;
  status: Generated<'draft' | 'active' | 'retired'>;
  currency: string;
  /** `carrier`: the rates are what a carrier charges. */
  purpose: Generated<'customer' | 'carrier'>;
  /** Counts changes of the rates, so that PBX servers get a new table of refused prefixes only then. */
  ratesRevision: Generated<number>;
}

/** Versions of the terms of a plan. A version in force is never changed. */
interface PlanVersionsTable {
  planId: string;
  number: number;
  /** null: a draft. */
  validFrom: Timestamp | null;
  /** Fees, allowances and limits. Amounts are decimal texts. */
  terms: RequiredJson<ColumnTypes['planVersions.terms']>;
  createdBy: string;
  createdAt: MadeTimestamp;
}

/** Which plan a customer has, and when. */
interface CustomerPlansTable {
  id: string;
  customerId: string;
  planId: string;
  validFrom: Timestamp;
  /** null: no end. */
  validUntil: Timestamp | null;
  createdBy: string;
  createdAt: MadeTimestamp;
}

/** Trunks whose cost follows a carrier plan. */
interface PlanCarriersTable {
  id: string;
  planId: string;
  serverId: number;
  /** Name of the channels of the trunk: `PJSIP/trunk.acme`. */
  device: string;
  createdBy: string;
  createdAt: MadeTimestamp;
}

/** Price per prefix, direction and time of day. */
interface RatesTable {
  id: string;
  planId: string;
  direction: 'outbound' | 'inbound';
  prefix: string;
  /** Peak and off-peak hours are terms of the plan. */
  timing: Generated<'any' | 'peak' | 'off-peak'>;
  destinationName: Generated<string>;
  destinationGroup: Generated<string>;
  connectFee: Generated<string>;
  ratePerMinute: string;
  /** Shortest billed duration, then steps of `increment_seconds`. */
  initialSeconds: Generated<number>;
  incrementSeconds: Generated<number>;
  /** Seconds without charge at the beginning. */
  freeSeconds: Generated<number>;
  /** Calls up to this length are free. */
  graceSeconds: Generated<number>;
  minCharge: string | null;
  maxCharge: string | null;
  /** Calls to this prefix are refused. */
  blocked: Generated<boolean>;
  effectiveFrom: Timestamp;
  effectiveUntil: Timestamp | null;
  version: Generated<number>;
}

/** How much of an allowance a customer used in a period. Rating locks the row. */
interface AllowanceUsesTable {
  customerId: string;
  planId: string;
  name: string;
  periodStart: Timestamp;
  usedSeconds: Generated<number>;
  usedCalls: Generated<number>;
}

/** Taxes that several customers share. They belong to the platform. */
interface TaxProfilesTable extends Stamped {
  id: string;
  name: string;
  /** [{label, percent, country, appliesTo, compound, validFrom}], in order. percent is a decimal text. */
  rates: Json<unknown>;
}

/** Companies that issue invoices, with their number ranges. */
interface InvoiceIssuersTable extends Stamped {
  id: string;
  name: string;
  legalName: Generated<string>;
  taxId: Generated<string>;
  address: Generated<string>;
  email: Generated<string>;
  phone: Generated<string>;
  website: Generated<string>;
  paymentDetails: Generated<string>;
  footer: Generated<string>;
  invoicePrefix: Generated<string>;
  creditPrefix: Generated<string>;
  numberDigits: Generated<number>;
  /** Last number given. The row is locked while an invoice gets its number, so numbers have no gaps. */
  lastInvoice: Generated<number>;
  lastCredit: Generated<number>;
  logo: Uint8Array | null;
  logoType: string | null;
  isDefault: Generated<boolean>;
}

/** How a customer is billed. Without a row the defaults apply and invoices are made by hand. */
interface BillingAccountsTable {
  customerId: string;
  issuerId: string | null;
  /** Postpaid, prepaid or not billed. */
  billingMethod: Generated<'postpaid' | 'prepaid' | 'none'>;
  scheduled: Generated<boolean>;
  /** The schedule drafts no invoice for periods that ended before. */
  scheduledSince: Timestamp | null;
  /** null: as the fees of the plan. */
  invoiceInterval: 'week' | 'month' | 'quarter' | 'year' | null;
  /** Day of the month. Weeks begin on Monday. */
  invoiceDay: Generated<number>;
  sendInvoices: Generated<boolean>;
  feesInAdvance: Generated<boolean>;
  paymentTermsDays: Generated<number>;
  /** [{label, percent, country, appliesTo, compound, validFrom}]. percent is a decimal text. */
  taxes: Json<unknown>;
  /** null: `taxes` apply. */
  taxProfileId: string | null;
  discountPercent: Generated<string>;
  discountOn: Generated<'all' | 'fees' | 'usage'>;
  creditLimit: string | null;
  dailySpendLimit: string | null;
  monthlySpendLimit: string | null;
  /** What a reached limit does: notify, block outbound calls or suspend. */
  spendAction: Generated<'notify' | 'block_outbound' | 'suspend'>;
  spendNotifyEmail: Generated<string>;
  /** Prepaid: a lower balance notifies. */
  lowBalanceThreshold: string | null;
  /** Limit that was notified last, so that each is notified once. Empty: none. */
  limitTold: Generated<string>;
  /** A reached limit suspended the customer. It does so once until the limit is no longer reached. */
  limitSuspended: Generated<boolean>;
  /** Whether a limit blocks outbound calls, as the PBX servers know it. */
  outboundBlocked: Generated<boolean>;
  updatedAt: MadeTimestamp;
  version: Generated<number>;
}

/** Invoices and credit notes. A final one is never changed. */
interface InvoicesTable extends Stamped {
  id: string;
  customerId: string;
  issuerId: string | null;
  kind: 'invoice' | 'credit_note';
  status: Generated<'draft' | 'final' | 'void'>;
  /** The invoice that a credit note is about. Several credit notes may share it. */
  creditsId: string | null;
  /** Number within issuer and kind, without gaps. null: a draft. */
  sequence: number | null;
  number: string | null;
  currency: string;
  language: string;
  /** Half-open period. */
  periodStart: Timestamp;
  periodEnd: Timestamp;
  /** Days in the calendar of the customer when it was drafted. */
  firstDay: string;
  endDay: string;
  /** Fees due before this time are on the invoice. */
  feesUntil: Timestamp;
  timeZone: string;
  net: Generated<string>;
  tax: Generated<string>;
  total: Generated<string>;
  taxInclusive: Generated<boolean>;
  /** [{label, percent, base, amount}], decimal texts. */
  taxes: Json<unknown>;
  /** What a person should check before it is sent: [{kind, count, name}]. */
  warnings: Json<unknown>;
  notes: Generated<string>;
  issueDate: string | null;
  dueDate: string | null;
  /** Name and address as printed. null: a draft. */
  billTo: NullableJson<unknown>;
  issuedBy: NullableJson<unknown>;
  logo: Uint8Array | null;
  madeBy: string;
  finalisedBy: string | null;
  finalisedAt: Timestamp | null;
  sentAt: Timestamp | null;
  sentTo: Generated<string>;
}

/** Lines of an invoice. Lines of a final invoice are never changed. */
interface InvoiceLinesTable {
  id: string;
  invoiceId: string;
  position: number;
  kind: string;
  description: Generated<string>;
  /** Names, counts and days, which the reader words in their language. */
  detail: Json<unknown>;
  /** What a fee is for, so that it is billed once: [assignment, kind, period or item]. */
  source: string | null;
  net: string;
  /** Added by hand: kept when the draft is made again. */
  manual: Generated<boolean>;
}

/** Calls that a final invoice lists, as they were on that day, in parts. Call records change and expire; the invoice does not. */
interface InvoiceAnnexTable {
  invoiceId: string;
  part: number;
  count: number;
  /** In order: [at, direction, source, destination, destination name, raw, billed, allowance seconds, amount as text]. */
  calls: RequiredJson<unknown>;
}

/** Periods that the schedule has drafted. Each is drafted once. */
interface InvoiceRunsTable {
  customerId: string;
  periodStart: Timestamp;
  invoices: number;
  at: MadeTimestamp;
}

/** Account of a customer, append-only. Positive: in favour of the customer. Mistakes are corrected by another entry. */
interface LedgerEntriesTable {
  id: string;
  seq: GeneratedAlways<number>;
  customerId: string;
  currency: string;
  at: Timestamp;
  kind: 'invoice' | 'credit_note' | 'payment' | 'refund' | 'adjustment';
  amount: string;
  reference: Generated<string>;
  invoiceId: string | null;
  madeBy: string;
  createdAt: MadeTimestamp;
}

/** Price of a call leg for the customer. It outlives the call record. */
interface CallRatingsTable {
  callId: string;
  /** 0: the call. 1 and up: paid legs of a call that was forwarded outside. */
  leg: Generated<number>;
  customerId: string | null;
  /** Time of the answer, or of the start of an unanswered call. */
  at: Timestamp;
  direction: string;
  status: 'rated' | 'unrated' | 'excluded' | 'blocked';
  planId: string | null;
  versionNumber: number | null;
  currency: string | null;
  prefix: string | null;
  destinationName: Generated<string>;
  destinationGroup: Generated<string>;
  rawSeconds: Generated<number>;
  billedSeconds: Generated<number>;
  allowanceSeconds: Generated<number>;
  connectFee: Generated<string>;
  amount: Generated<string>;
  /** The whole calculation. */
  steps: RequiredJson<unknown>;
  /** Taken from allowances: [{name, period, seconds, calls}]. Given back when the call is rated again. */
  spent: Json<unknown>;
  ratedAt: MadeTimestamp;
  /** The final invoice that lists the call. The price does not change while it is set. */
  invoiceId: string | null;
}

/** Cost of a call leg, in the carrier's currency. Only the platform reads it. */
interface CallCostsTable {
  callId: string;
  leg: Generated<number>;
  planId: string;
  versionNumber: number;
  /** Trunk of the leg. */
  device: string;
  status: 'rated' | 'unrated' | 'blocked';
  currency: string;
  prefix: string | null;
  destinationName: Generated<string>;
  rawSeconds: Generated<number>;
  billedSeconds: Generated<number>;
  connectFee: Generated<string>;
  amount: Generated<string>;
  /** The whole calculation. */
  steps: RequiredJson<unknown>;
  ratedAt: MadeTimestamp;
}

export interface BillingTables {
  plans: PlansTable;
  planVersions: PlanVersionsTable;
  customerPlans: CustomerPlansTable;
  planCarriers: PlanCarriersTable;
  rates: RatesTable;
  allowanceUses: AllowanceUsesTable;
  taxProfiles: TaxProfilesTable;
  invoiceIssuers: InvoiceIssuersTable;
  billingAccounts: BillingAccountsTable;
  invoices: InvoicesTable;
  invoiceLines: InvoiceLinesTable;
  invoiceAnnex: InvoiceAnnexTable;
  invoiceRuns: InvoiceRunsTable;
  ledgerEntries: LedgerEntriesTable;
  callRatings: CallRatingsTable;
  callCosts: CallCostsTable;
}
