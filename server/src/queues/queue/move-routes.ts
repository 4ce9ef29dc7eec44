import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/queues/queue-moves.ts';
import type { ResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { queuesElsewhere } from './move-queries.ts';
import type { LivePbx } from './plan-move.ts';
import { moveQueues, previewMove } from './move-write-queries.ts';
import { callcenterIn } from './queries.ts';

/** @param changed notified when a queue of a customer has another owner or PBX server */
export const registerQueueMoves = (
  app: FastifyInstance,
  { db, pbx }: { readonly db: Db; readonly pbx: LivePbx },
  queues: Pick<ResourceStore, 'get'>,
  changed: (customerId: unknown) => void,
): void => {
  /** Returns the queues on other servers after checking access to each. */
  const queuesIn = async (caller: Caller, callcenterId: string, serverId: number): Promise<readonly string[]> => {
    const ids = await queuesElsewhere(db, callcenterId, serverId);
    for (const id of ids) await queues.get(caller, id);
    return ids;
  };
  registerRoute(app, contract.previewQueueMove, async ({ caller, params, query }) => {
    await queues.get(caller, params.id);
    return previewMove(db, pbx, [params.id], query);
  });
  registerRoute(app, contract.moveQueue, async ({ caller, params, body }) => {
    const { customerId } = await queues.get(caller, params.id);
    const moved = await moveQueues(db, pbx, caller, [params.id], body);
    changed(customerId);
    return moved;
  });
  registerRoute(app, contract.previewCallcenterMove, async ({ caller, params, query }) => {
    await callcenterIn(db, caller, params.id);
    return previewMove(db, pbx, await queuesIn(caller, params.id, query.serverId), query);
  });
  registerRoute(app, contract.moveCallcenter, async ({ caller, params, body }) => {
    const { customerId } = await callcenterIn(db, caller, params.id);
    const moved = await moveQueues(db, pbx, caller, await queuesIn(caller, params.id, body.serverId), body);
    changed(customerId);
    return moved;
  });
};
