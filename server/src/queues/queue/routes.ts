import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/queues/queue-members.ts';
import { queues } from '@ringside/core/contract/queues/queue.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { registerAdoption } from './adopt-routes.ts';
import { addMember, changeMember, listMembers, oneMember, removeMember } from './member-queries.ts';
import { registerQueueMoves } from './move-routes.ts';
import { queueStore } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly pbx: Pick<PbxSide, 'queuesOf' | 'waitingIn'>;
}

export const registerQueues = (app: FastifyInstance, deps: Services): void => {
  const { db } = deps;
  const store = queueStore(db, deps.pbx.queuesOf);
  // Owner and server of a queue determine who sees it.
  const changed = (customerId: unknown): void => {
    deps.bus.publish('owners', {});
    if (typeof customerId === 'string') {
      deps.sessions.announce({ kind: 'customer-changed', customerIds: [customerId] });
    }
  };
  registerResource(app, queues, store, {
    changed: (before, after) => changed((after ?? before)?.['customerId']),
  });
  registerAdoption(app, deps, store, changed);
  registerQueueMoves(app, deps, store, changed);
  registerRoute(app, contract.listQueueMembers, async ({ caller, params }) => {
    await store.get(caller, params.id);
    return { data: await listMembers(db, params.id) };
  });
  registerRoute(app, contract.addQueueMember, async ({ caller, params, body }) =>
    addMember(db, caller, await store.get(caller, params.id), body),
  );
  registerRoute(app, contract.getQueueMember, async ({ caller, params }) =>
    oneMember(db, await store.get(caller, params.id), params.memberId),
  );
  registerRoute(app, contract.updateQueueMember, async ({ caller, params, body }) =>
    changeMember(db, caller, await store.get(caller, params.id), params.memberId, body),
  );
  registerRoute(app, contract.removeQueueMember, async ({ caller, params }) => {
    await removeMember(db, caller, await store.get(caller, params.id), params.memberId);
    return undefined;
  });
};
