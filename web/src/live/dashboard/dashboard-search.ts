/** Dashboard settings in the address, so that they survive a reload and can be shared as a link. */
export interface DashboardSearch {
  /** Ids of the shown servers; absent: all. */
  readonly servers?: readonly number[];
  /** Part of a queue's name. */
  readonly name?: string;
  readonly page?: number;
  readonly perPage?: number;
  readonly sort?: QueueSort;
  /** The open queue as `<server id>:<name>`. A bare name opens the first queue with that name. */
  readonly queue?: string;
  /** Words to find in calls. */
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

/** Reads search parameters from any address. Drops invalid values and leaves out defaults. */
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
