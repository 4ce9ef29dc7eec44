// Tests that the bulk import stores the same rows and amounts as the regular path.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Leg } from '@ringside/core/asterisk/leg.ts';
import { rateDue, priceImported } from '../billing/rate-due.ts';
import { FROM, givePlan, makeCustomer, makePlan } from '../billing/testing/month-of-calls.ts';
import type { Db } from '../platform/db/connect.ts';
import { openTestDb } from '../platform/db/testing/test-database.ts';
import type { TestDb } from '../platform/db/testing/test-database.ts';
import { createOwners } from '../live/owners.ts';
import type { Owners } from '../live/owners.ts';
import { storeLegs } from './conclude.ts';
import type { ServerLeg } from './queries.ts';
import { createImportWriter } from './store-imported.ts';
import type { PriceCalls } from './store-imported.ts';

let test: TestDb;
let owners: Owners;
const price = priceImported(null);

const leg = (call: number, part: Partial<Leg> = {}): ServerLeg => {
  const startAt = FROM + 86_400_000 + call * 1000;
  const billableSeconds = 30 + call;
  return {
    ...{ serverId: 1, linkedid: `1.${call}`, uniqueid: `1.${call}`, sequence: call * 2, accountCode: 'acme' },
    ...{ peerAccount: '', tenantId: '', source: '101', destination: '+97231234567', context: 'acme-out' },
    ...{ callerId: '"Ann \\ Archer" <101>', channel: 'PJSIP/acme-101-00000001', lastApplication: 'Dial' },
    ...{ destinationChannel: 'PJSIP/carrier-00000002', lastData: 'PJSIP/1@carrier,30,t{"}', userField: '' },
    ...{ startAt, answerAt: startAt + 4123, endAt: startAt + 4123 + billableSeconds * 1000 },
    ...{ duration: billableSeconds + 4, billableSeconds, disposition: 'ANSWERED', recordingFile: '' },
    ...part,
  };
};
const LEGS = Array.from({ length: 60 }, (_, call) => call).flatMap((call) => [
  leg(call, call % 7 === 0 ? { answerAt: null, billableSeconds: 0, disposition: 'NO ANSWER' } : {}),
  ...(call % 5 === 0 ? [leg(call, { uniqueid: `2.${call}`, sequence: call * 2 + 1, accountCode: '' })] : []),
]);

/** Imports legs of one PBX as a single part. */
const storeImported = async (db: Db, owners: Owners, legs: readonly ServerLeg[], price?: PriceCalls) => {
  const writer = createImportWriter(db, owners, price);
  await writer.add(legs);
  await writer.end();
  return writer.stored();
};

