import { keepPreviousData, queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RowAuthors } from '@ringside/core/contract/resource.ts';
import { useRef } from 'react';
import { ask } from '../api/call.ts';
import { callKey } from '../api/call-key.ts';
import type { AnyRow, CrudResource, RowId, RowOf } from './crud-resource.ts';
import type { ListSearch } from './list-search.ts';

export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly page: number; readonly perPage: number; readonly total: number };
}

/** `If-Match` prevents overwriting another user's change. */
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

/** Authors of a row (created, last changed), if the resource stores them. Refetched for each version of the row. */
export const authorsQuery = (resource: CrudResource, row: AnyRow) => {
  const { authors } = resource.routes;
  return queryOptions({
    queryKey: [resource.path, 'authors', String(row.id), row.version],
    queryFn:
      authors === undefined ? skipToken : ({ signal }) => ask<RowAuthors>(authors, { params: { id: row.id }, signal }),
    staleTime: Infinity,
  });
};

/** Fetches the current row outside the cache, because a cache update would reset an open form. */
export const readNow = <R extends CrudResource>(resource: R, id: RowId): Promise<RowOf<R>> =>
  ask<RowOf<R>>(resource.routes.get, { params: { id } });

/** Creates a record without `row`, and changes the given fields of `row` with it. */
export const useSave = <R extends CrudResource>(resource: R, row: AnyRow | undefined) => {
  const client = useQueryClient();
  // Reuses the idempotency key of the same content, so that a retry after a lost response does not create a second record.
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
      client.setQueryData([resource.path, 'one', String(saved.id)], saved);
      // Other resources count and name this one, so all lists become stale.
      return client.invalidateQueries({ predicate: (q) => q.queryKey[0] !== 'session' });
    },
  });
};

interface Removal {
  readonly row: AnyRow;
  readonly moveTo?: string | null;
  readonly query?: Readonly<Record<string, string>>;
}

export const useRemove = (resource: CrudResource) => {
  const client = useQueryClient();
  return useMutation({
    /** `moveTo`: id of the replacement for objects that depend on the row. `query`: further parameters of this resource's deletion. */
    mutationFn: ({ row, moveTo, query = {} }: Removal) =>
      ask<undefined>(resource.routes.remove, {
        params: { id: row.id },
        headers: guard(row),
        query: { ...query, ...(moveTo ? { moveTo } : {}) },
      }),
    // Does not refetch the deleted record: its page may still be open and would only show that it is deleted.
    onSuccess: (_, { row }) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path, kind, id] }) =>
          path !== 'session' && !(path === resource.path && kind === 'one' && id === String(row.id)),
      }),
  });
};
