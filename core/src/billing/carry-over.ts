export type CarryOver = 'none' | 'one_period' | 'all';

export interface SpentPeriod {
  readonly granted: number;
  readonly used: number;
}

/**
 * Returns the amount carried over to the next period, in the unit of `granted`. `periods`: since the plan began, oldest first. `cap`:
 * maximum carried from one period to the next. Carried amounts are used first.
 */
export const carriedOver = (policy: CarryOver, periods: readonly SpentPeriod[], cap: number = Infinity): number => {
  let carried = 0;
  for (const { granted, used: spent } of periods) {
    const own = granted - Math.min(granted, Math.max(0, spent - carried));
    const left = policy === 'none' ? 0 : policy === 'one_period' ? own : own + Math.max(0, carried - spent);
    carried = Math.min(cap, left);
  }
  return carried;
};
