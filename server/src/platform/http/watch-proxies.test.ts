import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createTrust } from './client-ip.ts';
import { watchProxies } from './watch-proxies.ts';

const watch = () => {
  const app = fastify();
  const seen: string[] = [];
  watchProxies(app, createTrust(['10.0.0.1']), (ip) => seen.push(ip));
  app.get('/', async () => ({}));
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/', remoteAddress, headers });
  return { ask, seen };
};

it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])('warns about an untrusted proxy that sends %s', async (name) => {
  const { ask, seen } = watch();
  await ask('10.0.0.2', { [name]: '203.0.113.9' });
  expect(seen).toEqual(['10.0.0.2']);
});

it('warns once, and not about trusted proxies or direct clients', async () => {
  const { ask, seen } = watch();
  await ask('203.0.113.9');
  await ask('10.0.0.1', { 'x-forwarded-for': '203.0.113.9' });
  expect(seen).toEqual([]);
  for (const ip of ['10.0.0.2', '10.0.0.2', '10.0.0.3']) await ask(ip, { 'x-forwarded-for': '203.0.113.9' });
  expect(seen).toEqual(['10.0.0.2']);
});
