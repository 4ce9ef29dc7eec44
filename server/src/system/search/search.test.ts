// Tests search for two customers with similar data: each finds only its own, within the user's permissions.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchHit } from '@ringside/core/contract/system/search.ts';
import { emptyState, memberKey, callKey } from '@ringside/core/live/state.ts';
import type { CallRow, MemberRow, Owner } from '@ringside/core/live/state.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { Side, World } from '../../testing/side.ts';
import { agentCandidates, callCandidates } from './live-candidates.ts';

let server: TestConsole;
let world: World;

beforeAll(async () => {
  ({ server, world } = await startTwins());
});
afterAll(() => server.close());

const find = async (token: string | undefined, q: string): Promise<Record<string, string[]>> => {
  const answer = await server.call(token ?? '', 'GET', `/search?q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(200);
  return Object.fromEntries(
    answer.body.groups.map((g: { kind: string; hits: SearchHit[] }) => [g.kind, g.hits.map((h) => h.id)]),
  );
};

describe('search', () => {
  it('finds only the own objects of two similar customers, and both for the platform', async () => {
    const { a, b, platform } = world;
    for (const side of [a, b]) {
      expect(await find(side.tokens['customer-admin'], 'support')).toMatchObject({
        callcenter: [side.callcenterId],
        queue: [side.queueId],
      });
    }
    const all = await find(platform['administrator'], 'support');
    expect(all['queue']?.toSorted()).toEqual([a.queueId, b.queueId].toSorted());
    expect((await find(platform['administrator'], 'twin'))['customer']).toHaveLength(2);
    expect((await find(a.tokens['customer-admin'], 'dana levi'))['user']?.toSorted()).toEqual(
      Object.values(a.userIds).toSorted(),
    );
  });

  it('finds PBX servers and their addresses only for the platform', async () => {
    const hit = await find(world.platform['administrator'], 'PBX a');
    expect(hit['endpoint']).toContain(String(world.a.endpointId));
    for (const token of Object.values(world.a.tokens)) {
      expect(await find(token, 'PBX a')).not.toHaveProperty('endpoint');
      expect(await find(token, '127.0.0.1')).toEqual({});
    }
  });

  it('tolerates typing errors and returns at most five results per group', async () => {
    const { a } = world;
    expect((await find(a.tokens['supervisor'], 'suport'))['queue']).toEqual([a.queueId]);
    expect((await find(world.platform['administrator'], 'levi'))['user']).toHaveLength(5);
  });

  it('finds numbers and past calls by their digits in any notation, within the scope', async () => {
    const { a, b, platform } = world;
    const past = async (mark: string, of: Side, source: string, destination: string, at: string) =>
      sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, callcenter_id, direction, status, source,
          source_name, destination, extension, device, start_at, end_at, duration, wait_seconds, talk_seconds,
          billable_seconds, recording_file, legs)
        values (${randomUUID()}, ${of.endpointId}, ${mark}, ${mark}, ${of.customerId}, ${of.callcenterId}, 'inbound',
          'answered', ${source}, 'Ivy', ${destination}, '', '', ${at}, ${at}, 5, 1, 4, 4, '', 1)`.execute(
        server.deps.db,
      );
    await past('old', a, '+972541234567', '100', '2026-03-01T10:00:00Z');
    await past('new', a, '0541234567', '101', '2026-03-02T10:00:00Z');
    await past('out', a, '102', '00972 54-123-4567', '2026-02-01T10:00:00Z');
    await past('foreign', b, '+972541234567', '100', '2026-03-03T10:00:00Z');
    const titles = async (token: string | undefined, q: string, kind = 'cdr'): Promise<string[]> => {
      const { body } = await server.call(token ?? '', 'GET', `/search?q=${encodeURIComponent(q)}`);
      const group = body.groups.find((g: { kind: string }) => g.kind === kind);
      return (group?.hits ?? []).map((h: SearchHit) => h.title);
    };
    const own = ['0541234567 → 101', '+972541234567 → 100', '102 → 00972 54-123-4567'];
    for (const q of ['054-123-4567', '+972 54 123 4567', '1234567']) {
      expect(await titles(a.tokens['customer-admin'], q), q).toEqual(own);
      expect(await titles(platform['administrator'], q), q).toEqual(['+972541234567 → 100', ...own]);
    }
    expect(await titles(a.tokens['customer-admin'], '101')).toEqual(['0541234567 → 101']);
    expect(await titles(a.tokens['supervisor'], '1234567')).toEqual(own);
    expect(await titles(a.tokens['customer-admin'], 'Ivy')).toEqual([]);
    for (const q of ['020 7946 0101', '7946 0101', '+44 20 79'])
      expect(await titles(a.tokens['customer-admin'], q, 'did'), q).toEqual(['+442079460101']);
    expect(await titles(b.tokens['customer-admin'], '7946 0101', 'did')).toEqual([]);
  });

  it('requires a search text and treats SQL wildcards as text', async () => {
    const token = world.platform['administrator'] ?? '';
    expect((await server.call(token, 'GET', '/search')).status).toBe(422);
    expect((await server.call(token, 'GET', '/search?q=%20')).status).toBe(422);
    for (const q of ['%', '_', "'; drop table users; --", '\\']) expect(await find(token, q)).toEqual({});
  });

  it("with team scope is limited to the team's call centers", async () => {
    const { a, platform } = world;
    const other = await server.call(platform['administrator'] ?? '', 'POST', '/callcenters', {
      customerId: a.customerId,
      name: 'Support of others',
      code: 'support-2',
    });
    expect((await find(a.tokens['supervisor'], 'support'))['callcenter']).toEqual([a.callcenterId]);
    expect((await find(a.tokens['customer-admin'], 'support'))['callcenter']).toContain(other.body.id);
  });
});

describe('live candidates', () => {
  const owner = (customerId: string): Owner => ({ customerId, callcenterId: 'cc' });
  const state = emptyState();
  for (const customer of ['a', 'b']) {
    for (const queue of ['sales', 'support']) {
      state.members.set(memberKey(1, `${customer}-${queue}`, `PJSIP/${customer}1`), {
        serverId: 1,
        queue: `${customer}-${queue}`,
        owner: owner(customer),
        name: 'Dana',
        interface: `PJSIP/${customer}1`,
      } as MemberRow);
    }
    state.calls.set(callKey(1, customer), {
      serverId: 1,
      linkedid: customer,
      owners: [owner(customer)],
      source: '+12125550123',
      sourceName: 'Ivy',
      destination: '100',
      queue: `${customer}-sales`,
    } as unknown as CallRow);
  }
  const viewer = { reach: 'customer', customerId: 'a', serverIds: [1] } as const;

  it("are limited to the viewer's scope, each agent once", () => {
    expect(agentCandidates(state, viewer).map((c) => c.item.id)).toEqual(['1:PJSIP/a1']);
    expect(callCandidates(state, viewer).map((c) => [c.item.id, c.item.queue])).toEqual([['1:a', '1:a-sales']]);
    expect(agentCandidates(state, { ...viewer, serverIds: [] })).toEqual([]);
    expect(callCandidates(state, { reach: 'platform' })).toHaveLength(2);
  });
});
