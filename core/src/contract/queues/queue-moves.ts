// Moves queues to another PBX server, alone or with their whole call center, with a preview. They keep their IDs and so their history.
import { z } from 'zod';
import { Id } from '../resource.ts';
import { route } from '../route.ts';

/**
 * `not-configured`: the console does not provision the other PBX server, so the queue cannot be created. `name-taken`, `extension-taken`:
 * already in use there. `led-to`: `names` on the old PBX server lead here. `leads-away`: its callers go to `names`, which are missing on
 * the other PBX server. `members-stay`, `callers-waiting`: only with confirmation.
 */
export const MOVE_PROBLEMS = [
  'same-server',
  'not-configured',
  'name-taken',
  'extension-taken',
  'led-to',
  'leads-away',
  'members-stay',
  'callers-waiting',
] as const;
export type MoveProblemCode = (typeof MOVE_PROBLEMS)[number];
/** Problems that the request may confirm. */
export const LET_GO = ['members-stay', 'callers-waiting'] as const satisfies readonly MoveProblemCode[];

export const MoveProblem = z.object({
  code: z.enum(MOVE_PROBLEMS),
  names: z.array(z.string()),
  count: z.number().int(),
});
export type MoveProblem = z.infer<typeof MoveProblem>;

export const QueueMove = z.object({
  id: Id,
  name: z.string(),
  label: z.string(),
  serverId: z.number().int(),
  serverName: z.string(),
  /** Callers who wait now. `null` while the link is down. */
  waiting: z.number().int().nullable(),
  /** `there`: the customer's line with the same extension exists on the other PBX server and replaces it. */
  members: z.array(z.object({ extension: z.string(), name: z.string(), there: z.boolean() })),
  /** Numbers that lead here. Those without other destinations on the old PBX server can be moved too. */
  numbers: z.array(z.object({ id: Id, number: z.string(), goesAlong: z.boolean() })),
  problems: z.array(MoveProblem),
});
export type QueueMove = z.infer<typeof QueueMove>;

export const MovePreview = z.object({
  toServerId: z.number().int(),
  toServerName: z.string(),
  queues: z.array(QueueMove),
});
export type MovePreview = z.infer<typeof MovePreview>;

const flag = z.stringbool();
const asked = {
  /** Also moves numbers that lead only to these queues. */
  numbers: z.boolean().default(false),
  /** Removes members whose lines are missing on the other PBX server. */
  leaveMembers: z.boolean().default(false),
  /** Drops callers who wait now. */
  dropCallers: z.boolean().default(false),
};
const serverId = z.number().int().min(1).max(2147483647);
const look = z.object({ serverId: z.coerce.number().int().min(1).max(2147483647), numbers: flag.default(false) });
export const MoveQueues = z.object({ serverId, ...asked });
export type MoveQueues = z.output<typeof MoveQueues>;

const params = z.object({ id: Id });
/** Needs the permission to create queues. */
const access = ['create', 'queue'] as const;

export const previewQueueMove = route({
  method: 'GET',
  path: '/queues/:id/move',
  summary: 'Preview a move of a queue to another PBX server',
  tag: 'queue',
  access,
  params,
  query: look,
  response: MovePreview,
  errors: ['not-found'],
});

/** 409: one error for each problem. */
export const moveQueue = route({
  method: 'POST',
  path: '/queues/:id/move',
  summary: 'Move a queue to another PBX server. It keeps its history',
  tag: 'queue',
  access,
  params,
  body: MoveQueues,
  response: MovePreview,
  errors: ['not-found', 'conflict'],
});

export const previewCallcenterMove = route({
  method: 'GET',
  path: '/callcenters/:id/move',
  summary: 'Preview a move of all queues of a call center to another PBX server',
  tag: 'callcenter',
  access,
  params,
  query: look,
  response: MovePreview,
  errors: ['not-found'],
});

/** Moves all queues that are on other servers, or none. */
export const moveCallcenter = route({
  method: 'POST',
  path: '/callcenters/:id/move',
  summary: 'Move all queues of a call center to another PBX server. They keep their history',
  tag: 'callcenter',
  access,
  params,
  body: MoveQueues,
  response: MovePreview,
  errors: ['not-found', 'conflict'],
});
