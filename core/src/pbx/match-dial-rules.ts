// Applies the dial rules of a PBX server to a number. Denied numbers are denied. If some numbers are allowed, all others are denied.
import type { WantedDialRule } from './wanted-flow.ts';

type Rule = Pick<WantedDialRule, 'effect' | 'prefixes'>;

/** `digits`: starting with the country code. `rule`: the first deciding rule, `null` when no rule matches. */
export const matchDialRules = <R extends Rule>(
  rules: readonly R[],
  digits: string,
): { readonly allowed: boolean; readonly rule: R | null } => {
  const hit = (effect: Rule['effect']): R | undefined =>
    rules.find((rule) => rule.effect === effect && rule.prefixes.some((each) => digits.startsWith(each)));
  const denied = hit('deny');
  if (denied !== undefined) return { allowed: false, rule: denied };
  const allowed = hit('allow');
  return { allowed: allowed !== undefined || !rules.some((rule) => rule.effect === 'allow'), rule: allowed ?? null };
};
