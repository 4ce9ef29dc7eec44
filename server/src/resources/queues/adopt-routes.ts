import type { FastifyInstance } from 'fastify';
import { adoptQueues } from '@ringside/core/contract/queue-adoption.ts';
import { CreateQueue } from '@ringside/core/contract/queues.ts';
import type { ResourceStore } from '../../db/resource-store.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';

type Refused = Awaited<ReturnType<ResourceStore['createMany']>>['refused'][number];

/** What is wrong with one of them stands at its place in the list; what is wrong with all, where it was said. */
const atItsName = ({ index, refusal }: Refused) =>
  refusal.errors.map((fault) => (fault.path === 'name' ? { ...fault, path: `names.${index}` } : fault));

/** `changed`: told whose they are now. */
export const registerAdoption = (
  app: FastifyInstance,
  deps: Deps,
  store: ResourceStore,
  changed: (customerId: unknown) => void,
): void => {
  registerRoute(app, adoptQueues, async ({ caller, body }) => {
    const { serverId, callcenterId } = body;
    const names = [...new Set(body.names)];
    // They stay in the PBX's own files: the console only says whose they are.
    const values = names.map((name) => CreateQueue.parse({ callcenterId, serverId, name, managed: false }));
    const there = new Set(deps.pbx.queuesOf(serverId));
    const gone = names.flatMap((name, n) => (there.has(name) ? [] : [{ path: `names.${n}`, code: 'unknown' }]));
    const { made, refused } = await store.createMany(caller, values, gone.length === 0);
    const [first] = refused;
    if (first !== undefined) throw new Refusal(first.refusal.code, { errors: refused.flatMap(atItsName) });
    if (gone.length > 0) throw new Refusal('invalid', { errors: gone });
    changed(made[0]?.['customerId']);
    return { data: made.map((row) => ({ id: String(row.id), name: String(row['name']) })) };
  });
};
