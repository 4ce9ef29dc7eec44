// The session's token, in local storage and in a cookie of this browser session. The cookie is the fallback where
// storage is switched off; the server never reads it, so it opens no way to forge requests.

const KEY = 'auth.token';
const listeners = new Set<(token: string | null) => void>();

const fromCookie = (): string | null => {
  const found = document.cookie.split('; ').find((c) => c.startsWith(`${KEY}=`));
  return found ? decodeURIComponent(found.slice(KEY.length + 1)) || null : null;
};

const writeCookie = (token: string | null): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const life = token === null ? '; Max-Age=0' : '';
  document.cookie = `${KEY}=${encodeURIComponent(token ?? '')}; Path=/; SameSite=Strict${secure}${life}`;
};

export const getToken = (): string | null => {
  try {
    return localStorage.getItem(KEY) ?? fromCookie();
  } catch {
    return fromCookie();
  }
};

/** null forgets it. */
export const setToken = (token: string | null): void => {
  try {
    if (token === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, token);
  } catch {
    // Storage is off or full: the cookie alone carries the session then.
  }
  writeCookie(token);
  for (const listener of listeners) listener(token);
};

/** Called whenever this or another tab signs in or out. Returns how to stop. */
export const onToken = (listener: (token: string | null) => void): (() => void) => {
  const otherTab = (e: StorageEvent): void => {
    // A cleared storage has no key at all.
    if (e.key === KEY || e.key === null) {
      if (e.newValue === null) writeCookie(null);
      listener(e.newValue);
    }
  };
  listeners.add(listener);
  window.addEventListener('storage', otherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', otherTab);
  };
};