/** Ignores calculation steps, because the remaining allowance depends on the order of rating. */
const stored = async () => {
  const { rows: legs } = await sql`select (to_jsonb(l) - 'arrived_at')::text as row from cdr_legs l order by 1`.execute(
    test.db,
  );
  const { rows: calls } = await sql<{ row: string }>`
    select (to_jsonb(c) - 'id')::text || (to_jsonb(r) - 'call_id' - 'rated_at' - 'steps')::text as row
    from calls c join call_ratings r on r.call_id = c.id order by 1`.execute(test.db);
  const { rows: uses } = await sql`select used_seconds, used_calls from allowance_uses`.execute(test.db);
  return { legs, calls, uses };
};
const due = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from calls where rating_due`.execute(test.db);
  return rows[0]!.n;
};

beforeAll(async () => {
  test = await openTestDb();
  const customerId = await makeCustomer(test.db, 'acme');
  await givePlan(test.db, customerId, await makePlan(test.db, 'Office'), '2026-10-10T09:00:00Z');
  owners = createOwners();
  const names = [
    { kind: 'account', name: 'acme' },
    { kind: 'device', name: 'acme-101' },
  ] as const;
  owners.replace({ queues: [], names: names.map((name) => ({ ...name, serverId: null, customerId })) });
}, 60_000);
afterAll(() => test?.close());
beforeEach(async () => {
  for (const table of ['call_ratings', 'calls', 'cdr_legs', 'allowance_uses']) {
    await sql`delete from ${sql.table(table)}`.execute(test.db);
  }
});

it('stores the same legs, calls and prices as the regular path', async () => {
  await storeLegs(test.db, owners, LEGS);
  await rateDue(test.db, null);
  const careful = await stored();
  expect(careful.calls).toHaveLength(60);
  expect(careful.calls.filter(({ row }) => row.includes('"status": "rated"'))).toHaveLength(53);

  for (const table of ['call_ratings', 'calls', 'cdr_legs', 'allowance_uses']) {
    await sql`delete from ${sql.table(table)}`.execute(test.db);
  }
  expect(await storeImported(test.db, owners, LEGS, price)).toEqual({ newLegs: LEGS.length, calls: 60 });
  expect(await due()).toBe(0);
  expect(await stored()).toEqual(careful);
  expect(await storeImported(test.db, owners, LEGS, price)).toEqual({ newLegs: 0, calls: 0 });
  expect(await stored()).toEqual(careful);
});

it('joins a call whose legs arrive in two parts, and rates it again', async () => {
  await storeLegs(test.db, owners, LEGS);
  await rateDue(test.db, null);
  const careful = await stored();
  for (const table of ['call_ratings', 'calls', 'cdr_legs', 'allowance_uses']) {
    await sql`delete from ${sql.table(table)}`.execute(test.db);
  }
  const cut = LEGS.findIndex((l) => l.uniqueid.startsWith('2.'));
  await storeImported(test.db, owners, [...LEGS.slice(0, cut), LEGS[0]!], price);
  await storeImported(test.db, owners, LEGS.slice(cut), price);
  await rateDue(test.db, null);
  expect(await stored()).toEqual(careful);
});

it('counts each leg once when two imports read the same file concurrently', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => storeImported(test.db, owners, LEGS, price)));
  expect(one!.newLegs + other!.newLegs).toBe(LEGS.length);
  expect((await stored()).calls).toHaveLength(60);
});

it('keeps calls whose rating fails and marks them as waiting', async () => {
  const failing = () => Promise.reject(new Error('no price'));
  expect(await storeImported(test.db, owners, LEGS, failing)).toEqual({ newLegs: LEGS.length, calls: 60 });
  expect(await due()).toBe(60);
  expect(await storeImported(test.db, owners, [])).toEqual({ newLegs: 0, calls: 0 });
});

it('writes two parts concurrently and rates them in file order, including a call in both parts', async () => {
  await storeLegs(test.db, owners, LEGS);
  await rateDue(test.db, null);
  const careful = await stored();
  for (const table of ['call_ratings', 'calls', 'cdr_legs', 'allowance_uses']) {
    await sql`delete from ${sql.table(table)}`.execute(test.db);
  }
  const priced: number[] = [];
  const writer = createImportWriter(test.db, owners, async (tx, calls) => {
    // Delays the first part.
    if (priced.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    priced.push(...calls.map((call) => call.startAt));
    await price(tx, calls);
  });
  for (let from = 0; from < LEGS.length; from += 7) await writer.add(LEGS.slice(from, from + 7));
  await writer.end();
  expect(writer.stored().newLegs).toBe(LEGS.length);
  await rateDue(test.db, null);
  expect(priced).toEqual(priced.toSorted((a, b) => a - b));
  expect(await stored()).toEqual(careful);
});

it('assigns an unowned call to its current owner when the file is imported again', async () => {
  const nobody: typeof owners = { ...owners, ofChannel: () => ({ customerId: null, callcenterId: null }) };
  const foreign = LEGS.map((l) => ({ ...l, channel: l.channel.replace('acme-', 'x') }));
  await storeImported(test.db, nobody, foreign, price);
  const owned = async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::integer as n from calls where customer_id is not null`.execute(test.db);
    return rows[0]!.n;
  };
  expect(await owned()).toBe(0);
  expect(await storeImported(test.db, nobody, foreign, price)).toEqual({ newLegs: 0, calls: 0 });
  expect(await storeImported(test.db, owners, foreign, price)).toEqual({ newLegs: 0, calls: 60 });
  expect(await owned()).toBe(60);
  expect(await due()).toBe(60);
});
