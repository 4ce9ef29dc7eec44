const KEY = 'ringside.recent-searches';
const MOST = 5;

/** Newest first. Signing out clears this browser's storage, and these with it. */
export const recentSearches = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((q): q is string => typeof q === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
};

export const keepSearch = (query: string): void => {
  const kept = [query, ...recentSearches().filter((q) => q !== query)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is off: the next search begins without a past.
  }
};

export const forgetSearches = (): void => {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
};
