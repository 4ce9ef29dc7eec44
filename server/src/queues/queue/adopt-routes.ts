import type { FastifyInstance } from 'fastify';
import { adoptQueues } from '@ringside/core/contract/queues/queue-adoption.ts';
import { CreateQueue } from '@ringside/core/contract/queues/queue.ts';
import type { Outcome } from '../../platform/db/rows/create-many.ts';
import type { queueStore } from './queries.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';

type Refused = Outcome<unknown>['refused'][number];

/** Moves faults of a name to its position in the list. Other faults keep their path. */
const atItsName = ({ index, refusal }: Refused) =>
  refusal.errors.map((fault) => (fault.path === 'name' ? { ...fault, path: `names.${index}` } : fault));

/** Registers the adoption route. `changed` gets the new customer. */
export const registerAdoption = (
  app: FastifyInstance,
  deps: { readonly pbx: Pick<PbxSide, 'queuesOf'> },
  store: ReturnType<typeof queueStore>,
  changed: (customerId: unknown) => void,
): void => {
  registerRoute(app, adoptQueues, async ({ caller, body }) => {
    const { serverId, callcenterId } = body;
    const names = [...new Set(body.names)];
    // The queues stay in the PBX's own files. The console stores only their owner.
    const values = names.map((name) => CreateQueue.parse({ callcenterId, serverId, name, managed: false }));
    const there = new Set(deps.pbx.queuesOf(serverId));
    const gone = names.flatMap((name, n) => (there.has(name) ? [] : [{ path: `names.${n}`, code: 'unknown' }]));
    const { made, refused } = await store.createMany(caller, values, gone.length === 0);
    const [first] = refused;
    if (first !== undefined) throw new Refusal(first.refusal.code, { errors: refused.flatMap(atItsName) });
    if (gone.length > 0) throw new Refusal('invalid', { errors: gone });
    changed(made[0]?.customerId);
    return { data: made.map((row) => ({ id: row.id, name: row.name })) };
  });
};
