const KEY = 'ringside.recent-searches';
const MOST = 5;

/** Returns the recent searches, newest first. Sign-out clears them with this browser's storage. */
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
    // Storage is disabled: recent searches are not kept.
  }
};

export const forgetSearches = (): void => {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is disabled: there is nothing to remove.
  }
};
