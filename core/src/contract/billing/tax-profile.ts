// Tax rates of a profile or of one customer. Each invoice uses the rates in force.
import { z } from 'zod';
import { TAX_TARGETS } from '../../billing/invoice-totals.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { Country, pattern, text } from '../text.ts';

export const Percent = pattern('percent', 8);

export const TaxRateTerms = z.object({
  /** Rates with the same label and target follow each other in time. */
  label: text(1, 32),
  percent: Percent,
  /** Only for customers of that country, in preference to a general rate. Empty: for all. */
  country: z.union([z.literal(''), Country]).default(''),
  appliesTo: z.enum(TAX_TARGETS).default('all'),
  /** Also applies to the taxes above it. */
  compound: z.boolean().default(false),
  /** For invoices whose period ends on or after this day. `null`: for all. */
  validFrom: z.iso.date().nullable().default(null),
});
export type TaxRateTerms = z.infer<typeof TaxRateTerms>;

export const TAX_RATES_MAX = 40;
export const TaxRates = z.array(TaxRateTerms).max(TAX_RATES_MAX);

const editable = { name: text(1, 64), rates: TaxRates };

export const TaxProfile = z.object({
  id: Id,
  ...editable,
  /** Number of customers with this profile. */
  customers: z.number().int(),
  updatedAt: Instant,
  version: z.number().int(),
});
export type TaxProfile = z.infer<typeof TaxProfile>;

const tag = 'billing';
const access = ['update', 'billing'] as const;
const params = z.object({ id: Id });

/** Empty for users of a customer. */
export const listTaxProfiles = route({
  method: 'GET',
  path: '/tax-profiles',
  summary: 'List tax profiles',
  tag,
  access,
  response: z.object({ data: z.array(TaxProfile) }),
  errors: [],
});

export const createTaxProfile = route({
  method: 'POST',
  path: '/tax-profiles',
  summary: 'Add a tax profile',
  tag,
  access: ['create', 'billing'],
  body: z.object({ ...editable, rates: editable.rates.default([]) }),
  response: TaxProfile,
  status: 201,
  errors: ['conflict', 'not-found'],
});

export const updateTaxProfile = route({
  method: 'PATCH',
  path: '/tax-profiles/:id',
  summary: 'Change a tax profile. Drafts use the new taxes after a refresh. Final invoices do not change',
  tag,
  access,
  params,
  body: z.object(editable).partial(),
  response: TaxProfile,
  errors: ['not-found', 'conflict', 'stale'],
});

/** 409: customers use it. */
export const deleteTaxProfile = route({
  method: 'DELETE',
  path: '/tax-profiles/:id',
  summary: 'Remove a tax profile that no customer uses',
  tag,
  access: ['delete', 'billing'],
  params,
  status: 204,
  errors: ['not-found', 'conflict'],
});
