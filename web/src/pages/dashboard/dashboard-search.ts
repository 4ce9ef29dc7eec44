/** What of the dashboard stands in the address: it survives a reload and can be sent to a colleague. */
export interface DashboardSearch {
  /** Ids of the servers shown; absent: all. */
  readonly servers?: readonly number[];
  /** Part of a queue's name. */
  readonly name?: string;
  readonly page?: number;
  readonly perPage?: number;
  readonly sort?: QueueSort;
  /** The opened queue: server id, colon, name. A bare name opens the first queue of that name. */
  readonly queue?: string;
  /** Words that a call must have somewhere. */
  readonly calls?: string;
}

export const QUEUE_SORTS = ['name', 'longest', 'waiting', 'service', 'abandoned', 'available'] as const;
export type QueueSort = (typeof QUEUE_SORTS)[number];

export const PER_PAGE = 9;
export const PAGE_SIZES = [9, 18, 36, 90] as const;

const whole = (value: unknown, max: number): number | undefined => {
  const n = Number(value);
  return Number.isInteger(n) && n >= 1 && n <= max ? n : undefined;
};
const words = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) || undefined : undefined;

const serversOf = (value: unknown): readonly number[] | undefined => {
  const list: readonly unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
  const ids = list.map((v) => whole(v, 2_147_483_647)).filter((n) => n !== undefined);
  return ids.length > 0 ? [...new Set(ids)] : undefined;
};

/** Reads an address that anyone may have typed: what makes no sense is dropped, what equals the default is left out. */
export const readDashboardSearch = (search: Record<string, unknown>): DashboardSearch => {
  const page = whole(search['page'], 100_000);
  const perPage = whole(search['perPage'], 500);
  const sort = QUEUE_SORTS.find((s) => s === search['sort']);
  const servers = serversOf(search['servers']);
  const name = words(search['name']);
  const queue = words(search['queue']);
  const calls = words(search['calls']);
  return {
    ...(servers ? { servers } : {}),
    ...(name ? { name } : {}),
    ...(sort && sort !== 'name' ? { sort } : {}),
    ...(page && page > 1 ? { page } : {}),
    ...(perPage && perPage !== PER_PAGE ? { perPage } : {}),
    ...(queue ? { queue } : {}),
    ...(calls ? { calls } : {}),
  };
};
