// Tests that invoices keep their contents when call records and recordings are deleted by age.
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { deleteOldCalls } from '../calls/retain-calls.ts';
import { newId } from '../platform/db/new-id.ts';
import { noteRecordingDay } from '../calls/recordings/recording-usage-queries.ts';
import { addUpDestinations, callsOf } from './annex-queries.ts';
import { creditFinal } from './finish-invoice.ts';
import { inTransaction } from './queries.ts';
import { TERMS, makePlan } from './testing/month-of-calls.ts';
import { WHO, callAt, openPapers } from './testing/papers.ts';
import { concludeAgain } from './testing/conclude-again.ts';

const { db, draft, finalise, paperOf, linesBy, withPlan, calls, close } = await openPapers();
afterAll(close);

const NEXT_YEAR = Date.parse('2027-11-21T09:00:00Z');
const sweep = () => deleteOldCalls(db, NEXT_YEAR, (error) => expect.fail(String(error)));
const keepDays = (customerId: string, days: number) =>
  sql`update customers set cdr_retention_days = ${days} where id = ${customerId}`.execute(db);
const planWith = (name: string, item: 'concurrent_call' | 'recording_gb') =>
  makePlan(db, name, {
    ...{ ...TERMS, fixedFee: '1', setupFee: '0' },
    unitFees: [{ item, unitPrice: '2', includedQuantity: 1 }],
  });
const unitsOf = async (id: string) => (await linesBy(id)).filter((line) => line['kind'] === 'unit');

it('a final invoice lists the calls that it was issued with after rebuild, deletion and credit', async () => {
  const customerId = await withPlan('listed');
  const many = Array.from({ length: 503 }, (_, n) => callAt(61, n * 1000));
  const local = { ...callAt(60, 2_000_000), destination: '+97231234567' };
  await calls(customerId, [...many, local]);
  const id = await draft(customerId);
  const listOf = async (which: Parameters<typeof callsOf>[1], most?: number) => {
    const rows = [];
    for await (const batch of callsOf(db, which, most)) rows.push(...batch);
    return rows.map(({ at, source, destination, billedSeconds, amount }) => ({
      ...{ at: at.toISOString(), source, destination, billedSeconds, amount },
    }));
  };
  const { customerId: whose, currency, periodStart: from, periodEnd: to } = await paperOf(id);
  const drafted = await listOf({ customerId: whose, currency, from, to });
  const groups = await addUpDestinations(db, { customerId: whose, currency, from, to });
  expect(drafted).toHaveLength(504);
  expect(drafted.at(-1)).toMatchObject({ source: '101', destination: '+97231234567', amount: '0.000000' });
  await finalise(id);
  const same = async () => {
    expect(await listOf({ invoiceId: id })).toEqual(drafted);
    expect(await listOf({ invoiceId: id }, 501)).toEqual(drafted.slice(0, 501));
    expect(await addUpDestinations(db, { invoiceId: id })).toEqual(groups);
  };
  await same();
  await concludeAgain(db, many[0]!.id, { destination: '+15550100', source: '999' });
  await same();
  await keepDays(customerId, 30);
  expect(await sweep()).toBe(504);
  await same();
  await inTransaction(db, (tx) => creditFinal(tx, id, { reason: 'wrong plan', rebill: true }, WHO));
  await same();
  await expect(sql`delete from invoice_annex where invoice_id = ${id}`.execute(db)).rejects.toThrow('stay as they');
  await expect(sql`update invoice_annex set calls = '[]'`.execute(db)).rejects.toThrow('stay as they');
});

it('peak concurrency is counted with the spans of deleted calls, once each, even if records are imported again', async () => {
  const customerId = await withPlan(
    'at-once',
    '2026-10-10T09:00:00Z',
    null,
    await planWith('At once', 'concurrent_call'),
  );
  const local = Array.from({ length: 4 }, (_, n) => ({ ...callAt(60, n * 20_000), destination: '+97231234567' }));
  await calls(customerId, local);
  const expected = [{ item: 'concurrent_call', quantity: 3, billed: 2, net: '4.000000' }];
  expect(await unitsOf(await draft(customerId))).toMatchObject(expected);
  await keepDays(customerId, 1);
  expect(await sweep()).toBe(4);
  expect(await unitsOf(await draft(customerId))).toMatchObject(expected);
  await calls(customerId, local.slice(1, 2));
  expect(await unitsOf(await draft(customerId))).toMatchObject(expected);
  // No spans are kept if the customer's plan does not charge them.
  const others = await withPlan('not-at-once');
  await calls(others, [{ ...callAt(60), destination: '+97231234567' }]);
  await keepDays(others, 1);
  await sweep();
  expect((await sql`select 1 from call_spans where customer_id = ${others}`.execute(db)).rows).toEqual([]);
});

it('recording gigabytes are the average over measured days, rounded up', async () => {
  const customerId = await withPlan('sound', '2026-10-10T09:00:00Z', null, await planWith('Sound', 'recording_gb'));
  const unasked = await withPlan('silent');
  // One gigabyte of WAV is 62,500 seconds.
  const recorded = (n: number, customer = customerId) => {
    const id = newId();
    return calls(customer, [{ ...callAt(62_500, n * 1000), id, direction: 'internal', destination: '102' }]).then(() =>
      sql`update calls set recording_file = ${`${n}.wav`} where id = ${id}`.execute(db),
    );
  };
  const id = await draft(customerId);
  expect([await unitsOf(id), (await paperOf(id)).warnings]).toMatchObject([[], [{ kind: 'unmeasured-fee' }]]);
  await recorded(1);
  await recorded(2, unasked);
  // The date is in the customer's time zone: 22:30 UTC is after midnight there.
  await noteRecordingDay(db, new Date('2026-11-10T22:30:00Z'));
  for (const n of [3, 4, 5]) await recorded(n);
  await noteRecordingDay(db, new Date('2026-11-12T08:00:00Z'));
  await sql`update calls set recording_state = 'deleted', recording_state_at = now() where recording_file = '3.wav'`.execute(
    db,
  );
  await noteRecordingDay(db, new Date('2026-11-12T20:00:00Z'));
  // Outside of the month.
  await noteRecordingDay(db, new Date('2026-12-01T08:00:00Z'));
  const { rows } = await sql`select customer_id, day::text, bytes::text from recording_days order by day`.execute(db);
  expect(rows).toEqual([
    { customerId, day: '2026-11-11', bytes: '1000000044' },
    { customerId, day: '2026-11-12', bytes: '3000000132' },
    { customerId, day: '2026-12-01', bytes: '3000000132' },
  ]);
  const again = await draft(customerId);
  expect((await paperOf(again)).warnings).toEqual([]);
  expect(await unitsOf(again)).toMatchObject([{ item: 'recording_gb', quantity: 3, billed: 2, net: '4.000000' }]);
});
