import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { parseNetwork } from '@ringside/core/access/network.ts';
import { createTrust } from './client-ip.ts';

describe('createTrust', () => {
  it.each([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['11.0.0.1', ['10.0.0.0/8'], false],
    ['127.0.0.1', ['127.0.0.1'], true],
    ['2001:db8::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['::1', ['::1'], true],
    ['1.2.3.4', ['0.0.0.0/0'], true],
    ['::1', ['0.0.0.0/0'], false],
    ['nonsense', ['0.0.0.0/0', '::/0'], false],
    ['10.0.0.1', [], false],
  ])('address %s with trusted proxies %j: trusted is %s', (address, proxies, trusted) => {
    expect(createTrust(proxies)(address)).toBe(trusted);
  });

  it.each(['10.0.0.0/33', '10.0.0/8', '300.1.1.1', '::1::', 'a', '', '10.0.0.1/x', '1/2/3', '::/129'])(
    'does not accept %j as a network',
    (text) => {
      expect(parseNetwork(text)).toBeNull();
    },
  );
});

describe('the client address of a request', () => {
  it.each([
    [undefined, '127.0.0.1'],
    ['203.0.113.9', '203.0.113.9'],
    ['6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, 10.0.0.5', '203.0.113.9'],
    ['6.6.6.6,203.0.113.9 , 10.0.0.5', '203.0.113.9'],
  ])('with x-forwarded-for %j is the nearest address that is not a trusted proxy', async (header, expected) => {
    const isTrusted = createTrust(['127.0.0.1', '10.0.0.0/8']);
    const app = fastify({ trustProxy: (address) => isTrusted(address) });
    app.get('/', async (request) => ({ ip: request.ip }));
    const answer = await app.inject({
      url: '/',
      remoteAddress: '127.0.0.1',
      headers: header === undefined ? {} : { 'x-forwarded-for': header },
    });
    expect(answer.json()).toEqual({ ip: expected });
  });

  it('ignores the header of a sender that is not a trusted proxy', async () => {
    const isTrusted = createTrust(['127.0.0.1']);
    const app = fastify({ trustProxy: (address) => isTrusted(address) });
    app.get('/', async (request) => ({ ip: request.ip }));
    const headers = { 'x-forwarded-for': '10.0.0.1' };
    const answer = await app.inject({ url: '/', remoteAddress: '203.0.113.9', headers });
    expect(answer.json()).toEqual({ ip: '203.0.113.9' });
  });
});
