// A month of random calls: what the report says equals a second calculation that shares nothing with the first, to the last
// digit; in any order of arrival, priced by several workers at once, and priced again.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingReport } from '@ringside/core/contract/billing.ts';
import { PlanTerms } from '@ringside/core/contract/plans.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { openTestDb } from '../db/testing/test-database.ts';
import type { TestDb } from '../db/testing/test-database.ts';
import type { Caller } from '../http/context.ts';
import { makeReport } from '../resources/billing/make-report.ts';
import { rateDue } from './rate-due.ts';

const INCLUDED = 30_000;
const ZONE = 'Asia/Jerusalem';

const TERMS: PlanTerms = {
  ...{ billingInterval: 'month', fixedFee: '49.90', setupFee: '15', freeCredit: '0', proration: 'both', unitFees: [] },
  allowances: [
    {
      ...{ name: 'Local', kind: 'minutes', seconds: INCLUDED, calls: 0, direction: 'outbound' },
      ...{ destinationGroups: ['local'], coversConnectFee: true, carryOver: 'none', priority: 0 },
    },
  ],
  ...{ internalCalls: 'free', unratedPolicy: 'block', defaultRatePerMinute: '0', timezone: ZONE, peakHours: [] },
  ...{ roundingDecimals: 4, roundingMode: 'half_up', taxInclusive: false, overageAction: 'none' },
  ...{ maxConcurrentCalls: null, maxSubscribers: null, maxAgents: null },
} satisfies PlanTerms;

/** prefix, group, connect fee and rate in millionths, first block, next blocks. The shorter one is cheaper. */
const RATES = [
  ['outbound', '972', 'local', 50_000, 20_000, 60, 60],
  ['outbound', '9725', 'mobile', 0, 123_457, 1, 1],
  ['outbound', '44', 'world', 100_000, 39_900, 30, 6],
  ['outbound', '447', 'world', 0, 210_007, 60, 1],
  ['inbound', '97277', 'own', 0, 7_001, 60, 60],
] as const;
const text = (micros: number): string => `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`;

/** A generator of its own, so that a failure repeats itself. */
const createDice = (seed: number) => {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
};

interface Made {
  readonly id: string;
  readonly direction: 'outbound' | 'inbound' | 'internal';
  readonly destination: string;
  readonly answerAt: number | null;
  readonly seconds: number;
}

const FROM = Date.parse('2026-10-31T22:00:00Z');
const TO = Date.parse('2026-11-30T22:00:00Z');
const START = ['97231234567', '972541234567', '442071838750', '447700900123', '5999123456'];

const makeCalls = (count: number, seed: number): Made[] => {
  const dice = createDice(seed);
  return Array.from({ length: count }, () => {
    const direction = (['outbound', 'outbound', 'outbound', 'inbound', 'internal'] as const)[dice(5)]!;
    const destination =
      direction === 'internal' ? '102' : direction === 'inbound' ? '+97277123450' : `+${START[dice(START.length)]!}`;
    const answered = dice(6) > 0;
    // Some lie just outside the month of the customer's clock, though inside that of UTC.
    const at = FROM - 3_600_000 * 3 + dice((TO - FROM) / 1000 + 3 * 3600 * 2) * 1000;
    return { id: newId(), direction, destination, answerAt: answered ? at : null, seconds: answered ? dice(900) : 0 };
  });
};

const insertCalls = async (db: Db, customerId: string | null, calls: readonly Made[]): Promise<void> => {
  const rows = calls.map((c) => {
    const at = new Date(c.answerAt ?? FROM + 1000).toISOString();
    return {
      ...{ id: c.id, server_id: 1, linkedid: c.id, uniqueid: c.id, customer_id: customerId, direction: c.direction },
      ...{ status: 'answered', source: '101', source_name: '', destination: c.destination, extension: '', device: '' },
      ...{ start_at: at, answer_at: c.answerAt === null ? null : at, end_at: at, duration: c.seconds },
      ...{ wait_seconds: 0, talk_seconds: c.seconds, billable_seconds: c.seconds, recording_file: '', legs: 1 },
    };
  });
  const columns = sql.raw(Object.keys(rows[0]!).join(', '));
  await sql`insert into calls (${columns}) select ${columns}
    from json_populate_recordset(null::calls, ${JSON.stringify(rows)}::json)`.execute(db);
};

