import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { endHere } from '../../data/api/sign-out.ts';
import { onToken } from '../../data/api/token.ts';
import { forgetPreferences } from '../../data/appearance/apply-preferences.ts';
import { Arrival } from './Arrival.tsx';
import classes from './LoadingBar.module.css';
import { installPageTransition } from '../../data/appearance/page-transition.ts';

/** Root of both layouts. Follows changes of the session. */
export function Root() {
  const router = useRouter();

  useEffect(() => installPageTransition(router), [router]);

  useEffect(
    () =>
      onToken((current) => {
        if (current === null) endHereOnce();
        // The route guard redirects if needed. A new token from another tab only reloads the data.
        void router.invalidate();
      }),
    [router],
  );

  return (
    <>
      <LoadingBar />
      <Arrival />
      <Outlet />
    </>
  );
}

const THROTTLE_MS = 200;

/** Thin line at the top, shown while a page loads for longer than 200 ms. */
function LoadingBar() {
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

let ending = false;
/** Cleans up when the server (401) or another tab ended the session. Sends no request. */
const endHereOnce = (): void => {
  if (ending) return;
  ending = true;
  endHere();
  forgetPreferences();
  ending = false;
};
