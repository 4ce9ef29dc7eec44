// Tests a month of random calls: the report equals an independent calculation exactly, in any order of arrival, with concurrent workers,
// and after re-rating.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingReport } from '@ringside/core/contract/billing/billing-report.ts';
import { newId } from '../platform/db/new-id.ts';
import { openTestDb } from '../platform/db/testing/test-database.ts';
import type { TestDb } from '../platform/db/testing/test-database.ts';
import type { Caller } from '../platform/caller/caller.ts';
import { makeReport } from './billing-report/make-report.ts';
import { draftInvoices } from './draft-invoice.ts';
import { finaliseDraft } from './finish-invoice.ts';
import { linesOf, lockCustomer } from './invoice-queries.ts';
import { lockPaper } from './paper-queries.ts';
import { inTransaction } from './queries.ts';
import { rateDue } from './rate-due.ts';
import {
  FROM,
  INCLUDED,
  TERMS,
  givePlan,
  insertCalls,
  makeCalls,
  makeCustomer as addCustomer,
  makePlan,
  micros,
  naive,
} from './testing/month-of-calls.ts';
import type { Made } from './testing/month-of-calls.ts';
import { concludeAgain } from './testing/conclude-again.ts';

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
  await sql`insert into invoice_issuers (id, name, legal_name, is_default)
    values (${newId()}, 'Vega Telecom', 'Vega Telecom Ltd', true)`.execute(test.db);
}, 60_000);
afterAll(() => test?.close());

