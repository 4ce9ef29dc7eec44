import { useEffect } from 'react';
import { titled, usePageTitleNow } from './page-title.ts';

/** Names the page while it is shown: the browser's tab, the end of the breadcrumb, what a screen reader hears. */
export const usePageTitle = (title: string | undefined): void => {
  const brand = usePageTitleNow((now) => now.brand);
  useEffect(() => {
    document.title = titled(title ?? '', brand);
  }, [title, brand]);
  useEffect(() => usePageTitleNow.setState({ title: title ?? '' }), [title]);
};
