// Invoices: a month's equals a second calculation; numbers without gaps; nothing is asked twice, nothing final changes.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decimalOf } from '@ringside/core/base/micros.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { createSecrets } from '../db/secrets.ts';
import { syncRoles } from '../db/sync-roles.ts';
import { openTestDb } from '../db/testing/test-database.ts';
import type { TestDb } from '../db/testing/test-database.ts';
import { readWanted } from '../provisioning/wanted-queries.ts';
import { secretBound } from '../resources/subscribers/queries.ts';
import { draftInvoices } from './draft-invoice.ts';
import { creditFinal, finaliseDraft } from './finish-invoice.ts';
import { linesOf, lockCustomer } from './invoice-queries.ts';
import { balancesOf, isOutboundBlocked, listEntries, standingOf } from './ledger-queries.ts';
import { lockPaper } from './paper-queries.ts';
import { inTransaction } from './queries.ts';
import { rateDue } from './rate-due.ts';
import { rerate } from './rerate.ts';
import { watchLimits } from './watch-limits.ts';
import {
  FROM,
  TERMS,
  TO,
  givePlan,
  insertCalls,
  makeCalls,
  makeCustomer,
  makePlan,
  naive,
} from './testing/month-of-calls.ts';
import type { Made } from './testing/month-of-calls.ts';

const NOVEMBER = { firstDay: '2026-11-01', endDay: '2026-12-01' };
const DECEMBER = { firstDay: '2026-12-01', endDay: '2027-01-01' };
const WHO = { by: 'billing', at: new Date('2026-12-01T09:00:00Z') };

const SECRETS = createSecrets(Buffer.alloc(32));
let test: TestDb;
let db: Db;
let office: string;

beforeAll(async () => {
  test = await openTestDb();
  db = test.db;
  office = await makePlan(db, 'Office');
  await sql`insert into invoice_issuers (id, name, legal_name, is_default)
    values (${newId()}, 'Vega Telecom', 'Vega Telecom Ltd', true)`.execute(db);
}, 60_000);
afterAll(() => test?.close());

const account = (customerId: string, set: Readonly<Record<string, unknown>>) =>
  sql`insert into billing_accounts (customer_id, ${sql.raw(Object.keys(set).join(', '))})
    values (${customerId}, ${sql.join(Object.values(set))})`.execute(db);
/** A line on a PBX of its own, and somebody of the platform who reads billing. */
const aLineOf = async (customerId: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`insert into endpoints (name, ami_host, ami_username, ami_secret)
    values ('Limits', 'pbx.example', 'ringside', '') returning id`.execute(db);
  const [serverId, id] = [rows[0]!.id, newId()];
  await sql`insert into subscribers (id, customer_id, server_id, extension, name, secret, codecs) values
    (${id}, ${customerId}, ${serverId}, '101', 'Desk', ${SECRETS.seal('Abcdefghij0123456789', secretBound(id))},
      '["ulaw"]')`.execute(db);
  await syncRoles(db);
  await sql`insert into users (id, username, email, password_hash, status, role_id)
    select ${newId()}, 'clerk', 'clerk@example.com', '', 'active', id from roles where name = 'billing'`.execute(db);
  return serverId;
};
const PLAIN = { appliesTo: 'all', country: '', compound: false, validFrom: null };
const VAT = JSON.stringify([{ label: 'VAT', percent: '17', ...PLAIN }]);

/** An excise on usage, a tax on everything and one on both of them, and one that is not in force. */
const STACKED = JSON.stringify([
  { label: 'Excise', percent: '3', ...PLAIN, appliesTo: 'usage' },
  { label: 'GST', percent: '5', ...PLAIN },
  { label: 'QST', percent: '9.5', ...PLAIN, compound: true, validFrom: '2012-01-01' },
  { label: 'QST', percent: '99', ...PLAIN, compound: true, validFrom: '2099-01-01' },
]);

const draft = async (customerId: string, days = NOVEMBER): Promise<string> => {
  const ids = await inTransaction(db, async (tx) =>
    draftInvoices(tx, (await lockCustomer(tx, customerId))!, days, 'billing'),
  );
  expect(ids).toHaveLength(1);
  return ids[0]!;
};
const finalise = (id: string) => inTransaction(db, (tx) => finaliseDraft(tx, id, WHO));
const paperOf = async (id: string) => (await lockPaper(db, id))!;
const linesBy = async (id: string) =>
  (await linesOf(db, id)).map(({ kind, net, detail }) => ({ kind, net, ...detail }) as Record<string, unknown>);
