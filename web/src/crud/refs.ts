import { call } from '../api/call.ts';
import type { Page } from './resource-queries.ts';

// Other nouns that forms and filters point to. Plain addresses: a form needs their names, not their schemas.

export type RefRow = Readonly<Record<string, unknown>> & { readonly id: string | number };

const ask = call as unknown as <T>(route: unknown, input: unknown) => Promise<T>;

const LABEL: Readonly<Record<string, (row: RefRow) => string>> = {
  users: (row) =>
    `${String(row['firstname'] ?? '')} ${String(row['lastname'] ?? '')}`.trim() || String(row['username']),
  subscribers: (row) => `${String(row['extension'])} ${String(row['name'])}`,
  queues: (row) => String(row['label'] || row['name']),
};

export const labelOf = (resource: string, row: RefRow): string =>
  (LABEL[resource] ?? ((r: RefRow) => String(r['name'])))(row);

/** How many choices are shown at once; typing narrows them down on the server. */
const SHOWN = 50;

/** Rows of `/customers`, `/callcenters` … whose name has `q`, as choices; `filter` narrows by the resource's own filters. */
export const findChoices = async (
  resource: string,
  q: string,
  filter: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly RefRow[]> => {
  const page = await ask<Page<RefRow>>(
    { method: 'GET', path: `/${resource}` },
    { query: { q, perPage: SHOWN, ...filter }, signal },
  );
  return page.data;
};

export const findChoice = (resource: string, id: string, signal: AbortSignal): Promise<RefRow> =>
  ask<RefRow>({ method: 'GET', path: `/${resource}/:id` }, { params: { id }, signal });
