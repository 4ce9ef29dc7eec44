import { useEffect } from 'react';
import { create } from 'zustand';
import { PRODUCT } from './Logo.tsx';

/** The title of the page that is shown, as the page gave it, and whose console it is; empty before they are known. */
export const usePageTitleNow = create<{ readonly title: string; readonly brand: string }>(() => ({
  title: '',
  brand: '',
}));

/** As the browser's tab says it, and a screen reader: `Queues · Ringside`. */
export const titled = (title: string, brand: string): string => [title, brand || PRODUCT].filter(Boolean).join(' · ');

/** What the console calls itself here; the product's own name until it is known, and where nobody gave it another. */
export const useBrandInTitle = (brand: string): void => {
  useEffect(() => usePageTitleNow.setState({ brand }), [brand]);
};
