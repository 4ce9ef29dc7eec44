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

type Way = readonly [what: string, method: string, path: string, body: unknown];

/** Requests of a stolen API key, or of an account that it created, whose effect would remain after the key is revoked. */
const lastingWays = ({ world: { a }, victimId }: Target): readonly Way[] => {
  const user = `/users/${victimId}`;
  const owner = `/users/${a.userIds['customer-admin']}`;
  const email = 'up@evil.example';
  const abilities = [{ action: 'read', resource: 'queue' }];
  return [
    ['takes the mailbox of a user', 'PATCH', user, { email }],
    ['takes the mailbox of the owner of the key', 'PATCH', owner, { email }],
    ['takes the user name of a user', 'PATCH', user, { username: 'up' }],
    ['promotes a user', 'PATCH', user, { role: 'Key deputy' }],
    ['removes the end of an account', 'PATCH', user, { expiresAt: '2035-01-01T00:00:00Z' }],
    ['raises the limit of sessions', 'PATCH', user, { sessionLimit: 100 }],
    ['makes a password link', 'POST', `${user}/invite`, {}],
    ['removes a second factor', 'DELETE', `${user}/two-factor`, undefined],
    ['impersonates a user', 'POST', `${user}/impersonate`, { reason: 'Because' }],
    ['creates a role', 'POST', '/roles', { name: 'Up 3', level: 80, reach: 'customer', abilities }],
    ['changes a role', 'PATCH', `/roles/${a.roleId}`, { abilities }],
    ['moves the holders of a role', 'DELETE', `/roles/${a.roleId}?moveTo=${a.roleId}`, undefined],
    ['rotates another API key', 'POST', `/apikeys/${a.apiKeyId}/rotate`, {}],
    ['widens another API key', 'PATCH', `/apikeys/${a.apiKeyId}`, { cidrs: [] }],
    ['keeps accounts of a revoked key', 'POST', `/apikeys/${a.apiKeyId}/revoke`, { accounts: 'keep' }],
    ['changes an access rule', 'PATCH', `/acl/${a.ruleId}`, { enabled: false }],
    ['deletes an access rule', 'DELETE', `/acl/${a.ruleId}`, undefined],
    [
      ...(['lets an address in', 'POST', '/acl'] as const),
      { kind: 'network', name: 'Up', effect: 'allow', cidrs: ['203.0.113.0/24'] },
    ],
  ];
};

/** Requests beyond the rights of every role of a customer. */
const foreignWays = ({ world: { a, b } }: Target): readonly Way[] => {
  const everything = [{ action: 'manage', resource: 'all' }];
  const person = (username: string, more: object) => ({
    username,
    email: `${username}@evil.example`,
    password: 'a very long pass phrase indeed',
    ...more,
  });
  return [
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
};

/** The console must refuse each of them. */
export const escalations = (target: Target): Escalation[] => {
  const by = (role: Role, list: readonly Way[]) =>
    list.map(([what, method, path, body]) => ({ role, what, method, path, body }));
  const roles = rolesOf(target).filter((role) => !role.staff);
  const lasting = [...roles.filter((role) => role.token === target.key), target.keyAccount].flatMap((role) =>
    by(role, lastingWays(target)),
  );
  return [...lasting, ...[...roles, target.keyAccount].flatMap((role) => by(role, foreignWays(target)))];
};
