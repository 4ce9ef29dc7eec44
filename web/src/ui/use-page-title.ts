import { useEffect } from 'react';
import { PRODUCT } from './Logo.tsx';
import { usePageTitleNow } from './page-title.ts';

/** Names the page while it is shown: the browser's tab, the end of the breadcrumb, what a screen reader hears. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
    usePageTitleNow.setState({ title: title ?? '' });
  }, [title]);
};
