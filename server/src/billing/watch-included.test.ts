// Tests notifications about used-up allowances, once per period and only if the plan requests them.
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openPapers, callAt } from './testing/papers.ts';
import { FROM, makePlan, TERMS, TO } from './testing/month-of-calls.ts';
import { newId } from '../platform/db/new-id.ts';
import { syncRoles } from '../access/role/sync-roles.ts';
import { watchIncluded } from './watch-included.ts';

const { db, withPlan, calls, close } = await openPapers();
afterAll(close);

it("notifies once per period that a plan's allowance is used up", async () => {
  await syncRoles(db);
  await sql`insert into users (id, username, email, password_hash, status, role_id)
    select ${newId()}, 'clerk', 'clerk@example.com', '', 'active', id from roles where name = 'billing'`.execute(db);
  const [allowance] = TERMS.allowances;
  const terms = {
    ...TERMS,
    allowances: [{ ...allowance!, name: 'World', seconds: 600, destinationGroups: ['world'] }],
  };
  const telling = await makePlan(db, 'Telling', { ...terms, overageAction: 'notify' });
  const silent = await makePlan(db, 'Silent', terms);
  const [told, untold] = [
    await withPlan('told', undefined, null, telling),
    await withPlan('untold', undefined, null, silent),
  ];
  let now = FROM + 2 * 3_600_000;
  const look = async () => {
    await watchIncluded({ db, bus: { publish: () => undefined }, now: () => now });
    const { rows } = await sql<{ params: { customerId: string; what: string } }>`select params from notifications
      where kind = 'included-spent'`.execute(db);
    return rows.map(({ params }) => [params.customerId, params.what]);
  };
  await calls(told, [callAt(500)]);
  expect(await look()).toEqual([]);
  await calls(told, [callAt(300, 60_000)]);
  await calls(untold, [callAt(800)]);
  expect(await look()).toEqual([[told, 'World']]);
  expect(await look()).toEqual([[told, 'World']]);
  now = TO + 3_600_000;
  expect(await look()).toEqual([[told, 'World']]);
  await calls(told, [callAt(700, TO - FROM)]);
  now += 3_600_000;
  expect(await look()).toEqual([
    [told, 'World'],
    [told, 'World'],
  ]);
});
