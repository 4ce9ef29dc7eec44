// Tests that fields masked by a rule appear in no answer, file or socket message. The test first finds the planted values in the same
// places without the rule, to prove that it would detect them.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ZodObject } from 'zod';
import { MASKS } from '@ringside/core/access/masks.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import { callQueue } from '../../tools/fake-pbx/src/sim/traffic.ts';
import { rateDue } from './billing/rate-due.ts';
import { openLiveConsole, QUEUE, until } from './live/testing/live-console.ts';
import type { LiveConsole } from './live/testing/live-console.ts';
import { fill, keyOf, WALK_TIMEOUT_MS } from './testing/contract-walk.ts';

vi.setConfig({ testTimeout: WALK_TIMEOUT_MS });

const PLANTED = [
  '442079469731',
  '442079469742',
  'Quentin Planted',
  'planted@example.com',
  '+34 911 765 432',
  '0.871543',
];

let room: LiveConsole;
let leader: string;
let callId: string;
let planId: string;
let ruleId: string;

const must = async (
  method: 'POST' | 'PATCH' | 'PUT',
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  const answer = await room.server.call(room.admin, method, path, body, headers);
  expect([path, answer.status < 300, answer.status < 300 ? '' : answer.text]).toEqual([path, true, '']);
  return answer.body;
};

