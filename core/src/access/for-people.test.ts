import { describe, expect, it } from 'vitest';
import { isForPeople } from './for-people.ts';

describe('actions that API keys may not perform', () => {
  it.each([
    ['GET', '/user', false],
    ['PATCH', '/user', true],
    ['POST', '/logout', true],
    ['POST', '/user/password', true],
    ['GET', '/user/sessions', true],
    ['GET', '/user/apikeys', true],
    ['POST', '/user/apikeys', true],
    ['GET', '/apikeys', false],
    ['POST', '/apikeys', true],
    ['POST', '/apikeys/:id/rotate', true],
    ['DELETE', '/apikeys/:id', true],
    ['POST', '/users/:id/invite', true],
    ['DELETE', '/users/:id/two-factor', true],
    ['GET', '/users', false],
    ['POST', '/users', false],
    ['POST', '/realtime/ticket', false],
    ['GET', '/queues/:id', false],
    ['POST', '/wallboards', false],
    ['GET', '/wallboards/:id/links', false],
    ['POST', '/wallboards/:id/links', true],
    ['DELETE', '/wallboards/links/:id', true],
  ] as const)('%s %s: %s', (method, path, forPeople) => {
    expect(isForPeople({ method, path })).toBe(forPeople);
  });
});
