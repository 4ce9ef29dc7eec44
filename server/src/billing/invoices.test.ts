// Tests invoices: amounts equal a second calculation, numbers have no gaps, nothing is charged twice, and final invoices never change.
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { decimalOf } from '@ringside/core/base/micros.ts';
import { newId } from '../platform/db/new-id.ts';
import { creditFinal, finaliseDraft } from './finish-invoice.ts';
import { linesOf, lockCustomer } from './invoice-queries.ts';
import { balancesOf } from './ledger-queries.ts';
import { inTransaction } from './queries.ts';
import { rateDue } from './rate-due.ts';
import { rerate } from './call-price/rerate.ts';
import { FROM, TERMS, TO, givePlan, insertCalls, makeCalls, makePlan, naive } from './testing/month-of-calls.ts';
import { openPapers, DECEMBER, WHO, VAT, STACKED, callAt } from './testing/papers.ts';
import { concludeAgain } from './testing/conclude-again.ts';

const { db, office, account, draft, finalise, paperOf, linesBy, withPlan, calls, close } = await openPapers();
afterAll(close);

const refusal = (code: string) => expect.objectContaining({ errors: [expect.objectContaining({ code })] });

describe('a month of calls', () => {
  it('gives the invoice of a second, independent calculation', async () => {
    const customerId = await withPlan('month');
    await account(customerId, { taxes: VAT });
    const made = makeCalls(1500, 20_261_121);
    await calls(customerId, made);
    const id = await draft(customerId);
    const expected = naive(made);
    const lines = await linesBy(id);
    // Half a cent rounds up: each line is rounded, then the tax on their sum.
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
  it('has its number, its calls and its ledger entry, and cannot be changed', async () => {
    const customerId = await withPlan('final');
    const one = callAt(61);
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
    // Updates of the call, a new plan and re-rating do not change the price.
    const before = await sql`select * from call_ratings where call_id = ${one.id}`.execute(db);
    await concludeAgain(db, one.id, { billableSeconds: 600 });
    await givePlan(db, customerId, office, '2026-11-01T00:00:00Z');
    expect(await rateDue(db, null)).toBe(0);
    const scope = { customerId, from: new Date(FROM), to: new Date(TO) };
    expect(await rerate(db, scope, null, false)).toMatchObject({ calls: 0, invoiced: 1 });
    expect((await sql`select * from call_ratings where call_id = ${one.id}`.execute(db)).rows).toEqual(before.rows);
  });

  it('charges nothing twice, and the next invoice charges late calls', async () => {
    const customerId = await withPlan('twice');
    await calls(customerId, [callAt(60)]);
    await finalise(await draft(customerId));
    await calls(customerId, [callAt(60, 60_000)]);
    await expect(inTransaction(db, async (tx) => lockCustomer(tx, customerId))).resolves.toBeDefined();
    const lines = await linesBy(await draft(customerId, DECEMBER));
    expect(lines.filter((line) => line['kind'] !== 'allowance')).toEqual([
      { kind: 'plan_fee', net: '49.900000', planName: 'Office', from: '2027-01-01', to: '2027-01-31' },
      expect.objectContaining({ kind: 'usage', group: 'world', late: true, calls: 1, net: '0.210000' }),
    ]);
  });

  it('equals its draft or is refused', async () => {
    const customerId = await withPlan('looked');
    await calls(customerId, [callAt(60)]);
    const id = await draft(customerId);
    await insertCalls(db, customerId, [callAt(60, 60_000)]);
    await expect(finalise(id)).rejects.toEqual(refusal('calls-waiting'));
    await rateDue(db, null);
    await expect(finalise(id)).rejects.toEqual(refusal('changed-since'));
    expect((await sql`select 1 from call_ratings where invoice_id = ${id}`.execute(db)).rows).toEqual([]);
    expect(await draft(customerId)).toBe(id);
    expect(await finalise(id)).toMatch(/^INV-/);
  });

  it('can be credited completely so that its calls and fees can be invoiced again', async () => {
    const customerId = await withPlan('credit');
    await account(customerId, { taxes: VAT });
    await calls(customerId, [callAt(61), callAt(600, 60_000)]);
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
    // Without rebilling they stay with the first invoice.
    await finalise(again);
    await inTransaction(db, (tx) => creditFinal(tx, again, { reason: 'Goodwill', rebill: false }, WHO));
    expect((await linesBy(await draft(customerId, DECEMBER))).map((line) => line['kind'])).not.toContain('usage');
  });
});

describe('partial credit notes', () => {
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
    await calls(customerId, [callAt(600)]);
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
  ])('add up exactly to the invoice in any split (%s)', async (name, terms, taxes, inForce) => {
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

  it('cannot exceed their line, use lines of other invoices, or be followed by a complete credit note', async () => {
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
    // The fee was charged and stays charged.
    expect((await linesBy(await draft(customerId, DECEMBER))).map((l) => l['kind'])).not.toContain('usage');
  });
});

describe('numbers', () => {
  it('have no gaps and no duplicates despite concurrent finalizing and failures', async () => {
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
