// A plan: what a customer pays, and its rates. Terms come in versions: a change makes a new one, what was in force stays as it was.
import { z } from 'zod';
import { Id, Instant, resource } from './resource.ts';
import { route } from './route.ts';
import { Currency, pattern, text, TimeZone } from './text.ts';

/** Whom a plan's rates are for: what customers pay, or what a carrier asks of the platform. */
export const PLAN_PURPOSES = ['customer', 'carrier'] as const;
export const PLAN_STATUS = ['draft', 'active', 'retired'] as const;
export const DIRECTIONS = ['outbound', 'inbound'] as const;
export const TIMINGS = ['any', 'peak', 'off-peak'] as const;
export const UNRATED_POLICIES = ['block', 'zero', 'default_rate'] as const;
export const FEE_ITEMS = ['subscriber', 'agent', 'did', 'concurrent_call', 'recording_gb', 'queue'] as const;

/** A decimal text, never a number: up to nine digits before the point and six behind it. */
export const Money = pattern('money', 16);
const Count = z.number().int().min(0).max(1_000_000_000);
const Clock = pattern('clock', 5);

const allowance = z.object({
  name: text(1, 64),
  kind: z.enum(['minutes', 'calls', 'unlimited']).default('minutes'),
  /** Of `minutes`, a period. */
  seconds: Count.default(0),
  /** Of `calls`, a period. */
  calls: Count.default(0),
  direction: z.enum(['outbound', 'inbound', 'both']).default('outbound'),
  /** Names of destination groups; none: every destination. */
  destinationGroups: z.array(text(1, 64)).max(100).default([]),
  coversConnectFee: z.boolean().default(false),
  carryOver: z.enum(['none', 'one_period', 'all']).default('none'),
  /** Of `minutes` that stay: at most so many go into the next period. Absent: all of them. */
  capSeconds: Count.optional(),
  /** Lower is spent first. */
  priority: z.number().int().min(0).max(1000).default(0),
});

export const PlanAllowance = allowance.refine(
  ({ kind, carryOver, capSeconds }) => capSeconds === undefined || (kind === 'minutes' && carryOver !== 'none'),
  { path: ['capSeconds'], params: { rule: 'cap-without-carry' } },
);

const Units = z.number().int().min(1).max(1_000_000_000);

/** Charged units beyond the first `above` cost `unitPrice` each, up to the next tier. */
const Tiers = z
  .array(z.object({ above: Units, unitPrice: Money }))
  .max(10)
  .refine((tiers) => tiers.every(({ above }, i) => i === 0 || above > (tiers[i - 1]?.above ?? 0)), {
    params: { rule: 'tier-order' },
  });

/** What is charged: the most that there were at once, less those included, within minimum and maximum. */
export const UnitFee = z
  .object({
    item: z.enum(FEE_ITEMS),
    /** Below the first tier, if there are any. */
    unitPrice: Money,
    includedQuantity: Count.default(0),
    /** Charged at least, however few there were. Absent: none. */
    minimumQuantity: Units.optional(),
    /** Charged at most, however many there were. Absent: no end. */
    maximumQuantity: Units.optional(),
    tiers: Tiers.optional(),
  })
  .refine(({ minimumQuantity: least, maximumQuantity: most }) => (least ?? 0) <= (most ?? Infinity), {
    path: ['maximumQuantity'],
    params: { rule: 'quantity-order' },
  });

