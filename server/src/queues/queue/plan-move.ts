// Plans a move of queues to another PBX server: their lines, the numbers that lead to them, and conflicts.
import type { Destination } from '@ringside/core/contract/routing/destination.ts';
import type {
  MovePreview,
  MoveProblem,
  MoveProblemCode,
  QueueMove,
} from '@ringside/core/contract/queues/queue-moves.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import {
  isConfigured,
  namesRoutingTo,
  linesOf,
  numbersTo,
  queuesToMove,
  refuseOtherServers,
  takenThere,
  twinOf,
} from './move-queries.ts';
import type { MovedLine, MovedNumber, MovedQueue, Target } from './move-queries.ts';

export const DESTINATIONS = ['timeoutDestination', 'fullDestination', 'exitDestination', 'closedDestination'] as const;

export interface QueuePlan {
  readonly queue: MovedQueue;
  readonly lines: readonly MovedLine[];
  readonly destinations: Readonly<Record<(typeof DESTINATIONS)[number], Destination | null>>;
}
export interface MovePlan {
  readonly preview: MovePreview;
  readonly queues: readonly QueuePlan[];
  /** Numbers that can move with the queues on request. */
  readonly numbers: readonly MovedNumber[];
}
export type LivePbx = Pick<PbxSide, 'queuesOf' | 'waitingIn'>;

const problem = (code: MoveProblemCode, names: readonly string[], count = names.length): MoveProblem[] =>
  count === 0 ? [] : [{ code, names: [...names], count }];

/** Returns conflicts of the name or the extension on the target PBX server. */
const taken = async (db: Db, pbx: LivePbx, queue: MovedQueue, to: Target): Promise<MoveProblem[]> => {
  const { name, extension } = await takenThere(db, queue, to);
  const isOnPbx = queue.managed && pbx.queuesOf(to.id).includes(queue.name);
  return [
    ...problem('name-taken', name || isOnPbx ? [queue.name] : []),
    ...problem('extension-taken', extension ? [queue.extension] : []),
  ];
};

const planOne = async (
  db: Db,
  pbx: LivePbx,
  queue: MovedQueue,
  to: Target,
  ids: readonly string[],
  isMade: boolean,
): Promise<QueuePlan & { readonly shown: Omit<QueueMove, 'numbers'> }> => {
  const lines = await linesOf(db, queue, to);
  const waiting = pbx.waitingIn(queue.serverId, queue.name);
  const destinations = {} as Record<(typeof DESTINATIONS)[number], Destination | null>;
  const away = new Set<string>();
  for (const field of DESTINATIONS) {
    const destination = queue[field];
    const there = destination === null ? null : await twinOf(db, queue.customerId, destination, to, ids);
    destinations[field] = there?.destination ?? null;
    if (there !== null && there.destination === null) away.add(there.name);
  }
  const here = queue.serverId === to.id;
  const missing = lines.filter((line) => line.thereId === null);
  const problems = here
    ? problem('same-server', [queue.name])
    : [
        ...problem('not-configured', queue.managed && !isMade ? [to.name] : []),
        ...(await taken(db, pbx, queue, to)),
        ...problem('led-to', await namesRoutingTo(db, queue, ids)),
        ...problem('leads-away', [...away]),
        ...problem(
          'members-stay',
          missing.map((line) => `${line.extension} ${line.name}`),
        ),
        ...problem('callers-waiting', [], waiting ?? 0),
      ];
  const { id, name, label, serverId, serverName } = queue;
  const members = lines.map((line) => ({ extension: line.extension, name: line.name, there: line.thereId !== null }));
  return { queue, lines, destinations, shown: { id, name, label, serverId, serverName, waiting, members, problems } };
};

/** @param withNumbers moves numbers that lead only to these queues, so that they are no conflict */
export const planMove = async (
  db: Db,
  pbx: LivePbx,
  ids: readonly string[],
  to: Target,
  withNumbers: boolean,
): Promise<MovePlan> => {
  const rows = await queuesToMove(db, ids);
  await refuseOtherServers(db, rows, to);
  const isMade = await isConfigured(db, to.id);
  const plans: (QueuePlan & { readonly shown: Omit<QueueMove, 'numbers'> })[] = [];
  for (const row of rows) plans.push(await planOne(db, pbx, row, to, ids, isMade));
  const numbers = await numbersTo(db, rows, ids);
  const shown = plans.map(({ queue, shown: one }): QueueMove => {
    const own = numbers.filter((number) => number.queueIds.includes(queue.id));
    const holding = own.filter((number) => !(withNumbers && number.goesAlong)).map(({ number }) => number);
    const led = one.problems.find(({ code }) => code === 'led-to');
    const others = one.problems.filter(({ code }) => code !== 'led-to');
    const ledProblem = queue.serverId === to.id ? [] : problem('led-to', [...holding, ...(led?.names ?? [])]);
    return {
      ...one,
      numbers: own.map(({ id, number, goesAlong }) => ({ id, number, goesAlong })),
      problems: [...ledProblem, ...others],
    };
  });
  return {
    preview: { toServerId: to.id, toServerName: to.name, queues: shown },
    queues: plans,
    numbers: numbers.filter(({ goesAlong }) => goesAlong),
  };
};
