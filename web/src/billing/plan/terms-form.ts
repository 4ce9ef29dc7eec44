// State of the terms form: the terms, and when they take effect.
import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';

export const WHEN = ['now', 'later', 'draft'] as const;
export type When = (typeof WHEN)[number];

export interface TermsFormState {
  readonly terms: PlanTerms;
  readonly set: <K extends keyof PlanTerms>(field: K, value: PlanTerms[K]) => void;
  /** Returns the error of a field, such as `fixedFee` or `allowances.0.name`. */
  readonly error: (path: string) => string | undefined;
}

/** Returns the fields that differ, in the order of the contract. */
export const differingTerms = (
  fields: readonly (keyof PlanTerms)[],
  before: PlanTerms,
  after: PlanTerms,
): readonly (keyof PlanTerms)[] =>
  fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
