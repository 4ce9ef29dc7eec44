import { linkSearch } from '../../data/base/link-search.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type DashboardSearch, readDashboardSearch } from './dashboard-search.ts';

export type ChangeSearch = (change: Partial<DashboardSearch>, options?: { readonly push?: boolean }) => void;

/** Returns the dashboard's search parameters and a function to change them. Opening a queue adds a history entry. */
export const useDashboardSearch = (): readonly [DashboardSearch, ChangeSearch] => {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback<ChangeSearch>(
    (next, { push = false } = {}) => {
      void navigate({
        to: '.',
        search: linkSearch((before: Record<string, unknown>) =>
          readDashboardSearch({ ...before, ...(resetsPage(next) ? { page: undefined } : {}), ...next }),
        ),
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
