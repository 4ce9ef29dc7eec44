// What a PBX's dial rules say of a number: what is denied is denied; where some numbers are allowed, others are not.
import type { WantedDialRule } from './wanted-flow.ts';

type Rule = Pick<WantedDialRule, 'effect' | 'prefixes'>;

/** `digits`: country code first. `rule`: the first that decides; null: none names the number. */
export const judgeNumber = <R extends Rule>(
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
