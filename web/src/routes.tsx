import { createLazyRoute, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { ProblemError } from './api/problem.ts';
import { queryClient } from './api/query-client.ts';
import { userQuery } from './api/session.ts';
import { getToken } from './api/token.ts';
import { readListSearch } from './crud/list-search.ts';
import type { Namespace } from './locales/namespaces.ts';
import { i18n } from './locales/i18n.ts';
import { applyPreferences } from './shell/apply-preferences.ts';
import { BlankLayout } from './shell/BlankLayout.tsx';
import { readCdrSearch } from './pages/cdr/cdr-search.ts';
import { readDashboardSearch } from './pages/dashboard/dashboard-search.ts';
import { readNotificationSearch } from './pages/notifications/notification-search.ts';
import { readBillingSearch } from './pages/billing/billing-search.ts';
import { readInvoicesSearch } from './pages/invoices/invoices-search.ts';
import { readAgentReportSearch } from './pages/agent-report/agent-report-search.ts';
import { readQueueReportSearch } from './pages/queue-report/queue-report-search.ts';
import { DefaultLayout } from './shell/DefaultLayout.tsx';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { ownPath } from './shell/own-path.ts';
import { Root } from './shell/Root.tsx';

/** The page's chunk and its texts travel together. */
const texts = (...namespaces: readonly Namespace[]) => ({
  loader: () => i18n.loadNamespaces(namespaces as string[]),
});

/** Outside both layouts the page itself is the main landmark. */
const root = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  errorComponent: ({ error }) => (
    <main>
      <ErrorPage error={error} />
    </main>
  ),
});

const blank = createRoute({ getParentRoute: () => root, id: 'blank', component: BlankLayout });

/** Needs a session. A lost network shows an error with a way to try again; it never signs anyone out. */
const needSession = async ({ location }: { readonly location: { readonly href: string } }): Promise<void> => {
  const toLogin = () => redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href } });
  if (getToken() === null) throw toLogin();
  try {
    await applyPreferences(await queryClient.ensureQueryData(userQuery));
  } catch (e) {
    if (e instanceof ProblemError && e.status === 401) throw toLogin();
    throw e;
  }
};

/** Everything that needs a session, within the frame. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: DefaultLayout,
  notFoundComponent: NotFoundPage,
  // Stands in the layout's place, so it needs a main landmark of its own.
  errorComponent: ({ error }) => (
    <main>
      <ErrorPage error={error} />
    </main>
  ),
  beforeLoad: needSession,
});

/** Needs a session, and the whole screen. */
const bare = createRoute({ getParentRoute: () => root, id: 'bare', component: BlankLayout, beforeLoad: needSession });

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
  createLazyRoute('/blank/login')({ component: (await import('./pages/session/LoginPage.tsx')).LoginPage }),
);

const token = (s: Record<string, unknown>): { token?: string } => (s['token'] ? { token: String(s['token']) } : {});

