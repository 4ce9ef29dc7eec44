// Routes of all pages, by area. The code and texts of a page load on the first visit.
import { createRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { sessionRoutes } from './routes/session.ts';
import { liveRoutes, wallScreen, wallShow } from './routes/live.ts';
import { administrationRoutes } from './routes/administration.ts';
import { callFlowRoutes } from './routes/call-flow.ts';
import { accessRoutes } from './routes/access.ts';
import { reportsRoutes } from './routes/reports.ts';
import { ownRoutes } from './routes/own.ts';
import { app, bare, blank, root } from './routes/frame.ts';
import { nowhere } from './routes/nowhere.tsx';
import { BlankLayout } from './shell/BlankLayout.tsx';
import { DefaultLayout } from './shell/DefaultLayout.tsx';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { Root } from './shell/Root.tsx';
import { NotFoundPage } from '../ui/page/NotFoundPage.tsx';

// Outside both layouts the page itself must be the main landmark.
const lost = () => (
  <main>
    <NotFoundPage />
  </main>
);
const failed = ({ error }: ErrorComponentProps) => (
  <main>
    <ErrorPage error={error} />
  </main>
);
root.update({ component: Root, notFoundComponent: lost, errorComponent: failed });
blank.update({ component: BlankLayout });
bare.update({ component: BlankLayout });
// An error of the layout replaces the layout.
app.update({ component: DefaultLayout, notFoundComponent: NotFoundPage, errorComponent: failed });

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
  // The old page stays below the loading bar while the next page loads.
  defaultPendingMs: 30_000,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
