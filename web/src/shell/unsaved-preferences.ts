// What was switched but has not reached the server: the page may be loaded again, or the network lost, before it did.
import type { Language } from '../locales/language.ts';
import type { Look } from './look.ts';

export type Preferences = Partial<Look> & { readonly language?: Language };

const KEY = 'ringside.unsaved';

/** For browsers whose storage is off. */
let memory: { userId: string; change: Preferences } | null = null;

export const unsavedOf = (userId: string): Preferences => {
  let kept = memory;
  try {
    kept = (JSON.parse(localStorage.getItem(KEY) ?? 'null') as typeof memory) ?? null;
  } catch {
    // Storage is off, or holds something else: what this page remembers is what there is.
  }
  return kept?.userId === userId ? kept.change : {};
};

export const setUnsaved = (userId: string, change: Preferences): void => {
  memory = Object.keys(change).length > 0 ? { userId, change } : null;
  try {
    if (memory) localStorage.setItem(KEY, JSON.stringify(memory));
    else localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
};
