// Every noun's routes, below /api. A new noun adds its line here.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../http/deps.ts';
import { registerAcl } from './acl/routes.ts';
import { registerApiKeys } from './apikeys/routes.ts';
import { registerAudit } from './audit/routes.ts';
import { registerCallcenters } from './callcenters/routes.ts';
import { registerCdr } from './cdr/routes.ts';
import { registerCustomers } from './customers/routes.ts';
import { registerEndpoints } from './endpoints/routes.ts';
import { registerNotifications } from './notifications/routes.ts';
import { registerPermissions } from './permissions/routes.ts';
import { registerPlans } from './plans/routes.ts';
import { registerQueueReport } from './queue-report/routes.ts';
import { registerQueues } from './queues/routes.ts';
import { registerRoles } from './roles/routes.ts';
import { registerSession } from './session/routes.ts';
import { registerUsers } from './users/routes.ts';
import { registerViews } from './views/routes.ts';

export const registerAll = (api: FastifyInstance, deps: Deps): void => {
  registerSession(api, deps);
  registerViews(api, deps);
  registerNotifications(api, deps);
  registerCustomers(api, deps);
  registerCallcenters(api, deps);
  registerQueues(api, deps);
  registerEndpoints(api, deps);
  registerUsers(api, deps);
  registerRoles(api, deps);
  registerPermissions(api, deps);
  registerPlans(api, deps);
  registerAcl(api, deps);
  registerApiKeys(api, deps);
  registerAudit(api, deps);
  registerCdr(api, deps);
  registerQueueReport(api, deps);
};