const at = (seconds: number, offset = 0): Made => ({
  ...{ id: newId(), direction: 'outbound', destination: '+447700900123', answerAt: FROM + 3_600_000 + offset, seconds },
});
const withPlan = async (name: string, from = '2026-10-10T09:00:00Z', until: string | null = null, plan = office) => {
  const id = await makeCustomer(db, name);
  await givePlan(db, id, plan, from, until);
  return id;
};
const calls = async (customerId: string, made: readonly Made[]): Promise<void> => {
  await insertCalls(db, customerId, made);
  await rateDue(db, null);
};
const refusal = (code: string) => expect.objectContaining({ errors: [expect.objectContaining({ code })] });

describe('a month of calls', () => {
  it('becomes the invoice that a second, independent calculation makes of it', async () => {
    const customerId = await withPlan('month');
    await account(customerId, { taxes: VAT });
    const made = makeCalls(1500, 20_261_121);
    await calls(customerId, made);
    const id = await draft(customerId);
    const expected = naive(made);
    const lines = await linesBy(id);
    // Half a coin is a coin: agorot of each line, then the tax of their sum.
    let net = 2n * 4990n;
    expect(lines.filter((line) => line['kind'] === 'usage')).toHaveLength(expected.groups.size);
    for (const [key, of] of expected.groups) {
      const [direction, group] = key.split(' ');
      const coins = (of.sum + 5000n) / 10_000n;
      net += coins;
      expect(lines).toContainEqual(
        expect.objectContaining({
          ...{ kind: 'usage', direction, group, calls: of.calls, billedSeconds: of.billed, late: false },
          ...{ allowanceSeconds: of.included, net: `${decimalOf(coins * 10_000n)}0000` },
        }),
      );
    }
    const tax = (net * 17n * 2n + 100n) / 200n;
    expect(await paperOf(id)).toMatchObject({
      ...{ currency: 'ILS', status: 'draft', net: `${decimalOf(net * 10_000n)}0000` },
      ...{ tax: `${decimalOf(tax * 10_000n)}0000`, total: `${decimalOf((net + tax) * 10_000n)}0000` },
      warnings: [{ kind: 'unrated-calls', count: expected.unrated, name: '' }],
    });
    expect(lines.filter((line) => line['kind'] === 'plan_fee')).toEqual([
      { kind: 'plan_fee', net: '49.900000', planName: 'Office', from: '2026-11-01', to: '2026-11-30' },
      { kind: 'plan_fee', net: '49.900000', planName: 'Office', from: '2026-12-01', to: '2026-12-31' },
    ]);
    expect(lines.find((line) => line['kind'] === 'allowance')).toMatchObject({ name: 'Local', used: 30_000, left: 0 });
  });
});

