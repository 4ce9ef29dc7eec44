// Terms of a plan: fees, allowances and limits per period. A change creates a new version and keeps the old one.
import { keysOf } from '../../base/keys-of.ts';
import { z } from 'zod';
import { pattern, text, TimeZone } from '../text.ts';

export const DIRECTIONS = ['outbound', 'inbound'] as const;
export const TIMINGS = ['any', 'peak', 'off-peak'] as const;
export const UNRATED_POLICIES = ['block', 'zero', 'default_rate'] as const;
export const FEE_ITEMS = ['subscriber', 'agent', 'did', 'concurrent_call', 'recording_gb', 'queue'] as const;

/** Decimal text, never a number: up to nine digits before and six after the decimal point. */
export const Money = pattern('money', 16);
const Count = z.number().int().min(0).max(1_000_000_000);
const Clock = pattern('clock', 5);

const allowance = z.object({
  name: text(1, 64),
  kind: z.enum(['minutes', 'calls', 'unlimited']).default('minutes'),
  /** For `minutes`, per period. */
  seconds: Count.default(0),
  /** For `calls`, per period. */
  calls: Count.default(0),
  direction: z.enum(['outbound', 'inbound', 'both']).default('outbound'),
  /** Names of destination groups. Empty: every destination. */
  destinationGroups: z.array(text(1, 64)).max(100).default([]),
  coversConnectFee: z.boolean().default(false),
  carryOver: z.enum(['none', 'one_period', 'all']).default('none'),
  /** For carried-over `minutes`: the maximum carried into the next period. Absent: all. */
  capSeconds: Count.optional(),
  /** Lower values are used first. */
  priority: z.number().int().min(0).max(1000).default(0),
});

export const PlanAllowance = allowance.refine(
  ({ kind, carryOver, capSeconds }) => capSeconds === undefined || (kind === 'minutes' && carryOver !== 'none'),
  { path: ['capSeconds'], params: { rule: 'cap-without-carry' } },
);

const Units = z.number().int().min(1).max(1_000_000_000);

/** Units beyond the first `above` cost `unitPrice` each, up to the next tier. */
const Tiers = z
  .array(z.object({ above: Units, unitPrice: Money }))
  .max(10)
  .refine((tiers) => tiers.every(({ above }, i) => i === 0 || above > (tiers[i - 1]?.above ?? 0)), {
    params: { rule: 'tier-order' },
  });

/** Charges the peak quantity of the period, minus the included quantity, within minimum and maximum. */
export const UnitFee = z
  .object({
    item: z.enum(FEE_ITEMS),
    /** Price below the first tier, if there are tiers. */
    unitPrice: Money,
    includedQuantity: Count.default(0),
    /** Minimum charged quantity. Absent: none. */
    minimumQuantity: Units.optional(),
    /** Maximum charged quantity. Absent: none. */
    maximumQuantity: Units.optional(),
    tiers: Tiers.optional(),
  })
  .refine(({ minimumQuantity: least, maximumQuantity: most }) => (least ?? 0) <= (most ?? Infinity), {
    path: ['maximumQuantity'],
    params: { rule: 'quantity-order' },
  });

/** Half-open, in the plan's local time. `24:00` ends a day. */
export const PeakHours = z.object({
  /** ISO days, 1 Monday to 7 Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: Clock,
  to: Clock,
});

const Limit = z.number().int().min(0).max(1_000_000).nullable();

export const terms = {
  billingInterval: z.enum(['month', 'week']),
  /** Months or weeks per period of fees, allowances and free credit. Counted from the beginning of 2000. */
  intervalCount: z.number().int().min(1).max(60),
  fixedFee: Money,
  setupFee: Money,
  freeCredit: Money,
  proration: z.enum(['none', 'additions', 'both']),
  unitFees: z.array(UnitFee).max(20),
  allowances: z.array(PlanAllowance).max(20),
  internalCalls: z.enum(['free', 'rated']),
  unratedPolicy: z.enum(UNRATED_POLICIES),
  /** For `default_rate`, charged by whole minutes. */
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
  /** Recording retention in days for customers without their own setting. `null`: no limit. */
  maxRetentionDays: z.number().int().min(1).max(36_500).nullable(),
};

export const PlanTerms = z.object({ ...terms, timezone: z.string() });
export type PlanTerms = z.infer<typeof PlanTerms>;
export const UpdateTerms = z.object(terms).partial();

/** Default terms of a plan. */
export const CreateTerms = z.object({
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
/** Values for terms that older versions lack. */
export const LATER_TERMS = { intervalCount: 1, maxQueues: null, maxRecordingMb: null, maxRetentionDays: null } as const;
export const TERM_FIELDS = keysOf(terms);
