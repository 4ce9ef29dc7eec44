import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { titled, usePageTitleNow } from '../ui/page-title.ts';
import classes from './Arrival.module.css';

/** Long enough for the focus to have moved, if it does. */
const SETTLE_MS = 200;

/**
 * A new page without a new document: the focus goes to its heading, so that keyboard and screen reader begin there; a
 * title that comes later, or changes where one is, is said.
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

/** To the heading, or to the page as long as it has none. What the page itself or a dialog has focused stays so. */
const focusPage = (): void => {
  const main = document.querySelector<HTMLElement>('main');
  const focused = document.activeElement;
  if (!main || (focused && main !== focused && (main.contains(focused) || focused.closest('[role="dialog"]')))) return;
  const heading = main.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main).focus({ preventScroll: true });
};