describe('a final invoice', () => {
  it('has its number, its calls and its entry in the ledger, and nobody changes them', async () => {
    const customerId = await withPlan('final');
    const one = at(61);
    await calls(customerId, [one]);
    const id = await draft(customerId);
    const number = await finalise(id);
    expect(number).toMatch(/^INV-0*[0-9]+$/);
    const { total } = await paperOf(id);
    expect(await balancesOf(db, customerId)).toEqual([{ currency: 'ILS', balance: `-${total}` }]);
    await expect(finalise(id)).rejects.toEqual(refusal('not-a-draft'));
    await expect(sql`update invoices set total = 1 where id = ${id}`.execute(db)).rejects.toThrow('stays as it is');
    await expect(sql`delete from invoice_lines where invoice_id = ${id}`.execute(db)).rejects.toThrow('stay as they');
    await expect(sql`update ledger_entries set amount = 1`.execute(db)).rejects.toThrow('only added to');
    await expect(sql`delete from ledger_entries`.execute(db)).rejects.toThrow('only added to');
    await expect(sql`update call_ratings set amount = 0 where call_id = ${one.id}`.execute(db)).rejects.toThrow(
      'final',
    );
    // Neither other facts nor another plan nor a new pricing touches the call.
    const before = await sql`select * from call_ratings where call_id = ${one.id}`.execute(db);
    await sql`update calls set billable_seconds = 600 where id = ${one.id}`.execute(db);
    await givePlan(db, customerId, office, '2026-11-01T00:00:00Z');
    expect(await rateDue(db, null)).toBe(0);
    const scope = { customerId, from: new Date(FROM), to: new Date(TO) };
    expect(await rerate(db, scope, null, false)).toMatchObject({ calls: 0, invoiced: 1 });
    expect((await sql`select * from call_ratings where call_id = ${one.id}`.execute(db)).rows).toEqual(before.rows);
  });

  it('asks for nothing twice, and the next one for what came late', async () => {
    const customerId = await withPlan('twice');
    await calls(customerId, [at(60)]);
    await finalise(await draft(customerId));
    await calls(customerId, [at(60, 60_000)]);
    await expect(inTransaction(db, async (tx) => lockCustomer(tx, customerId))).resolves.toBeDefined();
    const lines = await linesBy(await draft(customerId, DECEMBER));
    expect(lines.filter((line) => line['kind'] !== 'allowance')).toEqual([
      { kind: 'plan_fee', net: '49.900000', planName: 'Office', from: '2027-01-01', to: '2027-01-31' },
      expect.objectContaining({ kind: 'usage', group: 'world', late: true, calls: 1, net: '0.210000' }),
    ]);
  });

  it('is as it was looked at, or is not made', async () => {
    const customerId = await withPlan('looked');
    await calls(customerId, [at(60)]);
    const id = await draft(customerId);
    await insertCalls(db, customerId, [at(60, 60_000)]);
    await expect(finalise(id)).rejects.toEqual(refusal('calls-waiting'));
    await rateDue(db, null);
    await expect(finalise(id)).rejects.toEqual(refusal('changed-since'));
    expect((await sql`select 1 from call_ratings where invoice_id = ${id}`.execute(db)).rows).toEqual([]);
    expect(await draft(customerId)).toBe(id);
    expect(await finalise(id)).toMatch(/^INV-/);
  });

  it('is taken back by a credit note, and its calls and fees can be asked for again', async () => {
    const customerId = await withPlan('credit');
    await account(customerId, { taxes: VAT });
    await calls(customerId, [at(61), at(600, 60_000)]);
    const id = await draft(customerId);
    await finalise(id);
    const noteId = await inTransaction(db, (tx) => creditFinal(tx, id, { reason: 'Wrong rate', rebill: true }, WHO));
    const [invoice, note] = [await paperOf(id), await paperOf(noteId)];
    expect(note).toMatchObject({ kind: 'credit_note', status: 'final', creditsId: id, total: `-${invoice.total}` });
    expect(note.number).toMatch(/^CN-0*1$/);
    expect(await balancesOf(db, customerId)).toEqual([{ currency: 'ILS', balance: '0.000000' }]);
    const credit = inTransaction(db, (tx) => creditFinal(tx, id, { reason: 'Again', rebill: true }, WHO));
    await expect(credit).rejects.toEqual(refusal('credited'));
    const again = await draft(customerId);
    expect(await linesBy(again)).toEqual(await linesBy(id));
    // Without asking again they stay with the first.
    await finalise(again);
    await inTransaction(db, (tx) => creditFinal(tx, again, { reason: 'Goodwill', rebill: false }, WHO));
    expect((await linesBy(await draft(customerId, DECEMBER))).map((line) => line['kind'])).not.toContain('usage');
  });
});

