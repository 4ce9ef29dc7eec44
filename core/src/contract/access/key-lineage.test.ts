import { describe, expect, it } from 'vitest';
import { UpdateUser } from './user.ts';
import { keyRefusedFields, outlivesKeys } from '../../access/key-lineage.ts';

const BEFORE = { email: 'a@example.com', status: 'active', mustRenew: true, callcenterIds: ['1'], sessionLimit: null };
const STRANGER = { endsWithKey: false, onlyFromNetworks: false };

describe('changes by an API key', () => {
  it.each([
    [{ firstname: 'Ana', lastname: 'B', phone: '1', language: 'es', timezone: 'UTC', landing: 'cdr' }, []],
    [{ status: 'disabled', requireTwoFactor: true, mustRenew: true }, []],
    [{ status: 'active', email: 'a@example.com', callcenterIds: ['1'] }, []],
    [{ email: 'b@example.com', roleId: '2', role: 'x', username: 'b' }, ['email', 'roleId', 'role', 'username']],
    [{ callcenterIds: ['1', '2'], sessionLimit: 9, expiresAt: null }, ['callcenterIds', 'sessionLimit', 'expiresAt']],
    [{ mustRenew: false, requireTwoFactor: false }, ['mustRenew', 'requireTwoFactor']],
    [{ viaKeyId: null }, ['viaKeyId']],
  ])('to an account that does not end with the key: %j leaves %j refused', (changes, refused) => {
    expect(keyRefusedFields(BEFORE, changes, STRANGER)).toEqual(refused);
  });

  it('re-enable no disabled account that does not end with the key', () => {
    expect(keyRefusedFields({ status: 'disabled' }, { status: 'active' }, STRANGER)).toEqual(['status']);
  });

  it('to its own accounts are allowed, except releasing them, and the address for a key limited to networks', () => {
    const changes = { email: 'b@example.com', roleId: '2', viaKeyId: null };
    const before = { ...BEFORE, viaKeyId: '7' };
    expect(keyRefusedFields(before, changes, { endsWithKey: true, onlyFromNetworks: false })).toEqual(['viaKeyId']);
    expect(keyRefusedFields(before, changes, { endsWithKey: true, onlyFromNetworks: true })).toEqual([
      'email',
      'viaKeyId',
    ]);
  });

  it('are refused for each further field of a user until it is known to be harmless', () => {
    const allowed = ['firstname', 'lastname', 'phone', 'language', 'timezone', 'landing'];
    const changes = Object.fromEntries(Object.keys(UpdateUser.shape).map((field) => [field, 'other']));
    expect(Object.keys(changes).filter((field) => !keyRefusedFields({}, changes, STRANGER).includes(field))).toEqual(
      expect.arrayContaining(allowed),
    );
    expect(keyRefusedFields({}, changes, STRANGER).length).toBe(Object.keys(changes).length - allowed.length);
  });
});

it.each([
  ['POST', '/roles', true],
  ['PATCH', '/roles', true],
  ['PATCH', '/roles/:id', true],
  ['DELETE', '/roles/:id', true],
  ['GET', '/roles', false],
  ['POST', '/permissions', true],
  ['GET', '/permissions/:id', false],
  ['POST', '/users/:id/impersonate', true],
  ['POST', '/deleted/:id/restore', true],
  ['POST', '/users', false],
  ['PATCH', '/users/:id', false],
  ['POST', '/acl', false],
])('%s %s outlives keys: %s', (method, path, outlives) => {
  expect(outlivesKeys({ method, path })).toBe(outlives);
});
