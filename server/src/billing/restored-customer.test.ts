// A customer who is deleted loses the plan, so calls that are stored then have no rate. Restoring the customer rates them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { newId } from '../platform/db/new-id.ts';
import { startTwins } from '../testing/start-twins.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { rateDue } from './rate-due.ts';
import { FROM, givePlan, insertCalls, makePlan } from './testing/month-of-calls.ts';

let server: TestConsole;
let admin: string;
beforeAll(async () => {
  const twins = await startTwins();
  ({ server } = twins);
  admin = twins.world.platform['administrator'] ?? '';
});
afterAll(() => server.close());

const ask = async (method: string, path: string, body?: object) => {
  const answer = await server.call(admin, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};

it('rates the calls that were stored while their customer was deleted', async () => {
  const { db } = server.deps;
  const { id: customerId } = await ask('POST', '/customers', { code: 'back', name: 'Back Ltd', currency: 'ILS' });
  await givePlan(db, customerId, await makePlan(db, 'Restored'), new Date(FROM).toISOString());
  await ask('DELETE', `/customers/${customerId}`);

  const [before, since] = [newId(), newId()];
  const made = { direction: 'outbound', destination: '+447700900123', seconds: 60 } as const;
  await insertCalls(db, customerId, [
    { ...made, id: before, answerAt: FROM - 1000 },
    { ...made, id: since, answerAt: FROM + 1000 },
  ]);
  await rateDue(db, null);
  const ratings = async () => {
    const { rows } = await sql<{ id: string; status: string }>`
      select call_id as id, status from call_ratings where customer_id = ${customerId}`.execute(db);
    return Object.fromEntries(rows.map(({ id, status }) => [id, status]));
  };
  expect(await ratings()).toEqual({ [before]: 'unrated', [since]: 'unrated' });
  const [kept] = (await ask('GET', `/deleted?rowId=${customerId}`)).data;
  await ask('POST', `/deleted/${kept.id}/restore`);
  await expect.poll(async () => (await ratings())[since], { timeout: 15_000 }).toBe('rated');
  expect((await ratings())[before]).toBe('unrated');
});
