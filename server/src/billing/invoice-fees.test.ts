// Tests fees on invoices, known bugs of other billing systems, and re-rating.
import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/db/new-id.ts';
import { rateDue } from './rate-due.ts';
import { rerate } from './call-price/rerate.ts';
import { FROM, TERMS, TO, makePlan } from './testing/month-of-calls.ts';
import type { Made } from './testing/month-of-calls.ts';
import { openPapers, DECEMBER, callAt } from './testing/papers.ts';

const { db, account, draft, finalise, paperOf, linesBy, withPlan, calls, close } = await openPapers();
afterAll(close);

describe('fees', () => {
  const feesOf = async (id: string) =>
    (await linesBy(id))
      .filter((line) => line['kind'] !== 'allowance')
      .map(({ kind, net, from, to }) => ({ kind, net, from, to }));

  it('P1: covers the days used, the setup fee and the next period in advance', async () => {
    const plan = await makePlan(db, 'P1', { ...TERMS, fixedFee: '29.00', allowances: [] });
    expect(await feesOf(await draft(await withPlan('p1', '2026-11-16T08:00:00Z', null, plan)))).toEqual([
      { kind: 'setup', net: '15.000000', from: '2026-11-16', to: '2026-11-30' },
      { kind: 'plan_fee', net: '14.500000', from: '2026-11-16', to: '2026-11-30' },
      { kind: 'plan_fee', net: '29.000000', from: '2026-12-01', to: '2026-12-31' },
    ]);
  });

  it('are credited for days that were paid but not used', async () => {
    const plan = await makePlan(db, 'Back', { ...TERMS, fixedFee: '31.00', setupFee: '0', allowances: [] });
    const customerId = await withPlan('back', '2026-10-10T09:00:00Z', null, plan);
    await finalise(await draft(customerId));
    await sql`update customer_plans set valid_until = '2026-12-10T22:00:00Z' where customer_id = ${customerId}`.execute(
      db,
    );
    expect(await feesOf(await draft(customerId, DECEMBER))).toEqual([
      { kind: 'fee_credit', net: '-21.000000', from: '2026-12-11', to: '2026-12-31' },
    ]);
    await sql`update customer_plans set valid_until = '2026-11-30T22:00:00Z' where customer_id = ${customerId}`.execute(
      db,
    );
    expect(await feesOf(await draft(customerId, DECEMBER))).toEqual([
      { kind: 'fee_credit', net: '-31.000000', from: '2026-12-01', to: '2026-12-31' },
    ]);
  });

  it('stay charged when a draft is made for an earlier period', async () => {
    const plan = await makePlan(db, 'Earlier', { ...TERMS, allowances: [] });
    const customerId = await withPlan('earlier', '2026-11-16T08:00:00Z', null, plan);
    await finalise(await draft(customerId));
    const july = { firstDay: '2026-07-01', endDay: '2026-08-01' };
    // Nothing to charge, so there is no draft.
    await expect(draft(customerId, july)).rejects.toThrow('not 0');
    expect(await feesOf(await draft(customerId, DECEMBER))).toMatchObject([{ kind: 'plan_fee', from: '2027-01-01' }]);
  });

  it('continue at the new price after a change of the plan', async () => {
    const plan = await makePlan(db, 'Changed', { ...TERMS, allowances: [] });
    const customerId = await withPlan('changed', '2026-10-10T09:00:00Z', null, plan);
    await finalise(await draft(customerId));
    const terms = JSON.stringify({ ...TERMS, allowances: [], fixedFee: '59.90' });
    await sql`insert into plan_versions (plan_id, number, valid_from, terms, created_by)
      values (${plan}, 2, '2026-12-15T00:00:00Z', ${terms}::jsonb, 'test')`.execute(db);
    expect(await feesOf(await draft(customerId, DECEMBER))).toEqual([
      { kind: 'plan_fee', net: '59.900000', from: '2027-01-01', to: '2027-01-31' },
    ]);
  });

  it('of a quarter: charged once, with an allowance for all of it and units counted over all of it at its end', async () => {
    const unitFees = [{ item: 'queue', unitPrice: '2', includedQuantity: 0 }] as const;
    const allowances = TERMS.allowances.map((a) => ({ ...a, seconds: 6000 }));
    const quarter = { ...TERMS, intervalCount: 3, fixedFee: '90', setupFee: '0', allowances, unitFees: [...unitFees] };
    const plan = await makePlan(db, 'Quarter', quarter);
    const customerId = await withPlan('quarter', '2026-10-10T09:00:00Z', null, plan);
    // Existed only in November: December's invoice charges it.
    await sql`insert into audit (id, customer_id, username, action, resource, resource_name, before, ip, user_agent, at)
      values (${newId()}, ${customerId}, 'x', 'delete', 'queue', 'q',
        ${JSON.stringify({ createdAt: '2026-11-05T00:00:00Z' })}::jsonb, '', '', '2026-11-10T00:00:00Z')`.execute(db);
    await calls(customerId, [{ ...callAt(3960), destination: '+97231234567' }]);
    const november = await draft(customerId);
    expect((await linesBy(november)).map(({ kind, used, left }) => [kind, used, left])).toEqual([
      ['usage', undefined, undefined],
      // 6000 s for 83 of 92 days.
      ['allowance', 3960, 1453],
    ]);
    await finalise(november);
    expect(await linesBy(await draft(customerId, DECEMBER))).toMatchObject([
      { kind: 'plan_fee', net: '90.000000', from: '2027-01-01', to: '2027-03-31' },
      { kind: 'unit', item: 'queue', quantity: 1, net: '2.000000', from: '2026-10-01', to: '2026-12-31' },
      { kind: 'allowance', included: 5413, used: 3960 },
    ]);
  });

  it('of counted units: charge the peak, and warn about uncounted items instead of adding a line of 0.00', async () => {
    const unitFees = [
      { item: 'queue', unitPrice: '2.50', includedQuantity: 1 },
      { item: 'concurrent_call', unitPrice: '3', includedQuantity: 0 },
      { item: 'did', unitPrice: '1.20', includedQuantity: 0 },
      { item: 'recording_gb', unitPrice: '1', includedQuantity: 0 },
    ] as const;
    const plan = await makePlan(db, 'Units', {
      ...TERMS,
      fixedFee: '0',
      setupFee: '0',
      allowances: [],
      unitFees: [...unitFees],
    });
    const customerId = await withPlan('units', '2026-10-10T09:00:00Z', null, plan);
    for (const name of ['a', 'b', 'c'])
      await sql`insert into audit (id, customer_id, username, action, resource, resource_name, before, ip, user_agent, at)
        values (${newId()}, ${customerId}, 'x', 'delete', 'queue', ${name},
          ${JSON.stringify({ createdAt: name === 'c' ? '2026-11-20T00:00:00Z' : '2026-10-20T00:00:00Z' })}::jsonb, '', '',
          ${name === 'a' ? '2026-11-10T00:00:00Z' : '2026-12-10T00:00:00Z'})`.execute(db);
    await calls(customerId, [callAt(60), callAt(60, 30_000), callAt(60, 60_000)]);
    const id = await draft(customerId);
    expect((await linesBy(id)).filter((line) => line['kind'] === 'unit')).toMatchObject([
      { item: 'queue', quantity: 2, billed: 1, net: '2.500000' },
      { item: 'concurrent_call', quantity: 2, billed: 2, net: '6.000000' },
    ]);
    expect((await paperOf(id)).warnings).toEqual([{ kind: 'unmeasured-fee', count: 1, name: 'recording_gb' }]);
  });

  it('within a minimum and a maximum, each tier at its own price, once', async () => {
    const tiers = [
      { above: 1, unitPrice: '2.005' },
      { above: 4, unitPrice: '1' },
    ];
    const unitFees: PlanTerms['unitFees'] = [
      { item: 'queue', unitPrice: '2.50', includedQuantity: 1, minimumQuantity: 3 },
      { item: 'concurrent_call', unitPrice: '3', includedQuantity: 0, maximumQuantity: 4, tiers },
    ];
    const none = { fixedFee: '0', setupFee: '0', allowances: [] };
    const plan = await makePlan(db, 'Tiers', { ...TERMS, ...none, unitFees });
    const customerId = await withPlan('tiers', '2026-10-10T09:00:00Z', null, plan);
    await calls(
      customerId,
      Array.from({ length: 6 }, (_, n) => callAt(60, n * 1000)),
    );
    const unitsOf = async (id: string) =>
      (await linesBy(id))
        .filter((line) => line['kind'] === 'unit')
        .map(({ item, billed, unitPrice, least, most, net }) => [item, billed, unitPrice, least, most, net]);
    const first = await draft(customerId);
    expect(await unitsOf(first)).toEqual([
      ['queue', 3, '2.50', 3, undefined, '7.500000'],
      ['concurrent_call', 1, '3', undefined, 4, '3.000000'],
      // 6.015, rounded half up on its line.
      ['concurrent_call', 3, '2.005', undefined, 4, '6.020000'],
    ]);
    await finalise(first);
    expect((await unitsOf(await draft(customerId, DECEMBER))).map(([item]) => item)).toEqual(['queue']);
  });

  it('with capped carry-over, both in call prices and on the invoice', async () => {
    const allowances = TERMS.allowances.map((a) => ({ ...a, seconds: 6000, carryOver: 'all' as const }));
    const capped = allowances.map((a) => ({ ...a, capSeconds: 3000 }));
    for (const [name, list, included] of [
      ['Capped', capped, 9000],
      // October grants 6000 s for 22 of 31 days.
      ['Open', allowances, 10_258],
    ] as const) {
      const plan = await makePlan(db, name, { ...TERMS, fixedFee: '0', setupFee: '0', allowances: [...list] });
      const customerId = await withPlan(name.toLowerCase(), '2026-10-10T09:00:00Z', null, plan);
      await calls(customerId, [{ ...callAt(15_000), destination: '+97231234567' }]);
      const lines = await linesBy(await draft(customerId));
      expect(lines.filter(({ kind }) => kind === 'usage')).toMatchObject([{ allowanceSeconds: included }]);
      expect(lines.filter(({ kind }) => kind === 'allowance')).toMatchObject([{ included, used: included, left: 0 }]);
    }
  });

  it('minus a discount on its part, and minus credits of the plan', async () => {
    const plan = await makePlan(db, 'Less', {
      ...TERMS,
      fixedFee: '40',
      setupFee: '0',
      freeCredit: '0.50',
      allowances: [],
    });
    const customerId = await withPlan('less', '2026-10-10T09:00:00Z', null, plan);
    await account(customerId, { discount_percent: '12.5', discount_on: 'fees', fees_in_advance: false });
    await calls(customerId, [callAt(600)]);
    expect((await linesBy(await draft(customerId))).map((line) => [line['kind'], line['net']])).toEqual([
      ['plan_fee', '40.000000'],
      ['usage', '2.100000'],
      ['free_credit', '-0.500000'],
      ['discount', '-5.000000'],
    ]);
  });
});

