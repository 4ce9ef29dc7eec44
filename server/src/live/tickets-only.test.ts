// Tests RINGSIDE_REALTIME_TICKETS_ONLY: a URL must not contain a session token, because a proxy may log it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { TestConsole } from '../testing/test-console.ts';
import { startTwins } from '../testing/start-twins.ts';
import type { World } from '../testing/side.ts';

let server: TestConsole;
let world: World;

beforeAll(async () => {
  ({ server, world } = await startTwins({ RINGSIDE_REALTIME_TICKETS_ONLY: 'true' }));
}, 60_000);
afterAll(() => server.close());

/** Returns the answer to a command with this token, or the close code. */
const knock = (token: string): Promise<number | string> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime?batch=1&token=${token}`);
    socket.on('open', () => socket.send(JSON.stringify({ method: 'cmd', action: 'CoreStatus' })));
    socket.on('message', (data) => {
      const answer = (JSON.parse(String(data)) as { Type: number; Message: string }[]).find(({ Type }) => Type === 4);
      if (answer === undefined) return;
      resolve(answer.Message);
      socket.close();
    });
    socket.on('close', (code) => resolve(code));
    socket.on('error', reject);
  });

it('accepts each ticket once and refuses session tokens and API keys', async () => {
  const token = world.a.tokens['customer-admin'] ?? '';
  const { ticket } = (await server.call(token, 'POST', '/realtime/ticket')).body;
  expect(await knock(token)).toBe(4401);
  const key = await server.call(token, 'POST', '/apikeys', { name: 'Wallboard', scopes: ['read:live'] });
  expect([key.status, await knock(key.body.token)]).toEqual([201, 4401]);
  expect(await knock(ticket)).toBe('No servers');
  expect(await knock(ticket)).toBe(4401);
  // The HTTP API still accepts the token.
  expect((await server.call(token, 'GET', '/live')).status).toBe(200);
});
