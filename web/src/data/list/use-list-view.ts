import type { Density, ListView } from '@ringside/core/contract/access/views.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/call.ts';

const KEY = ['/user/views'] as const;
// Plain paths keep the schemas out of the first load.
const READ = { method: 'GET', path: '/user/views' } as const;
const SAVE = { method: 'PUT', path: '/user/views' } as const;
export interface ListLook {
  /** Chosen columns in their order; null: the list's default. */
  readonly columns: readonly string[] | null;
  readonly density: Density;
  readonly change: (look: { readonly columns?: readonly string[] | null; readonly density?: Density }) => void;
}

/**
 * Loads and stores the user's settings of a list (a resource's path) on the server. If storing fails, they apply until the user leaves the
 * page.
 */
export const useListView = (path: string): ListLook => {
  const client = useQueryClient();
  const list = path.slice(1);
  const views = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask<{ data: readonly ListView[] }>(READ, { signal }),
    staleTime: Infinity,
  });
  const save = useMutation({ mutationFn: (view: ListView) => ask<ListView>(SAVE, { body: view }) });
  // Local state shows a ticked box at once. The cache follows.
  const [chosen, setChosen] = useState<ListView | null>(null);
  const view = chosen?.list === list ? chosen : views.data?.data.find((each) => each.list === list);
  return {
    columns: view?.columns ?? null,
    density: view?.density ?? 'comfortable',
    change: (look) => {
      const columns = look.columns === undefined ? (view?.columns ?? null) : look.columns;
      const next: ListView = {
        list,
        columns: columns === null ? null : [...columns],
        density: look.density ?? view?.density ?? 'comfortable',
      };
      setChosen(next);
      client.setQueryData<{ data: readonly ListView[] }>(KEY, (known) => ({
        data: [...(known?.data ?? []).filter((each) => each.list !== list), next],
      }));
      save.mutate(next);
    },
  };
};