describe('known bugs of other systems', () => {
  it('T3: many small calls are rounded once per line, prices above a thousand stay intact, and partial increments are charged', async () => {
    const plan = await makePlan(db, 'Small', { ...TERMS, fixedFee: '0', setupFee: '0', allowances: [] });
    const rates = [['999', '0.0036', 60], ['998', '12.5', 60]] as const; // prettier-ignore
    for (const [prefix, rate, initial] of rates)
      await sql`insert into rates (id, plan_id, direction, prefix, destination_group, rate_per_minute, initial_seconds,
        increment_seconds, effective_from) values (${newId()}, ${plan}, 'outbound', ${prefix}, ${prefix},
        ${rate}::numeric, ${initial}, 60, '1970-01-01')`.execute(db);
    const customerId = await withPlan('small', '2026-10-10T09:00:00Z', null, plan);
    const small = Array.from({ length: 137 }, (_, n) => ({ ...callAt(60, n * 1000), destination: '+99912345' }));
    const dear = { ...callAt(7200), destination: '+99812345' };
    await calls(customerId, [...small, dear]);
    await sql`update calls set status = 'failed' where id = ${dear.id}`.execute(db);
    await rateDue(db, null);
    const lines = (await linesBy(await draft(customerId))).filter((line) => line['kind'] === 'usage');
    expect(lines.map((line) => [line['group'], line['net']])).toEqual([
      ['998', '1500.000000'],
      ['999', '0.490000'],
    ]);
  });

  it('the fee of a number is its monthly price, also after a change, and the due date follows the payment terms', async () => {
    const unitFees = [{ item: 'did', unitPrice: '1.20', includedQuantity: 0 }] as const;
    const none = { fixedFee: '0', setupFee: '0', allowances: [] };
    const plan = await makePlan(db, 'Numbers', { ...TERMS, ...none, unitFees: [...unitFees] });
    const customerId = await withPlan('numbers', '2026-10-10T09:00:00Z', null, plan);
    const { rows } = await sql<{ id: number }>`insert into endpoints (name, ami_host, ami_username, ami_secret)
      values ('Numbers', 'pbx.example', 'ringside', '') returning id`.execute(db);
    await sql`insert into dids (id, customer_id, server_id, number, destination, created_at) values (${newId()},
      ${customerId}, ${rows[0]!.id}, '+97231234599', '{"kind":"hangup"}', '2026-10-15T00:00:00Z')`.execute(db);
    const fee = { item: 'did', quantity: 1, billed: 1, net: '1.200000' };
    const unitsOf = async (id: string) => (await linesBy(id)).filter((line) => line['kind'] === 'unit');
    const first = await draft(customerId);
    expect(await unitsOf(first)).toMatchObject([fee]);
    await finalise(first);
    const { rows: dates } = await sql<{ issued: string; due: string }>`select issue_date::text as issued,
      due_date::text as due from invoices where id = ${first}`.execute(db);
    expect(dates).toEqual([{ issued: '2026-12-01', due: '2026-12-31' }]);
    await sql`update dids set label = 'Sales', updated_at = now(), version = version + 1
      where customer_id = ${customerId}`.execute(db);
    expect(await unitsOf(await draft(customerId, DECEMBER))).toMatchObject([fee]);
  });

  it('calls within the allowance are on the invoice with a price of zero', async () => {
    const customerId = await withPlan('covered');
    await calls(customerId, [{ ...callAt(60), destination: '+97231234567' }]);
    const lines = (await linesBy(await draft(customerId))).filter((line) => line['kind'] === 'usage');
    expect(lines).toMatchObject([{ group: 'local', calls: 1, allowanceSeconds: 60, net: '0.000000' }]);
  });
});

