import { ask } from '../api/call.ts';
import type { Page } from '../list/resource-queries.ts';

// Loads choices from other resources for forms and filters. Uses plain paths because it needs names, not schemas.

export type RefRow = Readonly<Record<string, unknown>> & { readonly id: string | number };

const LABEL: Readonly<Record<string, (row: RefRow) => string>> = {
  users: (row) =>
    `${String(row['firstname'] ?? '')} ${String(row['lastname'] ?? '')}`.trim() || String(row['username']),
  subscribers: (row) => `${String(row['extension'])} ${String(row['name'])}`,
  queues: (row) => String(row['label'] || row['name']),
};

export const labelOf = (resource: string, row: RefRow): string =>
  (LABEL[resource] ?? ((r: RefRow) => String(r['name'])))(row);

/** Maximum number of choices shown. Typing narrows them on the server. */
const SHOWN = 50;

/** Finds rows of a resource whose name contains `q`. `filter`: additional filters of the resource. */
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
