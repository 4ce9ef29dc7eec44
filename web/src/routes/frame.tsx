// What every page stands in: with or without a session, within the frame or on the whole screen.
import type { Action, Resource } from '@ringside/core/access/ability.ts';
import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { ProblemError } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';
import { userQuery } from '../api/session.ts';
import { getToken } from '../api/token.ts';
import type { Namespace } from '../locales/namespaces.ts';
import { i18n } from '../locales/i18n.ts';
import { applyPreferences } from '../shell/apply-preferences.ts';
import { BlankLayout } from '../shell/BlankLayout.tsx';
import { DefaultLayout } from '../shell/DefaultLayout.tsx';
import { ErrorPage } from '../shell/ErrorPage.tsx';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { Root } from '../shell/Root.tsx';

/** The page's chunk and its texts travel together. */
export const texts = (...namespaces: readonly Namespace[]) => ({
  loader: () => i18n.loadNamespaces(namespaces as string[]),
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who may open the page; null: anyone who is signed in. */
    access?: readonly [Action, Resource] | null;
  }
}

/** Who else has its address reads that it is not his, and nothing is asked of the server. */
export const needs = (action: Action, resource: Resource) => ({ staticData: { access: [action, resource] as const } });
export const forAll = { staticData: { access: null } } as const;

/** Outside both layouts the page itself is the main landmark. */
export const root = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  errorComponent: ({ error }) => (
    <main>
      <ErrorPage error={error} />
    </main>
  ),
});

export const blank = createRoute({ getParentRoute: () => root, id: 'blank', component: BlankLayout });

/** Needs a session. A lost network shows an error with a way to try again; it never signs anyone out. */
const needSession = async ({
  location,
}: {
  readonly location: { readonly href: string; readonly pathname: string };
}): Promise<void> => {
  const toLogin = () => redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href } });
  if (getToken() === null) throw toLogin();
  let owed: boolean;
  try {
    const user = await queryClient.ensureQueryData(userQuery);
    await applyPreferences(user);
    owed = user.owes !== null;
  } catch (e) {
    if (e instanceof ProblemError && e.status === 401) throw toLogin();
    throw e;
  }
  // Nothing else opens before what he owes his account is done.
  if (owed && location.pathname !== '/profile') throw redirect({ to: '/profile' });
};

/** Everything that needs a session, within the frame. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: DefaultLayout,
  notFoundComponent: NotFoundPage,
  // Stands in the layout's place, so it needs a main landmark of its own.
  errorComponent: ({ error }) => (
    <main>
      <ErrorPage error={error} />
    </main>
  ),
  beforeLoad: needSession,
});

/** Needs a session, and the whole screen. */
export const bare = createRoute({
  getParentRoute: () => root,
  id: 'bare',
  component: BlankLayout,
  beforeLoad: needSession,
});

export const token = (s: Record<string, unknown>): { token?: string } =>
  s['token'] ? { token: String(s['token']) } : {};
