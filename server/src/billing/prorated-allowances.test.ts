// Tests included minutes of a plan held for part of a month, and of two plans in one month.
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/db/new-id.ts';
import { makePlan, givePlan, TERMS, ZONE } from './testing/month-of-calls.ts';
import type { Made } from './testing/month-of-calls.ts';
import { openPapers } from './testing/papers.ts';
import { rateDue } from './rate-due.ts';
import { inTransaction } from './queries.ts';
import { endPlans, rateAgain } from './rate-again-queries.ts';

const { db, withPlan, calls, draft, linesBy, close } = await openPapers();
afterAll(close);

const plan = (name: string, changes: Partial<typeof TERMS> = {}) =>
  makePlan(db, name, { ...TERMS, allowances: TERMS.allowances.map((a) => ({ ...a, seconds: 600 })), ...changes });
/** Returns a call to an included number at noon on a day of November. */
const minuteOn = (day: number, minutes = 1): Made => ({
  ...{ id: newId(), direction: 'outbound', destination: '+97231234567' },
  ...{ answerAt: Date.parse(`2026-11-${String(day).padStart(2, '0')}T10:00:00Z`), seconds: minutes * 60 },
});
/** Midnight in the customer's time zone. */
const dayOf = (day: string): string => `${day}T00:00:00+02:00`;
/** Ends the plan like an assignment of another plan does. */
const endPlan = (customerId: string, until: string) =>
  inTransaction(db, async (tx) => {
    const since = await endPlans(tx, customerId, new Date(until));
    if (since !== null) await rateAgain(tx, customerId, since);
  });
const freeOf = async (customerId: string): Promise<readonly number[]> => {
  const { rows } = await sql<{ allowanceSeconds: number }>`select allowance_seconds from call_ratings
    where customer_id = ${customerId} order by at, call_id`.execute(db);
  return rows.map((row) => row.allowanceSeconds);
};
const included = async (id: string) =>
  (await linesBy(id))
    .filter(({ kind }) => kind === 'allowance')
    .map(({ planName, included: of, used, left }) => [planName, of, used, left]);

describe('included minutes', () => {
  it('are prorated by days: 600 s become 300 s from November 16', async () => {
    expect(ZONE).toBe('Asia/Jerusalem');
    const part = await withPlan('part', dayOf('2026-11-16'), null, await plan('Part'));
    await calls(part, [minuteOn(17, 4), minuteOn(18, 4)]);
    expect(await freeOf(part)).toEqual([240, 60]);
    expect(await included(await draft(part))).toEqual([['Part', 300, 300, 0]]);
  });

  it('are complete if the plan has no proration', async () => {
    const none = await withPlan('none', dayOf('2026-11-16'), null, await plan('None', { proration: 'none' }));
    await calls(none, [minuteOn(17, 9)]);
    expect(await freeOf(none)).toEqual([540]);
    const start = await withPlan(
      'start',
      dayOf('2026-10-01'),
      dayOf('2026-11-16'),
      await plan('Start', { proration: 'additions' }),
    );
    await calls(start, [minuteOn(10, 9)]);
    expect(await freeOf(start)).toEqual([540]);
  });

  it('are shared by two plans in one month, and earlier calls are re-rated after the change', async () => {
    const [first, second] = [await plan('First'), await plan('Second')];
    const customerId = await withPlan('changes', '2026-10-01T00:00:00+03:00', null, first);
    await calls(customerId, [minuteOn(3, 4), minuteOn(10, 5), minuteOn(20, 4), minuteOn(21, 4)]);
    expect(await freeOf(customerId)).toEqual([240, 300, 60, 0]);
    await endPlan(customerId, dayOf('2026-11-16'));
    await givePlan(db, customerId, second, dayOf('2026-11-16'));
    await rateDue(db, null);
    expect(await freeOf(customerId)).toEqual([240, 60, 240, 60]);
    expect(await included(await draft(customerId))).toEqual([
      ['First', 300, 300, 0],
      ['Second', 300, 300, 0],
    ]);
  });

  it('used by hundreds of calls are reassigned in order when a plan ends', async () => {
    const many = await plan('Many', { allowances: TERMS.allowances.map((a) => ({ ...a, seconds: 72_000 })) });
    const customerId = await withPlan('many', '2026-10-01T00:00:00+03:00', null, many);
    const start = Date.parse('2026-11-02T10:00:00Z');
    await calls(
      customerId,
      Array.from({ length: 1200 }, (_, n) => ({ ...minuteOn(2), answerAt: start + n * 1000 })),
    );
    expect(new Set(await freeOf(customerId))).toEqual(new Set([60]));
    await endPlan(customerId, dayOf('2026-11-16'));
    await rateDue(db, null);
    const free = await freeOf(customerId);
    expect([free.slice(0, 600), free.slice(600)].map((half) => [...new Set(half)])).toEqual([[60], [0]]);
  });
});
