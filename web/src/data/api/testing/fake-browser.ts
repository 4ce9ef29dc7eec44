import { vi } from 'vitest';

/** Stubs the browser globals that the API modules use. With `storage: 'off'`, access to local storage throws. */
export const fakeBrowser = (storage: 'on' | 'off' = 'on') => {
  const items = new Map<string, string>();
  const cookies = new Map<string, string>();
  const listeners = new Set<(e: unknown) => void>();
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal(
    'localStorage',
    storage === 'off'
      ? { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse }
      : {
          getItem: (k: string) => items.get(k) ?? null,
          setItem: (k: string, v: string) => void items.set(k, v),
          removeItem: (k: string) => void items.delete(k),
          clear: () => items.clear(),
        },
  );
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('document', {
    documentElement: { lang: 'he' },
    get cookie() {
      return [...cookies].map(([k, v]) => `${k}=${v}`).join('; ');
    },
    set cookie(text: string) {
      const [pair = '', ...attributes] = text.split('; ');
      const [key = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) cookies.delete(key);
      else cookies.set(key, value);
    },
  });
  vi.stubGlobal('window', {
    addEventListener: (_: string, l: (e: unknown) => void) => listeners.add(l),
    removeEventListener: (_: string, l: (e: unknown) => void) => listeners.delete(l),
  });
  return { items, cookies, otherTab: (e: unknown) => listeners.forEach((l) => l(e)) };
};
