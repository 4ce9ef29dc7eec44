import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { DEFAULT_LOOK, type Look, readLook } from './look.ts';

export type NavigationMode = Look['navigation'];

interface LayoutState extends Look {
  /** The drawer that stands in for the navigation on small screens and when it is hidden. */
  readonly drawerOpen: boolean;
  readonly customizerOpen: boolean;
  readonly setLook: (change: Readonly<Record<string, unknown>>) => void;
  readonly setNavigation: (mode: NavigationMode) => void;
  readonly setDrawer: (open: boolean) => void;
  readonly setCustomizer: (open: boolean) => void;
}

/** Read by `boot.js` too, before the first paint. */
export const STORAGE_KEY = 'ringside.look';

/** The look, at hand in this browser before the server is asked; `keepPreference` takes it to the server. */
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
      merge: (stored, now) => ({ ...now, ...readLook((stored ?? {}) as Record<string, unknown>) }),
    },
  ),
);

/** The look of now, without the rest of the store. */
export const lookNow = (): Look => readLook({ ...useLayout.getState() });