/** Second by second and cent by cent, with big numbers and nothing of the product's. */
const naive = (calls: readonly Made[]) => {
  let left = INCLUDED;
  let sum = 0n;
  let billed = 0;
  let included = 0;
  let counted = 0;
  let unrated = 0;
  const answered = calls.filter((c) => c.answerAt !== null && c.seconds > 0);
  for (const c of answered.toSorted((a, b) => a.answerAt! - b.answerAt! || (a.id < b.id ? -1 : 1))) {
    if (c.answerAt! < FROM || c.answerAt! >= TO) continue;
    counted += 1;
    if (c.direction === 'internal') continue;
    const rate = RATES.filter(([d, p]) => d === c.direction && c.destination.slice(1).startsWith(p))
      .toSorted((a, b) => a[1].length - b[1].length)
      .at(-1);
    if (rate === undefined) {
      unrated += 1;
      continue;
    }
    const [, , group, connect, perMinute, initial, increment] = rate;
    let length = initial;
    while (length < c.seconds) length += increment;
    billed += length;
    const free = group === 'local' ? Math.min(left, length) : 0;
    left -= free;
    included += free;
    let sixtieths = BigInt(perMinute) * BigInt(length - free);
    if (free < length) sixtieths += BigInt(connect) * 60n;
    // To four digits, half up.
    sum += ((sixtieths * 2n + 6000n) / 12_000n) * 100n;
  }
  return { sum, billed, included, counted, unrated };
};

const micros = (decimal: string): bigint => {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};

const ADMIN = { customerId: null, reach: 'platform', callcenterIds: [], abilities: [] } as unknown as Caller;

let test: TestDb;
let planId: string;

const makeCustomer = async (name: string): Promise<string> => {
  const id = newId();
  await sql`insert into customers (id, code, name, timezone, currency)
    values (${id}, ${name}, ${name}, ${ZONE}, 'ILS')`.execute(test.db);
  await sql`insert into customer_plans (id, customer_id, plan_id, valid_from, created_by)
    values (${newId()}, ${id}, ${planId}, '2026-10-10T09:00:00Z', 'test')`.execute(test.db);
  return id;
};

const reportOf = (customerId: string): Promise<BillingReport> =>
  makeReport(test.db, ADMIN, { customerId, from: '2026-11-01', to: '2026-12-01' });

const usedIn = async (customerId: string): Promise<number> => {
  const { rows } = await sql<{ used: number }>`select coalesce(sum(used_seconds), 0)::integer as used
    from allowance_uses where customer_id = ${customerId} and period_start = ${new Date(FROM)}`.execute(test.db);
  return rows[0]!.used;
};

beforeAll(async () => {
  test = await openTestDb();
  planId = newId();
  await sql`insert into plans (id, name, status, currency) values (${planId}, 'Office', 'active', 'ILS')`.execute(
    test.db,
  );
  await sql`insert into plan_versions (plan_id, number, valid_from, terms, created_by)
    values (${planId}, 1, '2026-01-01T00:00:00Z', ${JSON.stringify(TERMS)}::jsonb, 'test')`.execute(test.db);
  for (const [direction, prefix, group, connect, rate, initial, increment] of RATES)
    await sql`insert into rates (id, plan_id, direction, prefix, destination_name, destination_group, connect_fee,
        rate_per_minute, initial_seconds, increment_seconds, effective_from)
      values (${newId()}, ${planId}, ${direction}, ${prefix}, ${prefix}, ${group}, ${text(connect)}::numeric,
        ${text(rate)}::numeric, ${initial}, ${increment}, '1970-01-01')`.execute(test.db);
}, 60_000);
afterAll(() => test?.close());

describe('a month of calls', () => {
  it('is reported as a second, independent calculation has it', async () => {
    const customerId = await makeCustomer('month');
    const calls = makeCalls(1500, 20_261_121);
    await insertCalls(test.db, customerId, calls);
    expect(await rateDue(test.db, null, 400)).toBe(1500);
    const expected = naive(calls);
    expect(expected.included).toBe(INCLUDED);
    const report = await reportOf(customerId);
    expect(report.data).toHaveLength(1);
    const [row] = report.data;
    expect(row).toMatchObject({
      ...{ currency: 'ILS', calls: expected.counted, unratedCalls: expected.unrated, billedSeconds: expected.billed },
      ...{ allowanceSeconds: expected.included, fixedFees: '49.90', setupFees: '0.00' },
      allowances: [{ name: 'Local', included: INCLUDED, used: INCLUDED, left: 0 }],
    });
    expect(micros(row!.usage)).toBe(expected.sum);
    expect(micros(row!.total)).toBe(expected.sum + 49_900_000n);
    const total = (amounts: readonly { readonly usage: string }[]): bigint =>
      amounts.reduce((sum, { usage }) => sum + micros(usage), 0n);
    expect(total(report.groups)).toBe(expected.sum);
    expect(total(report.days)).toBe(expected.sum);
    expect(total(report.totals)).toBe(expected.sum);
    expect(report.waiting).toBe(0);
  });

  it('costs the same when it is priced again', async () => {
    const customerId = await makeCustomer('again');
    const calls = makeCalls(300, 7);
    await insertCalls(test.db, customerId, calls);
    await rateDue(test.db, null);
    const first = await reportOf(customerId);
    await sql`update calls set rating_due = true where customer_id = ${customerId}`.execute(test.db);
    expect(await rateDue(test.db, null)).toBe(300);
    expect(await reportOf(customerId)).toEqual(first);
  });
});

