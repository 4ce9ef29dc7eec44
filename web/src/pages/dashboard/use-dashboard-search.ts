import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type DashboardSearch, readDashboardSearch } from './dashboard-search.ts';

export type ChangeSearch = (change: Partial<DashboardSearch>, options?: { readonly push?: boolean }) => void;

/** The dashboard's part of the address, and how to change it. Opening a queue makes a step to come back from. */
export const useDashboardSearch = (): readonly [DashboardSearch, ChangeSearch] => {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const change = useCallback<ChangeSearch>(
    (next, { push = false } = {}) => {
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) =>
          readDashboardSearch({ ...before, ...(resetsPage(next) ? { page: undefined } : {}), ...next })) as never,
        replace: !push,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [readDashboardSearch(raw), change];
};

const resetsPage = (change: Partial<DashboardSearch>): boolean =>
  'servers' in change || 'name' in change || 'sort' in change || 'perPage' in change;
