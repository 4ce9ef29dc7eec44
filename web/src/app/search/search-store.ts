import { create } from 'zustand';

interface SearchState {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

/** Whether the search dialog is open. */
export const useSearch = create<SearchState>((set) => ({
  open: false,
  setOpen: (open) => set({ open }),
}));
