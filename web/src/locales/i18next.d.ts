import 'i18next';
import type callcenter from './en/callcenter.json';
import type common from './en/common.json';
import type customer from './en/customer.json';
import type dashboard from './en/dashboard.json';
import type endpoint from './en/endpoint.json';
import type provisioning from './en/provisioning.json';
import type subscriber from './en/subscriber.json';
import type did from './en/did.json';
import type ringgroup from './en/ringgroup.json';
import type hours from './en/hours.json';
import type ivr from './en/ivr.json';
import type trunk from './en/trunk.json';
import type outboundroute from './en/outboundroute.json';
import type home from './en/home.json';
import type profile from './en/profile.json';
import type queue from './en/queue.json';
import type search from './en/search.json';
import type session from './en/session.json';
import type shell from './en/shell.json';
import type user from './en/user.json';
import type apikey from './en/apikey.json';
import type permission from './en/permission.json';
import type notification from './en/notification.json';
import type role from './en/role.json';
import type audit from './en/audit.json';
import type deleted from './en/deleted.json';
import type plan from './en/plan.json';
import type acl from './en/acl.json';
import type wallboard from './en/wallboard.json';
import type billing from './en/billing.json';
import type invoice from './en/invoice.json';
import type cdr from './en/cdr.json';
import type queueReport from './en/queue-report.json';
import type agentReport from './en/agent-report.json';

// A key that the English texts do not have is a compile error.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      callcenter: typeof callcenter;
      common: typeof common;
      customer: typeof customer;
      dashboard: typeof dashboard;
      endpoint: typeof endpoint;
      provisioning: typeof provisioning;
      subscriber: typeof subscriber;
      did: typeof did;
      ringgroup: typeof ringgroup;
      hours: typeof hours;
      ivr: typeof ivr;
      trunk: typeof trunk;
      outboundroute: typeof outboundroute;
      home: typeof home;
      profile: typeof profile;
      queue: typeof queue;
      search: typeof search;
      session: typeof session;
      shell: typeof shell;
      apikey: typeof apikey;
      permission: typeof permission;
      notification: typeof notification;
      role: typeof role;
      audit: typeof audit;
      deleted: typeof deleted;
      plan: typeof plan;
      acl: typeof acl;
      wallboard: typeof wallboard;
      billing: typeof billing;
      invoice: typeof invoice;
      cdr: typeof cdr;
      'queue-report': typeof queueReport;
      'agent-report': typeof agentReport;
      user: typeof user;
    };
  }
}
