// Routes of live pages: home, dashboard, the agent’s own page, wallboards.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readListSearch } from '../../data/list/list-search.ts';
import { requestFirstFigures } from '../../data/live/first-figures.ts';
import type { Namespace } from '../../locales/namespaces.ts';
import { readDashboardSearch } from '../../live/dashboard/dashboard-search.ts';
import { app, bare, blank, forAll, needs, texts } from './frame.ts';

/** Loads the texts of a live page while its first figures load. */
const liveTexts = (...namespaces: readonly Namespace[]) => {
  const { loader } = texts(...namespaces);
  return {
    loader: () => {
      requestFirstFigures();
      return loader();
    },
  };
};

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  ...forAll,
  ...liveTexts('home', 'endpoint', 'gap'),
}).lazy(async () => createLazyRoute('/app/')({ component: (await import('../home/HomePage.tsx')).HomePage }));

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  ...needs('read', 'dashboard'),
  validateSearch: readDashboardSearch,
  ...liveTexts('dashboard', 'gap'),
}).lazy(async () =>
  createLazyRoute('/app/dashboard')({
    component: (await import('../../live/dashboard/DashboardPage.tsx')).DashboardPage,
  }),
);

const agentPage = createRoute({
  getParentRoute: () => app,
  path: '/agent',
  ...needs('read', 'live'),
  ...texts('agent', 'agent-report', 'dashboard', 'cdr'),
}).lazy(async () => createLazyRoute('/app/agent')({ component: (await import('../../desk/AgentPage.tsx')).AgentPage }));

const wallboards = createRoute({
  getParentRoute: () => app,
  path: '/wallboard',
  ...needs('read', 'wallboard'),
  validateSearch: readListSearch,
  ...texts('wallboard', 'gap'),
}).lazy(async () =>
  createLazyRoute('/app/wallboard')({
    component: (await import('../../boards/wallboard/WallboardsPage.tsx')).WallboardsPage,
  }),
);

const wallboard = createRoute({
  getParentRoute: () => app,
  path: '/wallboard/$wallboard',
  ...needs('read', 'wallboard'),
  ...texts('wallboard', 'gap'),
}).lazy(async () =>
  createLazyRoute('/app/wallboard/$wallboard')({
    component: (await import('../../boards/wallboard/WallboardPage.tsx')).WallboardPage,
  }),
);

export const wallShow = createRoute({
  getParentRoute: () => bare,
  path: '/wallboard/$wallboard/show',
  ...texts('wallboard', 'gap'),
}).lazy(async () =>
  createLazyRoute('/bare/wallboard/$wallboard/show')({
    component: (await import('../../boards/screen/ShowPage.tsx')).ShowPage,
  }),
);

/** Target of a wallboard link. Needs no sign-in. */
export const wallScreen = createRoute({
  getParentRoute: () => blank,
  path: '/wallboard/screen',
  ...texts('wallboard', 'gap'),
}).lazy(async () =>
  createLazyRoute('/blank/wallboard/screen')({
    component: (await import('../../boards/screen/ScreenPage.tsx')).ScreenPage,
  }),
);

export const liveRoutes = [home, dashboard, agentPage, wallboards, wallboard] as const;
