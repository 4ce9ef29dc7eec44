// Without a session: signing in, and where one-time links lead.
import { createLazyRoute, createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { userQuery } from '../api/session.ts';
import { getToken } from '../api/token.ts';
import { ownPath } from '../shell/own-path.ts';
import { blank, texts, token } from './frame.tsx';

const login = createRoute({
  getParentRoute: () => blank,
  path: '/login',
  validateSearch: (s: Record<string, unknown>): { redirect?: string } => {
    const target = ownPath(s['redirect']);
    return target ? { redirect: target } : {};
  },
  beforeLoad: async ({ search }) => {
    if (getToken() === null) return;
    // Signed in already. When that cannot be known just now, the page itself is the better answer.
    const user = await queryClient.ensureQueryData(userQuery).catch(() => null);
    if (user) throw redirect({ href: search.redirect ?? '/' });
  },
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/login')({ component: (await import('../pages/session/LoginPage.tsx')).LoginPage }),
);

const setup = createRoute({
  getParentRoute: () => blank,
  path: '/setup',
  validateSearch: token,
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/setup')({ component: (await import('../pages/session/SetupPage.tsx')).SetupPage }),
);

const invite = createRoute({
  getParentRoute: () => blank,
  path: '/invite',
  validateSearch: token,
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/invite')({ component: (await import('../pages/session/InvitePage.tsx')).InvitePage }),
);

/** The address that the server writes into its links (and `ringside user reset` prints). */
const setPassword = createRoute({
  getParentRoute: () => blank,
  path: '/set-password',
  validateSearch: token,
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/set-password')({ component: (await import('../pages/session/InvitePage.tsx')).InvitePage }),
);

const forgotPassword = createRoute({
  getParentRoute: () => blank,
  path: '/forgot-password',
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/forgot-password')({
    component: (await import('../pages/session/ForgotPage.tsx')).ForgotPage,
  }),
);

export const sessionRoutes = [login, setup, invite, setPassword, forgotPassword] as const;