describe('re-rating', () => {
  it('previews the difference without changes, then applies it', async () => {
    const plan = await makePlan(db, 'Again', { ...TERMS, fixedFee: '0', setupFee: '0' });
    const customerId = await withPlan('rerate', '2026-10-10T09:00:00Z', null, plan);
    const local = Array.from({ length: 60 }, (_, n): Made => ({
      ...callAt(600, n * 1000),
      destination: '+97231234567',
    }));
    await calls(customerId, [...local, callAt(60, 999_000)]);
    await sql`update rates set rate_per_minute = 1 where plan_id = ${plan} and prefix = '972'`.execute(db);
    const scope = { customerId, from: new Date(FROM), to: new Date(TO) };
    // Ten calls beyond the allowance: a minute costs 0.98 more.
    const expected = {
      ...{ calls: 61, changed: 10, invoiced: 0 },
      totals: [{ currency: 'ILS', before: '2.71', after: '100.71', difference: '98.00' }],
      costs: [],
    };
    expect(await rerate(db, scope, null, true)).toEqual(expected);
    expect(await rerate(db, scope, null, true)).toEqual(expected);
    expect(await rerate(db, scope, null, false)).toEqual(expected);
    expect(await rerate(db, scope, null, true)).toMatchObject({ changed: 0, totals: [{ difference: '0.00' }] });
  });
});
