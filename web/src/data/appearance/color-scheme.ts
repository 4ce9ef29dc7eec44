import type { MantineColorSchemeManager } from '@mantine/core';
import { lookNow, STORAGE_KEY, useLayout } from './layout-store.ts';

let stop: (() => void) | undefined;

/** Lets Mantine read the color scheme from the appearance store and follow changes in other tabs. */
export const colorScheme: MantineColorSchemeManager = {
  get: () => lookNow().scheme,
  set: (scheme) => {
    if (scheme !== lookNow().scheme) useLayout.getState().setLook({ scheme });
  },
  subscribe: (onUpdate) => {
    const stopStore = useLayout.subscribe((now, before) => {
      if (now.scheme !== before.scheme) onUpdate(now.scheme);
    });
    const onStorage = (e: StorageEvent): void => {
      if (e.key === STORAGE_KEY && e.newValue !== null) void useLayout.persist.rehydrate();
    };
    window.addEventListener('storage', onStorage);
    stop = () => {
      stopStore();
      window.removeEventListener('storage', onStorage);
    };
  },
  unsubscribe: () => stop?.(),
  clear: () => useLayout.getState().setLook({ scheme: 'light' }),
};
