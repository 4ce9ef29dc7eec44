import { create } from 'zustand';

/** The title of the page that is shown, as the page gave it; empty before it did. */
export const usePageTitleNow = create<{ readonly title: string }>(() => ({ title: '' }));
