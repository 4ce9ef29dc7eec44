import { useMantineColorScheme } from '@mantine/core';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../api/session.ts';
import { endHere } from '../api/sign-out.ts';
import { getToken, onToken } from '../api/token.ts';
import { applyPreferences } from './apply-preferences.ts';
import { LoadingBar } from './LoadingBar.tsx';

/** Above both layouts: follows the session, and applies the user's stored looks once they are known. */
export function Root() {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  const token = useSyncExternalStore(onToken, getToken);
  const { data: user } = useQuery({ ...userQuery, enabled: token !== null });

  useEffect(
    () =>
      onToken((current) => {
        if (current === null) endHereOnce();
        // The guard decides where to go; a new token of another tab only needs the data again.
        void router.invalidate();
      }),
    [router],
  );

  const userId = user?.id;
  useEffect(() => {
    if (!user) return;
    void applyPreferences(user).then((scheme) => scheme && setColorScheme(scheme));
    // Once for each signed-in user, not whenever his record is read again: a switch made since then is newer.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [userId]);

  return (
    <>
      <LoadingBar />
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
  ending = false;
};
