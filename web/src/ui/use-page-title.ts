import { useEffect } from 'react';
import { PRODUCT } from './Logo.tsx';

/** Names the browser tab while the page is shown. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
};
