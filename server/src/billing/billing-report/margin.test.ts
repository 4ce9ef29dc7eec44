// Carrier costs and margins: exact in the report, the call and the exports, and updated when calls are re-rated. Users of a
// customer never see them.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can } from '@ringside/core/access/ability.ts';
import { rateDue } from '../rate-due.ts';
import { seesCosts } from '../sees-costs.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { contractRoutes } from '../../platform/http/openapi/openapi.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { CUSTOMER_ROLES } from '../../testing/two-customers.ts';
import type { World } from '../../testing/side.ts';

const AT = '2026-03-10T12:00:00Z';
const MARCH = 'from=2026-03-01&to=2026-04-01';
const TRUNK = 'PJSIP/trunk.carrier';

let server: TestConsole;
let world: World;
let admin: string;
let made = 0;

const must = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await server.call(admin, method, path, body, headers);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body;
};

/** Stores an outbound or inbound call over the trunk, with its CDR leg. */
const makeCall = async (direction: string, destination: string, seconds: number, trunk = TRUNK): Promise<string> => {
  made += 1;
  const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  const link = `17730000.${made}`;
  const end = new Date(Date.parse(AT) + seconds * 1000);
  const ends = ['PJSIP/twin-a-100-00000002', `${trunk}-00000001`];
  const [from, to] = direction === 'inbound' ? ends.toReversed() : ends;
  await sql`insert into cdr_legs (server_id, linkedid, uniqueid, sequence, account_code, peer_account, tenant_id, source,
    destination, context, caller_id, channel, destination_channel, last_application, last_data, start_at, answer_at, end_at,
    duration, billable_seconds, disposition, user_field, recording_file) values (${world.a.endpointId}, ${link}, ${link}, 1, '',
    '', '', '100', ${destination}, '', '', ${from}, ${to}, 'Dial', '', ${AT}, ${AT}, ${end}, ${seconds},
    ${seconds}, 'ANSWERED', '', '')`.execute(server.deps.db);
  await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, callcenter_id, direction, status, source,
    source_name, destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds,
    billable_seconds, recording_file, legs) values (${id}, ${world.a.endpointId}, ${link}, ${link}, ${world.a.customerId},
    ${world.a.callcenterId}, ${direction}, 'answered', '100', '', ${destination}, '100', '', ${AT}, ${AT}, ${end}, ${seconds}, 0,
    ${seconds}, ${seconds}, '', 1)`.execute(server.deps.db);
  return id;
};

const rate = (planId: string, file: string) =>
  must('POST', `/plans/${planId}/rates/import`, file, { 'content-type': 'text/csv' });
const settle = () => rateDue(server.deps.db, null);
const report = async (query = '') => must('GET', `/reports/billing?${MARCH}${query}`);
const one = (id: string) => must('GET', `/reports/cdr/${id}`);

const ids: Record<string, string> = {};

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  const sold = await must('POST', '/plans', { name: 'Office', fixedFee: '10', proration: 'none', status: 'active' });
  await rate(sold.id, 'prefix,ratePerMinute,connectFee\n44,0.10,0.05\n447,0.02,0\n');
  await must('POST', `/plans/${sold.id}/customers`, {
    customerId: world.a.customerId,
    validFrom: '2026-03-01T00:00:00Z',
  });
  const bought = await must('POST', '/plans', { name: 'Carrier', purpose: 'carrier', status: 'active' });
  // The carrier charges by the second and has no rate for 447.
  await rate(bought.id, 'prefix,ratePerMinute,initialSeconds,incrementSeconds\n442,0.031,1,1\n');
  Object.assign(ids, { sold: sold.id, bought: bought.id });
  ids['city'] = await makeCall('outbound', '+442079460000', 61);
  ids['mobile'] = await makeCall('outbound', '+447700900123', 60);
  ids['in'] = await makeCall('inbound', '+442079460101', 300);
  ids['house'] = await makeCall('internal', '101', 40);
  await settle();
}, 60_000);
afterAll(() => server?.close());

describe('before a carrier plan is assigned to a trunk', () => {
  it('reports no margins, and refuses a carrier plan for customers', async () => {
    expect((await report()).data[0]).not.toHaveProperty('margin');
    expect((await one(ids['city']!)).cost).toBeNull();
    const give = await server.call(admin, 'POST', `/plans/${ids['bought']}/customers`, {
      customerId: world.a.customerId,
    });
    expect([give.status, give.body.errors[0].code]).toEqual([409, 'plan-of-carrier']);
    const bind = (plan: string, body: unknown) => server.call(admin, 'POST', `/plans/${plan}/carriers`, body);
    const wrong = await bind(ids['sold']!, { serverId: world.a.endpointId, device: TRUNK });
    expect([wrong.status, wrong.body.errors[0].code]).toEqual([409, 'plan-of-customers']);
    expect((await bind(ids['bought']!, { serverId: 999_999, device: TRUNK })).status).toBe(404);
    expect((await bind(ids['bought']!, { serverId: world.a.endpointId, device: 'trunk' })).body.errors).toMatchObject([
      { path: 'device', code: 'device' },
    ]);
    expect((await must('GET', '/plans?purpose=carrier')).data).toMatchObject([{ name: 'Carrier', carrierCount: 0 }]);
  });
});

describe('after a carrier plan is assigned to a trunk', () => {
  it('re-rated calls get its cost, and a preview shows it first', async () => {
    const body = { serverId: world.a.endpointId, device: TRUNK };
    const bound = await must('POST', `/plans/${ids['bought']}/carriers`, body);
    expect(bound).toMatchObject({ device: TRUNK, trunkName: 'Carrier of twin-a', createdBy: expect.any(String) });
    expect((await server.call(admin, 'POST', `/plans/${ids['bought']}/carriers`, body)).body.errors[0].code).toBe(
      'taken',
    );
    const period = { customerId: world.a.customerId, firstDay: '2026-03-01', lastDay: '2026-03-31' };
    const look = await must('POST', '/reports/billing/rerate', { ...period, dryRun: true });
    // 61 s at 0.031 per minute: 0.03151666…
    const costs = [{ currency: 'USD', before: '0.00', after: '0.0315', difference: '0.0315' }];
    expect(look).toMatchObject({ changed: 0, costs });
    expect((await one(ids['city']!)).cost).toBeNull();
    expect(await must('POST', '/reports/billing/rerate', { ...period, dryRun: false })).toMatchObject({ costs });
    const { price, cost } = await one(ids['city']!);
    expect(price.amount).toBe('0.25');
    expect(cost).toMatchObject({
      ...{ status: 'rated', planName: 'Carrier', device: TRUNK, currency: 'USD', prefix: '442' },
      ...{ billedSeconds: 61, amount: '0.0315', margin: '0.2185' },
    });
    expect(cost.steps.map((step: { kind: string }) => step.kind)).toEqual(['match', 'increments', 'usage', 'round']);
    expect((await one(ids['mobile']!)).cost).toMatchObject({ status: 'unrated', amount: '0.00', margin: null });
    // A carrier plan without inbound rates charges nothing for inbound calls.
    expect((await one(ids['in']!)).cost).toMatchObject({ status: 'rated', amount: '0.00' });
    expect((await one(ids['house']!)).cost).toBeNull();
  });

  it('a call gets its cost when it ends, and the same cost after re-rating', async () => {
    const id = await makeCall('outbound', '+442079460000', 120);
    await settle();
    const first = await one(id);
    expect(first).toMatchObject({ price: { amount: '0.25' }, cost: { amount: '0.062', margin: '0.188' } });
    await sql`update calls set rating_due = true where id = ${id}`.execute(server.deps.db);
    await settle();
    expect((await one(id)).cost).toEqual({ ...first.cost, ratedAt: expect.any(String) });
    // Another trunk of the same PBX has no carrier plan, so no cost.
    expect((await one(await makeCall('outbound', '+442079460000', 60, 'PJSIP/other'))).cost).toBeNull();
    await settle();
  });

  it('the report shows costs by line, destination and currency, also in its file', async () => {
    const { data, totals, groups, otherCosts } = await report();
    // Fee 10; calls 0.25 + 0.02 + 0.25 + 0.15; costs 0.0315 + 0.062. The costs of 447 and of the other trunk are unknown.
    const margin = { cost: '0.0935', margin: '10.5765', unknownCalls: 2 };
    expect(data).toMatchObject([{ total: '10.67', margin }]);
    expect(totals).toMatchObject([{ currency: 'USD', margin }]);
    expect(otherCosts).toEqual([]);
    const out = groups.find((group: { direction: string }) => group.direction === 'outbound');
    expect(out.margin).toEqual({ cost: '0.0935', margin: '0.5765', unknownCalls: 2 });
    const file = await server.call(admin, 'GET', `/reports/billing?${MARCH}&format=csv`);
    expect(file.text).toContain('total,invoiceNumber,invoiceStatus,cost,margin,unknownCalls\r\n');
    expect(file.text).toContain('10.67,,,0.0935,10.5765,2\r\n');
    const calls = (await server.call(admin, 'GET', '/reports/cdr?format=csv')).text.split('\r\n');
    expect(calls[0]).toMatch(/customerName,price,currency,cost,costCurrency,margin$/);
    expect(calls.some((line) => line.endsWith(',0.25,USD,0.0315,USD,0.2185'))).toBe(true);
  });

  it('costs in another currency are listed separately and never subtracted', async () => {
    const euro = await must('POST', '/plans', { name: 'Euro', purpose: 'carrier', currency: 'EUR', status: 'active' });
    await rate(euro.id, 'prefix,ratePerMinute\n4,1\n');
    const body = { serverId: world.a.endpointId, device: 'PJSIP/euro' };
    const { id: carrierId } = await must('POST', `/plans/${euro.id}/carriers`, body);
    const id = await makeCall('outbound', '+442079460000', 60, 'PJSIP/euro');
    await settle();
    expect((await one(id)).cost).toMatchObject({ amount: '1.00', currency: 'EUR', margin: null });
    const { data, otherCosts } = await report();
    expect(data[0].margin).toEqual({ cost: '0.0935', margin: '10.7265', unknownCalls: 3 });
    expect(otherCosts).toEqual([{ currency: 'EUR', calls: 1, cost: '1.00' }]);
    await must('DELETE', `/plans/${euro.id}/carriers/${carrierId}`);
    await sql`update calls set rating_due = true where id = ${id}`.execute(server.deps.db);
    await settle();
    expect((await one(id)).cost).toBeNull();
  });

  it('a loss is a number in a file, not a formula', async () => {
    const id = await makeCall('outbound', '+442079460000', 3600);
    await must('POST', `/plans/${ids['bought']}/rates`, { prefix: '4420', ratePerMinute: '9' });
    await settle();
    expect((await one(id)).cost).toMatchObject({ amount: '540.00', margin: '-533.95' });
    expect((await server.call(admin, 'GET', '/reports/cdr?format=csv')).text).toContain(',USD,-533.95\r\n');
  });
});

describe('an inbound call that was forwarded outside', () => {
  it('shows both legs with prices and costs, and their sums in its file', async () => {
    const id = await makeCall('inbound', '+442079460101', 90);
    const leg = { number: '+442079460000', device: TRUNK, answerAt: Date.parse(AT) + 5000, seconds: 61 };
    await sql`update calls set onward = ${JSON.stringify([leg])}, rating_due = true where id = ${id}`.execute(
      server.deps.db,
    );
    await settle();
    const { price, cost, onward } = await one(id);
    expect([price.amount, cost.amount, onward]).toMatchObject([
      '0.00',
      '0.00',
      [
        {
          ...{ destination: { raw: '+442079460000', country: 'GB' }, seconds: 61 },
          price: { amount: '0.25', prefix: '44', billedSeconds: 120 },
          // Two minutes at nine, since the test above.
          cost: { amount: '18.00', prefix: '4420', margin: '-17.75' },
        },
      ],
    ]);
    expect(onward[0].price.steps.map((step: { kind: string }) => step.kind)).toContain('increments');
    const file = (await server.call(admin, 'GET', '/reports/cdr?format=csv&direction=inbound')).text;
    expect(file).toContain(',0.25,USD,18.00,USD,-17.75\r\n');
    const own = async () =>
      (await server.call(world.a.tokens['customer-admin'] ?? '', 'GET', `/reports/cdr/${id}`)).body.onward;
    expect(await own()).toMatchObject([{ price: { amount: '***' }, cost: null }]);
    await server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, { showPrices: true });
    expect(await own()).toMatchObject([{ price: { amount: '0.25' }, cost: null }]);
  });
});

describe('users of a customer', () => {
  const TOLD = new Set(['cost', 'margin', 'costs', 'otherCosts', 'unknownCalls', 'costCurrency', 'carrierCount']);
  const told = (value: unknown, path = ''): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => {
      const empty = inner === null || (Array.isArray(inner) && inner.length === 0);
      if (key === 'steps') return [];
      return TOLD.has(key) && !empty ? [`${path}.${key}`] : told(inner, `${path}.${key}`);
    });
  };
  /** Returns every GET route without an id, and the routes of the call. */
  const paths = async (): Promise<string[]> => {
    const read = (await contractRoutes()).filter(({ method, path }) => method === 'GET' && !path.includes(':'));
    return [...read.map(({ path }) => path), `/reports/cdr/${ids['city']}`, `/reports/billing?${MARCH}`];
  };

  it('get no cost and no margin from any GET route', async () => {
    const all = await paths();
    expect(all.length).toBeGreaterThan(40);
    let seen = 0;
    for (const path of all)
      for (const role of CUSTOMER_ROLES) {
        const { status, body } = await server.call(world.a.tokens[role] ?? '', 'GET', path);
        if (status === 200) seen += 1;
        expect([role, path, told(body)]).toEqual([role, path, []]);
      }
    expect(seen).toBeGreaterThan(40);
    // Platform staff get the value, so the check would detect it.
    expect(told(await one(ids['city']!))).toEqual(['.cost']);
  });

  it('find neither in their files', async () => {
    const own = world.a.tokens['customer-admin'] ?? '';
    const headings = encodeURIComponent(Array.from({ length: 21 }, (_, n) => `H${n}`).join('\n'));
    const { status, text } = await server.call(own, 'GET', `/reports/cdr?format=csv&headings=${headings}`);
    expect([status, text.split('\r\n')[0]?.endsWith('H17')]).toEqual([200, true]);
    expect(text).not.toContain('0.0315');
  });

  it('have no role that permits it, and row-level security hides the rows', async () => {
    const everything = [{ action: 'manage', resource: 'all' }] as const;
    expect(can(everything, 'read', 'plan')).toBe(true);
    const caller = (customerId: string | null, reach: string) =>
      ({ customerId, reach, abilities: everything }) as unknown as Caller;
    expect(seesCosts(caller(null, 'platform'))).toBe(true);
    for (const reach of ['platform', 'subtree', 'customer', 'team', 'own'])
      expect(seesCosts(caller(world.a.customerId, reach)), reach).toBe(false);
    const walled = withRowSecurity(server.deps.db, { customerId: world.a.customerId });
    for (const table of ['call_costs', 'plan_carriers']) {
      const rows = async (db: typeof walled) => (await sql`select 1 from ${sql.table(table)}`.execute(db)).rows.length;
      expect([table, (await rows(server.deps.db)) > 0, await rows(walled)]).toEqual([table, true, 0]);
    }
    const clerk = world.platform['billing'] ?? '';
    expect((await server.call(clerk, 'GET', `/reports/cdr/${ids['city']}`)).body.cost.amount).toBe('0.0315');
  });
});
