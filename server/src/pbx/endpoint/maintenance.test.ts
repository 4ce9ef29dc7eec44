// Tests maintenance of a PBX server: it shows on live pages, stops provisioning and ends at its time.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dueServers } from '../provisioning/queries.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { endDueMaintenance } from './queries.ts';

let server: TestConsole;
let world: World;
let admin: string;
let path: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  path = `/endpoints/${world.a.endpointId}`;
});
afterAll(() => server.close());

const change = (body: object) => server.call(admin, 'PATCH', path, body);
const UNTIL = new Date(Date.now() + 3_600_000).toISOString();

describe('the maintenance of a PBX server', () => {
  it('requires an end in the future, has a reason, and clears both when it ends', async () => {
    const begun = await change({ maintenance: true, maintenanceUntil: UNTIL, maintenanceReason: 'New disks' });
    expect(begun.body).toMatchObject({ maintenance: true, maintenanceUntil: UNTIL, maintenanceReason: 'New disks' });
    const past = await change({ maintenance: true, maintenanceUntil: '2020-01-01T00:00:00.000Z' });
    expect([past.status, past.body.errors[0].path, past.body.errors[0].code]).toEqual([
      422,
      'maintenanceUntil',
      'past',
    ]);
    const ended = await change({ maintenance: false });
    expect(ended.body).toMatchObject({ maintenance: false, maintenanceUntil: null, maintenanceReason: '' });
  });

  it('ends by itself at its time and writes an audit entry', async () => {
    await change({ maintenance: true, maintenanceUntil: UNTIL, maintenanceReason: 'New disks' });
    const at = Date.parse(UNTIL);
    expect(await endDueMaintenance(server.deps.db, new Date(at - 1))).toEqual([]);
    expect(await endDueMaintenance(server.deps.db, new Date(at))).toEqual([world.a.endpointId]);
    expect((await server.call(admin, 'GET', path)).body).toMatchObject({ maintenance: false, maintenanceUntil: null });
    const [entry] = (await server.call(admin, 'GET', `/audit?resource=endpoint&perPage=1`)).body.data;
    expect(entry).toMatchObject({ username: '', after: { maintenance: false }, resourceName: 'PBX a' });
  });

  it('stops provisioning, and pending changes are written afterwards', async () => {
    const login = { enabled: true, username: 'provisioning', secret: 'x' };
    expect((await server.call(admin, 'PATCH', `${path}/provisioning`, login)).status).toBe(200);
    await change({ enabled: true, maintenance: true, maintenanceReason: '' });
    const due = async () => (await dueServers(server.deps.db, new Date())).map((each) => each.serverId);
    expect(await due()).not.toContain(world.a.endpointId);
    for (const [act, body] of [
      ['apply', undefined],
      ['rollback', { runId: '00000000-0000-4000-8000-000000000000' }],
      ['adopt', { kind: 'queue', name: 'support' }],
    ] as const) {
      const refused = await server.call(admin, 'POST', `${path}/provisioning/${act}`, body);
      expect([act, refused.status, refused.body.errors[0].code]).toEqual([act, 422, 'in-maintenance']);
    }
    await change({ maintenance: false });
    expect(await due()).toContain(world.a.endpointId);
  });

  it('is shown live to users who may see the PBX server', async () => {
    await change({ enabled: true, maintenance: true, maintenanceUntil: UNTIL, maintenanceReason: 'New disks' });
    const shown = async (token: string | undefined) => {
      const { servers } = (await server.call(token ?? '', 'GET', '/live')).body;
      return servers.map((each: { id: number; maintenance: unknown }) => [each.id, each.maintenance]);
    };
    const told = [world.a.endpointId, { until: UNTIL, reason: 'New disks' }];
    await vi.waitFor(async () => expect(await shown(world.a.tokens['supervisor'])).toEqual([told]), 20_000);
    expect(await shown(world.b.tokens['supervisor'])).toEqual([]);
    await change({ maintenance: false });
    await vi.waitFor(
      async () => expect(await shown(world.a.tokens['supervisor'])).toEqual([[world.a.endpointId, null]]),
      20_000,
    );
  });
});
