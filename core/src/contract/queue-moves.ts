// Queues that go to another PBX server, alone or with their whole call center: what would happen, and doing it. They keep
// their ids, and with them all that was counted of them.
import { z } from 'zod';
import { Id } from './resource.ts';
import { route } from './route.ts';

/**
 * `not-configured`: the console does not configure the other PBX, and would have to make the queue there. `name-taken`,
 * `extension-taken`: something there has it already. `led-to`: `names` on the old PBX lead here. `leads-away`: its own
 * callers go to `names`, which the other PBX has not. `members-stay`, `callers-waiting`: only where they are let go.
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
/** What the body of a move may let go. */
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
  /** Callers who wait there now; null while its PBX is away. */
  waiting: z.number().int().nullable(),
  /** `there`: the customer's line of the same extension is on the other PBX and takes the place. */
  members: z.array(z.object({ extension: z.string(), name: z.string(), there: z.boolean() })),
  /** Numbers that lead here: those with nothing else on the old PBX can go along. */
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
  /** Numbers that lead to these queues alone go along. */
  numbers: z.boolean().default(false),
  /** Lines that the other PBX has not leave the queue. */
  leaveMembers: z.boolean().default(false),
  /** Callers who wait there now lose their place. */
  dropCallers: z.boolean().default(false),
};
const serverId = z.number().int().min(1).max(2147483647);
const look = z.object({ serverId: z.coerce.number().int().min(1).max(2147483647), numbers: flag.default(false) });
export const MoveQueues = z.object({ serverId, ...asked });
export type MoveQueues = z.output<typeof MoveQueues>;

const params = z.object({ id: Id });
/** Who may place a queue on a PBX may place it on another. */
const access = ['create', 'queue'] as const;

export const previewQueueMove = route({
  method: 'GET',
  path: '/queues/:id/move',
  summary: 'What would happen if the queue went to another PBX server',
  tag: 'queue',
  access,
  params,
  query: look,
  response: MovePreview,
  errors: ['not-found'],
});

/** 409: what speaks against it, as one error for each reason. */
export const moveQueue = route({
  method: 'POST',
  path: '/queues/:id/move',
  summary: 'Move the queue to another PBX server; its history stays with it',
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
  summary: 'What would happen if all queues of the call center went to another PBX server',
  tag: 'callcenter',
  access,
  params,
  query: look,
  response: MovePreview,
  errors: ['not-found'],
});

/** All of its queues that are elsewhere, or none. */
export const moveCallcenter = route({
  method: 'POST',
  path: '/callcenters/:id/move',
  summary: 'Move all queues of the call center to another PBX server; their history stays with them',
  tag: 'callcenter',
  access,
  params,
  body: MoveQueues,
  response: MovePreview,
  errors: ['not-found', 'conflict'],
});
