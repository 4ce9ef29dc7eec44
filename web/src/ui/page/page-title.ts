import { useEffect } from 'react';
import { create } from 'zustand';
import { PRODUCT } from '../Logo.tsx';

/** Title of the current page and brand name of the console; empty until known. */
export const usePageTitleNow = create<{ readonly title: string; readonly brand: string }>(() => ({
  title: '',
  brand: '',
}));

/** Returns the title for the browser tab and screen readers, such as `Queues · Ringside`. */
export const titled = (title: string, brand: string): string => [title, brand || PRODUCT].filter(Boolean).join(' · ');

/** Sets the brand name in page titles. An empty name means the product's own name. */
export const useBrandInTitle = (brand: string): void => {
  useEffect(() => usePageTitleNow.setState({ brand }), [brand]);
};
