// Who attacks, with what luck, and the ways to more rights.
import type { Role, Room } from './room.ts';

export const rolesOf = ({ world, key }: Room): Role[] => [
  { name: 'nobody', username: null, token: null, staff: false },
  { name: 'made-up token', username: null, token: 'A'.repeat(43), staff: false },
  { name: 'API key', username: null, token: key, staff: false },
  ...Object.entries(world.platform).map(([name, token]) => ({ name, username: name, token, staff: true })),
  ...Object.entries(world.a.tokens).map(([name, token]) => ({ name, username: `${name}-a`, token, staff: false })),
];

interface WayUp {
  readonly role: Role;
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Each must be refused. */
export const allWaysUp = (room: Room): WayUp[] => {
  const { a, b } = room.world;
  const everything = [{ action: 'manage', resource: 'all' }];
  const person = (username: string, more: object) => ({
    username,
    email: `${username}@evil.example`,
    password: 'a very long pass phrase indeed',
    ...more,
  });
  const ways: readonly (readonly [string, string, string, unknown])[] = [
    ['makes an administrator', 'POST', '/users', person('up-1', { role: 'administrator' })],
    ['makes staff of the platform', 'POST', '/users', person('up-2', { role: 'support', customerId: null })],
    ['makes a user of another customer', 'POST', '/users', person('up-3', { role: 'agent', customerId: b.customerId })],
    [
      'makes a role for everything',
      'POST',
      '/roles',
      { name: 'Up', level: 0, reach: 'platform', abilities: everything },
    ],
    [
      'makes a role above the own level',
      'POST',
      '/roles',
      { name: 'Up 2', level: 1, reach: 'customer', abilities: [] },
    ],
    ['changes a role of another customer', 'PATCH', `/roles/${b.roleId}`, { level: 99 }],
    ['invites a person of another customer', 'POST', `/users/${b.userIds['customer-admin']}/invite`, {}],
    [
      'acts as a person of another customer',
      'POST',
      `/users/${b.userIds['customer-admin']}/impersonate`,
      { reason: 'Because' },
    ],
    [
      'makes a key of another customer’s person',
      'POST',
      '/apikeys',
      { name: 'Up', scopes: ['read:queue'], ownerUserId: b.userIds['customer-admin'] },
    ],
    ['makes a key for everything', 'POST', '/user/apikeys', { name: 'Up', scopes: ['manage:all'] }],
    ['makes a key without an end', 'POST', '/user/apikeys', { name: 'Up', scopes: ['read:queue'], expiresAt: null }],
    ['replaces a key of another customer', 'POST', `/apikeys/${b.apiKeyId}/rotate`, {}],
    [
      'allows itself everything',
      'POST',
      '/acl',
      { kind: 'access', name: 'Up', effect: 'allow', resource: 'all', actions: ['manage'] },
    ],
    ['changes a rule of another customer', 'PATCH', `/acl/${b.ruleId}`, { enabled: true }],
    [
      'makes a rule of the platform',
      'POST',
      '/acl',
      { kind: 'access', name: 'Up', effect: 'deny', resource: 'all', actions: ['read'], customerId: null },
    ],
    ['opens another customer’s wallboard', 'POST', `/wallboards/${b.wallboardId}/links`, { name: 'Up' }],
    ['takes the code of another customer', 'POST', '/customers', { code: 'twin-b', name: 'Up' }],
    ['extends the code of another customer', 'POST', '/customers', { code: 'twin-b-100', name: 'Up' }],
    ['puts a customer below another’s', 'POST', '/customers', { code: 'up-code', name: 'Up', parentId: b.customerId }],
    ['reads another’s call center', 'GET', `/callcenters/${b.callcenterId}`, undefined],
    ['takes another’s queue', 'PATCH', `/queues/${b.queueId}`, { callcenterId: a.callcenterId }],
    ['sends another’s number here', 'PATCH', `/dids/${b.didId}`, { customerId: a.customerId }],
    ['reads another’s line secret', 'GET', `/subscribers/${b.subscriberId}/secret`, undefined],
    ['restores what was deleted', 'GET', '/deleted', undefined],
    ['makes a permission', 'POST', '/permissions', { key: 'up', resource: 'user', actions: ['read'], description: '' }],
  ];
  return rolesOf(room)
    .filter((role) => !role.staff)
    .flatMap((role) => ways.map(([what, method, path, body]) => ({ role, what, method, path, body })));
};
