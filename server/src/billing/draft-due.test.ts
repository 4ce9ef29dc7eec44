import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDb } from '../platform/db/testing/test-database.ts';
import type { TestDb } from '../platform/db/testing/test-database.ts';
import { draftDue, endedSince } from './draft-due.ts';
import { insertCalls, givePlan, makeCalls, makeCustomer, makePlan } from './testing/month-of-calls.ts';
import { rateDue } from './rate-due.ts';

describe('ended periods', () => {
  const ended = (since: string, now: string, timezone: string, interval: 'month' | 'week' = 'month', count = 1) =>
    endedSince({ customerId: '', timezone, since: new Date(since), interval, count, day: 1 }, Date.parse(now)).map(
      (p) => p.firstDay,
    );
  it.each([
    ['not before the month is', '2026-11-10T00:00:00Z', '2026-11-30T21:59:00Z', 'Asia/Jerusalem', []],
    ['nor within the hour after it', '2026-11-10T00:00:00Z', '2026-11-30T22:30:00Z', 'Asia/Jerusalem', []],
    ['east of UTC it is over early', '2026-11-10T00:00:00Z', '2026-11-30T23:01:00Z', 'Asia/Jerusalem', ['2026-11-01']],
    ['west of UTC it is not yet', '2026-11-10T00:00:00Z', '2026-12-01T01:00:00Z', 'America/New_York', []],
    [
      'what was missed is made up for',
      '2026-09-10T00:00:00Z',
      '2026-12-05T00:00:00Z',
      'UTC',
      ['2026-09-01', '2026-10-01', '2026-11-01'],
    ],
  ])('%s', (_, since, now, zone, days) => expect(ended(since, now, zone)).toEqual(days));
  it('can be weeks', () => {
    const weeks = ended('2026-11-10T00:00:00Z', '2026-11-24T00:00:00Z', 'UTC', 'week');
    expect(weeks).toEqual(['2026-11-09', '2026-11-16']);
  });
  it('can span several months', () => {
    expect(ended('2026-08-10T00:00:00Z', '2027-01-02T00:00:00Z', 'UTC', 'month', 3)).toEqual([
      '2026-07-01',
      '2026-10-01',
    ]);
  });
});

describe('the schedule', () => {
  let test: TestDb;
  beforeAll(async () => {
    test = await openTestDb();
  }, 60_000);
  afterAll(() => test?.close());

  it('drafts each period once for scheduled customers, when all calls are rated', async () => {
    const { db } = test;
    const plan = await makePlan(db, 'Office');
    const ids = [];
    for (const name of ['one', 'two', 'by-hand']) {
      const id = await makeCustomer(db, name);
      await givePlan(db, id, plan, '2026-10-10T09:00:00Z');
      if (name !== 'by-hand')
        await sql`insert into billing_accounts (customer_id, scheduled, scheduled_since)
          values (${id}, true, '2026-11-10T00:00:00Z')`.execute(db);
      ids.push(id);
    }
    await insertCalls(db, ids[0]!, makeCalls(20, 3));
    const errors: unknown[] = [];
    const run = () => draftDue(db, Date.parse('2026-12-01T00:00:00Z'), (error) => errors.push(error));
    // The first customer waits for its calls.
    expect(await run()).toBe(1);
    await rateDue(db, null);
    expect((await Promise.all([run(), run(), run()])).reduce((a, b) => a + b)).toBe(1);
    expect(await run()).toBe(0);
    const { rows } = await sql<{ customerId: string }>`select customer_id from invoices`.execute(db);
    expect(rows.map((row) => row.customerId).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    // Discarded drafts are not created again.
    await sql`update invoices set status = 'void'`.execute(db);
    expect(await run()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('continues with a changed billing day where the previous period ended, and skips customers without billing', async () => {
    const { db } = test;
    const plan = await makePlan(db, 'Turning');
    const [id, free] = [await makeCustomer(db, 'turning'), await makeCustomer(db, 'free')];
    for (const one of [id, free]) {
      await givePlan(db, one, plan, '2026-08-10T09:00:00Z');
      await sql`insert into billing_accounts (customer_id, scheduled, scheduled_since)
        values (${one}, true, '2026-10-20T00:00:00Z')`.execute(db);
    }
    await sql`update billing_accounts set billing_method = 'none' where customer_id = ${free}`.execute(db);
    const run = (now: string) => draftDue(db, Date.parse(now), (error) => expect.fail(String(error)));
    const periods = async () => {
      const { rows } = await sql<{ days: string }>`select first_day::text || ' ' || end_day::text as days from invoices
        where customer_id = any(${[id, free]}::uuid[]) order by period_start`.execute(db);
      return rows.map((row) => row.days);
    };
    await run('2026-11-02T00:00:00Z');
    expect(await periods()).toEqual(['2026-10-01 2026-11-01']);
    await sql`update billing_accounts set invoice_interval = 'quarter', invoice_day = 15 where customer_id = ${id}`.execute(
      db,
    );
    await run('2027-01-16T00:00:00Z');
    expect(await periods()).toEqual(['2026-10-01 2026-11-01', '2026-11-01 2027-01-15']);
    await run('2027-01-17T00:00:00Z');
    expect(await periods()).toHaveLength(2);
  });
});
