// Adds existing queues of a PBX server to a call center. Writes nothing to the PBX server.
import { z } from 'zod';
import { Id } from '../resource.ts';
import { route } from '../route.ts';
import { pattern } from '../text.ts';

/** Maximum number of queues per request. */
export const MOST_ADOPTED = 1000;

/** 409 `taken` with `names.<n>` for queues that already have an owner. 422 `unknown` for queues that no longer exist. */
export const adoptQueues = route({
  method: 'POST',
  path: '/queues/adopt',
  summary: 'Adopt existing queues of a PBX into a call center: all or none',
  tag: 'queue',
  access: ['create', 'queue'],
  body: z.object({
    serverId: z.number().int().min(1).max(2147483647),
    callcenterId: Id,
    names: z.array(pattern('queue-name', 80).min(1)).min(1).max(MOST_ADOPTED),
  }),
  response: z.object({ data: z.array(z.object({ id: Id, name: z.string() })) }),
  status: 201,
  errors: ['not-found', 'conflict'],
});
