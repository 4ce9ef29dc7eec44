// Routes of call records, reports and billing.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readCdrSearch } from '../../calls/cdr/cdr-search.ts';
import { readBillingSearch } from '../../billing/billing-report/billing-search.ts';
import { readInvoicesSearch } from '../../billing/invoice/invoices-search.ts';
import { readAgentReportSearch } from '../../reports/agent-report/agent-report-search.ts';
import { readSchedulesSearch } from '../../reports/report-schedule/schedules-search.ts';
import { readQueueReportSearch } from '../../reports/queue-report/queue-report-search.ts';
import { ChartGantt, ChartNoAxesCombined, FileText, Mails, Receipt } from 'lucide-react';
import type { NavigationLink } from '../navigation/navigation-link.ts';
import { app, needs, texts } from './frame.ts';

const cdr = createRoute({
  getParentRoute: () => app,
  path: '/reports/cdr',
  ...needs('read', 'cdr'),
  validateSearch: readCdrSearch,
  ...texts('cdr', 'recording', 'plan', 'report', 'gap'),
}).lazy(async () =>
  createLazyRoute('/app/reports/cdr')({ component: (await import('../../calls/cdr/CdrPage.tsx')).CdrPage }),
);

const billing = createRoute({
  getParentRoute: () => app,
  path: '/customers/reports/billing',
  ...needs('read', 'billing'),
  validateSearch: readBillingSearch,
  ...texts('billing', 'cdr', 'report'),
}).lazy(async () =>
  createLazyRoute('/app/customers/reports/billing')({
    component: (await import('../../billing/billing-report/BillingPage.tsx')).BillingPage,
  }),
);

const invoices = createRoute({
  getParentRoute: () => app,
  path: '/invoices',
  ...needs('read', 'billing'),
  validateSearch: readInvoicesSearch,
  ...texts('invoice'),
}).lazy(async () =>
  createLazyRoute('/app/invoices')({
    component: (await import('../../billing/invoice/InvoicesPage.tsx')).InvoicesPage,
  }),
);

const invoice = createRoute({
  getParentRoute: () => app,
  path: '/invoices/$invoice',
  ...needs('read', 'billing'),
  ...texts('invoice'),
}).lazy(async () =>
  createLazyRoute('/app/invoices/$invoice')({
    component: (await import('../../billing/invoice/InvoicePage.tsx')).InvoicePage,
  }),
);

const account = createRoute({
  getParentRoute: () => app,
  path: '/customers/$customer/account',
  ...needs('read', 'billing'),
  ...texts('invoice'),
}).lazy(async () =>
  createLazyRoute('/app/customers/$customer/account')({
    component: (await import('../../billing/account/AccountPage.tsx')).AccountPage,
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
    component: (await import('../../reports/agent-report/AgentReportPage.tsx')).AgentReportPage,
  }),
);

const schedules = createRoute({
  getParentRoute: () => app,
  path: '/reports/schedules',
  ...needs('export', 'report'),
  validateSearch: readSchedulesSearch,
  ...texts('report', 'queue-report', 'agent-report', 'cdr'),
}).lazy(async () =>
  createLazyRoute('/app/reports/schedules')({
    component: (await import('../../reports/report-schedule/SchedulesPage.tsx')).SchedulesPage,
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
    component: (await import('../../reports/queue-report/QueueReportPage.tsx')).QueueReportPage,
  }),
);

/** The pages of the menu group, in order. */
export const reportsLinks: readonly NavigationLink[] = [
  { key: 'billing', texts: 'billing', to: '/customers/reports/billing', icon: Receipt, access: ['read', 'billing'] },
  { key: 'invoices', texts: 'invoice', to: '/invoices', icon: FileText, access: ['read', 'billing'] },
  {
    key: 'queueReport',
    texts: 'queue-report',
    to: '/reports/queues',
    icon: ChartNoAxesCombined,
    access: ['read', 'report'],
  },
  { key: 'agentReport', texts: 'agent-report', to: '/reports/agents', icon: ChartGantt, access: ['read', 'report'] },
  { key: 'schedules', to: '/reports/schedules', icon: Mails, access: ['export', 'report'] },
];

export const reportsRoutes = [cdr, billing, invoices, invoice, account, agentReport, queueReport, schedules] as const;
