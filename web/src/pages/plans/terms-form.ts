// What the form of a plan's terms holds: the terms themselves, and when they take effect.
import type { PlanTerms } from '@ringside/core/contract/plan-terms.ts';

export const WHEN = ['now', 'later', 'draft'] as const;
export type When = (typeof WHEN)[number];

export interface TermsFormState {
  readonly terms: PlanTerms;
  readonly set: <K extends keyof PlanTerms>(field: K, value: PlanTerms[K]) => void;
  /** The verdict on a field: `fixedFee`, `allowances.0.name`. */
  readonly error: (path: string) => string | undefined;
}

/** Terms that differ, in the order of the contract. */
export const differingTerms = (
  fields: readonly (keyof PlanTerms)[],
  before: PlanTerms,
  after: PlanTerms,
): readonly (keyof PlanTerms)[] =>
  fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
