import { linkSearch } from '../../data/base/link-search.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';

export type ChangeAddress<Search> = (change: Partial<Record<keyof Search, unknown>>) => void;

/** Keeps a report's filters in the address, so that links and reloads preserve them. */
export const useAddress = <Search>(
  read: (raw: Record<string, unknown>) => Search,
): readonly [Search, ChangeAddress<Search>] => {
  const search = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change: ChangeAddress<Search> = (next) =>
    void navigate({
      to: '.',
      search: linkSearch((before: Record<string, unknown>) => read({ ...before, ...next })),
      replace: true,
      resetScroll: false,
    });
  return [search, change];
};
