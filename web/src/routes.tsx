// Every page of the console, by its area. A page's own code and texts come when it is first wanted.
import { createRouter } from '@tanstack/react-router';
import { sessionRoutes } from './routes/session.ts';
import { liveRoutes, wallScreen, wallShow } from './routes/live.ts';
import { administrationRoutes } from './routes/administration.ts';
import { callFlowRoutes } from './routes/call-flow.ts';
import { accessRoutes } from './routes/access.ts';
import { reportsRoutes } from './routes/reports.ts';
import { ownRoutes } from './routes/own.ts';
import { app, bare, blank, root } from './routes/frame.tsx';
import { nowhere } from './routes/nowhere.tsx';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { NotFoundPage } from './shell/NotFoundPage.tsx';

const tree = root.addChildren([
  blank.addChildren([...sessionRoutes, wallScreen]),
  bare.addChildren([wallShow]),
  app.addChildren([
    ...liveRoutes,
    ...administrationRoutes,
    ...callFlowRoutes,
    ...accessRoutes,
    ...reportsRoutes,
    ...ownRoutes,
  ]),
  nowhere,
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
  // A page that is on its way leaves the old one in place under the loading bar.
  defaultPendingMs: 30_000,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