const setup = createRoute({
  getParentRoute: () => blank,
  path: '/setup',
  validateSearch: token,
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/setup')({ component: (await import('./pages/session/SetupPage.tsx')).SetupPage }),
);

const invite = createRoute({
  getParentRoute: () => blank,
  path: '/invite',
  validateSearch: token,
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/invite')({ component: (await import('./pages/session/InvitePage.tsx')).InvitePage }),
);

/** The address that the server writes into its links (and `ringside user reset` prints). */
const setPassword = createRoute({
  getParentRoute: () => blank,
  path: '/set-password',
  validateSearch: token,
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/set-password')({ component: (await import('./pages/session/InvitePage.tsx')).InvitePage }),
);

const forgotPassword = createRoute({
  getParentRoute: () => blank,
  path: '/forgot-password',
  ...texts('session'),
}).lazy(async () =>
  createLazyRoute('/blank/forgot-password')({
    component: (await import('./pages/session/ForgotPage.tsx')).ForgotPage,
  }),
);

const home = createRoute({ getParentRoute: () => app, path: '/', ...texts('home', 'endpoint') }).lazy(async () =>
  createLazyRoute('/app/')({ component: (await import('./pages/home/HomePage.tsx')).HomePage }),
);

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  validateSearch: readDashboardSearch,
  ...texts('dashboard'),
}).lazy(async () =>
  createLazyRoute('/app/dashboard')({ component: (await import('./pages/dashboard/DashboardPage.tsx')).DashboardPage }),
);

const agentPage = createRoute({
  getParentRoute: () => app,
  path: '/agent',
  ...texts('agent', 'agent-report', 'dashboard', 'cdr'),
}).lazy(async () =>
  createLazyRoute('/app/agent')({ component: (await import('./pages/agent/AgentPage.tsx')).AgentPage }),
);

const wallboards = createRoute({
  getParentRoute: () => app,
  path: '/wallboard',
  validateSearch: readListSearch,
  ...texts('wallboard'),
}).lazy(async () =>
  createLazyRoute('/app/wallboard')({
    component: (await import('./pages/wallboards/WallboardsPage.tsx')).WallboardsPage,
  }),
);

const wallboard = createRoute({
  getParentRoute: () => app,
  path: '/wallboard/$wallboard',
  ...texts('wallboard'),
}).lazy(async () =>
  createLazyRoute('/app/wallboard/$wallboard')({
    component: (await import('./pages/wallboards/WallboardPage.tsx')).WallboardPage,
  }),
);

const wallShow = createRoute({
  getParentRoute: () => bare,
  path: '/wallboard/$wallboard/show',
  ...texts('wallboard'),
}).lazy(async () =>
  createLazyRoute('/bare/wallboard/$wallboard/show')({
    component: (await import('./pages/wallboards/ShowPage.tsx')).ShowPage,
  }),
);

/** Where a wallboard's link leads: nobody signs in here. */
const wallScreen = createRoute({
  getParentRoute: () => blank,
  path: '/wallboard/screen',
  ...texts('wallboard'),
}).lazy(async () =>
  createLazyRoute('/blank/wallboard/screen')({
    component: (await import('./pages/wallboards/ScreenPage.tsx')).ScreenPage,
  }),
);

const customers = createRoute({
  getParentRoute: () => app,
  path: '/customers',
  validateSearch: readListSearch,
  ...texts('customer'),
}).lazy(async () =>
  createLazyRoute('/app/customers')({ component: (await import('./pages/customers/CustomersPage.tsx')).CustomersPage }),
);

const customer = createRoute({
  getParentRoute: () => app,
  path: '/customers/$customer',
  validateSearch: readListSearch,
  ...texts('customer', 'subscriber', 'callcenter', 'queue', 'user'),
}).lazy(async () =>
  createLazyRoute('/app/customers/$customer')({
    component: (await import('./pages/customers/CustomerPage.tsx')).CustomerPage,
  }),
);

const plans = createRoute({
  getParentRoute: () => app,
  path: '/plans',
  validateSearch: readListSearch,
  ...texts('plan'),
}).lazy(async () =>
  createLazyRoute('/app/plans')({ component: (await import('./pages/plans/PlansPage.tsx')).PlansPage }),
);

const addPlan = createRoute({
  getParentRoute: () => app,
  path: '/plans/add',
  ...texts('plan'),
}).lazy(async () =>
  createLazyRoute('/app/plans/add')({ component: (await import('./pages/plans/AddPlanPage.tsx')).AddPlanPage }),
);

const plan = createRoute({
  getParentRoute: () => app,
  path: '/plans/$plan',
  ...texts('plan'),
}).lazy(async () =>
  createLazyRoute('/app/plans/$plan')({ component: (await import('./pages/plans/PlanPage.tsx')).PlanPage }),
);

const callcenters = createRoute({
  getParentRoute: () => app,
  path: '/callcenters',
  validateSearch: readListSearch,
  ...texts('callcenter'),
}).lazy(async () =>
  createLazyRoute('/app/callcenters')({
    component: (await import('./pages/callcenters/CallcentersPage.tsx')).CallcentersPage,
  }),
);

const addCallcenter = createRoute({
  getParentRoute: () => app,
  path: '/callcenters/add',
  ...texts('callcenter'),
}).lazy(async () =>
  createLazyRoute('/app/callcenters/add')({
    component: (await import('./pages/callcenters/AddCallcenterPage.tsx')).AddCallcenterPage,
  }),
);

const callcenter = createRoute({
  getParentRoute: () => app,
  path: '/callcenters/$callcenter',
  ...texts('callcenter', 'queue', 'user'),
}).lazy(async () =>
  createLazyRoute('/app/callcenters/$callcenter')({
    component: (await import('./pages/callcenters/CallcenterPage.tsx')).CallcenterPage,
  }),
);

const queues = createRoute({
  getParentRoute: () => app,
  path: '/queues',
  validateSearch: readListSearch,
  ...texts('queue', 'provisioning'),
}).lazy(async () =>
  createLazyRoute('/app/queues')({ component: (await import('./pages/queues/QueuesPage.tsx')).QueuesPage }),
);

const queue = createRoute({
  getParentRoute: () => app,
  path: '/queues/$queue',
  // Its destinations are worded as those of numbers are.
  ...texts('queue', 'provisioning', 'did'),
}).lazy(async () =>
  createLazyRoute('/app/queues/$queue')({ component: (await import('./pages/queues/QueuePage.tsx')).QueuePage }),
);

const endpoints = createRoute({
  getParentRoute: () => app,
  path: '/endpoints',
  validateSearch: readListSearch,
  ...texts('endpoint'),
}).lazy(async () =>
  createLazyRoute('/app/endpoints')({ component: (await import('./pages/endpoints/EndpointsPage.tsx')).EndpointsPage }),
);

const configuration = createRoute({
  getParentRoute: () => app,
  path: '/endpoints/$endpoint/configuration',
  ...texts('provisioning', 'endpoint', 'recording'),
}).lazy(async () =>
  createLazyRoute('/app/endpoints/$endpoint/configuration')({
    component: (await import('./pages/endpoints/ConfigurationPage.tsx')).ConfigurationPage,
  }),
);

const subscribers = createRoute({
  getParentRoute: () => app,
  path: '/subscribers',
  validateSearch: readListSearch,
  ...texts('subscriber', 'provisioning'),
}).lazy(async () =>
  createLazyRoute('/app/subscribers')({
    component: (await import('./pages/subscribers/SubscribersPage.tsx')).SubscribersPage,
  }),
);

const subscriber = createRoute({
  getParentRoute: () => app,
  path: '/subscribers/$subscriber',
  ...texts('subscriber', 'provisioning'),
}).lazy(async () =>
  createLazyRoute('/app/subscribers/$subscriber')({
    component: (await import('./pages/subscribers/SubscriberPage.tsx')).SubscriberPage,
  }),
);

const didsRoute = createRoute({
  getParentRoute: () => app,
  path: '/dids',
  validateSearch: readListSearch,
  ...texts('did'),
}).lazy(async () => createLazyRoute('/app/dids')({ component: (await import('./pages/dids/DidsPage.tsx')).DidsPage }));

const didRoute = createRoute({
  getParentRoute: () => app,
  path: '/dids/$did',
  ...texts('did'),
}).lazy(async () =>
  createLazyRoute('/app/dids/$did')({ component: (await import('./pages/dids/DidPage.tsx')).DidPage }),
);

const ringGroupsRoute = createRoute({
  getParentRoute: () => app,
  path: '/ringgroups',
  validateSearch: readListSearch,
  ...texts('ringgroup', 'did'),
}).lazy(async () =>
  createLazyRoute('/app/ringgroups')({
    component: (await import('./pages/ringgroups/RingGroupsPage.tsx')).RingGroupsPage,
  }),
);

const hoursRoute = createRoute({
  getParentRoute: () => app,
  path: '/hours',
  validateSearch: readListSearch,
  ...texts('hours'),
}).lazy(async () =>
  createLazyRoute('/app/hours')({ component: (await import('./pages/hours/HoursPage.tsx')).HoursPage }),
);

const ivrsRoute = createRoute({
  getParentRoute: () => app,
  path: '/ivrs',
  validateSearch: readListSearch,
  ...texts('ivr', 'did'),
}).lazy(async () => createLazyRoute('/app/ivrs')({ component: (await import('./pages/ivrs/IvrsPage.tsx')).IvrsPage }));

const trunksRoute = createRoute({
  getParentRoute: () => app,
  path: '/trunks',
  validateSearch: readListSearch,
  ...texts('trunk'),
}).lazy(async () =>
  createLazyRoute('/app/trunks')({ component: (await import('./pages/trunks/TrunksPage.tsx')).TrunksPage }),
);

const outboundRoutesRoute = createRoute({
  getParentRoute: () => app,
  path: '/outboundroutes',
  validateSearch: readListSearch,
  ...texts('outboundroute'),
}).lazy(async () =>
  createLazyRoute('/app/outboundroutes')({
    component: (await import('./pages/outboundroutes/OutboundRoutesPage.tsx')).OutboundRoutesPage,
  }),
);

const users = createRoute({
  getParentRoute: () => app,
  path: '/users',
  validateSearch: readListSearch,
  ...texts('user'),
}).lazy(async () =>
  createLazyRoute('/app/users')({ component: (await import('./pages/users/UsersPage.tsx')).UsersPage }),
);

const user = createRoute({ getParentRoute: () => app, path: '/users/$user', ...texts('user') }).lazy(async () =>
  createLazyRoute('/app/users/$user')({ component: (await import('./pages/users/UserPage.tsx')).UserPage }),
);

const apikeys = createRoute({
  getParentRoute: () => app,
  path: '/apikeys',
  validateSearch: readListSearch,
  ...texts('apikey', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/apikeys')({ component: (await import('./pages/apikeys/ApiKeysPage.tsx')).ApiKeysPage }),
);

const rolesRoute = createRoute({
  getParentRoute: () => app,
  path: '/roles',
  validateSearch: readListSearch,
  ...texts('role', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/roles')({ component: (await import('./pages/roles/RolesPage.tsx')).RolesPage }),
);

const permissionsRoute = createRoute({
  getParentRoute: () => app,
  path: '/permissions',
  validateSearch: readListSearch,
  ...texts('permission'),
}).lazy(async () =>
  createLazyRoute('/app/permissions')({
    component: (await import('./pages/permissions/PermissionsPage.tsx')).PermissionsPage,
  }),
);

const deletedRoute = createRoute({
  getParentRoute: () => app,
  path: '/deleted',
  validateSearch: readListSearch,
  ...texts('deleted'),
}).lazy(async () =>
  createLazyRoute('/app/deleted')({ component: (await import('./pages/deleted/DeletedPage.tsx')).DeletedPage }),
);

const auditRoute = createRoute({
  getParentRoute: () => app,
  path: '/audit',
  validateSearch: readListSearch,
  ...texts('audit'),
}).lazy(async () =>
  createLazyRoute('/app/audit')({ component: (await import('./pages/audit/AuditPage.tsx')).AuditPage }),
);

const cdr = createRoute({
  getParentRoute: () => app,
  path: '/reports/cdr',
  validateSearch: readCdrSearch,
  ...texts('cdr', 'recording', 'plan', 'report'),
}).lazy(async () =>
  createLazyRoute('/app/reports/cdr')({ component: (await import('./pages/cdr/CdrPage.tsx')).CdrPage }),
);

const billing = createRoute({
  getParentRoute: () => app,
  path: '/customers/reports/billing',
  validateSearch: readBillingSearch,
  ...texts('billing', 'cdr', 'report'),
}).lazy(async () =>
  createLazyRoute('/app/customers/reports/billing')({
    component: (await import('./pages/billing/BillingPage.tsx')).BillingPage,
  }),
);

const invoices = createRoute({
  getParentRoute: () => app,
  path: '/invoices',
  validateSearch: readInvoicesSearch,
  ...texts('invoice'),
}).lazy(async () =>
  createLazyRoute('/app/invoices')({ component: (await import('./pages/invoices/InvoicesPage.tsx')).InvoicesPage }),
);

const invoice = createRoute({ getParentRoute: () => app, path: '/invoices/$invoice', ...texts('invoice') }).lazy(
  async () =>
    createLazyRoute('/app/invoices/$invoice')({
      component: (await import('./pages/invoices/InvoicePage.tsx')).InvoicePage,
    }),
);

const account = createRoute({
  getParentRoute: () => app,
  path: '/customers/$customer/account',
  ...texts('invoice'),
}).lazy(async () =>
  createLazyRoute('/app/customers/$customer/account')({
    component: (await import('./pages/invoices/AccountPage.tsx')).AccountPage,
  }),
);

const agentReport = createRoute({
  getParentRoute: () => app,
  path: '/reports/agents',
  validateSearch: readAgentReportSearch,
  ...texts('agent-report', 'report'),
}).lazy(async () =>
  createLazyRoute('/app/reports/agents')({
    component: (await import('./pages/agent-report/AgentReportPage.tsx')).AgentReportPage,
  }),
);

const queueReport = createRoute({
  getParentRoute: () => app,
  path: '/reports/queues',
  validateSearch: readQueueReportSearch,
  ...texts('queue-report', 'report', 'cdr', 'dashboard'),
}).lazy(async () =>
  createLazyRoute('/app/reports/queues')({
    component: (await import('./pages/queue-report/QueueReportPage.tsx')).QueueReportPage,
  }),
);

const notifications = createRoute({
  getParentRoute: () => app,
  path: '/notifications',
  validateSearch: readNotificationSearch,
  ...texts('notification'),
}).lazy(async () =>
  createLazyRoute('/app/notifications')({
    component: (await import('./pages/notifications/NotificationsPage.tsx')).NotificationsPage,
  }),
);

const aclRoute = createRoute({
  getParentRoute: () => app,
  path: '/acl',
  validateSearch: readListSearch,
  ...texts('acl', 'permission'),
}).lazy(async () => createLazyRoute('/app/acl')({ component: (await import('./pages/acl/AclPage.tsx')).AclPage }));

const profile = createRoute({
  getParentRoute: () => app,
  path: '/profile',
  ...texts('profile', 'apikey', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/profile')({ component: (await import('./pages/profile/ProfilePage.tsx')).ProfilePage }),
);

const tree = root.addChildren([
  blank.addChildren([login, setup, invite, setPassword, forgotPassword, wallScreen]),
  bare.addChildren([wallShow]),
  app.addChildren([
    home,
    dashboard,
    agentPage,
    wallboards,
    wallboard,
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
    configuration,
    subscribers,
    subscriber,
    didsRoute,
    didRoute,
    ringGroupsRoute,
    hoursRoute,
    ivrsRoute,
    trunksRoute,
    outboundRoutesRoute,
    users,
    user,
    apikeys,
    rolesRoute,
    permissionsRoute,
    auditRoute,
    deletedRoute,
    cdr,
    billing,
    invoices,
    invoice,
    account,
    queueReport,
    agentReport,
    notifications,
    aclRoute,
    profile,
  ]),
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
