/** Ctrl+Shift+/ whatever its place on the keyboard, or Ctrl+K; Cmd on a Mac. */
export const isSearchKey = (e: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>) => {
  if (e.altKey || (!e.ctrlKey && !e.metaKey)) return false;
  if (e.shiftKey) return e.code === 'Slash' || e.key === '/' || e.key === '?';
  return e.code === 'KeyK' || e.key.toLowerCase() === 'k';
};
