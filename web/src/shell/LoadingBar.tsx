import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import classes from './LoadingBar.module.css';

const THROTTLE_MS = 200;

/** A thin line at the top while a page is on its way; quick ones never show it. */
export function LoadingBar() {
  const loading = useRouterState({ select: (s) => s.status === 'pending' });
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!loading) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), THROTTLE_MS);
    return () => clearTimeout(timer);
  }, [loading]);
  return shown ? <div className={classes['bar']} aria-hidden="true" /> : null;
}
