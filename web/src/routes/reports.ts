// Call records, reports and money.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readCdrSearch } from '../pages/cdr/cdr-search.ts';
import { readBillingSearch } from '../pages/billing/billing-search.ts';
import { readInvoicesSearch } from '../pages/invoices/invoices-search.ts';
import { readAgentReportSearch } from '../pages/agent-report/agent-report-search.ts';
import { readSchedulesSearch } from '../pages/report-schedules/schedules-search.ts';
import { readQueueReportSearch } from '../pages/queue-report/queue-report-search.ts';
import { app, needs, texts } from './frame.tsx';

const cdr = createRoute({
  getParentRoute: () => app,
  path: '/reports/cdr',
  ...needs('read', 'cdr'),
  validateSearch: readCdrSearch,
  ...texts('cdr', 'recording', 'plan', 'report', 'gap'),
}).lazy(async () =>
  createLazyRoute('/app/reports/cdr')({ component: (await import('../pages/cdr/CdrPage.tsx')).CdrPage }),
);

const billing = createRoute({
  getParentRoute: () => app,
  path: '/customers/reports/billing',
  ...needs('read', 'billing'),
  validateSearch: readBillingSearch,
  ...texts('billing', 'cdr', 'report'),
}).lazy(async () =>
  createLazyRoute('/app/customers/reports/billing')({
    component: (await import('../pages/billing/BillingPage.tsx')).BillingPage,
  }),
);

const invoices = createRoute({
  getParentRoute: () => app,
  path: '/invoices',
  ...needs('read', 'billing'),
  validateSearch: readInvoicesSearch,
  ...texts('invoice'),
}).lazy(async () =>
  createLazyRoute('/app/invoices')({ component: (await import('../pages/invoices/InvoicesPage.tsx')).InvoicesPage }),
);

const invoice = createRoute({
  getParentRoute: () => app,
  path: '/invoices/$invoice',
  ...needs('read', 'billing'),
  ...texts('invoice'),
}).lazy(async () =>
  createLazyRoute('/app/invoices/$invoice')({
    component: (await import('../pages/invoices/InvoicePage.tsx')).InvoicePage,
  }),
);

const account = createRoute({
  getParentRoute: () => app,
  path: '/customers/$customer/account',
  ...needs('read', 'billing'),
  ...texts('invoice'),
}).lazy(async () =>
  createLazyRoute('/app/customers/$customer/account')({
    component: (await import('../pages/invoices/AccountPage.tsx')).AccountPage,
  }),
);

const agentReport = createRoute({
  getParentRoute: () => app,
  path: '/reports/agents',
  ...needs('read', 'report'),
  validateSearch: readAgentReportSearch,
  ...texts('agent-report', 'report', 'gap', 'cdr'),
}).lazy(async () =>
  createLazyRoute('/app/reports/agents')({
    component: (await import('../pages/agent-report/AgentReportPage.tsx')).AgentReportPage,
  }),
);

const schedules = createRoute({
  getParentRoute: () => app,
  path: '/reports/schedules',
  ...needs('export', 'report'),
  validateSearch: readSchedulesSearch,
  ...texts('report', 'queue-report', 'agent-report'),
}).lazy(async () =>
  createLazyRoute('/app/reports/schedules')({
    component: (await import('../pages/report-schedules/SchedulesPage.tsx')).SchedulesPage,
  }),
);

const queueReport = createRoute({
  getParentRoute: () => app,
  path: '/reports/queues',
  ...needs('read', 'report'),
  validateSearch: readQueueReportSearch,
  ...texts('queue-report', 'report', 'cdr', 'dashboard', 'gap'),
}).lazy(async () =>
  createLazyRoute('/app/reports/queues')({
    component: (await import('../pages/queue-report/QueueReportPage.tsx')).QueueReportPage,
  }),
);

export const reportsRoutes = [cdr, billing, invoices, invoice, account, agentReport, queueReport, schedules] as const;
