export type CarryOver = 'none' | 'one_period' | 'all';

/**
 * What earlier periods leave for the next one, in the unit of `granted`. `used`: of each period since the plan began, oldest
 * first. What was carried is spent before the period's own.
 */
export const carriedOver = (policy: CarryOver, granted: number, used: readonly number[]): number => {
  let carried = 0;
  for (const spent of used) {
    const own = granted - Math.min(granted, Math.max(0, spent - carried));
    carried = policy === 'none' ? 0 : policy === 'one_period' ? own : own + Math.max(0, carried - spent);
  }
  return carried;
};
