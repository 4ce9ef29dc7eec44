// Tests that every change relevant to a PBX server writes its outbox entry in the same transaction. Most changes are generated from the
// contract; special routes are called directly. Database triggers define the expected entries.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';
import { setOutboundBlocked, suspendByLimit } from '../../billing/ledger-queries.ts';
import { saveRecordingUsage } from '../../calls/recordings/recording-usage-queries.ts';
import { exampleOf, keyOf, startWalk } from '../../testing/contract-walk.ts';
import type { Walk } from '../../testing/contract-walk.ts';
import { telephoneWav } from '@ringside/core/routing/telephone-wav.ts';
import { uploadedSound } from '@ringside/core/routing/sound-name.ts';
import { installOracle, missingMarks, silentTriggers } from '../../testing/pbx-mark-oracle.ts';

const WALK_MS = 300_000;
const SOUND = Buffer.from(telephoneWav(new Uint8Array(3200))).toString('base64');
/** Cannot fire: a new account is postpaid, and a customer restored with a prepaid account has no lines yet. */
const NEVER = ['billing_accounts_new_provisioning'];
let walk = {} as Walk;
let db = {} as Db;
let admin = '';
beforeAll(async () => {
  walk = await startWalk();
  db = walk.server.deps.db;
  admin = walk.world.platform['administrator'] ?? '';
  await installOracle(db);
}, WALK_MS);
afterAll(() => walk.server.close());

