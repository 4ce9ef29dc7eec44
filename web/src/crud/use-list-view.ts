import type { Density, ListView } from '@ringside/core/contract/views.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';

const KEY = ['/user/views'] as const;
// Addresses alone: the schemas stay out of the first load.
const READ = { method: 'GET', path: '/user/views' } as const;
const SAVE = { method: 'PUT', path: '/user/views' } as const;
const ask = call as unknown as <T>(route: unknown, input: unknown) => Promise<T>;

export interface ListLook {
  /** Chosen columns in their order; null: the list's own. */
  readonly columns: readonly string[] | null;
  readonly density: Density;
  readonly change: (look: { readonly columns?: readonly string[] | null; readonly density?: Density }) => void;
}

/** How the user wants this list (a resource's path), kept by the server. What cannot be kept holds until the page is left. */
export const useListView = (path: string): ListLook => {
  const client = useQueryClient();
  const list = path.slice(1);
  const views = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask<{ data: readonly ListView[] }>(READ, { signal }),
    staleTime: Infinity,
  });
  const save = useMutation({ mutationFn: (view: ListView) => ask<ListView>(SAVE, { body: view }) });
  // Held here too: a box that is ticked is drawn so at once, the cache tells of it a moment later.
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
