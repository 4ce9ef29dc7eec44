// The roles of the attacker, and requests that would gain rights.
import type { Role, Target } from './target.ts';

export const rolesOf = ({ world, key }: Target): Role[] => [
  { name: 'nobody', username: null, token: null, staff: false },
  { name: 'made-up token', username: null, token: 'A'.repeat(43), staff: false },
  { name: 'API key', username: null, token: key, staff: false },
  ...Object.entries(world.platform).map(([name, token]) => ({ name, username: name, token, staff: true })),
  ...Object.entries(world.a.tokens).map(([name, token]) => ({ name, username: `${name}-a`, token, staff: false })),
];

interface Escalation {
  readonly role: Role;
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The console must refuse each of them. */
export const escalations = (target: Target): Escalation[] => {
  const { a, b } = target.world;
  const everything = [{ action: 'manage', resource: 'all' }];
  const person = (username: string, more: object) => ({
    username,
    email: `${username}@evil.example`,
    password: 'a very long pass phrase indeed',
    ...more,
  });
  const ways: readonly (readonly [string, string, string, unknown])[] = [
    ['creates an administrator', 'POST', '/users', person('up-1', { role: 'administrator' })],
    ['creates platform staff', 'POST', '/users', person('up-2', { role: 'support', customerId: null })],
    ['adds a user of another customer', 'POST', '/users', person('up-3', { role: 'agent', customerId: b.customerId })],
    [
      'creates a role with all rights',
      'POST',
      '/roles',
      { name: 'Up', level: 0, reach: 'platform', abilities: everything },
    ],
    [
      'creates a role above its own level',
      'POST',
      '/roles',
      { name: 'Up 2', level: 1, reach: 'customer', abilities: [] },
    ],
    ['changes a role of another customer', 'PATCH', `/roles/${b.roleId}`, { level: 99 }],
    ['invites a user of another customer', 'POST', `/users/${b.userIds['customer-admin']}/invite`, {}],
    [
      'impersonates a user of another customer',
      'POST',
      `/users/${b.userIds['customer-admin']}/impersonate`,
      { reason: 'Because' },
    ],
    [
      'creates an API key for another customer’s user',
      'POST',
      '/apikeys',
      { name: 'Up', scopes: ['read:queue'], ownerUserId: b.userIds['customer-admin'] },
    ],
    ['creates an API key with all rights', 'POST', '/user/apikeys', { name: 'Up', scopes: ['manage:all'] }],
    ['creates a permanent API key', 'POST', '/user/apikeys', { name: 'Up', scopes: ['read:queue'], expiresAt: null }],
    ['rotates an API key of another customer', 'POST', `/apikeys/${b.apiKeyId}/rotate`, {}],
    [
      'creates an access rule with all rights',
      'POST',
      '/acl',
      { kind: 'access', name: 'Up', effect: 'allow', resource: 'all', actions: ['manage'] },
    ],
    ['changes an access rule of another customer', 'PATCH', `/acl/${b.ruleId}`, { enabled: true }],
    [
      'creates an access rule of the platform',
      'POST',
      '/acl',
      { kind: 'access', name: 'Up', effect: 'deny', resource: 'all', actions: ['read'], customerId: null },
    ],
    ['creates a link to another customer’s wallboard', 'POST', `/wallboards/${b.wallboardId}/links`, { name: 'Up' }],
    ['takes the code of another customer', 'POST', '/customers', { code: 'twin-b', name: 'Up' }],
    ['extends the code of another customer', 'POST', '/customers', { code: 'twin-b-100', name: 'Up' }],
    [
      'creates a customer below another customer',
      'POST',
      '/customers',
      { code: 'up-code', name: 'Up', parentId: b.customerId },
    ],
    ['reads another customer’s call center', 'GET', `/callcenters/${b.callcenterId}`, undefined],
    ['takes another customer’s queue', 'PATCH', `/queues/${b.queueId}`, { callcenterId: a.callcenterId }],
    ['takes another customer’s number', 'PATCH', `/dids/${b.didId}`, { customerId: a.customerId }],
    ['reads another customer’s SIP secret', 'GET', `/subscribers/${b.subscriberId}/secret`, undefined],
    ['lists deleted objects', 'GET', '/deleted', undefined],
    [
      'creates a permission',
      'POST',
      '/permissions',
      { key: 'up', resource: 'user', actions: ['read'], description: '' },
    ],
  ];
  return rolesOf(target)
    .filter((role) => !role.staff)
    .flatMap((role) => ways.map(([what, method, path, body]) => ({ role, what, method, path, body })));
};
