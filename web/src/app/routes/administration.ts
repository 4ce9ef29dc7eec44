// Routes of customers and of the objects that belong to them.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readListSearch } from '../../data/list/list-search.ts';
import { Building2, Headset, ListOrdered, Phone, Server, Tags } from 'lucide-react';
import { type NavigationLink, nounLink } from '../navigation/navigation-link.ts';
import { app, needs, texts } from './frame.ts';

const customers = createRoute({
  getParentRoute: () => app,
  path: '/customers',
  ...needs('read', 'customer'),
  validateSearch: readListSearch,
  ...texts('customer'),
}).lazy(async () =>
  createLazyRoute('/app/customers')({
    component: (await import('../../customers/customer/CustomersPage.tsx')).CustomersPage,
  }),
);

const customer = createRoute({
  getParentRoute: () => app,
  path: '/customers/$customer',
  ...needs('read', 'customer'),
  validateSearch: readListSearch,
  ...texts('customer', 'subscriber', 'callcenter', 'queue', 'user'),
}).lazy(async () =>
  createLazyRoute('/app/customers/$customer')({
    component: (await import('../../customers/customer/CustomerPage.tsx')).CustomerPage,
  }),
);

const plans = createRoute({
  getParentRoute: () => app,
  path: '/plans',
  ...needs('read', 'plan'),
  validateSearch: readListSearch,
  ...texts('plan'),
}).lazy(async () =>
  createLazyRoute('/app/plans')({ component: (await import('../../billing/plan/PlansPage.tsx')).PlansPage }),
);

const addPlan = createRoute({
  getParentRoute: () => app,
  path: '/plans/add',
  ...needs('create', 'plan'),
  ...texts('plan'),
}).lazy(async () =>
  createLazyRoute('/app/plans/add')({ component: (await import('../../billing/plan/AddPlanPage.tsx')).AddPlanPage }),
);

const plan = createRoute({
  getParentRoute: () => app,
  path: '/plans/$plan',
  ...needs('read', 'plan'),
  ...texts('plan'),
}).lazy(async () =>
  createLazyRoute('/app/plans/$plan')({ component: (await import('../../billing/plan/PlanPage.tsx')).PlanPage }),
);

const callcenters = createRoute({
  getParentRoute: () => app,
  path: '/callcenters',
  ...needs('read', 'callcenter'),
  validateSearch: readListSearch,
  ...texts('callcenter'),
}).lazy(async () =>
  createLazyRoute('/app/callcenters')({
    component: (await import('../../queues/call-center/CallcentersPage.tsx')).CallcentersPage,
  }),
);

const addCallcenter = createRoute({
  getParentRoute: () => app,
  path: '/callcenters/add',
  ...needs('create', 'callcenter'),
  ...texts('callcenter'),
}).lazy(async () =>
  createLazyRoute('/app/callcenters/add')({
    component: (await import('../../queues/call-center/AddCallcenterPage.tsx')).AddCallcenterPage,
  }),
);

const callcenter = createRoute({
  getParentRoute: () => app,
  path: '/callcenters/$callcenter',
  ...needs('read', 'callcenter'),
  ...texts('callcenter', 'queue', 'user'),
}).lazy(async () =>
  createLazyRoute('/app/callcenters/$callcenter')({
    component: (await import('../../queues/call-center/CallcenterPage.tsx')).CallcenterPage,
  }),
);

const queues = createRoute({
  getParentRoute: () => app,
  path: '/queues',
  ...needs('read', 'queue'),
  validateSearch: readListSearch,
  ...texts('queue', 'provisioning'),
}).lazy(async () =>
  createLazyRoute('/app/queues')({ component: (await import('../../queues/queue/QueuesPage.tsx')).QueuesPage }),
);

const queue = createRoute({
  getParentRoute: () => app,
  path: '/queues/$queue',
  ...needs('read', 'queue'), // Uses the texts of number destinations.
  ...texts('queue', 'provisioning', 'did', 'prompt'),
}).lazy(async () =>
  createLazyRoute('/app/queues/$queue')({ component: (await import('../../queues/queue/QueuePage.tsx')).QueuePage }),
);

const endpoints = createRoute({
  getParentRoute: () => app,
  path: '/endpoints',
  ...needs('read', 'endpoint'),
  validateSearch: readListSearch,
  ...texts('endpoint'),
}).lazy(async () =>
  createLazyRoute('/app/endpoints')({
    component: (await import('../../pbx/endpoint/EndpointsPage.tsx')).EndpointsPage,
  }),
);

const historyImport = createRoute({
  getParentRoute: () => app,
  path: '/endpoints/import',
  ...needs('read', 'endpoint'),
  ...texts('history'),
}).lazy(async () =>
  createLazyRoute('/app/endpoints/import')({
    component: (await import('../../calls/import/ImportsPage.tsx')).ImportsPage,
  }),
);

const configuration = createRoute({
  getParentRoute: () => app,
  path: '/endpoints/$endpoint/configuration',
  ...needs('read', 'endpoint'),
  ...texts('provisioning', 'endpoint', 'recording'),
}).lazy(async () =>
  createLazyRoute('/app/endpoints/$endpoint/configuration')({
    component: (await import('../../pbx/endpoint/ConfigurationPage.tsx')).ConfigurationPage,
  }),
);

const subscribers = createRoute({
  getParentRoute: () => app,
  path: '/subscribers',
  ...needs('read', 'subscriber'),
  validateSearch: readListSearch,
  ...texts('subscriber', 'provisioning'),
}).lazy(async () =>
  createLazyRoute('/app/subscribers')({
    component: (await import('../../subscribers/subscriber/SubscribersPage.tsx')).SubscribersPage,
  }),
);

const subscriber = createRoute({
  getParentRoute: () => app,
  path: '/subscribers/$subscriber',
  ...needs('read', 'subscriber'),
  ...texts('subscriber', 'provisioning'),
}).lazy(async () =>
  createLazyRoute('/app/subscribers/$subscriber')({
    component: (await import('../../subscribers/subscriber/SubscriberPage.tsx')).SubscriberPage,
  }),
);

/** Menu entries of customers. */
export const customersLinks: readonly NavigationLink[] = [nounLink('customer', '/customers', Building2)];

/** Menu entries of PBX servers and of what customers have on them. */
export const telephonyLinks: readonly NavigationLink[] = [
  nounLink('endpoint', '/endpoints', Server),
  nounLink('subscriber', '/subscribers', Phone),
  nounLink('plan', '/plans', Tags),
];

export const callCenterLinks: readonly NavigationLink[] = [
  nounLink('callcenter', '/callcenters', Headset),
  nounLink('queue', '/queues', ListOrdered),
];

export const administrationRoutes = [
  customers,
  customer,
  plans,
  addPlan,
  plan,
  callcenters,
  addCallcenter,
  callcenter,
  queues,
  queue,
  endpoints,
  historyImport,
  configuration,
  subscribers,
  subscriber,
] as const;