const ask = (method: string, path: string, body?: unknown) => walk.server.call(admin, method, path, body);
const must = async (method: string, path: string, body?: unknown) => {
  const answer = await ask(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
};

const plainOf = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? plainOf(schema.unwrap())
    : schema;

/** Returns a value different from the given one if the schema permits. The route may still refuse it. */
const otherValue = (schema: unknown, value: unknown): unknown => {
  const plain = plainOf(schema);
  if (plain instanceof z.ZodBoolean) return value !== true;
  if (plain instanceof z.ZodEnum) return plain.options.find((option) => option !== value);
  if (plain instanceof z.ZodNumber) return Number(value ?? 0) + 1;
  if (plain instanceof z.ZodString) return typeof value === 'string' && value !== '' ? `${value}1` : undefined;
  return undefined;
};

const NOUNS =
  'customers callcenters queues subscribers dids ringgroups hours ivrs prompts trunks outboundroutes endpoints users acl plans';

/** Changes every field of every noun separately, then sends the contract's example. Refusals are accepted. */
const changeFields = async (): Promise<number> => {
  let changed = 0;
  for (const route of walk.routes) {
    const noun = route.path.split('/')[1] ?? '';
    if (route.method !== 'PATCH' || route.path !== `/${noun}/:id` || !NOUNS.split(' ').includes(noun)) continue;
    const id = exampleOf(route)?.id?.(walk.world.b);
    const path = `/${noun}/${id}`;
    const shape = route.body instanceof z.ZodObject ? route.body.shape : {};
    for (const [field, schema] of Object.entries(shape)) {
      const { body: row } = await ask('GET', path);
      const value = otherValue(schema, row?.[field]);
      if (value !== undefined && (await ask('PATCH', path, { [field]: value })).status === 200) changed += 1;
    }
    const example = exampleOf(route)?.body?.(walk.world.b);
    if ((await ask('PATCH', path, example)).status === 200) changed += 1;
    expect(keyOf(route)).toContain(noun);
  }
  return changed;
};

it('marks are written for every field change', { timeout: WALK_MS }, async () => {
  expect(await changeFields()).toBeGreaterThan(80);
  expect(await missingMarks(db)).toEqual([]);
});

it('marks are written for changes of dependent rows', { timeout: WALK_MS }, async () => {
  const { a } = walk.world;
  const place = { customerId: a.customerId, serverId: a.endpointId };
  await must('PATCH', `/customers/${a.customerId}`, { status: 'active' });
  const line = async (extension: string) =>
    (await must('POST', '/subscribers', { ...place, extension, name: `Line ${extension}` })).id as string;
  const [one, two] = [await line('301'), await line('302')];
  const members = `/queues/${a.queueId}/members`;
  await must('PATCH', `/queues/${a.queueId}`, { managed: true });
  const [first, second] = [
    await must('POST', members, { subscriberId: one }),
    await must('POST', members, { subscriberId: two }),
  ];
  await must('PATCH', `${members}/${second.id}`, { position: 1 });
  await must('PATCH', `${members}/${second.id}`, { penalty: 4 });
  await must('DELETE', `${members}/${first.id}`);
  await must('POST', `/subscribers/${one}/secret/rotate`);
  await must('POST', `/subscribers/${one}/voicemail/pin`);
  const user = a.userIds['agent'] ?? '';
  await must('PATCH', `/subscribers/${one}`, {
    userId: user,
    voicemail: true,
    voicemailGreeting: uploadedSound(a.promptId),
  });
  await must('PATCH', `/prompts/${a.promptId}`, { audio: SOUND });
  await must('PATCH', `/users/${user}`, { role: 'supervisor' });
  await must('PATCH', `/endpoints/${a.endpointId}`, { consoleUrl: 'http://10.0.0.5:8443/' });
  await must('PATCH', `/callcenters/${a.callcenterId}`, { hoursId: a.hoursId, status: 'active' });
  await must('PATCH', `/hours/${a.hoursId}`, { override: 'open' });
  await must('PATCH', `/customers/${a.customerId}`, { emergencyCallerId: '+442079460101' });
  await must('PATCH', `/customers/${a.parentId}`, { maxConcurrentCalls: 30 });
  const rule = await must('POST', '/acl', {
    ...{ kind: 'dial', effect: 'deny', subjectType: 'customer', subjectId: a.customerId, prefixes: ['44'] },
    ...{ customerId: a.customerId, name: 'Not there' },
  });
  await must('PATCH', `/acl/${rule.id}`, { prefixes: ['45'] });
  await must('DELETE', `/acl/${rule.id}`);
  expect(await missingMarks(db)).toEqual([]);
});

it('marks are written for plans, rates, accounts and quotas', { timeout: WALK_MS }, async () => {
  const { a } = walk.world;
  const draft = { name: 'Marked', currency: 'USD', status: 'draft', fixedFee: '1' };
  const plan = await must('POST', '/plans', draft);
  const rates = `/plans/${plan.id}/rates`;
  await must('PATCH', `/plans/${plan.id}`, { status: 'active' });
  for (const customerId of [a.customerId, a.parentId])
    await must('POST', `/plans/${plan.id}/customers`, { customerId });
  await must('PATCH', `/plans/${plan.id}`, { fixedFee: '2' });
  const version = await must('POST', `/plans/${plan.id}/versions`, { validFrom: '2099-01-01T00:00:00Z' });
  await must('PATCH', `/plans/${plan.id}/versions/${version.number}`, { fixedFee: '3' });
  const rate = await must('POST', rates, { direction: 'outbound', prefix: '44', ratePerMinute: '0.1' });
  await must('PATCH', `${rates}/${rate.id}`, { ratePerMinute: '0.2' });
  const account = await must('GET', `/customers/${a.customerId}/account`);
  await must('PATCH', `/customers/${a.customerId}/account`, {
    billingMethod: account.billingMethod === 'prepaid' ? 'postpaid' : 'prepaid',
  });
  const { rows } = await sql<never>`select ${a.customerId}::uuid as customer_id, 'Twin' as name`.execute(db);
  for (const blocked of [true, false]) await setOutboundBlocked(db, rows[0]!, blocked);
  await suspendByLimit(db, rows[0]!, 'limit', new Date());
  await must('PATCH', `/customers/${a.customerId}`, { status: 'active' });
  await saveRecordingUsage(db, a.customerId, 10, true);
  await saveRecordingUsage(db, a.customerId, null, false);
  expect(await missingMarks(db)).toEqual([]);
});

it('marks are written for moves, deletions and restores, including dependent rows', { timeout: WALK_MS }, async () => {
  const { a, b } = walk.world;
  const place = { customerId: a.customerId, serverId: a.endpointId };
  await must('PATCH', `/customers/${a.customerId}`, { serverIds: [a.endpointId, b.endpointId] });
  const extension = '311';
  const line = await must('POST', '/subscribers', { ...place, extension, name: 'Goes' });
  const queueOf = async (name: string) =>
    (await must('POST', '/queues', { callcenterId: a.callcenterId, serverId: a.endpointId, name })).id as string;
  const [gone, kept] = [await queueOf('gone'), await queueOf('kept')];
  await must('POST', `/queues/${kept}/members`, { subscriberId: line.id });
  const group = await must('POST', '/ringgroups', { ...place, name: 'With it', memberIds: [line.id, a.subscriberId] });
  const to = { kind: 'queue', id: gone };
  await must('POST', '/dids', { ...place, number: '+442079460131', destination: to });
  const restore = async (path: string) => {
    const { data } = await must('GET', '/deleted?perPage=100');
    const found = data.find((row: { rowId: string }) => path.includes(`/${row.rowId}`));
    if (found !== undefined) await must('POST', `/deleted/${found.id}/restore`);
    return found !== undefined;
  };
  const removed: string[] = [];
  const remove = async (path: string) => {
    await must('DELETE', path);
    removed.push(path);
  };
  await remove(`/queues/${gone}?moveTo=${kept}`);
  await remove(`/subscribers/${line.id}`);
  await remove(`/ringgroups/${group.id}`);
  const other = await must('POST', '/hours', { customerId: a.customerId, name: 'Other' });
  await must('PATCH', `/callcenters/${a.callcenterId}`, { hoursId: other.id });
  await must('PATCH', `/dids/${a.didId}`, { hoursId: other.id });
  await remove(`/hours/${other.id}?moveTo=${a.hoursId}`);
  const user = await must('POST', '/users', {
    ...{ customerId: a.customerId, username: 'leaves', email: 'leaves@example.com', role: 'agent' },
    callcenterIds: [a.callcenterId],
  });
  await must('PATCH', `/subscribers/${a.subscriberId}`, { userId: user.id });
  const role = await must('POST', '/roles', {
    customerId: a.customerId,
    name: 'Short',
    reach: 'own',
    level: 80,
    abilities: [],
  });
  await must('PATCH', `/users/${user.id}`, { roleId: role.id });
  await must('DELETE', `/roles/${role.id}?moveTo=${a.roleId}`);
  await remove(`/users/${user.id}`);
  let restored = 0;
  for (const path of removed.toReversed()) if (await restore(path)) restored += 1;
  expect(restored).toBeGreaterThan(3);
  await must('POST', `/queues/${kept}/move`, {
    serverId: b.endpointId,
    numbers: true,
    leaveMembers: true,
    dropCallers: true,
  });
  await remove(`/dids/${a.didId}`);
  expect(await missingMarks(db)).toEqual([]);
});

it('marks cover every table that a trigger watches', async () => {
  expect(await silentTriggers(db)).toEqual(NEVER);
});