describe('credit notes over parts', () => {
  const credit = (id: string, parts: readonly { readonly id: string; readonly amount: string }[]) =>
    inTransaction(db, (tx) => creditFinal(tx, id, { reason: 'Part', parts }, WHO));
  const made = async (name: string, terms: Readonly<Record<string, unknown>> = {}, taxes = VAT) => {
    const plan = await makePlan(db, `Part ${name}`, {
      ...TERMS,
      fixedFee: '10.01',
      setupFee: '0.03',
      allowances: [],
      ...terms,
    });
    const customerId = await withPlan(`part-${name}`, undefined, null, plan);
    await account(customerId, { taxes, fees_in_advance: false });
    await calls(customerId, [at(600)]);
    const id = await draft(customerId);
    await finalise(id);
    const lines = (await linesOf(db, id)).filter((line) => Number(line.net) > 0);
    return { customerId, id, lines, invoice: await paperOf(id) };
  };
  const sum = (
    papers: readonly { readonly net: string; readonly tax: string; readonly total: string }[],
    of: 'net' | 'tax' | 'total',
  ) => papers.reduce((micros, paper) => micros + BigInt(Math.round(Number(paper[of]) * 1_000_000)), 0n);

  it.each([
    ['taxes beside', {}, VAT, 1],
    ['taxes within', { taxInclusive: true }, VAT, 1],
    ['taxes on taxes', {}, STACKED, 3],
    ['taxes on taxes within', { taxInclusive: true }, STACKED, 3],
  ])('are together the invoice to the coin, however it was taken apart (%s)', async (name, terms, taxes, inForce) => {
    const { customerId, id, lines, invoice } = await made(name, terms, taxes);
    expect(invoice.taxes).toHaveLength(inForce);
    const notes: string[] = [];
    for (const { id: line, net } of lines) {
      const coins = Math.round(Number(net) * 100);
      const third = Math.floor(coins / 3);
      for (const amount of [third, third, coins - 2 * third].filter((part) => part > 0))
        notes.push(await credit(id, [{ id: line, amount: (amount / 100).toFixed(2) }]));
    }
    const papers = await Promise.all(notes.map(paperOf));
    expect(papers.length).toBeGreaterThan(4);
    for (const of of ['net', 'tax', 'total'] as const) expect(sum(papers, of)).toBe(-sum([invoice], of));
    for (const [n, tax] of invoice.taxes.entries()) {
      const taken = papers.map((paper) => BigInt(Math.round(Number(paper.taxes[n]!.amount) * 1_000_000)));
      expect(taken.reduce((a, b) => a + b, 0n)).toBe(-BigInt(Math.round(Number(tax.amount) * 1_000_000)));
    }
    for (const paper of papers) expect(sum([paper], 'total')).toBe(sum([paper], 'net') + sum([paper], 'tax'));
    expect(new Set(papers.map((paper) => paper.number)).size).toBe(papers.length);
    expect(await balancesOf(db, customerId)).toEqual([{ currency: 'ILS', balance: '0.000000' }]);
    await expect(credit(id, [{ id: lines[0]!.id, amount: '0.01' }])).rejects.toEqual(
      expect.objectContaining({ code: 'invalid', errors: [expect.objectContaining({ code: 'beyond-line' })] }),
    );
  });

  it('take no more than a line has, nothing of others, and leave no whole to be taken back', async () => {
    const { customerId, id, lines, invoice } = await made('limits');
    const line = lines[0]!;
    const code = (text: string) => expect.objectContaining({ errors: [expect.objectContaining({ code: text })] });
    const cases = [
      [[{ id: line.id, amount: (Number(line.net) + 0.01).toFixed(2) }], 'beyond-line'],
      [[{ id: line.id, amount: '0' }], 'above-zero'],
      [[{ id: line.id, amount: '0.001' }], 'coins'],
      [[{ id: newId(), amount: '0.01' }], 'unknown'],
      [[{ id: line.id, amount: '0.01' }, { id: line.id, amount: '0.01' }], 'same-line'],
    ] as const; // prettier-ignore
    for (const [parts, expected] of cases) await expect(credit(id, parts)).rejects.toEqual(code(expected));
    expect(await balancesOf(db, customerId)).toEqual([{ currency: 'ILS', balance: `-${invoice.total}` }]);
    await credit(id, [{ id: line.id, amount: '0.01' }]);
    const whole = inTransaction(db, (tx) => creditFinal(tx, id, { reason: 'All', rebill: true }, WHO));
    await expect(whole).rejects.toEqual(refusal('credited'));
    // The fee was asked for and stays asked for.
    expect((await linesBy(await draft(customerId, DECEMBER))).map((l) => l['kind'])).not.toContain('usage');
  });
});

describe('numbers', () => {
  it('have no gap and come once, however many finish at once and whatever fails', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.push(await draft(await withPlan(`number-${n}`)));
    const crash = inTransaction(db, async (tx) => {
      await finaliseDraft(tx, ids[0]!, WHO);
      throw new Error('the lights go out');
    });
    await expect(crash).rejects.toThrow('lights');
    await Promise.all(ids.map(finalise));
    const { rows } = await sql<{ sequence: number }>`select sequence from invoices
      where sequence is not null and kind = 'invoice' order by 1`.execute(db);
    expect(rows.map((row) => Number(row.sequence))).toEqual(rows.map((_, n) => n + 1));
  });
});

