// A line lists the queues and ring groups that ring it, by name, so that a deletion shows what is lost.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTwins } from '../../testing/start-twins.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
});
afterAll(() => server.close());

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(admin, method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};

it('names the queues and groups that ring the line by label, and they continue without it', async () => {
  const { customerId, endpointId: serverId, callcenterId } = world.a;
  const line = await ask('POST', '/subscribers', { customerId, serverId, extension: '777', name: 'Ann' });
  expect(line.ringsIn).toBe('');
  const group = await ask('POST', '/ringgroups', { customerId, serverId, name: 'Front desk', memberIds: [line.id] });
  const queue = { callcenterId, serverId, managed: true };
  const sales = await ask('POST', '/queues', { ...queue, name: 'sales-eu', label: 'European sales' });
  const plain = await ask('POST', '/queues', { ...queue, name: 'night' });
  for (const { id } of [sales, plain]) await ask('POST', `/queues/${id}/members`, { subscriberId: line.id });
  expect((await ask('GET', `/subscribers/${line.id}`)).ringsIn).toBe('European sales, Front desk, night');
  const { data } = await ask('GET', '/subscribers?extension=777');
  expect(data.map((row: { ringsIn: string }) => row.ringsIn)).toEqual(['European sales, Front desk, night']);
  await ask('DELETE', `/subscribers/${line.id}`);
  expect((await ask('GET', `/queues/${sales.id}/members`)).data).toEqual([]);
  expect((await ask('GET', `/ringgroups/${group.id}`)).memberIds).toEqual([]);
});
