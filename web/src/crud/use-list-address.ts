import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type ListSearch, readListSearch } from './list-search.ts';

/** What the list shows stands in the address: it survives a reload, and can be sent to a colleague. */
export const useListAddress = (): readonly [
  ListSearch,
  (change: Partial<Record<string, string | number | undefined>>, push?: boolean) => void,
] => {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const change = useCallback(
    (next: Partial<Record<string, string | number | undefined>>, push = false) => {
      void navigate({
        to: '.',
        // Whatever changes but the page itself begins at page 1 again.
        search: ((before: ListSearch) =>
          readListSearch({ ...before, ...('page' in next || push ? {} : { page: undefined }), ...next })) as never,
        replace: !push,
      });
    },
    [navigate],
  );
  return [search, change];
};
