import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RowAuthors } from '@ringside/core/contract/resource.ts';
import { useRef } from 'react';
import { call } from '../api/call.ts';
import { callKey } from '../api/call-key.ts';
import type { AnyRow, CrudResource, RowId, RowOf } from './crud-resource.ts';
import type { ListSearch } from './list-search.ts';

export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly page: number; readonly perPage: number; readonly total: number };
}

// The contract's schemas type each resource; across all of them a row is known by its resource's type parameter alone,
// so the one cast from "some route's answer" to that row happens here.
const ask = call as unknown as <T>(route: unknown, input: unknown) => Promise<T>;

/** `If-Match` guards against writing over someone else's change. */
const guard = (row: AnyRow): Record<string, string> => ({ 'if-match': `"${row.version}"` });

export const listQuery = <R extends CrudResource>(resource: R, search: ListSearch) => {
  const known = ['page', 'perPage', 'sort', 'q', ...resource.filters];
  const query = Object.fromEntries(Object.entries(search).filter(([key]) => known.includes(key)));
  return queryOptions({
    queryKey: [resource.path, 'list', query],
    queryFn: ({ signal }) => ask<Page<RowOf<R>>>(resource.routes.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
};

export const oneQuery = <R extends CrudResource>(resource: R, id: RowId) =>
  queryOptions({
    queryKey: [resource.path, 'one', String(id)],
    queryFn: ({ signal }) => ask<RowOf<R>>(resource.routes.get, { params: { id }, signal }),
  });

/** Who made a row and who changed it last; of a resource that knows. Asked anew when the row is another version. */
export const authorsQuery = (resource: CrudResource, row: AnyRow) =>
  queryOptions({
    queryKey: [resource.path, 'authors', String(row.id), row.version],
    queryFn: ({ signal }) => ask<RowAuthors>(resource.routes.authors, { params: { id: row.id }, signal }),
    enabled: resource.routes.authors !== undefined,
    staleTime: Infinity,
  });

/** The row as it is now, beside what the pages hold: a form that is being filled in must not be made anew. */
export const readNow = <R extends CrudResource>(resource: R, id: RowId): Promise<RowOf<R>> =>
  ask<RowOf<R>>(resource.routes.get, { params: { id } });

/** Creates without `row`; changes the named fields of `row` with it. */
export const useSave = <R extends CrudResource>(resource: R, row: AnyRow | undefined) => {
  const client = useQueryClient();
  // The same record sent again, because the answer was lost, must not become a second one.
  const attempt = useRef({ body: '', key: '' });
  const keyOf = (body: Record<string, unknown>): Record<string, string> => {
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: callKey() };
    return { 'idempotency-key': attempt.current.key };
  };
  return useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      row
        ? ask<RowOf<R>>(resource.routes.update, { params: { id: row.id }, body, headers: guard(row) })
        : ask<RowOf<R>>(resource.routes.create, { body, headers: keyOf(body) }),
    onSuccess: (saved) => {
      attempt.current = { body: '', key: '' };
      client.setQueryData([resource.path, 'one', String((saved as unknown as AnyRow).id)], saved);
      // Other nouns count and name this one, so all lists are read again when next looked at.
      return client.invalidateQueries({ predicate: (q) => q.queryKey[0] !== 'session' });
    },
  });
};

export const useRemove = (resource: CrudResource) => {
  const client = useQueryClient();
  return useMutation({
    /** `moveTo`: the id of another that takes over what depends on the row. */
    mutationFn: ({ row, moveTo }: { readonly row: AnyRow; readonly moveTo?: string | null }) =>
      ask<undefined>(resource.routes.remove, {
        params: { id: row.id },
        headers: guard(row),
        ...(moveTo ? { query: { moveTo } } : {}),
      }),
    // The record itself is not read again: its page may still be on the screen, and would only show that it is gone.
    onSuccess: (_, { row }) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path, kind, id] }) =>
          path !== 'session' && !(path === resource.path && kind === 'one' && id === String(row.id)),
      }),
  });
};
