// Tests a month billed in two manual invoices: free credit is granted once and completely, and the first invoice warns about a fee that
// covers later days.
import { afterAll, describe, expect, it } from 'vitest';
import { makePlan, TERMS } from './testing/month-of-calls.ts';
import { callAt, NOVEMBER, openPapers } from './testing/papers.ts';

const { db, account, draft, finalise, linesBy, paperOf, withPlan, calls, close } = await openPapers();
afterAll(close);

const FIRST = { firstDay: '2026-11-01', endDay: '2026-11-16' };
const SECOND = { firstDay: '2026-11-16', endDay: '2026-12-01' };
const WEEKS = 16 * 86_400_000;

const plan = await makePlan(db, 'Credit', {
  ...{ ...TERMS, fixedFee: '40', setupFee: '0', freeCredit: '3', allowances: [] },
});
const creditOf = async (id: string) =>
  (await linesBy(id)).filter(({ kind }) => kind === 'free_credit').map(({ net }) => net);

describe('a month in two invoices', () => {
  it.each([
    // Ten minutes cost 2.10.
    ['used before the first one ends', [callAt(600)], ['-2.100000'], null],
    ['used after it', [callAt(600, WEEKS)], [], ['-2.100000']],
    ['used in both', [callAt(600), callAt(600, WEEKS)], ['-2.100000'], ['-0.900000']],
    ['used up in the first', [callAt(1200), callAt(600, WEEKS)], ['-3.000000'], []],
  ] as const)('grants free credit once, %s', async (name, made, first, second) => {
    const customerId = await withPlan(name, '2026-10-01T00:00:00+03:00', null, plan);
    await account(customerId, { fees_in_advance: false });
    await calls(customerId, made);
    const one = await draft(customerId, FIRST);
    expect(await creditOf(one)).toEqual(first);
    await finalise(one);
    // Nothing is left to be invoiced.
    if (second === null) await expect(draft(customerId, SECOND)).rejects.toThrow('not 0');
    else expect(await creditOf(await draft(customerId, SECOND))).toEqual(second);
  });

  it('charges the fee once on the first invoice, with a warning that it covers later days', async () => {
    const customerId = await withPlan('says so', '2026-10-01T00:00:00+03:00', null, plan);
    await account(customerId, { fees_in_advance: false });
    const fees = async (id: string) =>
      (await linesBy(id)).filter(({ kind }) => kind === 'plan_fee').map(({ net, to }) => [net, to]);
    const one = await draft(customerId, FIRST);
    expect(await fees(one)).toEqual([['40.000000', '2026-11-30']]);
    expect((await paperOf(one)).warnings).toEqual([{ kind: 'fee-beyond-period', count: 1, name: 'Credit' }]);
    await finalise(one);
    await calls(customerId, [callAt(3600, WEEKS)]);
    const two = await draft(customerId, SECOND);
    expect([await fees(two), (await paperOf(two)).warnings]).toEqual([[], []]);
  });

  it('has no such warning if the invoice covers the period and charges the next fee in advance', async () => {
    const customerId = await withPlan('whole', '2026-10-01T00:00:00+03:00', null, plan);
    expect((await paperOf(await draft(customerId, NOVEMBER))).warnings).toEqual([]);
  });
});
