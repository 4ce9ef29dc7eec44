// Tests that a caller cannot grant more permissions than they have, in any way. Grantors and grants are random. The results of accepted
// requests are compared by `powers.ts`, which shares no code with the check.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { abilityOf } from '@ringside/core/access/scopes.ts';
import type { Scope } from '@ringside/core/access/scopes.ts';
import { GIVING, OTHERS, given, giver, roleBody } from './testing/grant-draws.ts';
import { excessOf, powersOf } from './testing/powers.ts';
import type { Powers } from './testing/powers.ts';
import { startTwins } from './testing/start-twins.ts';
import { PASSWORD } from './testing/test-console.ts';
import type { Answer, TestConsole } from './testing/test-console.ts';
import type { World } from './testing/side.ts';

vi.setConfig({ testTimeout: 600_000 });

const DAY = 86_400_000;
let server: TestConsole;
let world: World;
let admin: string;
let otherTeam: string;
let count = 0;
const accepted = new Map<string, number>();

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  const body = { customerId: world.a.customerId, name: 'Night', code: 'night' };
  otherTeam = (await must(admin, 'POST', '/callcenters', body)).id;
  const queue = { callcenterId: otherTeam, serverId: world.a.endpointId, name: 'night' };
  await must(admin, 'POST', '/queues', queue);
});
afterAll(() => server.close());