describe('a month of calls', () => {
  it('has the figures of a second, independent calculation', async () => {
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
    // Half a cent rounds up, per line.
    const coins = [...expected.groups.values()].reduce((sum, of) => sum + (of.sum + 5000n) / 10_000n, 4990n);
    expect([micros(row!.net), row!.tax, micros(row!.total)]).toEqual([coins * 10_000n, '0.00', coins * 10_000n]);
    const total = (amounts: readonly { readonly usage: string }[]): bigint =>
      amounts.reduce((sum, { usage }) => sum + micros(usage), 0n);
    expect(total(report.groups)).toBe(expected.sum);
    expect(total(report.days)).toBe(expected.sum);
    expect(total(report.totals)).toBe(expected.sum);
    expect(report.waiting).toBe(0);
  });

  it('has the same cost after re-rating', async () => {
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

describe('a call that is rebuilt', () => {
  const call = (seconds: number): Made => ({
    ...{ id: newId(), direction: 'outbound', destination: '+97231234567', answerAt: FROM + 5_000_000, seconds },
  });
  it('stays unchanged with the same values', async () => {
    const customerId = await makeCustomer('same');
    const one = call(61);
    await insertCalls(test.db, customerId, [one]);
    await rateDue(test.db, null);
    await concludeAgain(test.db, one.id, { billableSeconds: 61 });
    await concludeAgain(test.db, one.id, { legs: 2 });
    expect(await rateDue(test.db, null)).toBe(0);
    expect(await usedIn(customerId)).toBe(120);
  });

  it('returns its allowance and is rated again with other values', async () => {
    const customerId = await makeCustomer('other');
    const one = call(INCLUDED + 1);
    await insertCalls(test.db, customerId, [one]);
    await rateDue(test.db, null);
    // One minute beyond the allowance, and the connect fee.
    expect((await reportOf(customerId)).data[0]).toMatchObject({ usage: '0.07', billedSeconds: INCLUDED + 60 });
    expect(await usedIn(customerId)).toBe(INCLUDED);
    await concludeAgain(test.db, one.id, { billableSeconds: 60 });
    expect(await rateDue(test.db, null)).toBe(1);
    expect((await reportOf(customerId)).data[0]).toMatchObject({ usage: '0.00', billedSeconds: 60 });
    expect(await usedIn(customerId)).toBe(60);
    await concludeAgain(test.db, one.id, { customerId: null });
    await rateDue(test.db, null);
    expect(await usedIn(customerId)).toBe(0);
    expect((await reportOf(customerId)).data[0]).toMatchObject({ calls: 0, usage: '0.00' });
  });
});

describe('included minutes', () => {
  it('are never used by two calls, even with concurrent workers', async () => {
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

describe('the invoice of the period', () => {
  const WHO = { by: 'billing', at: new Date('2027-01-02T09:00:00Z') };
  const PLAIN = { appliesTo: 'all', country: '', compound: false, validFrom: null };
  const STACKED = JSON.stringify([
    { label: 'Excise', percent: '3', ...PLAIN, appliesTo: 'usage' },
    { label: 'GST', percent: '5', ...PLAIN },
    { label: 'QST', percent: '9.975', ...PLAIN, compound: true },
  ]);
  const draftOf = (customerId: string, firstDay: string, endDay: string) =>
    inTransaction(test.db, async (tx) => {
      const ids = await draftInvoices(tx, (await lockCustomer(tx, customerId))!, { firstDay, endDay }, 'billing');
      const { net, tax, total } = (await lockPaper(tx, ids[0]!))!;
      return { id: ids[0]!, sums: [net, tax, total].map(micros), lines: await linesOf(tx, ids[0]!) };
    });

  it.each([
    ['beside the prices', false],
    ['within the prices', true],
  ])('has the same net, tax and total with taxes %s', async (name, taxInclusive) => {
    const extras = { taxInclusive, freeCredit: '2.34', overageAction: 'none' as const };
    const tiers = [{ above: 1, unitPrice: '0.777' }];
    const fee = { item: 'concurrent_call' as const, unitPrice: '1.335', includedQuantity: 1 };
    const unitFees = [{ ...fee, tiers, minimumQuantity: 2 }];
    const [first, second] = await Promise.all(
      ['one', 'two'].map((n) => makePlan(test.db, `${name} ${n}`, { ...TERMS, ...extras, unitFees })),
    );
    const customerId = await addCustomer(test.db, name.replaceAll(' ', '-'));
    await givePlan(test.db, customerId, first!, '2026-11-03T09:00:00Z', '2026-11-17T10:00:00Z');
    await givePlan(test.db, customerId, second!, '2026-11-17T10:00:00Z');
    await sql`insert into billing_accounts (customer_id, taxes, discount_percent, discount_on, fees_in_advance)
      values (${customerId}, ${STACKED}, 7.5, 'all', false)`.execute(test.db);
    await insertCalls(test.db, customerId, makeCalls(400, taxInclusive ? 11 : 12));
    await rateDue(test.db, null);
    const { sums, lines } = await draftOf(customerId, '2026-11-01', '2026-12-01');
    const { totals, data } = await reportOf(customerId);
    const added = (of: (row: (typeof data)[number]) => string): bigint =>
      data.reduce((sum, row) => sum + micros(of(row)), 0n);
    expect(data.filter((row) => row.planId !== null)).toHaveLength(2);
    expect([totals[0]!.net, totals[0]!.tax, totals[0]!.total].map(micros)).toEqual(sums);
    expect([added((row) => row.net), added((row) => row.tax), added((row) => row.total)]).toEqual(sums);
    const of = (...kinds: readonly string[]): bigint =>
      lines.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { net }) => sum + micros(net), 0n);
    expect(micros(totals[0]!.discounts)).toBe(of('discount', 'free_credit'));
    expect(micros(totals[0]!.unitFees)).toBe(of('unit'));
    expect([of('discount') < 0n, of('free_credit') < 0n, of('unit') > 0n]).toEqual([true, true, true]);
    // The figures of a single plan equal an invoice of only that plan.
    const alone = await makeReport(test.db, ADMIN, {
      customerId,
      planId: first!,
      from: '2026-11-01',
      to: '2026-12-01',
    });
    expect(alone.data.map((row) => [row.planId, row.net])).toEqual([
      [first, data.find((row) => row.planId === first)?.net],
    ]);
  });

  it('has the same figures for a customer who pays fees in advance, once the first invoice is final', async () => {
    const customerId = await makeCustomer('ahead');
    await sql`insert into billing_accounts (customer_id, taxes) values (${customerId}, ${STACKED})`.execute(test.db);
    await insertCalls(test.db, customerId, makeCalls(60, 13));
    await rateDue(test.db, null);
    const { id } = await draftOf(customerId, '2026-11-01', '2026-12-01');
    await inTransaction(test.db, (tx) => finaliseDraft(tx, id, WHO));
    const { sums } = await draftOf(customerId, '2026-12-01', '2027-01-01');
    const { data } = await makeReport(test.db, ADMIN, { customerId, from: '2026-12-01', to: '2027-01-01' });
    expect(data.map((row) => [row.net, row.tax, row.total].map(micros))).toEqual([sums]);
  });
});

describe('without a plan', () => {
  it('a call stays unrated until a plan covers its time', async () => {
    const customerId = await addCustomer(test.db, 'late');
    await insertCalls(test.db, customerId, [
      { id: newId(), direction: 'outbound', destination: '+972541234567', answerAt: FROM + 1000, seconds: 60 },
    ]);
    await rateDue(test.db, null);
    expect((await reportOf(customerId)).data[0]).toMatchObject({ planId: null, unratedCalls: 1, total: '0.00' });
    await givePlan(test.db, customerId, planId, new Date(FROM).toISOString());
    expect(await rateDue(test.db, null)).toBe(1);
    expect((await reportOf(customerId)).data).toMatchObject([
      { planId, unratedCalls: 0, usage: '0.1235', fixedFees: '49.90', setupFees: '15.00', total: '65.02' },
    ]);
  });
});
