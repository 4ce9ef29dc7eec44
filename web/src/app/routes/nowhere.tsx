import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../../data/api/query-client.ts';
import { userQuery } from '../../data/api/session.ts';
import { getToken } from '../../data/api/token.ts';
import { applyPreferences } from '../../data/appearance/apply-preferences.ts';
import { DefaultLayout } from '../shell/DefaultLayout.tsx';
import { NotFoundPage } from '../../ui/page/NotFoundPage.tsx';
import { root } from './frame.ts';

const isSignedIn = async (): Promise<boolean> => {
  if (getToken() === null) return false;
  try {
    await applyPreferences(await queryClient.ensureQueryData(userQuery));
    return true;
  } catch {
    // The session ended or the server is unreachable: show the page without the layout.
    return false;
  }
};

/** Route for unknown addresses. Signed-in users see it inside the layout. Does not redirect to sign-in. */
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
