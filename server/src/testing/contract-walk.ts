// Starts a console with two equal customers and prepares calls to all routes of the contract.
import { can } from '@ringside/core/access/ability.ts';
import { BUILT_IN_ROLES } from '@ringside/core/contract/access/built-in-roles.ts';
import { NOUNS } from '@ringside/core/contract/nouns.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import { nobody, type Example } from './contract-example.ts';
import { EXAMPLES } from './contract-examples.ts';
import { rowIdOf } from './derived-examples.ts';

import type { TestConsole } from './test-console.ts';
import { startTwins } from './start-twins.ts';
import type { Side, World } from './side.ts';

/** Every route is called with every role: thousands of calls on a machine that may be busy. */
export const WALK_TIMEOUT_MS = 300_000;

export const keyOf = (route: Route): string => `${route.method} ${route.path}`;
/** `PATCH /queues` changes several rows of `PATCH /queues/:id`, so its example is derived from that route's example. */
export const isBulk = (route: Route): boolean => route.method === 'PATCH' && `PATCH ${route.path}/:id` in EXAMPLES;
export const exampleOf = (route: Route): Example | undefined => {
  // The authors of a row are requested with the row's own ID.
  if (route.path.endsWith('/authors')) return EXAMPLES[`GET ${route.path.replace(/\/authors$/, '')}`];
  if (!isBulk(route)) return EXAMPLES[keyOf(route)];
  const one = EXAMPLES[`PATCH ${route.path}/:id`];
  const rows = (side: Side) => [{ id: one?.id?.(side) ?? nobody, version: 1 }];
  return { body: (side) => ({ rows: rows(side), change: one?.body?.(side) ?? {} }) };
};
const roleOf = (name: string) => {
  const role = BUILT_IN_ROLES.find((r) => r.name === name);
  if (role === undefined) throw new Error(name);
  return role;
};
export const mayCall = (role: string, route: Route): boolean =>
  typeof route.access === 'string' || can(roleOf(role).abilities, route.access[0], route.access[1]);

export interface Walk {
  readonly server: TestConsole;
  readonly world: World;
  readonly routes: readonly Route[];
}

export const startWalk = async (): Promise<Walk> => {
  const { server, world } = await startTwins();
  return { server, world, routes: server.app.contract };
};

export const fill = (route: Route, side: Side): string => {
  const id = exampleOf(route)?.id?.(side);
  const path = route.path
    .replace(':number', '1')
    .replace(':rateId', nobody)
    .replace(':memberId', nobody)
    .replace(':lineId', nobody);
  return id === undefined ? path : path.replace(':id', String(id));
};
export const bodyFor = (route: Route, side: Side): unknown =>
  route.body === undefined ? undefined : (exampleOf(route)?.body?.(side) ?? {});

/** Returns all rows of a side as the administrator sees them, without values that reading itself changes. */
export const readAllRows = async ({ server, world }: Walk, side: Side): Promise<string> => {
  const admin = world.platform['administrator'] ?? '';
  const parts: string[] = [];
  const rows = NOUNS.map(({ name, path }) => [path, rowIdOf(name, side)] as const).filter(([, id]) => id !== nobody);
  for (const [path, id] of [...rows, ...Object.values(side.userIds).map((userId) => ['/users', userId] as const)]) {
    parts.push((await server.call(admin, 'GET', `${path}/${id}`)).text);
  }
  const trail = await server.call(admin, 'GET', `/audit?customerId=${side.customerId}&perPage=500`);
  return [...parts, String(trail.body.meta.total)].join('\n');
};

export const idsOf = (side: Side): string[] => [
  side.customerId,
  side.callcenterId,
  side.queueId,
  side.subscriberId,
  side.didId,
  side.ringGroupId,
  side.hoursId,
  side.ivrId,
  side.promptId,
  side.apiKeyId,
  side.roleId,
  side.ruleId,
  side.wallboardId,
  side.wallLinkId,
  ...Object.values(side.rows).filter((id) => typeof id === 'string'),
  ...Object.values(side.userIds),
];
