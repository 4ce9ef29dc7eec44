import { useEffect } from 'react';
import { titled, usePageTitleNow } from './page-title.ts';

/** Sets the page's title in the browser tab, the breadcrumb and the screen reader's announcement. */
export const usePageTitle = (title: string | undefined): void => {
  const brand = usePageTitleNow((now) => now.brand);
  useEffect(() => {
    document.title = titled(title ?? '', brand);
  }, [title, brand]);
  useEffect(() => usePageTitleNow.setState({ title: title ?? '' }), [title]);
};
