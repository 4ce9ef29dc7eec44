import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { userQuery } from '../api/session.ts';
import { getToken } from '../api/token.ts';
import { applyPreferences } from '../shell/apply-preferences.ts';
import { DefaultLayout } from '../shell/DefaultLayout.tsx';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { root } from './frame.tsx';

const isSignedIn = async (): Promise<boolean> => {
  if (getToken() === null) return false;
  try {
    await applyPreferences(await queryClient.ensureQueryData(userQuery));
    return true;
  } catch {
    // The session is over, or nobody can be asked: the page stands by itself.
    return false;
  }
};

/** Any other address. Within the frame for who is signed in; nobody is sent to sign in for a page that does not exist. */
export const nowhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async () => ({ framed: await isSignedIn() }),
  component: Nowhere,
});

function Nowhere() {
  const { framed } = nowhere.useRouteContext();
  if (!framed)
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  return (
    <DefaultLayout>
      <NotFoundPage />
    </DefaultLayout>
  );
}
