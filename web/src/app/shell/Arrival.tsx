import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { titled, usePageTitleNow } from '../../ui/page/page-title.ts';
import classes from './Arrival.module.css';

/** Time for the page or a dialog to set its own focus, in ms. */
const SETTLE_MS = 200;

/**
 * Announces page changes. Moves the focus to the heading of a new page, so that keyboard and screen reader start there. Announces titles
 * that arrive later or change.
 */
export function Arrival() {
  const router = useRouter();
  const { title, brand } = usePageTitleNow();
  const [said, setSaid] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusPage();
      }),
    [router],
  );
  useEffect(() => {
    const timer = setTimeout(() => {
      const heard = document.activeElement instanceof HTMLHeadingElement;
      setSaid(heard || title === '' ? '' : titled(title, brand));
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [title, brand]);
  return (
    <div role="status" className={classes['heard']}>
      {said}
    </div>
  );
}

/** Focuses the heading, or the page if it has none. Keeps a focus that the page or a dialog has set. */
const focusPage = (): void => {
  const main = document.querySelector<HTMLElement>('main');
  const focused = document.activeElement;
  if (!main || (focused && main !== focused && (main.contains(focused) || focused.closest('[role="dialog"]')))) return;
  const heading = main.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main).focus({ preventScroll: true });
};
