import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type NavigationMode = 'full' | 'mini' | 'hidden';

interface LayoutState {
  readonly navigation: NavigationMode;
  /** The drawer that stands in for the navigation on small screens and when it is hidden. */
  readonly drawerOpen: boolean;
  readonly setNavigation: (mode: NavigationMode) => void;
  readonly setDrawer: (open: boolean) => void;
}

export const useLayout = create<LayoutState>()(
  persist(
    (set) => ({
      navigation: 'full',
      drawerOpen: false,
      setNavigation: (navigation) => set({ navigation }),
      setDrawer: (drawerOpen) => set({ drawerOpen }),
    }),
    { name: 'ringside.layout', partialize: ({ navigation }) => ({ navigation }) },
  ),
);