/** Half open, on the plan's wall clock; `24:00` ends a day. */
export const PeakHours = z.object({
  /** ISO days, 1 Monday to 7 Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: Clock,
  to: Clock,
});

const Limit = z.number().int().min(0).max(1_000_000).nullable();

const terms = {
  billingInterval: z.enum(['month', 'week']),
  /** Of how many months or weeks a period is: fees, allowances and free credit are of it. Counted from the beginning of 2000. */
  intervalCount: z.number().int().min(1).max(60),
  fixedFee: Money,
  setupFee: Money,
  freeCredit: Money,
  proration: z.enum(['none', 'additions', 'both']),
  unitFees: z.array(UnitFee).max(20),
  allowances: z.array(PlanAllowance).max(20),
  internalCalls: z.enum(['free', 'rated']),
  unratedPolicy: z.enum(UNRATED_POLICIES),
  /** Of `default_rate`, by whole minutes. */
  defaultRatePerMinute: Money,
  timezone: TimeZone,
  peakHours: z.array(PeakHours).max(20),
  roundingDecimals: z.number().int().min(2).max(6),
  roundingMode: z.enum(['half_up', 'up']),
  taxInclusive: z.boolean(),
  overageAction: z.enum(['none', 'notify', 'block']),
  maxConcurrentCalls: Limit,
  maxSubscribers: Limit,
  maxAgents: Limit,
  maxQueues: Limit,
  maxRecordingMb: Limit,
  /** Days that recordings are kept, of a customer who says nothing himself; null: for good. */
  maxRetentionDays: z.number().int().min(1).max(36_500).nullable(),
};

export const PlanTerms = z.object({ ...terms, timezone: z.string() });
export type PlanTerms = z.infer<typeof PlanTerms>;
export const UpdateTerms = z.object(terms).partial();

/** What a plan says when nobody says otherwise. */
const CreateTerms = z.object({
  billingInterval: terms.billingInterval.default('month'),
  intervalCount: terms.intervalCount.default(1),
  fixedFee: Money.default('0'),
  setupFee: Money.default('0'),
  freeCredit: Money.default('0'),
  proration: terms.proration.default('both'),
  unitFees: terms.unitFees.default([]),
  allowances: terms.allowances.default([]),
  internalCalls: terms.internalCalls.default('free'),
  unratedPolicy: terms.unratedPolicy.default('block'),
  defaultRatePerMinute: Money.default('0'),
  timezone: TimeZone.default('UTC'),
  peakHours: terms.peakHours.default([]),
  roundingDecimals: terms.roundingDecimals.default(4),
  roundingMode: terms.roundingMode.default('half_up'),
  taxInclusive: terms.taxInclusive.default(false),
  overageAction: terms.overageAction.default('notify'),
  maxConcurrentCalls: Limit.default(null),
  maxSubscribers: Limit.default(null),
  maxAgents: Limit.default(null),
  maxQueues: Limit.default(null),
  maxRecordingMb: Limit.default(null),
  maxRetentionDays: terms.maxRetentionDays.default(null),
});
/** Terms that versions of before do not have. */
export const LATER_TERMS = { intervalCount: 1, maxQueues: null, maxRecordingMb: null, maxRetentionDays: null } as const;
export const TERM_FIELDS = Object.keys(terms) as readonly (keyof PlanTerms)[];

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
  /** Of the version in force; of the first when none is yet. */
  versionNumber: z.number().int(),
  validFrom: Instant.nullable(),
  ...PlanTerms.shape,
  rateCount: z.number().int(),
  customerCount: z.number().int(),
  /** Trunks that it is the cost of. */
  carrierCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Plan = z.infer<typeof Plan>;

export const CreatePlan = CreateTerms.extend({
  name: identity.name,
  /** Never changes. */
  purpose: z.enum(PLAN_PURPOSES).default('customer'),
  description: identity.description.default(''),
  status: z.enum(['draft', 'active']).default('draft'),
  currency: Currency.default('USD'),
});

export const UpdatePlan = z.object({ ...identity, ...terms }).partial();

export const plans = resource({
  name: 'plan',
  path: '/plans',
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
  summary: 'Versions of a plan, newest first',
  tag: 'plan',
  access: ['read', 'plan'],
  params: PlanParams,
  response: z.object({ data: z.array(PlanVersion) }),
  errors: [],
});

const VersionBody = UpdateTerms.extend({
  /** When it takes effect, now or later; null: a draft. */
  validFrom: Instant.nullable().optional(),
});
const VersionParams = z.object({ id: Id, number: z.coerce.number().int().min(1) });

export const createPlanVersion = route({
  method: 'POST',
  path: '/plans/:id/versions',
  summary: 'A new version: the newest one with the named terms changed',
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
  summary: 'Change a version that is not in force yet',
  tag: 'plan',
  access: ['update', 'plan'],
  params: VersionParams,
  body: VersionBody,
  response: PlanVersion,
  errors: ['conflict'],
});

export const removePlanVersion = route({
  method: 'DELETE',
  path: '/plans/:id/versions/:number',
  summary: 'Drop a version that is not in force yet',
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
  /** null: for now. */
  validUntil: Instant.nullable(),
});

export const listPlanCustomers = route({
  method: 'GET',
  path: '/plans/:id/customers',
  summary: 'Customers on a plan, now and before',
  tag: 'plan',
  access: ['read', 'plan'],
  params: PlanParams,
  response: z.object({ data: z.array(PlanCustomer) }),
  errors: [],
});

export const assignPlan = route({
  method: 'POST',
  path: '/plans/:id/customers',
  summary: 'Put a customer on a plan; the plan that it had ends there',
  tag: 'plan',
  access: ['update', 'plan'],
  params: PlanParams,
  body: z.object({ customerId: Id, validFrom: Instant.optional() }),
  response: PlanCustomer,
  status: 201,
  errors: ['conflict'],
});