const plant = async (): Promise<void> => {
  const { a } = room.world;
  const { customerId, callcenterId, endpointId } = a;
  await must('PATCH', `/customers/${customerId}`, { contactEmail: 'planted@example.com', phone: '+34 911 765 432' });
  await must('PATCH', `/users/${a.userIds['agent']}`, { phone: '+34 911 765 432', email: 'planted@example.com' });
  planId = (await must('POST', '/plans', { name: 'Office', fixedFee: '0.871543', status: 'active' })).id;
  await must('POST', `/plans/${planId}/rates/import`, 'prefix,ratePerMinute,connectFee\n44,0.871543,0\n', {
    'content-type': 'text/csv',
  });
  await must('POST', `/plans/${planId}/customers`, { customerId, validFrom: '2026-01-01T00:00:00Z' });
  // A subscriber that forwards to an outside number, set before forwarding had dial rules.
  await sql`update subscribers set forward_always = '+442079469742' where id = ${a.subscriberId}`.execute(
    room.server.deps.db,
  );
  callId = randomUUID();
  const at = new Date(Date.now() - 3_600_000);
  const { db } = room.server.deps;
  await sql`insert into cdr_legs (server_id, linkedid, uniqueid, sequence, account_code, peer_account, tenant_id, source,
    destination, context, caller_id, channel, destination_channel, last_application, last_data, start_at, answer_at, end_at,
    duration, billable_seconds, disposition, user_field, recording_file) values (${endpointId}, 'p1', 'p1', 1, '', '', '',
    '100', '+442079469731', '', '', 'PJSIP/twin-a-100-00000002', 'Local/+442079469731@out-00000001', 'Dial',
    'PJSIP/+442079469731@carrier', ${at}, ${at}, ${at}, 60, 60, 'ANSWERED', '', '')`.execute(db);
  await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, callcenter_id, direction, status, source,
    source_name, destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds,
    billable_seconds, recording_file, legs) values (${callId}, ${endpointId}, 'p1', 'p1', ${customerId}, ${callcenterId},
    'outbound', 'answered', '100', 'Quentin Planted', '+442079469731', '100', '', ${at}, ${at}, ${at}, 60, 0, 60, 60,
    'out-+442079469731-100.wav', 1)`.execute(db);
  await rateDue(db, null);
  // The audit trail names the file and the parties of the call.
  await must('PUT', `/recordings/${callId}/hold`, { held: true });
};

beforeAll(async () => {
  room = await openLiveConsole();
  leader = room.world.a.tokens['customer-admin'] ?? '';
  await plant();
});
afterAll(() => room.close());

const ring = (number: string, name: string): void => {
  const world = room.a.pbx.world();
  const queue = [...world.queues.values()].find((q) => q.name === QUEUE);
  if (queue === undefined) throw new Error(QUEUE);
  callQueue(world, queue, { number, name });
  room.a.pbx.advance(300);
};

/** Returns the unmasked numbers and names of current callers. */
const liveSecrets = async (): Promise<string[]> => {
  const { queues, calls } = await room.live(leader);
  const callers = queues.flatMap((q) => q.callers);
  const numbers = [...callers.map((c) => c.callerIdNum), ...calls.flatMap((c) => [c.source.raw, c.destination.raw])];
  return [
    ...numbers.map((n) => n.replace(/\D/g, '')).filter((n) => n.length >= 6),
    ...callers.map((c) => c.callerIdName).filter((name) => name.length > 3),
  ];
};

const pathsOf = (route: Route): string[] => {
  const path = route.path.startsWith('/plans/:id')
    ? route.path.replace(':id', planId).replace(':number', '1')
    : route.path === '/reports/cdr/:id'
      ? `/reports/cdr/${callId}`
      : fill(route, room.world.a);
  if (route.path === '/reports/cdr') return [path, `${path}?format=csv`, `${path}?q=Quentin`];
  if (route.path === '/audit') return [`${path}?resource=recording`];
  if (route.path === '/search') return [`${path}?q=Quentin`, `${path}?q=9731`, `${path}?q=agent`];
  return [path];
};

const seenBy = async (token: string, secrets: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const route of room.server.app.contract.filter((r) => r.method === 'GET')) {
    // The user's own account and the console's description are not masked.
    if (route.path.startsWith('/user') && !route.path.startsWith('/users')) continue;
    for (const path of pathsOf(route)) {
      const { text } = await room.server.call(token, 'GET', path);
      const digits = text.replace(/(?<=\d)[ ().-](?=\d)/g, '');
      for (const secret of secrets) {
        if (text.includes(secret) || (/^\d+$/.test(secret) && digits.includes(secret)))
          found.push(`${keyOf(route)} ${path} ${secret}`);
      }
    }
  }
  return found;
};

it('masked values appear in no answer, file or message', async () => {
  ring('+12125550123', 'Ivy Irwin');
  await until('a caller', async () => (await liveSecrets()).includes('12125550123'));
  const secrets = [...PLANTED, ...(await liveSecrets())];
  const open = await seenBy(leader, secrets);
  const at = (part: string) => open.some((line) => line.includes(part));
  for (const part of [
    'GET /reports/cdr ',
    'GET /reports/cdr/:id',
    'format=csv',
    'GET /search',
    'GET /live ',
    'GET /recordings ',
    'GET /audit ',
    'GET /audit/export',
    'GET /users/export',
    'GET /subscribers/:id',
    'GET /subscribers/export',
  ])
    expect([part, at(part)]).toEqual([part, true]);
  expect((await seenBy(room.admin, PLANTED)).some((line) => line.startsWith('GET /plans/:id/rates'))).toBe(true);

  const everybody = { kind: 'access', name: 'Withhold', effect: 'deny', resource: 'all', fieldMask: MASKS };
  ruleId = (await must('POST', '/acl', { ...everybody, subjectType: 'everyone' })).id;
  const client = await room.connect(`token=${leader}&batch=1`);
  client.send({ action: 'CoreStatus' });
  client.send({ action: 'QueueStatus' });
  expect(await seenBy(leader, secrets)).toEqual([]);
  expect(await seenBy(room.admin, secrets)).toEqual([]);

  await until('rows', () => client.state.queues.size > 0 && client.state.servers.size > 0);
  const before = client.messages.length;
  ring('+12125550987', 'Otto Ossip');
  await until('news of callers', () => client.messages.slice(before).some((m) => m.Event === 'QueueCallerJoin'));
  const heard = JSON.stringify(client.messages);
  expect(heard).toContain('***');
  for (const secret of [...secrets, '12125550987', 'Otto Ossip'])
    expect([secret, heard.includes(secret)]).toEqual([secret, false]);
  client.socket.close();
});

it.each(['cdr', 'recording', 'report'])(
  'callers masked for %s alone appear in no resource that shows calls',
  async (resource) => {
    const CALLER = ['442079469731', 'Quentin Planted'];
    await must('PATCH', `/acl/${ruleId}`, { resource, fieldMask: ['caller-number', 'caller-name'] });
    const secrets = [...CALLER, ...(await liveSecrets())];
    expect(await seenBy(leader, secrets)).toEqual([]);
    expect(await seenBy(room.admin, secrets)).toEqual([]);
    for (const path of ['/audit?q=9731', '/reports/cdr?q=9731', '/search?q=9731'])
      expect([path, (await room.server.call(room.admin, 'GET', path)).text.includes(callId)]).toEqual([path, false]);
    await must('PATCH', `/acl/${ruleId}`, { resource: 'all', fieldMask: MASKS });
  },
);

const windows = (text: string, size: number): string[] =>
  Array.from({ length: text.length - size + 1 }, (_, at) => text.slice(at, at + size));

/** Searches that would reveal the planted values piece by piece. */
const PROBES = [
  ...windows('442079469731', 4),
  ...['Quentin', 'uentin Plan', 'planted@', 'planted@example.com', '911 765', '911', '765 432'],
];

const isSearch = (route: Route): boolean =>
  route.method === 'GET' &&
  !route.path.includes(':') &&
  Object.keys((route.query as ZodObject | undefined)?.shape ?? {}).includes('q');

/** Returns every search result that contains a planted row. */
const foundBySearch = async (token: string): Promise<string[]> => {
  const planted = [callId, room.world.a.userIds['agent'] ?? '', room.world.a.customerId];
  const found: string[] = [];
  for (const route of room.server.app.contract.filter(isSearch)) {
    for (const probe of PROBES) {
      const path = `${route.path}?q=${encodeURIComponent(probe)}`;
      const { text, status } = await room.server.call(token, 'GET', path);
      const ids = status >= 300 ? [] : [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id ?? '');
      if (planted.some((id) => ids.includes(id))) found.push(`${route.path} ${probe}`);
    }
  }
  return found;
};

it('masked values cannot be found by search, filter or order', async () => {
  expect(await foundBySearch(leader)).toEqual([]);
  expect(await foundBySearch(room.admin)).toEqual([]);
  for (const path of ['/users?sort=email', '/users?email=planted@example.com', '/customers?sort=-contactEmail'])
    expect([path, (await room.server.call(room.admin, 'GET', path)).status]).toEqual([path, 422]);
  // Extensions are not masked, so they can be found.
  const { body } = await room.server.call(leader, 'GET', '/reports/cdr?q=100');
  expect(body.data.map((call: { id: string }) => call.id)).toContain(callId);

  await must('PATCH', `/acl/${ruleId}`, { enabled: false });
  const open = await foundBySearch(leader);
  for (const found of [
    '/reports/cdr 9731',
    '/reports/cdr Quentin',
    '/search 9731',
    '/search planted@',
    '/users planted@',
  ])
    expect(open).toContain(found);
});
