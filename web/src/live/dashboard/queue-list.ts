import { queueKey, type QueueRow } from '@ringside/core/live/state.ts';
import type { QueueTally } from '../../data/live/tally.ts';
import type { DashboardSearch, QueueSort } from './dashboard-search.ts';

export interface ListedQueue {
  readonly key: string;
  readonly row: QueueRow;
  readonly label: string;
}

const has = (text: string, part: string): boolean => text.toLocaleLowerCase().includes(part.toLocaleLowerCase());

/** Returns the queues that match the filters. `labelOf` returns a queue's display name. */
export const filterQueues = (
  rows: Iterable<QueueRow>,
  search: Pick<DashboardSearch, 'servers' | 'name'>,
  labelOf: (key: string) => string | undefined,
): ListedQueue[] => {
  const found: ListedQueue[] = [];
  for (const row of rows) {
    if (search.servers && !search.servers.includes(row.serverId)) continue;
    const key = queueKey(row.serverId, row.name);
    const label = labelOf(key) ?? row.name;
    if (search.name && !has(row.name, search.name) && !has(label, search.name)) continue;
    found.push({ key, row, label });
  }
  return found;
};

/** Sort values, smallest first. Equal values are sorted by name, so that the order is stable. */
const RANK: Readonly<Record<Exclude<QueueSort, 'name'>, (q: QueueRow, t: QueueTally) => number>> = {
  longest: (_, t) => t.oldest ?? Number.POSITIVE_INFINITY,
  waiting: (_, t) => -t.waiting,
  service: (q) => q.today?.serviceLevel ?? Number.POSITIVE_INFINITY,
  abandoned: (q) => -((q.today?.abandonedLong ?? 0) + (q.today?.abandonedShort ?? 0)),
  available: (_, t) => t.agents.available,
};

export const sortQueues = (
  queues: readonly ListedQueue[],
  sort: QueueSort,
  tallyOf: (key: string) => QueueTally,
  language: string,
): ListedQueue[] => {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const byName = (a: ListedQueue, b: ListedQueue): number =>
    collator.compare(a.label, b.label) || a.row.serverId - b.row.serverId;
  if (sort === 'name') return [...queues].sort(byName);
  const rank = RANK[sort];
  return queues
    .map((q) => ({ q, rank: rank(q.row, tallyOf(q.key)) }))
    .sort((a, b) => (a.rank === b.rank ? byName(a.q, b.q) : a.rank - b.rank))
    .map(({ q }) => q);
};

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** Returns a page of a list. A page past the end becomes the last one. */
export const pageOf = <T>(all: readonly T[], page: number, perPage: number): PageOf<T> => {
  const pages = Math.max(1, Math.ceil(all.length / perPage));
  const at = Math.min(Math.max(1, page), pages);
  return { items: all.slice((at - 1) * perPage, at * perPage), page: at, pages, total: all.length };
};

/** Returns the key of an existing queue for `1:sales` or a bare name, as in the address; null if there is none. */
export const findQueue = (wanted: string | undefined, keys: readonly string[]): string | null => {
  if (!wanted) return null;
  const match = /^(\d+):(.+)$/s.exec(wanted);
  const exact = match ? queueKey(Number(match[1]), match[2] ?? '') : null;
  if (exact && keys.includes(exact)) return exact;
  return keys.find((k) => k.slice(k.indexOf('\t') + 1) === wanted) ?? null;
};

export const addressOfQueue = (key: string): string => key.replace('\t', ':');
