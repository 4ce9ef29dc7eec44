// A month of random calls: what the report says equals a second calculation that shares nothing with the first, to the last
// digit; in any order of arrival, priced by several workers at once, and priced again.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingReport } from '@ringside/core/contract/billing.ts';
import { newId } from '../db/new-id.ts';
import { openTestDb } from '../db/testing/test-database.ts';
import type { TestDb } from '../db/testing/test-database.ts';
import type { Caller } from '../http/context.ts';
import { makeReport } from '../resources/billing/make-report.ts';
import { rateDue } from './rate-due.ts';
import {
  FROM,
  INCLUDED,
  givePlan,
  insertCalls,
  makeCalls,
  makeCustomer as addCustomer,
  makePlan,
  micros,
  naive,
} from './testing/month-of-calls.ts';
import type { Made } from './testing/month-of-calls.ts';

const ADMIN = { customerId: null, reach: 'platform', callcenterIds: [], abilities: [] } as unknown as Caller;

let test: TestDb;
let planId: string;

const makeCustomer = async (name: string): Promise<string> => {
  const id = await addCustomer(test.db, name);
  await givePlan(test.db, id, planId, '2026-10-10T09:00:00Z');
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
  planId = await makePlan(test.db, 'Office');
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
    const customerId = await addCustomer(test.db, 'late');
    await insertCalls(test.db, customerId, [
      { id: newId(), direction: 'outbound', destination: '+972541234567', answerAt: FROM + 1000, seconds: 60 },
    ]);
    await rateDue(test.db, null);
    expect((await reportOf(customerId)).data[0]).toMatchObject({ planId: null, unratedCalls: 1, total: '0.00' });
    await givePlan(test.db, customerId, planId, new Date(FROM).toISOString());
    expect(await rateDue(test.db, null)).toBe(1);
    expect((await reportOf(customerId)).data).toMatchObject([
      { planId, unratedCalls: 0, usage: '0.1235', fixedFees: '49.90', setupFees: '15.00', total: '65.0235' },
    ]);
  });
});
