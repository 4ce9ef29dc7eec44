import type { MantineColorSchemeManager } from '@mantine/core';
import { lookNow, STORAGE_KEY, useLayout } from './layout-store.ts';

let stop: (() => void) | undefined;

/** The component library takes light or dark from the one store of looks, and follows when another tab changes it. */
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
