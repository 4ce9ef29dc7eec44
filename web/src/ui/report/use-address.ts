import { useNavigate, useSearch } from '@tanstack/react-router';

export type ChangeAddress<Search> = (change: Partial<Record<keyof Search, unknown>>) => void;

/** The filters of a report stand in the address: they can be sent to somebody, and the page can be loaded anew. */
export const useAddress = <Search>(
  read: (raw: Record<string, unknown>) => Search,
): readonly [Search, ChangeAddress<Search>] => {
  const search = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change: ChangeAddress<Search> = (next) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => read({ ...before, ...next })) as never,
      replace: true,
      resetScroll: false,
    });
  return [search, change];
};
