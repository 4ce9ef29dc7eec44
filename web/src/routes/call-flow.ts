// Where a call goes: numbers, groups, menus, hours, trunks, routes out.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readListSearch } from '../crud/list-search.ts';
import { app, needs, texts } from './frame.tsx';

const didsRoute = createRoute({
  getParentRoute: () => app,
  path: '/dids',
  ...needs('read', 'did'),
  validateSearch: readListSearch,
  ...texts('did'),
}).lazy(async () => createLazyRoute('/app/dids')({ component: (await import('../pages/dids/DidsPage.tsx')).DidsPage }));

const didRoute = createRoute({
  getParentRoute: () => app,
  path: '/dids/$did',
  ...needs('read', 'did'),
  ...texts('did'),
}).lazy(async () =>
  createLazyRoute('/app/dids/$did')({ component: (await import('../pages/dids/DidPage.tsx')).DidPage }),
);

const ringGroupsRoute = createRoute({
  getParentRoute: () => app,
  path: '/ringgroups',
  ...needs('read', 'ringgroup'),
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
  ...needs('read', 'hours'),
  validateSearch: readListSearch,
  ...texts('hours'),
}).lazy(async () =>
  createLazyRoute('/app/hours')({ component: (await import('../pages/hours/HoursPage.tsx')).HoursPage }),
);

const ivrsRoute = createRoute({
  getParentRoute: () => app,
  path: '/ivrs',
  ...needs('read', 'ivr'),
  validateSearch: readListSearch,
  ...texts('ivr', 'did', 'prompt'),
}).lazy(async () => createLazyRoute('/app/ivrs')({ component: (await import('../pages/ivrs/IvrsPage.tsx')).IvrsPage }));

const promptsRoute = createRoute({
  getParentRoute: () => app,
  path: '/prompts',
  ...needs('read', 'prompt'),
  validateSearch: readListSearch,
  ...texts('prompt'),
}).lazy(async () =>
  createLazyRoute('/app/prompts')({ component: (await import('../pages/prompts/PromptsPage.tsx')).PromptsPage }),
);

const trunksRoute = createRoute({
  getParentRoute: () => app,
  path: '/trunks',
  ...needs('read', 'trunk'),
  validateSearch: readListSearch,
  ...texts('trunk'),
}).lazy(async () =>
  createLazyRoute('/app/trunks')({ component: (await import('../pages/trunks/TrunksPage.tsx')).TrunksPage }),
);

const outboundRoutesRoute = createRoute({
  getParentRoute: () => app,
  path: '/outboundroutes',
  ...needs('read', 'outboundroute'),
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
