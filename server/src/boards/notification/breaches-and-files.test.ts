// Notifications about queues in breach and about finished imports.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callerKey, emptyState, queueKey, serverKey } from '@ringside/core/live/state.ts';
import type { CallerRow, LiveState, QueueRow, ServerRow } from '@ringside/core/live/state.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { Side, World } from '../../testing/side.ts';
import { createQueueWatch } from './watch-queues.ts';

let server: TestConsole;
let world: World;

interface Told {
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly readAt: string | null;
}

const listOf = async (token: string | undefined): Promise<readonly Told[]> =>
  (await server.call(token ?? '', 'GET', '/user/notifications')).body.data;
const notifiedRoles = async ({ tokens }: Side): Promise<string[]> => {
  const all = await Promise.all(
    Object.entries(tokens).map(async ([role, token]) => ((await listOf(token)).length > 0 ? [role] : [])),
  );
  return all.flat().toSorted();
};

beforeAll(async () => {
  ({ server, world } = await startTwins());
});
afterAll(() => server.close());
beforeEach(() => server.deps.db.deleteFrom('notifications').execute());

describe('queue in breach', () => {
  const START = Date.parse('2026-03-01T10:00:00Z');
  const MINUTE = 60_000;
  let now = START;
  let state: LiveState;
  let look: () => Promise<void>;

  beforeEach(() => {
    now = START;
    state = emptyState();
    for (const { endpointId } of [world.a, world.b])
      state.servers.set(serverKey(endpointId), {
        ...{ id: endpointId, name: `PBX ${endpointId}`, connected: true, maintenance: null },
      } as unknown as ServerRow);
    setQueue(null);
    ({ look } = createQueueWatch({ db: server.deps.db, bus: { publish: () => undefined }, now: () => now }, state));
  });
  const setQueue = (level: number | null, answered = 20): void => {
    const today = { answered, abandonedShort: 0, abandonedLong: 0, serviceLevel: level };
    const serverId = world.a.endpointId;
    state.queues.set(queueKey(serverId, 'support'), { serverId, name: 'support', today } as unknown as QueueRow);
  };
  const join = (uniqueid: string, joinedAt: number): void => {
    const row = { serverId: world.a.endpointId, queue: 'support', uniqueid, status: 1, joinedAt };
    state.callers.set(callerKey(row.serverId, row.queue, uniqueid), row as unknown as CallerRow);
  };
  const lookAfter = async (ms: number): Promise<void> => {
    now += ms;
    await look();
  };
  const supervisor = () => listOf(world.a.tokens['supervisor']);

  it('notifies supervisors and administrators of the customer once when a caller waits too long, and no one else', async () => {
    join('1', START);
    join('2', START + MINUTE);
    await lookAfter(179_000);
    await lookAfter(1_000);
    expect(await supervisor()).toEqual([]);
    await lookAfter(5_000);
    await lookAfter(MINUTE);
    expect(await supervisor()).toMatchObject([
      { kind: 'queue-breach', params: { queue: 'Support line', waiting: 2, longestSeconds: 185 } },
    ]);
    // Agents, auditors, the other customer and the platform get nothing.
    expect(await notifiedRoles(world.a)).toEqual(['customer-admin', 'supervisor']);
    expect(await notifiedRoles(world.b)).toEqual([]);
    expect(await listOf(world.platform['administrator'])).toEqual([]);
  });

  it('treats repeated short breaches as one; after five calm minutes the next breach notifies again', async () => {
    for (let i = 0; i < 4; i++) {
      join('1', now - 200_000);
      await lookAfter(1_000);
      await lookAfter(6_000);
      state.callers.clear();
      await lookAfter(1_000);
      await lookAfter(2 * MINUTE);
    }
    expect(await supervisor()).toHaveLength(1);
    await lookAfter(3 * MINUTE);
    join('2', now - 200_000);
    await lookAfter(1_000);
    await lookAfter(6_000);
    expect(await supervisor()).toHaveLength(2);
    // A restarted console does not notify again.
    ({ look } = createQueueWatch({ db: server.deps.db, bus: { publish: () => undefined }, now: () => now }, state));
    await lookAfter(1_000);
    await lookAfter(6_000);
    expect(await supervisor()).toHaveLength(2);
  });

  it('notifies when the service level of the day stays below its target, but not when there are only a few calls', async () => {
    setQueue(50_000, 9);
    await lookAfter(1_000);
    await lookAfter(2 * MINUTE);
    setQueue(80_000);
    await lookAfter(1_000);
    await lookAfter(2 * MINUTE);
    setQueue(74_400);
    await lookAfter(1_000);
    await lookAfter(59_000);
    expect(await supervisor()).toEqual([]);
    await lookAfter(1_000);
    expect(await supervisor()).toMatchObject([{ kind: 'queue-level', params: { level: 74, target: 80 } }]);
  });

  it('does not notify while the PBX is disconnected or the call center is paused', async () => {
    join('1', START - 10 * MINUTE);
    const server_ = state.servers.get(serverKey(world.a.endpointId)) as ServerRow;
    state.servers.set(serverKey(server_.id), { ...server_, connected: false });
    await lookAfter(1_000);
    await lookAfter(6_000);
    state.servers.set(serverKey(server_.id), server_);
    const pause = (status: string) =>
      server.call(world.platform['administrator'] ?? '', 'PATCH', `/callcenters/${world.a.callcenterId}`, { status });
    expect((await pause('paused')).status).toBe(200);
    await lookAfter(1_000);
    await lookAfter(6_000);
    expect(await supervisor()).toEqual([]);
    await pause('active');
    await lookAfter(1_000);
    await lookAfter(6_000);
    expect(await supervisor()).toHaveLength(1);
  });
});

describe('import and export', () => {
  const admin = () => world.platform['administrator'] ?? '';
  const waitForOne = () =>
    vi.waitFor(async () => {
      const all = await listOf(admin());
      expect(all).toHaveLength(1);
      return all[0];
    });

  it('notifies when an import has written its rows, but not after a dry run or an export', async () => {
    expect((await server.call(admin(), 'GET', '/users/export?format=csv')).status).toBe(200);
    const send = (dryRun: boolean) =>
      server.call(admin(), 'POST', '/customers/import', { csv: 'code,name\nfile-1,One\nfile-2,Two', dryRun });
    expect((await send(true)).body).toMatchObject({ rows: 2, created: 0 });
    expect((await send(false)).body).toMatchObject({ created: 2 });
    expect(await waitForOne()).toMatchObject({
      ...{ kind: 'import-finished', params: { what: 'customers', rows: 2, refused: 0 } },
    });
  });
});
