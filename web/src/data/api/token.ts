// Stores the session token in local storage. The cookie `auth.token` marks that a user is signed in. It holds the token only if storage is
// disabled. The server never reads the cookie, so it does not allow request forgery (CSRF).

const KEY = 'auth.token';
/** The cookie's value while local storage holds the token. */
const ELSEWHERE = 'stored';
const listeners = new Set<(token: string | null) => void>();

const fromCookie = (): string | null => {
  const found = document.cookie.split('; ').find((c) => c.startsWith(`${KEY}=`));
  const value = found ? decodeURIComponent(found.slice(KEY.length + 1)) : '';
  return value === '' || value === ELSEWHERE ? null : value;
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

/** Stores the token; null removes it. */
export const setToken = (token: string | null): void => {
  let shown = token;
  try {
    if (token === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, token);
    shown = token === null ? null : ELSEWHERE;
  } catch {
    // Storage is disabled or full: the cookie holds the token.
  }
  writeCookie(shown);
  for (const listener of listeners) listener(token);
};

/** Calls the listener when this or another tab signs in or out. Returns a function that unsubscribes. */
export const onToken = (listener: (token: string | null) => void): (() => void) => {
  const otherTab = (e: StorageEvent): void => {
    // When storage is cleared, the event's key is null.
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
