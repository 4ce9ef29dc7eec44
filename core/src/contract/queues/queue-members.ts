// Lines of a queue: static members, and dynamic members whose agents log in.
import { z } from 'zod';
import { MEMBER_KINDS } from '../../queues/queue-options.ts';
import { Id } from '../resource.ts';
import { route } from '../route.ts';

/** `dynamic`: the agent logs in and out, in the console or with a feature code. */
export const QueueMember = z.object({
  id: Id,
  subscriberId: Id,
  extension: z.string(),
  name: z.string(),
  /** Device on the PBX server, such as `PJSIP/acme-201`. */
  interface: z.string(),
  kind: z.enum(MEMBER_KINDS),
  penalty: z.number().int(),
  /** Ring order for strategies with an order, starting at 1. */
  position: z.number().int(),
});
export type QueueMember = z.infer<typeof QueueMember>;

const kind = z.enum(MEMBER_KINDS);
const penalty = z.number().int().min(0).max(1000);
const ofQueue = z.object({ id: Id });
const oneMember = z.object({ id: Id, memberId: Id });

export const listQueueMembers = route({
  method: 'GET',
  path: '/queues/:id/members',
  summary: 'List the members of a queue in their order',
  tag: 'queue',
  access: ['read', 'queue'],
  params: ofQueue,
  response: z.object({ data: z.array(QueueMember) }),
  errors: ['not-found'],
});

/** A line of the queue's customer on the queue's server. */
export const addQueueMember = route({
  method: 'POST',
  path: '/queues/:id/members',
  summary: 'Add a member at the end of a queue',
  tag: 'queue',
  access: ['update', 'queue'],
  params: ofQueue,
  body: z.object({ subscriberId: Id, kind: kind.default('static'), penalty: penalty.default(0) }),
  response: QueueMember,
  status: 201,
  errors: ['not-found', 'conflict'],
});

export const getQueueMember = route({
  method: 'GET',
  path: '/queues/:id/members/:memberId',
  summary: 'Get a member of a queue',
  tag: 'queue',
  access: ['read', 'queue'],
  params: oneMember,
  response: QueueMember,
  errors: ['not-found'],
});

export const updateQueueMember = route({
  method: 'PATCH',
  path: '/queues/:id/members/:memberId',
  summary: 'Change a member of a queue, or its position',
  tag: 'queue',
  access: ['update', 'queue'],
  params: oneMember,
  body: z.object({ kind, penalty, position: z.number().int().min(1).max(10_000) }).partial(),
  response: QueueMember,
  errors: ['not-found'],
});

export const removeQueueMember = route({
  method: 'DELETE',
  path: '/queues/:id/members/:memberId',
  summary: 'Remove a member from a queue',
  tag: 'queue',
  access: ['update', 'queue'],
  params: oneMember,
  status: 204,
  errors: ['not-found'],
});
