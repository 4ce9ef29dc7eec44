/** Returns the fields of `now` that differ from `before`, for a PATCH request. Values are plain JSON. */
export const changedFields = (
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => !same(before[key], value)));

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
