// Keeps preference changes that have not reached the server across page reloads and network failures.
import type { Language } from '../../locales/language.ts';
import type { Look } from './look.ts';

export type Preferences = Partial<Look> & { readonly language?: Language };

const KEY = 'ringside.unsaved';

/** Fallback for browsers whose storage is disabled. */
let memory: { userId: string; change: Preferences } | null = null;

export const unsavedOf = (userId: string): Preferences => {
  let kept = memory;
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? null;
  } catch {
    // Storage is disabled or contains invalid data: use the value in memory.
  }
  return kept?.userId === userId ? kept.change : {};
};

export const setUnsaved = (userId: string, change: Preferences): void => {
  memory = Object.keys(change).length > 0 ? { userId, change } : null;
  try {
    if (memory) localStorage.setItem(KEY, JSON.stringify(memory));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is disabled.
  }
};
