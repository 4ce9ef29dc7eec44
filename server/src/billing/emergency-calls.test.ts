// Tests emergency calls with a plan that blocks numbers without a rate: they cost zero and are always rated.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../platform/db/new-id.ts';
import { openTestDb } from '../platform/db/testing/test-database.ts';
import type { TestDb } from '../platform/db/testing/test-database.ts';
import { rateDue } from './rate-due.ts';
import { FROM, givePlan, insertCalls, makeCustomer, makePlan } from './testing/month-of-calls.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
}, 60_000);
afterAll(() => test?.close());

it('rates calls to emergency numbers of the country at zero, and other short numbers by the plan', async () => {
  const { db } = test;
  const customerId = await makeCustomer(db, 'clinic');
  await sql`update customers set country = 'IL' where id = ${customerId}`.execute(db);
  const planId = await makePlan(db, 'Office');
  await givePlan(db, customerId, planId, '2026-10-10T09:00:00Z');
  // Blocked and expensive prefixes that emergency numbers start with.
  await sql`update rates set prefix = '10' where plan_id = ${planId} and prefix = '44'`.execute(db);
  await sql`update rates set prefix = '11', blocked = true where plan_id = ${planId} and prefix = '447'`.execute(db);
  const made = (destination: string, n: number) => ({
    ...{ id: newId(), direction: 'outbound' as const, destination },
    ...{ answerAt: FROM + n * 3_600_000, seconds: 61 },
  });
  await insertCalls(
    db,
    customerId,
    ['112', '101', '999'].map((number, n) => made(number, n + 1)),
  );
  expect(await rateDue(db, 'IL')).toBe(3);
  const { rows } = await sql<{ destination: string; status: string; amount: string; step: string }>`
    select c.destination, r.status, trim_scale(r.amount)::text as amount, r.steps -> 0 ->> 'kind' as step
    from call_ratings r join calls c on c.id = r.call_id order by c.start_at`.execute(db);
  expect(rows).toEqual([
    { destination: '112', status: 'rated', amount: '0', step: 'emergency-free' },
    { destination: '101', status: 'rated', amount: '0', step: 'emergency-free' },
    { destination: '999', status: 'unrated', amount: '0', step: 'no-rate' },
  ]);
});
