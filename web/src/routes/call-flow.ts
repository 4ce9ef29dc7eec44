// Where a call goes: numbers, groups, menus, hours, trunks, routes out.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readListSearch } from '../crud/list-search.ts';
import { app, texts } from './frame.tsx';

const didsRoute = createRoute({
  getParentRoute: () => app,
  path: '/dids',
  validateSearch: readListSearch,
  ...texts('did'),
}).lazy(async () => createLazyRoute('/app/dids')({ component: (await import('../pages/dids/DidsPage.tsx')).DidsPage }));

const didRoute = createRoute({
  getParentRoute: () => app,
  path: '/dids/$did',
  ...texts('did'),
}).lazy(async () =>
  createLazyRoute('/app/dids/$did')({ component: (await import('../pages/dids/DidPage.tsx')).DidPage }),
);

const ringGroupsRoute = createRoute({
  getParentRoute: () => app,
  path: '/ringgroups',
  validateSearch: readListSearch,
  ...texts('ringgroup', 'did'),
}).lazy(async () =>
  createLazyRoute('/app/ringgroups')({
    component: (await import('../pages/ringgroups/RingGroupsPage.tsx')).RingGroupsPage,
  }),
);

const hoursRoute = createRoute({
  getParentRoute: () => app,
  path: '/hours',
  validateSearch: readListSearch,
  ...texts('hours'),
}).lazy(async () =>
  createLazyRoute('/app/hours')({ component: (await import('../pages/hours/HoursPage.tsx')).HoursPage }),
);

const ivrsRoute = createRoute({
  getParentRoute: () => app,
  path: '/ivrs',
  validateSearch: readListSearch,
  ...texts('ivr', 'did', 'prompt'),
}).lazy(async () => createLazyRoute('/app/ivrs')({ component: (await import('../pages/ivrs/IvrsPage.tsx')).IvrsPage }));

const promptsRoute = createRoute({
  getParentRoute: () => app,
  path: '/prompts',
  validateSearch: readListSearch,
  ...texts('prompt'),
}).lazy(async () =>
  createLazyRoute('/app/prompts')({ component: (await import('../pages/prompts/PromptsPage.tsx')).PromptsPage }),
);

const trunksRoute = createRoute({
  getParentRoute: () => app,
  path: '/trunks',
  validateSearch: readListSearch,
  ...texts('trunk'),
}).lazy(async () =>
  createLazyRoute('/app/trunks')({ component: (await import('../pages/trunks/TrunksPage.tsx')).TrunksPage }),
);

const outboundRoutesRoute = createRoute({
  getParentRoute: () => app,
  path: '/outboundroutes',
  validateSearch: readListSearch,
  ...texts('outboundroute'),
}).lazy(async () =>
  createLazyRoute('/app/outboundroutes')({
    component: (await import('../pages/outboundroutes/OutboundRoutesPage.tsx')).OutboundRoutesPage,
  }),
);

export const callFlowRoutes = [
  didsRoute,
  didRoute,
  ringGroupsRoute,
  hoursRoute,
  ivrsRoute,
  promptsRoute,
  trunksRoute,
  outboundRoutesRoute,
] as const;
