import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { DEFAULT_LOOK, type Look, readLook } from './look.ts';

export type NavigationMode = Look['navigation'];

interface LayoutState extends Look {
  /** Whether the navigation drawer is open. It replaces a hidden navigation, and the navigation on small screens. */
  readonly drawerOpen: boolean;
  readonly customizerOpen: boolean;
  readonly setLook: (change: Readonly<Record<string, unknown>>) => void;
  readonly setNavigation: (mode: NavigationMode) => void;
  readonly setDrawer: (open: boolean) => void;
  readonly setCustomizer: (open: boolean) => void;
}

/** `boot.js` also reads this key, before the first paint. */
export const STORAGE_KEY = 'ringside.look';

/** Stores the appearance in this browser, so that it is known before the server answers. `keepPreference` sends it to the server. */
export const useLayout = create<LayoutState>()(
  persist(
    (set) => ({
      ...DEFAULT_LOOK,
      drawerOpen: false,
      customizerOpen: false,
      setLook: (change) => set((now) => readLook(change, now)),
      setNavigation: (navigation) => set({ navigation }),
      setDrawer: (drawerOpen) => set({ drawerOpen }),
      setCustomizer: (customizerOpen) => set({ customizerOpen }),
    }),
    {
      name: STORAGE_KEY,
      partialize: (now) => readLook({ ...now }),
      merge: (stored, now) => ({ ...now, ...readLook(typeof stored === 'object' ? { ...stored } : {}) }),
    },
  ),
);

/** Returns the current appearance without the rest of the store. */
export const lookNow = (): Look => readLook({ ...useLayout.getState() });
