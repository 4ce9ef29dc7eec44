import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { endHere } from '../api/sign-out.ts';
import { onToken } from '../api/token.ts';
import { forgetPreferences } from './apply-preferences.ts';
import { Arrival } from './Arrival.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { installPageTransition } from './page-transition.ts';

/** Above both layouts: follows the session. */
export function Root() {
  const router = useRouter();

  useEffect(() => installPageTransition(router), [router]);

  useEffect(
    () =>
      onToken((current) => {
        if (current === null) endHereOnce();
        // The guard decides where to go; a new token of another tab only needs the data again.
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

let ending = false;
/** The session may end by the server's word (401) or in another tab: the same clean-up, without asking the server. */
const endHereOnce = (): void => {
  if (ending) return;
  ending = true;
  endHere();
  forgetPreferences();
  ending = false;
};
