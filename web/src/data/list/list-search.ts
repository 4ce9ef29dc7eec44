/** List settings in the address: page, page size, order, text, and each filter under its own name. */
export interface ListSearch {
  readonly page?: number;
  readonly perPage?: number;
  readonly sort?: string;
  readonly q?: string;
  readonly [filter: string]: string | number | undefined;
}

export const PAGE_SIZES = [10, 25, 50, 100, 250, 500] as const;

const whole = (value: unknown, max: number): number | undefined => {
  const n = Number(value);
  return Number.isInteger(n) && n >= 1 && n <= max ? n : undefined;
};

/** Reads search parameters from any address. Drops invalid values and leaves out defaults. */
export const readListSearch = (search: Record<string, unknown>): ListSearch => {
  const out: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(search)) {
    if (key === 'page') {
      const page = whole(value, 1_000_000);
      if (page !== undefined && page > 1) out['page'] = page;
    } else if (key === 'perPage') {
      const size = whole(value, 500);
      if (size !== undefined && size !== 25) out['perPage'] = size;
    } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      const text = String(value).slice(0, 200);
      if (text !== '') out[key] = text;
    }
  }
  return out;
};
