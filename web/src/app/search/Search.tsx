import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearch } from './search-store.ts';

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }));

/** Matches Ctrl+K and Ctrl+Shift+/ on any keyboard layout, with Cmd on a Mac. */
export const isSearchKey = (e: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>) => {
  if (e.altKey || (!e.ctrlKey && !e.metaKey)) return false;
  if (e.shiftKey) return e.code === 'Slash' || e.key === '/' || e.key === '?';
  return e.code === 'KeyK' || e.key.toLowerCase() === 'k';
};

/** Handles the search shortcut in every layout. Loads the dialog on first use. */
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
      // Leaving the layout closes the dialog.
      setOpen(false);
    };
  }, [setOpen]);
  return (
    <Suspense fallback={null}>{ever ? <SearchDialog opened={open} onClose={() => setOpen(false)} /> : null}</Suspense>
  );
}
