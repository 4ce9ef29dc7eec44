import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/queue-moves.ts';
import type { Deps } from '../../http/deps.ts';
import { registerRoute } from '../../http/register.ts';
import type { ResourceStore } from '../../db/resource-store.ts';
import { previewMove, moveQueues } from './move.ts';

/** @param changed what is told when a queue of a customer has changed hands or place */
export const registerQueueMoves = (
  app: FastifyInstance,
  { db, pbx }: Deps,
  queues: ResourceStore,
  callcenters: ResourceStore,
  changed: (customerId: unknown) => void,
): void => {
  /** Those that are elsewhere. */
  const queuesIn = async (callcenterId: string, serverId: number): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('queues')
      .select('id')
      .where('callcenterId', '=', callcenterId)
      .where('serverId', '<>', serverId)
      .execute();
    return rows.map((row) => row.id);
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
    await callcenters.get(caller, params.id);
    return previewMove(db, pbx, await queuesIn(params.id, query.serverId), query);
  });
  registerRoute(app, contract.moveCallcenter, async ({ caller, params, body }) => {
    const { customerId } = await callcenters.get(caller, params.id);
    const moved = await moveQueues(db, pbx, caller, await queuesIn(params.id, body.serverId), body);
    changed(customerId);
    return moved;
  });
};