const must = async (token: string, method: string, path: string, body: unknown) => {
  const answer = await server.call(token, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
};
const name = (what: string): string => `${what}-${(count += 1)}`;

type Drawn<T> = T extends fc.Arbitrary<infer V> ? V : never;

const until = (days: number | null): string | null =>
  days === null ? null : new Date(Date.now() + days * DAY).toISOString();
const teamIds = (of: readonly number[]): string[] => of.map((n) => (n === 0 ? world.a.callcenterId : otherTeam));

const roleOf = ({ scopes: other, gives, ...rest }: Drawn<typeof roleBody>, always: boolean) => ({
  ...rest,
  name: name('role'),
  // A narrowed reach is never wider than the role's.
  narrowed: rest.reach === 'own' ? rest.narrowed.map((n) => ({ ...n, reach: null })) : rest.narrowed,
  abilities: [...other, ...(always || gives ? GIVING : [])].map((s) => abilityOf(s)),
});
const userOf = (roleId: string, more: object = {}) => {
  const username = name('person');
  return { username, email: `${username}@example.com`, roleId, password: PASSWORD, ...more };
};

interface Giver {
  readonly token: string;
  readonly id: string;
  readonly powers: Powers;
}

const makeGiver = async (drawn: Drawn<typeof giver>): Promise<Giver> => {
  const { customerId } = world.a;
  const role = await must(admin, 'POST', '/roles', { ...roleOf(drawn.role, true), customerId });
  const person = userOf(role.id, { customerId, callcenterIds: [world.a.callcenterId], expiresAt: until(drawn.ends) });
  const user = await must(admin, 'POST', '/users', person);
  if (drawn.rule !== null) {
    const subject = { subjectType: 'user', subjectId: user.id, customerId, name: name('rule') };
    await must(admin, 'POST', '/acl', { kind: 'access', ...subject, ...drawn.rule });
  }
  const session = await server.signIn(person.username);
  const scopesOfKey = [...GIVING, ...drawn.keyScopes.filter((s) => drawn.role.scopes.includes(s))];
  const key = drawn.byKey
    ? await must(session, 'POST', '/user/apikeys', {
        name: name('key'),
        scopes: scopesOfKey,
        expiresAt: until(2),
      }).catch(() => null)
    : null;
  const powers = await powersOf(
    server.deps.db,
    key === null ? { kind: 'user', userId: user.id } : { kind: 'id', id: key.id },
  );
  if (powers === null) throw new Error('A giver without powers');
  return { token: key?.token ?? session, id: user.id, powers };
};

/** `had`: permissions that the account exceeded before the change, which this grantor did not grant. */
const check = async (
  g: Giver,
  way: string,
  answer: Answer,
  by: Parameters<typeof powersOf>[1],
  had: readonly string[] = [],
): Promise<void> => {
  if (answer.status >= 500) throw new Error(`${way}: ${answer.text}`);
  if (answer.status >= 300) return;
  accepted.set(way, (accepted.get(way) ?? 0) + 1);
  const powers = await powersOf(server.deps.db, by);
  const excess = powers === null ? [] : excessOf(g.powers, powers);
  expect([way, excess.filter((one) => !had.includes(one))]).toEqual([way, []]);
};

/** Creates an existing target as the administrator. */
const makeTarget = async (drawn: Drawn<typeof given>) => {
  const role = await must(admin, 'POST', '/roles', { ...roleOf(drawn.role, false), customerId: world.a.customerId });
  const callcenterIds = drawn.teams.length === 0 ? [world.a.callcenterId] : teamIds(drawn.teams);
  const more = { customerId: world.a.customerId, callcenterIds, expiresAt: until(drawn.ends) };
  const target = await must(admin, 'POST', '/users', { ...userOf(role.id, more), password: undefined });
  return { role, target };
};

const giveAccounts = async (g: Giver, drawn: Drawn<typeof given>): Promise<void> => {
  const call = (method: string, path: string, body: unknown) => server.call(g.token, method, path, body);
  const { role, target } = await makeTarget(drawn);
  const customerId = drawn.home === 'own' ? world.a.customerId : world.a.parentId;
  const callcenterIds = teamIds(drawn.teams);
  const made = await call(
    'POST',
    '/users',
    userOf(role.id, { customerId, callcenterIds, expiresAt: until(drawn.ends) }),
  );
  await check(g, 'user', made, { kind: 'user-in-any-state', userId: made.body?.id });
  const plain = await call('POST', '/users', {
    ...userOf(world.a.roleId, { callcenterIds: [world.a.callcenterId] }),
    password: undefined,
  });
  await check(g, 'plain user', plain, { kind: 'user-in-any-state', userId: plain.body?.id });
  const csv = `username,email,role,callcenters\n${name('csv')},${name('csv')}@example.com,${role.name},${drawn.teams.map((n) => ['support', 'night'][n]).join(';')}\n`;
  const imported = await call('POST', '/users/import', { csv, dryRun: false });
  if (imported.body?.created === 1) {
    const listed = await server.call(admin, 'GET', `/users?sort=-createdAt&perPage=1`);
    await check(g, 'import', imported, { kind: 'user-in-any-state', userId: listed.body.data[0].id });
  }
  const invited = await call('POST', `/users/${target.id}/invite`, {});
  await check(g, 'invitation', invited, { kind: 'user-in-any-state', userId: target.id });
  for (const change of [{ roleId: role.id }, { callcenterIds }, { expiresAt: until(drawn.ends) }]) {
    const mine = { kind: 'user-in-any-state', userId: g.id } as const;
    const before = await powersOf(server.deps.db, mine);
    const own = await call('PATCH', `/users/${g.id}`, change);
    await check(g, 'own account', own, mine, before === null ? [] : excessOf(g.powers, before));
  }
  const changed = await call('PATCH', `/users/${target.id}`, { callcenterIds, expiresAt: until(drawn.ends) });
  await check(g, 'change', changed, { kind: 'user-in-any-state', userId: target.id });
};

const giveKeys = async (g: Giver, drawn: Drawn<typeof given>): Promise<void> => {
  const call = (path: string, body: unknown) => server.call(g.token, 'POST', path, body);
  const { target } = await makeTarget(drawn);
  // The accounts have no password. This reads the abilities that they would have.
  const expiresAt = until(drawn.ends) ?? undefined;
  const wanted = { name: name('key'), scopes: drawn.scopes, expiresAt };
  const other = await call('/apikeys', { ...wanted, ownerUserId: target.id });
  await check(g, 'key of another person', other, { kind: 'key-in-any-state', keyId: other.body?.id });
  const own = await call('/user/apikeys', { ...wanted, name: name('key') });
  await check(g, 'own key', own, { kind: 'key-in-any-state', keyId: own.body?.id });
  const admins = await must(admin, 'POST', '/apikeys', { ...wanted, name: name('key'), ownerUserId: target.id });
  const rotated = await call(`/apikeys/${admins.id}/rotate`, { overlapHours: 1 });
  await check(g, 'rotation', rotated, { kind: 'key-in-any-state', keyId: rotated.body?.id });
};

const giveRest = async (g: Giver, drawn: Drawn<typeof given>): Promise<void> => {
  const call = (method: string, path: string, body: unknown) => server.call(g.token, method, path, body);
  const role = await call('POST', '/roles', roleOf(drawn.role, false));
  if (role.status === 201) {
    // Check the role with a user to whom the grantor assigns it.
    const held = await call('POST', '/users', userOf(role.body.id, { callcenterIds: teamIds(drawn.teams) }));
    await check(g, 'role', held, { kind: 'user-in-any-state', userId: held.body?.id });
  }
  const { target } = await makeTarget({ ...drawn, role: { ...drawn.role, scopes: [], gives: false } });
  const [scope = 'read:queue'] = drawn.scopes;
  const { action, resource } = abilityOf(scope);
  const rights = { effect: 'allow', resource, actions: [action], validUntil: until(drawn.ends) };
  const subject = { kind: 'access', name: name('rule'), subjectType: 'user', subjectId: target.id };
  const allowed = await call('POST', '/acl', { ...subject, ...rights });
  if (allowed.status === 201 && g.powers.endsAt !== Infinity)
    expect(Date.parse(allowed.body.validUntil)).toBeLessThanOrEqual(g.powers.endsAt);
  if (allowed.status === 201) {
    // The account may last longer than the grantor, but the rule's grant must not.
    const powers = await powersOf(server.deps.db, { kind: 'user-in-any-state', userId: target.id });
    accepted.set('rule', (accepted.get('rule') ?? 0) + 1);
    expect(excessOf(g.powers, { ...powers!, level: Infinity, endsAt: 0 })).toEqual([]);
  }
  const link = await call('POST', `/wallboards/${world.a.wallboardId}/links`, { name: name('link') });
  if (link.status === 201) {
    accepted.set('link', (accepted.get('link') ?? 0) + 1);
    expect(Date.parse(link.body.expiresAt)).toBeLessThanOrEqual(g.powers.endsAt);
    await must(admin, 'DELETE', `/wallboards/links/${link.body.id}`, undefined).catch(() => undefined);
  }
};

const WHOLE: Drawn<typeof giver> = {
  ...{ rule: null, ends: null, byKey: false, keyScopes: [] },
  role: { level: 41, reach: 'subtree', scopes: [...OTHERS], narrowed: [], gives: true },
};
const LITTLE: Drawn<typeof given> = {
  ...{ teams: [0], ends: 3, home: 'own', scopes: ['read:queue'] },
  role: { level: 80, reach: 'team', scopes: ['read:queue'], narrowed: [], gives: false },
};

it('no way of granting gives more permissions than the grantor has', async () => {
  await fc.assert(
    fc.asyncProperty(giver, fc.array(given, { minLength: 2, maxLength: 2 }), async (by, gifts) => {
      const g = await makeGiver(by);
      for (const gift of gifts) {
        await giveAccounts(g, gift);
        await giveKeys(g, gift);
        await giveRest(g, gift);
      }
    }),
    {
      ...{ numRuns: Number(process.env['RINGSIDE_GRANT_RUNS'] ?? 8), endOnFailure: true },
      examples: [
        [WHOLE, [LITTLE, LITTLE]],
        [{ ...WHOLE, role: { ...WHOLE.role, reach: 'team' } }, [LITTLE, { ...LITTLE, teams: [1] }]],
        [{ ...WHOLE, byKey: true, keyScopes: ['read:queue'] }, [LITTLE, LITTLE]],
      ],
    },
  );
  // Each way must have been accepted at least once.
  const ways = [
    'user',
    'plain user',
    'import',
    'invitation',
    'change',
    'key of another person',
    'own key',
    'rotation',
    'role',
    'rule',
    'link',
  ];
  expect(ways.filter((way) => !accepted.has(way))).toEqual([]);
});

it('impersonation is refused for a user with more permissions than the caller', async () => {
  for (const [masks, expected] of [
    [[], 200],
    [['caller-number'], 403],
  ] as const) {
    const abilities = ['manage:user', 'read:queue', 'read:cdr'].map((s) => abilityOf(s as Scope));
    const staff = {
      level: 5,
      reach: 'platform',
      abilities,
      narrowed: masks.length === 0 ? [] : [{ resource: 'all', reach: null, masks }],
    };
    const role = await must(admin, 'POST', '/roles', {
      ...staff,
      name: name('role'),
      customerId: null,
      holders: 'platform',
    });
    const person = userOf(role.id, { customerId: null });
    await must(admin, 'POST', '/users', person);
    const token = await server.signIn(person.username);
    const low = await must(admin, 'POST', '/roles', {
      ...{
        name: name('role'),
        level: 90,
        reach: 'team',
        customerId: world.a.customerId,
        abilities: [abilityOf('read:cdr')],
      },
    });
    const target = await must(
      admin,
      'POST',
      '/users',
      userOf(low.id, { customerId: world.a.customerId, callcenterIds: [otherTeam] }),
    );
    const answer = await server.call(token, 'POST', `/users/${target.id}/impersonate`, { reason: 'Asked to look' });
    expect(answer.status).toBe(expected);
    const powerful = await server.call(token, 'POST', `/users/${world.a.userIds['customer-admin']}/impersonate`, {
      reason: 'Asked',
    });
    expect(powerful.status).toBe(403);
  }
});
