export type CarryOver = 'none' | 'one_period' | 'all';

/**
 * What earlier periods leave for the next one, in the unit of `granted`. `used`: of each period since the plan began, oldest
 * first. `cap`: at most so much goes from a period into the next. What was carried is spent before the period's own.
 */
export const carriedOver = (
  policy: CarryOver,
  granted: number,
  used: readonly number[],
  cap: number = Infinity,
): number => {
  let carried = 0;
  for (const spent of used) {
    const own = granted - Math.min(granted, Math.max(0, spent - carried));
    const left = policy === 'none' ? 0 : policy === 'one_period' ? own : own + Math.max(0, carried - spent);
    carried = Math.min(cap, left);
  }
  return carried;
};
