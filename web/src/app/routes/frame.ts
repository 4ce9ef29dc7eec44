// Parent routes of all pages: with or without a session, inside the layout or full screen.
import type { Action, Resource } from '@ringside/core/access/ability.ts';
import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { ProblemError } from '../../data/api/problem.ts';
import { queryClient } from '../../data/api/query-client.ts';
import { userQuery } from '../../data/api/session.ts';
import { getToken } from '../../data/api/token.ts';
import type { Namespace } from '../../locales/namespaces.ts';
import { i18n } from '../../locales/i18n.ts';
import { applyPreferences } from '../../data/appearance/apply-preferences.ts';

/** Loads a page's texts together with its code. */
export const texts = (...namespaces: readonly Namespace[]) => ({
  loader: () => i18n.loadNamespaces(namespaces as string[]),
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Permission needed to open the page; null: every signed-in user. */
    access?: readonly [Action, Resource] | null;
  }
}

/** Users without the permission see a notice, and the page sends no request. */
export const needs = (action: Action, resource: Resource) => ({ staticData: { access: [action, resource] as const } });
export const forAll = { staticData: { access: null } } as const;

/** `routes.tsx` sets the layouts. The menu imports the routes, so they must not import a layout. */
export const root = createRootRoute();

export const blank = createRoute({ getParentRoute: () => root, id: 'blank' });

/** Requires a session. A network failure shows an error with a retry button and never signs the user out. */
const needSession = async ({
  location,
}: {
  readonly location: { readonly href: string; readonly pathname: string };
}): Promise<void> => {
  const toLogin = () => redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href } });
  if (getToken() === null) throw toLogin();
  let hasRequiredAction: boolean;
  try {
    const user = await queryClient.ensureQueryData(userQuery);
    await applyPreferences(user);
    hasRequiredAction = user.requiredAction !== null;
  } catch (e) {
    if (e instanceof ProblemError && e.status === 401) throw toLogin();
    throw e;
  }
  // A required action must be completed first.
  if (hasRequiredAction && location.pathname !== '/profile') throw redirect({ to: '/profile' });
};

/** Parent of pages with a session, inside the layout. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: needSession,
});

/** Parent of full-screen pages with a session. */
export const bare = createRoute({
  getParentRoute: () => root,
  id: 'bare',
  beforeLoad: needSession,
});

export const token = (s: Record<string, unknown>): { token?: string } =>
  s['token'] ? { token: String(s['token']) } : {};