describe('a call that is concluded again', () => {
  const call = (seconds: number): Made => ({
    ...{ id: newId(), direction: 'outbound', destination: '+97231234567', answerAt: FROM + 5_000_000, seconds },
  });
  const set = (id: string, column: 'billable_seconds' | 'legs', value: number) =>
    sql`update calls set ${sql.raw(column)} = ${value} where id = ${id}`.execute(test.db);

  it('with the same facts stays as it is', async () => {
    const customerId = await makeCustomer('same');
    const one = call(61);
    await insertCalls(test.db, customerId, [one]);
    await rateDue(test.db, null);
    await set(one.id, 'billable_seconds', 61);
    await set(one.id, 'legs', 2);
    expect(await rateDue(test.db, null)).toBe(0);
    expect(await usedIn(customerId)).toBe(120);
  });

  it('with other facts gives back what it took, and is priced anew', async () => {
    const customerId = await makeCustomer('other');
    const one = call(INCLUDED + 1);
    await insertCalls(test.db, customerId, [one]);
    await rateDue(test.db, null);
    // One minute beyond what is included, and the connect fee.
    expect((await reportOf(customerId)).data[0]).toMatchObject({ usage: '0.07', billedSeconds: INCLUDED + 60 });
    expect(await usedIn(customerId)).toBe(INCLUDED);
    await set(one.id, 'billable_seconds', 60);
    expect(await rateDue(test.db, null)).toBe(1);
    expect((await reportOf(customerId)).data[0]).toMatchObject({ usage: '0.00', billedSeconds: 60 });
    expect(await usedIn(customerId)).toBe(60);
    await sql`update calls set customer_id = null where id = ${one.id}`.execute(test.db);
    await rateDue(test.db, null);
    expect(await usedIn(customerId)).toBe(0);
    expect((await reportOf(customerId)).data[0]).toMatchObject({ calls: 0, usage: '0.00' });
  });
});

describe('included minutes', () => {
  it('go to no two calls, however many workers price at once', async () => {
    const customerId = await makeCustomer('parallel');
    const calls = Array.from({ length: 120 }, (_, n): Made => ({
      ...{ id: newId(), direction: 'outbound', destination: '+97231234567', answerAt: FROM + n * 1000, seconds: 600 },
    }));
    await insertCalls(test.db, customerId, calls);
    const rated = await Promise.all(Array.from({ length: 6 }, () => rateDue(test.db, null, 7)));
    expect(rated.reduce((a, b) => a + b)).toBe(120);
    expect(await usedIn(customerId)).toBe(INCLUDED);
    expect((await reportOf(customerId)).data[0]).toMatchObject({
      ...{ calls: 120, allowanceSeconds: INCLUDED, billedSeconds: 72_000 },
      // 700 minutes at 0.02, and 70 connect fees.
      usage: '17.50',
    });
  });
});

describe('without a plan', () => {
  it('a call waits unrated until the plan reaches back to it', async () => {
    const customerId = newId();
    await sql`insert into customers (id, code, name, timezone, currency)
      values (${customerId}, 'late', 'late', ${ZONE}, 'ILS')`.execute(test.db);
    await insertCalls(test.db, customerId, [
      { id: newId(), direction: 'outbound', destination: '+972541234567', answerAt: FROM + 1000, seconds: 60 },
    ]);
    await rateDue(test.db, null);
    expect((await reportOf(customerId)).data[0]).toMatchObject({ planId: null, unratedCalls: 1, total: '0.00' });
    await sql`insert into customer_plans (id, customer_id, plan_id, valid_from, created_by)
      values (${newId()}, ${customerId}, ${planId}, ${new Date(FROM)}, 'test')`.execute(test.db);
    expect(await rateDue(test.db, null)).toBe(1);
    expect((await reportOf(customerId)).data).toMatchObject([
      { planId, unratedCalls: 0, usage: '0.1235', fixedFees: '49.90', setupFees: '15.00', total: '65.0235' },
    ]);
  });
});
