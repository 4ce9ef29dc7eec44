// A plan: prices of a customer with rates, and the versions of its terms.
import { z } from 'zod';
import { CreateTerms, PlanTerms, terms, UNRATED_POLICIES, UpdateTerms } from './plan-terms.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { Currency, text } from '../text.ts';

/** Whether the rates are customer prices or carrier costs. */
export const PLAN_PURPOSES = ['customer', 'carrier'] as const;
export const PLAN_STATUS = ['draft', 'active', 'retired'] as const;

const identity = {
  name: text(1, 64),
  description: text(0, 500),
  status: z.enum(PLAN_STATUS),
  currency: Currency,
};

export const Plan = z.object({
  id: Id,
  ...identity,
  purpose: z.enum(PLAN_PURPOSES),
  currency: z.string(),
  /** Number of the version in force, or of the first when none is yet. */
  versionNumber: z.number().int(),
  validFrom: Instant.nullable(),
  ...PlanTerms.shape,
  rateCount: z.number().int(),
  customerCount: z.number().int(),
  /** Trunks whose costs the plan defines. */
  carrierCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Plan = z.infer<typeof Plan>;

export const CreatePlan = CreateTerms.extend({
  name: identity.name,
  /** Immutable. */
  purpose: z.enum(PLAN_PURPOSES).default('customer'),
  description: identity.description.default(''),
  status: z.enum(['draft', 'active']).default('draft'),
  currency: Currency.default('USD'),
});

export const UpdatePlan = z.object({ ...identity, ...terms }).partial();

export const plans = noun({
  key: 'plan',
  path: '/plans',
  table: 'plans',
  words: ['plan', 'plans'],
  singular: { en: 'plan', es: 'plan', fr: 'forfait', he: 'תוכנית' },
  heading: 'Plans and rates',
  dimensions: [],
  roles: { billing: ['manage'] },
  row: Plan,
  create: CreatePlan,
  update: UpdatePlan,
  sortable: ['name', 'status', 'currency', 'rateCount', 'customerCount', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  searchable: ['name', 'description'],
  filters: ['status', 'currency', 'purpose'],
  fields: {
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    purpose: { kind: 'select', options: PLAN_PURPOSES, in: ['list', 'create'], section: 'identity' },
    description: { kind: 'text', in: ['create', 'edit'], section: 'identity' },
    status: { kind: 'select', options: PLAN_STATUS, in: ['list', 'edit'], section: 'identity' },
    currency: { kind: 'currency', in: ['list', 'create'], section: 'identity' },
    fixedFee: { kind: 'text', in: ['list', 'create', 'edit'], section: 'fees' },
    setupFee: { kind: 'text', in: ['create', 'edit'], section: 'fees' },
    billingInterval: { kind: 'select', options: ['month', 'week'], in: ['create', 'edit'], section: 'fees' },
    intervalCount: { kind: 'number', in: ['create', 'edit'], section: 'fees' },
    unratedPolicy: { kind: 'select', options: UNRATED_POLICIES, in: ['create', 'edit'], section: 'calls' },
    defaultRatePerMinute: { kind: 'text', in: ['create', 'edit'], section: 'calls' },
    internalCalls: { kind: 'select', options: ['free', 'rated'], in: ['create', 'edit'], section: 'calls' },
    timezone: { kind: 'timezone', in: ['create', 'edit'], section: 'calls' },
    roundingDecimals: { kind: 'number', in: ['create', 'edit'], section: 'calls' },
    versionNumber: { kind: 'number', in: ['list'] },
    rateCount: { kind: 'number', in: ['list'] },
    customerCount: { kind: 'number', in: ['list'] },
    updatedAt: { kind: 'instant', in: ['list'] },
  },
  titleField: 'name',
});

const PlanParams = z.object({ id: Id });

export const VERSION_STATES = ['draft', 'scheduled', 'current', 'past'] as const;
export const PlanVersion = z.object({
  number: z.number().int(),
  state: z.enum(VERSION_STATES),
  validFrom: Instant.nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  terms: PlanTerms,
});
export type PlanVersion = z.infer<typeof PlanVersion>;

export const listPlanVersions = route({
  method: 'GET',
  path: '/plans/:id/versions',
  summary: 'List the versions of a plan, newest first',
  tag: 'plan',
  access: ['read', 'plan'],
  params: PlanParams,
  response: z.object({ data: z.array(PlanVersion) }),
  errors: [],
});

const VersionBody = UpdateTerms.extend({
  /** Effective date, now or later. `null`: a draft. */
  validFrom: Instant.nullable().optional(),
});
const VersionParams = z.object({ id: Id, number: z.coerce.number().int().min(1) });

export const createPlanVersion = route({
  method: 'POST',
  path: '/plans/:id/versions',
  summary: 'Create a plan version: the newest one with the given changes',
  tag: 'plan',
  access: ['update', 'plan'],
  params: PlanParams,
  body: VersionBody,
  response: PlanVersion,
  status: 201,
  errors: ['conflict'],
});

export const updatePlanVersion = route({
  method: 'PATCH',
  path: '/plans/:id/versions/:number',
  summary: 'Change a plan version that is not in force yet',
  tag: 'plan',
  access: ['update', 'plan'],
  params: VersionParams,
  body: VersionBody,
  response: PlanVersion,
  errors: ['conflict'],
});

export const deletePlanVersion = route({
  method: 'DELETE',
  path: '/plans/:id/versions/:number',
  summary: 'Delete a plan version that is not in force yet',
  tag: 'plan',
  access: ['update', 'plan'],
  params: VersionParams,
  status: 204,
  errors: ['conflict'],
});

export const PlanCustomer = z.object({
  customerId: Id,
  customerName: z.string(),
  validFrom: Instant,
  /** `null`: open-ended. */
  validUntil: Instant.nullable(),
});

export const listPlanCustomers = route({
  method: 'GET',
  path: '/plans/:id/customers',
  summary: 'List current and past customers of a plan',
  tag: 'plan',
  access: ['read', 'plan'],
  params: PlanParams,
  response: z.object({ data: z.array(PlanCustomer) }),
  errors: [],
});

export const assignPlan = route({
  method: 'POST',
  path: '/plans/:id/customers',
  summary: 'Assign a plan to a customer. The customer’s previous plan ends',
  tag: 'plan',
  access: ['update', 'plan'],
  params: PlanParams,
  body: z.object({ customerId: Id, validFrom: Instant.optional() }),
  response: PlanCustomer,
  status: 201,
  errors: ['conflict'],
});
