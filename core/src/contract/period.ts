// Limits the times in requests for all routes, so that no report sums up centuries.
import type { z } from 'zod';

/** First year, and the year after the last one. */
const [FIRST_YEAR, END_YEAR] = [1970, 2200];
/** Longest period (`from`, `to`) of a report, list or export. */
export const LONGEST_PERIOD_DAYS = 3660;
const DAY_MS = 86_400_000;

export interface PeriodFault {
  readonly path: string;
  readonly code: 'far-date' | 'too-long-period';
  readonly params?: Readonly<Record<string, number>>;
}

interface Def {
  readonly type: string;
  readonly format?: string;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

const defOf = (schema: z.core.$ZodType): Def => schema._zod.def;

const isTime = ({ type, format }: Def): boolean => type === 'string' && (format === 'datetime' || format === 'date');

const isFar = (value: string): boolean => {
  const year = Number(/^[+-]?\d+/.exec(value)?.[0] ?? Number.NaN);
  return !(year >= FIRST_YEAR && year < END_YEAR);
};

/** Returns the paths of times and days in a valid `value` that are outside the range. */
const farTimes = (schema: z.core.$ZodType, value: unknown, path: readonly string[]): string[] => {
  if (value === null || value === undefined) return [];
  const def = defOf(schema);
  if (isTime(def)) return typeof value === 'string' && isFar(value) ? [path.join('.')] : [];
  const inner = def.innerType ?? def.in;
  if (inner !== undefined) return farTimes(inner, value, path);
  // A value that fits several options is rejected by the first option that finds it out of range.
  if (def.options !== undefined) {
    const times = typeof value === 'string' ? def.options.filter((option) => isTime(defOf(option))) : def.options;
    return times.map((option) => farTimes(option, value, path)).find((found) => found.length > 0) ?? [];
  }
  if (Array.isArray(value)) {
    const { element } = def;
    return element === undefined ? [] : value.flatMap((each, n) => farTimes(element, each, [...path, String(n)]));
  }
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const of = def.shape === undefined ? def.valueType : def.shape[name];
    return of === undefined ? [] : farTimes(of, field, [...path, name]);
  });
};

/** Extension ranges have `from` and `to` as well. */
const isDay = (value: unknown): value is string => typeof value === 'string' && /^[+-]?\d{4,}-\d\d/.test(value);

/** Returns times outside 1970 to 2199 and a period that is too long. Expects a query or body that matches its schema. */
export const periodFaults = (schema: z.core.$ZodType, value: unknown): PeriodFault[] => {
  const far = farTimes(schema, value, []).map((path): PeriodFault => ({ path, code: 'far-date' }));
  if (far.length > 0 || typeof value !== 'object' || value === null) return far;
  const { from, to }: { readonly from?: unknown; readonly to?: unknown } = value;
  if (!isDay(from) || !isDay(to)) return [];
  if (Date.parse(to) - Date.parse(from) <= LONGEST_PERIOD_DAYS * DAY_MS) return [];
  return [{ path: 'to', code: 'too-long-period', params: { days: LONGEST_PERIOD_DAYS } }];
};
