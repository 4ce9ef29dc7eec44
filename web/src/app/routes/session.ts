// Routes without a session: sign-in and the targets of one-time links.
import { createLazyRoute, createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '../../data/api/query-client.ts';
import { userQuery } from '../../data/api/session.ts';
import { getToken } from '../../data/api/token.ts';
import { ownPath } from '../navigation/own-path.ts';
import { blank, texts, token } from './frame.ts';

const login = createRoute({
  getParentRoute: () => blank,
  path: '/login',
  validateSearch: (s: Record<string, unknown>): { redirect?: string } => {
    const target = ownPath(s['redirect']);
    return target ? { redirect: target } : {};
  },
  beforeLoad: async ({ search }) => {
    if (getToken() === null) return;
    // Redirects users who are already signed in. If that is unknown, shows the sign-in page.
    const user = await queryClient.ensureQueryData(userQuery).catch(() => null);
    if (user) throw redirect({ href: search.redirect ?? '/' });
  },
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/login')({ component: (await import('../../access/session/LoginPage.tsx')).LoginPage }),
);

const setup = createRoute({
  getParentRoute: () => blank,
  path: '/setup',
  validateSearch: token,
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/setup')({ component: (await import('../../access/session/SetupPage.tsx')).SetupPage }),
);

const invite = createRoute({
  getParentRoute: () => blank,
  path: '/invite',
  validateSearch: token,
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/invite')({ component: (await import('../../access/session/InvitePage.tsx')).InvitePage }),
);

/** The server uses this address in its links, and `ringside user reset` prints it. */
const setPassword = createRoute({
  getParentRoute: () => blank,
  path: '/set-password',
  validateSearch: token,
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/set-password')({
    component: (await import('../../access/session/InvitePage.tsx')).InvitePage,
  }),
);

const forgotPassword = createRoute({
  getParentRoute: () => blank,
  path: '/forgot-password',
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/forgot-password')({
    component: (await import('../../access/session/ForgotPage.tsx')).ForgotPage,
  }),
);

export const sessionRoutes = [login, setup, invite, setPassword, forgotPassword] as const;
