// Routes of call flow pages: numbers, ring groups, IVR menus, business hours, trunks, outbound routes.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readListSearch } from '../../data/list/list-search.ts';
import { BellRing, Cable, CalendarClock, FileAudio, Hash, ListTree, Route } from 'lucide-react';
import { type NavigationLink, nounLink } from '../navigation/navigation-link.ts';
import { app, needs, texts } from './frame.ts';

const didsRoute = createRoute({
  getParentRoute: () => app,
  path: '/dids',
  ...needs('read', 'did'),
  validateSearch: readListSearch,
  ...texts('did'),
}).lazy(async () =>
  createLazyRoute('/app/dids')({ component: (await import('../../routing/did/DidsPage.tsx')).DidsPage }),
);

const didRoute = createRoute({
  getParentRoute: () => app,
  path: '/dids/$did',
  ...needs('read', 'did'),
  ...texts('did'),
}).lazy(async () =>
  createLazyRoute('/app/dids/$did')({ component: (await import('../../routing/did/DidPage.tsx')).DidPage }),
);

const ringGroupsRoute = createRoute({
  getParentRoute: () => app,
  path: '/ringgroups',
  ...needs('read', 'ringgroup'),
  validateSearch: readListSearch,
  ...texts('ringgroup', 'did'),
}).lazy(async () =>
  createLazyRoute('/app/ringgroups')({
    component: (await import('../../routing/ring-group/RingGroupsPage.tsx')).RingGroupsPage,
  }),
);

const hoursRoute = createRoute({
  getParentRoute: () => app,
  path: '/hours',
  ...needs('read', 'hours'),
  validateSearch: readListSearch,
  ...texts('hours'),
}).lazy(async () =>
  createLazyRoute('/app/hours')({ component: (await import('../../routing/hours/HoursPage.tsx')).HoursPage }),
);

const ivrsRoute = createRoute({
  getParentRoute: () => app,
  path: '/ivrs',
  ...needs('read', 'ivr'),
  validateSearch: readListSearch,
  ...texts('ivr', 'did', 'prompt'),
}).lazy(async () =>
  createLazyRoute('/app/ivrs')({ component: (await import('../../routing/ivr/IvrsPage.tsx')).IvrsPage }),
);

const promptsRoute = createRoute({
  getParentRoute: () => app,
  path: '/prompts',
  ...needs('read', 'prompt'),
  validateSearch: readListSearch,
  ...texts('prompt'),
}).lazy(async () =>
  createLazyRoute('/app/prompts')({ component: (await import('../../routing/prompt/PromptsPage.tsx')).PromptsPage }),
);

const trunksRoute = createRoute({
  getParentRoute: () => app,
  path: '/trunks',
  ...needs('read', 'trunk'),
  validateSearch: readListSearch,
  ...texts('trunk'),
}).lazy(async () =>
  createLazyRoute('/app/trunks')({ component: (await import('../../routing/trunk/TrunksPage.tsx')).TrunksPage }),
);

const outboundRoutesRoute = createRoute({
  getParentRoute: () => app,
  path: '/outboundroutes',
  ...needs('read', 'outboundroute'),
  validateSearch: readListSearch,
  ...texts('outboundroute'),
}).lazy(async () =>
  createLazyRoute('/app/outboundroutes')({
    component: (await import('../../routing/outbound-route/OutboundRoutesPage.tsx')).OutboundRoutesPage,
  }),
);

/** The pages of the menu group, in order. */
export const callFlowLinks: readonly NavigationLink[] = [
  nounLink('did', '/dids', Hash),
  nounLink('ringgroup', '/ringgroups', BellRing),
  nounLink('ivr', '/ivrs', ListTree),
  nounLink('prompt', '/prompts', FileAudio),
  nounLink('hours', '/hours', CalendarClock),
  nounLink('trunk', '/trunks', Cable),
  nounLink('outboundroute', '/outboundroutes', Route),
];

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
