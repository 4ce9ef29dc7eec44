// Tests that calls that wait for rating add an outbox entry in the transaction that stores them.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { concludeAgain } from '../billing/testing/conclude-again.ts';
import { rateDue } from '../billing/rate-due.ts';
import { FROM, givePlan, insertCalls, makeCustomer, makePlan } from '../billing/testing/month-of-calls.ts';
import { newId } from '../platform/db/new-id.ts';
import { openTestDb } from '../platform/db/testing/test-database.ts';
import type { TestDb } from '../platform/db/testing/test-database.ts';

let test: TestDb;
let customerId = '';
const id = newId();
beforeAll(async () => {
  test = await openTestDb();
  customerId = await makeCustomer(test.db, 'waits');
  const call = { id, direction: 'outbound', destination: '+447700900123', answerAt: FROM + 1000, seconds: 60 } as const;
  await insertCalls(test.db, customerId, [call]);
  await concludeAgain(test.db, id, { status: 'answered' });
});
afterAll(() => test.close());
beforeEach(async () => {
  await rateDue(test.db, null);
  await test.db.deleteFrom('outbox').execute();
});

const isDue = async (): Promise<readonly [due: boolean, entries: number]> => {
  const { rows } = await sql<{ due: boolean; n: number }>`select rating_due as due,
    (select count(*)::integer from outbox where topic = 'calls-to-rate') as n from calls where id = ${id}`.execute(
    test.db,
  );
  return [rows[0]!.due, rows[0]!.n];
};

const START = new Date(FROM).getTime();
it.each([
  ['customer', { customerId: null }],
  ['direction', { direction: 'inbound' }],
  ['source', { source: '102' }],
  ['destination', { destination: '+447700900124' }],
  ['answer', { answerAt: START + 2000 }],
  ['connection', { connectedAt: START + 3000 }],
  ['start', { startAt: START + 500 }],
  ['billed seconds', { billableSeconds: 61 }],
  ['trunk', { trunk: 'PJSIP/carrier' }],
  ['legs out', { onward: [{ number: '44', device: 'PJSIP/carrier', answerAt: START, seconds: 5 }] }],
] as const)('a change of %s marks the call for rating', async (_fact, change) => {
  await concludeAgain(test.db, id, change);
  expect(await isDue()).toEqual([true, 1]);
});

it('a change of columns without effect on the price does not mark the call', async () => {
  await concludeAgain(test.db, id, { status: 'failed', agentName: 'Ann', recordingFile: 'x.wav', talkSeconds: 3 });
  expect(await isDue()).toEqual([false, 0]);
});

it('a new plan marks the calls since its start for rating', async () => {
  await concludeAgain(test.db, id, { customerId });
  await rateDue(test.db, null);
  await test.db.deleteFrom('outbox').execute();
  await givePlan(test.db, customerId, await makePlan(test.db, 'Later'), new Date(FROM + 3_600_000).toISOString());
  expect((await isDue())[0]).toBe(false);
  await givePlan(test.db, customerId, await makePlan(test.db, 'Now'), new Date(FROM).toISOString());
  expect((await isDue())[0]).toBe(true);
});