describe('fees', () => {
  const feesOf = async (id: string) =>
    (await linesBy(id))
      .filter((line) => line['kind'] !== 'allowance')
      .map(({ kind, net, from, to }) => ({ kind, net, from, to }));

  it('P1: of days that were had, with the setup, and the next period ahead', async () => {
    const plan = await makePlan(db, 'P1', { ...TERMS, fixedFee: '29.00', allowances: [] });
    expect(await feesOf(await draft(await withPlan('p1', '2026-11-16T08:00:00Z', null, plan)))).toEqual([
      { kind: 'setup', net: '15.000000', from: '2026-11-16', to: '2026-11-30' },
      { kind: 'plan_fee', net: '14.500000', from: '2026-11-16', to: '2026-11-30' },
      { kind: 'plan_fee', net: '29.000000', from: '2026-12-01', to: '2026-12-31' },
    ]);
  });

  it('come back for days that were paid and are not had', async () => {
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

  it('go on after the plan was changed, at its new price', async () => {
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

  it('of what is counted: the most at once; of what nobody counts a warning, never a line of 0.00', async () => {
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
    await calls(customerId, [at(60), at(60, 30_000), at(60, 60_000)]);
    const id = await draft(customerId);
    expect((await linesBy(id)).filter((line) => line['kind'] === 'unit')).toMatchObject([
      { item: 'queue', quantity: 2, billed: 1, net: '2.500000' },
      { item: 'concurrent_call', quantity: 2, billed: 2, net: '6.000000' },
    ]);
    expect((await paperOf(id)).warnings).toEqual([{ kind: 'unmeasured-fee', count: 1, name: 'recording_gb' }]);
  });

  it('less a discount on what it is on, and money that the plan gives', async () => {
    const plan = await makePlan(db, 'Less', {
      ...TERMS,
      fixedFee: '40',
      setupFee: '0',
      freeCredit: '0.50',
      allowances: [],
    });
    const customerId = await withPlan('less', '2026-10-10T09:00:00Z', null, plan);
    await account(customerId, { discount_percent: '12.5', discount_on: 'fees', fees_in_advance: false });
    await calls(customerId, [at(600)]);
    expect((await linesBy(await draft(customerId))).map((line) => [line['kind'], line['net']])).toEqual([
      ['plan_fee', '40.000000'],
      ['usage', '2.100000'],
      ['free_credit', '-0.500000'],
      ['discount', '-5.000000'],
    ]);
  });
});

describe('bugs of the field', () => {
  it('T3: many small calls are rounded once, on their line; a price over a thousand stays one; an odd end is paid', async () => {
    const plan = await makePlan(db, 'Small', { ...TERMS, fixedFee: '0', setupFee: '0', allowances: [] });
    const rates = [['999', '0.0036', 60], ['998', '12.5', 60]] as const; // prettier-ignore
    for (const [prefix, rate, initial] of rates)
      await sql`insert into rates (id, plan_id, direction, prefix, destination_group, rate_per_minute, initial_seconds,
        increment_seconds, effective_from) values (${newId()}, ${plan}, 'outbound', ${prefix}, ${prefix},
        ${rate}::numeric, ${initial}, 60, '1970-01-01')`.execute(db);
    const customerId = await withPlan('small', '2026-10-10T09:00:00Z', null, plan);
    const small = Array.from({ length: 137 }, (_, n) => ({ ...at(60, n * 1000), destination: '+99912345' }));
    const dear = { ...at(7200), destination: '+99812345' };
    await calls(customerId, [...small, dear]);
    await sql`update calls set status = 'failed' where id = ${dear.id}`.execute(db);
    await rateDue(db, null);
    const lines = (await linesBy(await draft(customerId))).filter((line) => line['kind'] === 'usage');
    expect(lines.map((line) => [line['group'], line['net']])).toEqual([
      ['998', '1500.000000'],
      ['999', '0.490000'],
    ]);
  });

  it('a number’s fee is its price each month, also after it was changed, and the paper is due when its terms say', async () => {
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

  it('calls that included talk covers are on the invoice, for nothing', async () => {
    const customerId = await withPlan('covered');
    await calls(customerId, [{ ...at(60), destination: '+97231234567' }]);
    const lines = (await linesBy(await draft(customerId))).filter((line) => line['kind'] === 'usage');
    expect(lines).toMatchObject([{ group: 'local', calls: 1, allowanceSeconds: 60, net: '0.000000' }]);
  });
});

describe('pricing again', () => {
  it('shows the difference and changes nothing, then does it', async () => {
    const plan = await makePlan(db, 'Again', { ...TERMS, fixedFee: '0', setupFee: '0' });
    const customerId = await withPlan('rerate', '2026-10-10T09:00:00Z', null, plan);
    const local = Array.from({ length: 60 }, (_, n): Made => ({ ...at(600, n * 1000), destination: '+97231234567' }));
    await calls(customerId, [...local, at(60, 999_000)]);
    await sql`update rates set rate_per_minute = 1 where plan_id = ${plan} and prefix = '972'`.execute(db);
    const scope = { customerId, from: new Date(FROM), to: new Date(TO) };
    // Ten calls beyond what is included: a minute costs 0.98 more.
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

describe('limits', () => {
  it('warn, then block, by what is owed and what is not billed yet', async () => {
    const customerId = await withPlan('limits');
    const now = FROM + 2 * 3_600_000;
    await account(customerId, { credit_limit: '3', daily_spend_limit: '100', spend_action: 'block_outbound' });
    expect(await standingOf(db, customerId, now)).toMatchObject({ level: 'fine', outboundBlocked: false });
    await calls(customerId, [at(690)]);
    expect(await standingOf(db, customerId, now)).toMatchObject({
      ...{ level: 'warning', unbilled: '2.415100' },
      limits: [{ kind: 'credit', percent: 80 }, { kind: 'daily', percent: 2 }],
    }); // prettier-ignore
    await calls(customerId, [at(180, 60_000)]);
    expect(await isOutboundBlocked(db, customerId, now)).toBe(true);
    const payment = { kind: 'payment', amount: '10', currency: 'ILS', at: new Date(now), reference: 'Bank', invoiceId: null, madeBy: 'x' } as const; // prettier-ignore
    const { addEntry } = await import('./ledger-queries.ts');
    await addEntry(db, { customerId, ...payment });
    expect(await isOutboundBlocked(db, customerId, now)).toBe(false);
    expect((await listEntries(db, customerId, { page: 1, perPage: 5 })).rows).toMatchObject([{ balance: '10.000000' }]);
    expect(await isOutboundBlocked(db, newId(), now)).toBe(false);
  });

  it('stop calls out on the PBX while they are reached, and tell it once', async () => {
    const customerId = await withPlan('stopped');
    const serverId = await aLineOf(customerId);
    await account(customerId, { credit_limit: '3', spend_action: 'block_outbound' });
    const failed: unknown[] = [];
    const look = async (): Promise<unknown> => {
      await sql`delete from provisioning_marks`.execute(db);
      await watchLimits({ db, bus: { publish: () => undefined }, now: () => FROM + 2 * 3_600_000 }, (e) =>
        failed.push(e),
      );
      const { rows } = await sql<{ resource: string; serverId: number }>`
        select resource, server_id from provisioning_marks where resource_id = ${customerId}`.execute(db);
      const { rows: news } = await sql<{ kind: string }>`select kind from notifications
        where params ->> 'customerId' = ${customerId} order by at, id`.execute(db);
      const { pbx } = await readWanted(db, SECRETS, serverId, 'http://console.test/api');
      return { marks: rows, told: news.map((n) => n.kind), rules: pbx.tenants[0]?.flow?.dialRules.length ?? 0 };
    };
    const marked = [{ resource: 'customer', serverId }];
    expect(await look()).toEqual({ marks: [], told: [], rules: 0 });
    await calls(customerId, [at(690)]);
    expect(await look()).toEqual({ marks: [], told: ['limit-near'], rules: 0 });
    await calls(customerId, [at(180, 60_000)]);
    const told = ['limit-near', 'calls-out-blocked'];
    expect(await look()).toEqual({ marks: marked, told, rules: 1 });
    expect(await look()).toEqual({ marks: [], told, rules: 1 });
    await sql`update billing_accounts set credit_limit = null where customer_id = ${customerId}`.execute(db);
    expect(await look()).toEqual({ marks: marked, told, rules: 0 });
    expect(failed).toEqual([]);
  });
});
