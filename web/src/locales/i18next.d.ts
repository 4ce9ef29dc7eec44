import 'i18next';
import type common from './en/common.json';
import type dashboard from './en/dashboard.json';
import type provisioning from './en/provisioning.json';
import type recording from './en/recording.json';
import type home from './en/home.json';
import type profile from './en/profile.json';
import type search from './en/search.json';
import type session from './en/session.json';
import type shell from './en/shell.json';
import type notification from './en/notification.json';
import type audit from './en/audit.json';
import type deleted from './en/deleted.json';
import type billing from './en/billing.json';
import type invoice from './en/invoice.json';
import type cdr from './en/cdr.json';
import type gap from './en/gap.json';
import type history from './en/history.json';
import type report from './en/report.json';
import type queueReport from './en/queue-report.json';
import type agent from './en/agent.json';
import type agentReport from './en/agent-report.json';

// Makes unknown translation keys a compile error.
declare module 'i18next' {
  /** The list page of each resource adds the resource's namespace. */
  interface NounTexts {}

  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: NounTexts & {
      common: typeof common;
      dashboard: typeof dashboard;
      provisioning: typeof provisioning;
      recording: typeof recording;
      home: typeof home;
      profile: typeof profile;
      search: typeof search;
      session: typeof session;
      shell: typeof shell;
      notification: typeof notification;
      audit: typeof audit;
      deleted: typeof deleted;
      billing: typeof billing;
      invoice: typeof invoice;
      cdr: typeof cdr;
      gap: typeof gap;
      history: typeof history;
      report: typeof report;
      'queue-report': typeof queueReport;
      agent: typeof agent;
      'agent-report': typeof agentReport;
    };
  }
}
