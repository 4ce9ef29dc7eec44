// An inbound call that is forwarded to an outside number has two billed legs: each has its own price, uses its own included
// minutes and is on the invoice. Both are re-rated or none. Numbers dialled in national format are rated as international numbers.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/db/new-id.ts';
import { openTestDb } from '../platform/db/testing/test-database.ts';
import type { TestDb } from '../platform/db/testing/test-database.ts';
import { callsOf } from './annex-queries.ts';
import { draftInvoices } from './draft-invoice.ts';
import { finaliseDraft } from './finish-invoice.ts';
import { linesOf, lockCustomer } from './invoice-queries.ts';
import { inTransaction } from './queries.ts';
import { rateDue } from './rate-due.ts';
import { rerate } from './call-price/rerate.ts';
import { FROM, TO, givePlan, insertCalls, makeCustomer, makePlan } from './testing/month-of-calls.ts';
import { concludeAgain } from './testing/conclude-again.ts';

let test: TestDb;
let planId: string;
let customerId: string;
const id = newId();
const AT = FROM + 3_600_000;

const forward = (...legs: readonly (readonly [number: string, after: number, seconds: number])[]) =>
  concludeAgain(test.db, id, {
    onward: legs.map(([number, after, seconds]) => ({
      ...{ number, device: 'PJSIP/trunk.one', answerAt: AT + after * 1000, seconds },
    })),
  });
const prices = async () =>
  (
    await sql<{ leg: number; direction: string; prefix: string; billed: number; amount: string }>`
      select leg, direction, prefix, billed_seconds as billed, trim_scale(amount)::text as amount
      from call_ratings where call_id = ${id} order by leg`.execute(test.db)
  ).rows.map((row) => Object.values(row).join(' '));
const included = async () =>
  (await sql<{ n: number }>`select coalesce(sum(used_seconds), 0)::integer as n from allowance_uses`.execute(test.db))
    .rows[0]?.n;

beforeAll(async () => {
  test = await openTestDb();
  planId = await makePlan(test.db, 'Office');
  customerId = await makeCustomer(test.db, 'onward');
  await givePlan(test.db, customerId, planId, '2026-10-10T09:00:00Z');
  await sql`insert into invoice_issuers (id, name, legal_name, is_default)
    values (${newId()}, 'Vega Telecom', 'Vega Telecom Ltd', true)`.execute(test.db);
  await insertCalls(test.db, customerId, [
    { id, direction: 'inbound', destination: '+97277123450', answerAt: AT, seconds: 130 },
  ]);
}, 60_000);
afterAll(() => test?.close());

describe('a forwarded call', () => {
  it('has a price for the inbound and the outbound leg', async () => {
    await forward(['447700900123', 10, 61]);
    expect(await rateDue(test.db, null)).toBe(1);
    // In: 3 minutes at 0.007001 = 0.021003. Out: 60 s and 1 s at 0.210007 per minute = 0.21350711…
    expect(await prices()).toEqual(['0 inbound 97277 180 0.021', '1 outbound 447 61 0.2135']);
    expect(await included()).toBe(0);
  });

  it('to two numbers has three legs and returns the allowance of a leg that is removed later', async () => {
    await forward(['447700900123', 10, 61], ['+97231234567', 80, 50]);
    expect(await rateDue(test.db, null)).toBe(1);
    expect(await prices()).toEqual(['0 inbound 97277 180 0.021', '1 outbound 447 61 0.2135', '2 outbound 972 60 0']);
    expect(await included()).toBe(60);
    await forward(['447700900123', 10, 61]);
    await rateDue(test.db, null);
    expect([await included(), (await prices()).length]).toEqual([0, 2]);
    expect(await rateDue(test.db, null)).toBe(0);
  });

  it('is re-rated as a whole and appears on the invoice with both legs, each with its number', async () => {
    await sql`update rates set rate_per_minute = 0.3 where plan_id = ${planId} and prefix = '447'`.execute(test.db);
    const scope = { customerId, from: new Date(FROM), to: new Date(TO) };
    // 61 s at 0.30 per minute: 0.305.
    expect(await rerate(test.db, scope, null, true)).toMatchObject({
      ...{ calls: 1, changed: 1 },
      totals: [{ currency: 'ILS', before: '0.2345', after: '0.326', difference: '0.0915' }],
    });
    await rerate(test.db, scope, null, false);
    const paper = await inTransaction(test.db, async (tx) => {
      const days = { firstDay: '2026-11-01', endDay: '2026-12-01' };
      return (await draftInvoices(tx, (await lockCustomer(tx, customerId))!, days, 'billing'))[0]!;
    });
    const usage = (await linesOf(test.db, paper)).filter((line) => line.kind === 'usage');
    expect(usage.map(({ detail, net }) => [detail['direction'], detail['calls'], Number(net)])).toEqual([
      ['inbound', 1, 0.02],
      ['outbound', 1, 0.31],
    ]);
    await inTransaction(test.db, (tx) => finaliseDraft(tx, paper, { by: 'billing', at: new Date(TO + 1) }));
    const annex = [];
    for await (const rows of callsOf(test.db, { invoiceId: paper })) annex.push(...rows);
    expect(annex.map((row) => [row.direction, row.destination])).toEqual([
      ['inbound', '+97277123450'],
      ['outbound', '447700900123'],
    ]);
    // Prices on a final invoice do not change with later updates of the call.
    await forward();
    expect([await rateDue(test.db, null), (await prices()).length]).toEqual([0, 2]);
    expect(await rerate(test.db, scope, null, false)).toMatchObject({ calls: 0, invoiced: 2 });
  });
});

describe('a number dialed in local format', () => {
  it("is rated as the full number in the customer's country and area", async () => {
    await sql`update customers set country = 'GB', default_area_code = '20' where id = ${customerId}`.execute(test.db);
    const local = newId();
    await insertCalls(test.db, customerId, [
      { id: local, direction: 'outbound', destination: '79460958', answerAt: AT + 600_000, seconds: 60 },
    ]);
    await rateDue(test.db, 'IL');
    const { rows } = await sql`select status, prefix, trim_scale(amount)::text as amount from call_ratings
      where call_id = ${local}`.execute(test.db);
    expect(rows).toEqual([{ status: 'rated', prefix: '44', amount: '0.1399' }]);
  });
});
