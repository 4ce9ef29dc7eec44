import { linkSearch } from '../base/link-search.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type ListSearch, readListSearch } from './list-search.ts';

/** Stores the list's settings in the address, so that they survive a reload and can be shared as a link. */
export const useListAddress = (): readonly [
  ListSearch,
  (change: Partial<Record<string, string | number | undefined>>, push?: boolean) => void,
] => {
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (next: Partial<Record<string, string | number | undefined>>, push = false) => {
      void navigate({
        to: '.',
        // Any change except paging returns to page 1.
        search: linkSearch((before: ListSearch) =>
          readListSearch({ ...before, ...('page' in next || push ? {} : { page: undefined }), ...next }),
        ),
        replace: !push,
      });
    },
    [navigate],
  );
  return [search, change];
};
