import { lazy, Suspense, useEffect, useState } from 'react';
import { isSearchKey } from './is-search-key.ts';
import { useSearch } from './search-store.ts';

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }));

/** Listens for the keys in every layout; the dialog is fetched when it is first wanted. */
export function Search() {
  const open = useSearch((s) => s.open);
  const setOpen = useSearch((s) => s.setOpen);
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  useEffect(() => {
    const pressed = (e: KeyboardEvent): void => {
      if (!isSearchKey(e)) return;
      e.preventDefault();
      setOpen(!useSearch.getState().open);
    };
    document.addEventListener('keydown', pressed);
    return () => {
      document.removeEventListener('keydown', pressed);
      // Who leaves the console leaves no dialog behind.
      setOpen(false);
    };
  }, [setOpen]);
  return (
    <Suspense fallback={null}>{ever ? <SearchDialog opened={open} onClose={() => setOpen(false)} /> : null}</Suspense>
  );
}
