import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../cli/run-command.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';

let server: TestConsole;
let admin: string;
let number = 0;

beforeAll(async () => {
  server = await startTestConsole();
  const made = await runCommand(server.deps, {
    command: 'user create',
    options: { username: 'boss', role: 'administrator', email: 'boss@example.com', password: PASSWORD },
  });
  if (!made.ok) throw new Error(made.lines.join());
  admin = await server.signIn('boss');
});
afterAll(() => server.close());

// oxlint-disable-next-line no-explicit-any -- tests look into answers of every shape
const must = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await server.call(admin, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};
const fields = (answer: { body: { errors: { path: string; code: string }[] } }) =>
  answer.body.errors.map((e) => `${e.path} ${e.code}`);
const makePlan = (more: object = {}) => must('POST', '/plans', { name: `Plan ${(number += 1)}`, ...more });
const addRate = (id: string, more: object) =>
  must('POST', `/plans/${id}/rates`, { direction: 'outbound', ratePerMinute: '0.10', ...more });
const quote = (id: string, more: object) =>
  must('POST', `/plans/${id}/quote`, {
    direction: 'outbound',
    number: '+44 7712 345678',
    answeredAt: '2026-03-02T12:00:00Z',
    billsec: 61,
    ...more,
  });

describe('a plan', () => {
  it('stores amounts as exact decimal texts and refuses numbers', async () => {
    const plan = await makePlan({
      currency: 'EUR',
      fixedFee: '29',
      setupFee: '0.000001',
      unitFees: [{ item: 'agent', unitPrice: '999999999.999999' }],
    });
    expect(plan).toMatchObject({ status: 'draft', fixedFee: '29.00', setupFee: '0.000001', versionNumber: 1 });
    expect(plan.unitFees).toEqual([{ item: 'agent', unitPrice: '999999999.999999', includedQuantity: 0 }]);
    const read = await must('GET', `/plans/${plan.id}`);
    expect(read).toEqual(plan);
    for (const fixedFee of [29, '-1', '1e3', '1,5', '0.0000001', '1234567890', ''])
      expect(fields(await server.call(admin, 'POST', '/plans', { name: 'x', fixedFee }))[0]).toMatch(/^fixedFee /);
    expect(fields(await server.call(admin, 'POST', '/plans', { name: plan.name.toUpperCase() }))).toEqual([
      'name taken',
    ]);
  });

  it('is duplicated as a draft with independent copies of its terms and rates', async () => {
    const terms = { currency: 'EUR', fixedFee: '90.00', intervalCount: 3, status: 'active' };
    const plan = await makePlan({ ...terms, unitFees: [{ item: 'agent', unitPrice: '5' }] });
    await addRate(plan.id, { prefix: '44', ratePerMinute: '0.10' });
    await addRate(plan.id, { prefix: '44', ratePerMinute: '0.20', effectiveFrom: '2099-01-01T00:00:00Z' });
    await addRate(plan.id, {
      prefix: '1',
      effectiveFrom: '2020-01-01T00:00:00Z',
      effectiveUntil: '2021-01-01T00:00:00Z',
    });
    const path = `/plans/${plan.id}/duplicate`;
    expect(fields(await server.call(admin, 'POST', path, { name: plan.name }))).toEqual(['name taken']);
    const copy = await must('POST', path, { name: `${plan.name} again` });
    expect(copy).toMatchObject({
      ...{ ...terms, status: 'draft', validFrom: null, versionNumber: 1, rateCount: 2, customerCount: 0 },
      unitFees: plan.unitFees,
    });
    expect(await must('GET', `/plans/${copy.id}`)).toEqual(copy);
    const ratesOf = async (id: string) =>
      // oxlint-disable-next-line no-explicit-any -- tests look into answers of every shape
      (await must('GET', `/plans/${id}/rates?sort=prefix`)).data.map((r: any) => [
        r.prefix,
        r.ratePerMinute,
        r.effectiveFrom,
      ]);
    const before = await ratesOf(plan.id);
    expect((await ratesOf(copy.id)).toSorted()).toEqual(
      before.filter(([prefix]: string[]) => prefix === '44').toSorted(),
    );
    await addRate(copy.id, { prefix: '49' });
    expect(await ratesOf(plan.id)).toEqual(before);
    for (const intervalCount of [0, 1.5, 61])
      expect(fields(await server.call(admin, 'POST', '/plans', { name: 'x', intervalCount }))[0]).toMatch(
        /^intervalCount /,
      );
  });

  it('has fees with limits and tiers, and refuses invalid price lists', async () => {
    const fee = { item: 'agent', unitPrice: '10', includedQuantity: 2 };
    const tiers = [
      { above: 5, unitPrice: '8' },
      { above: 20, unitPrice: '5.5' },
    ];
    const allowance = { name: 'Home', kind: 'minutes', seconds: 6000, carryOver: 'all', capSeconds: 3000 };
    const plan = await makePlan({
      unitFees: [fee, { ...fee, item: 'queue', tiers, minimumQuantity: 1, maximumQuantity: 1 }],
      allowances: [allowance],
    });
    expect(plan.unitFees).toEqual([
      { ...fee, unitPrice: '10.00' },
      {
        ...{ item: 'queue', unitPrice: '10.00', includedQuantity: 2, minimumQuantity: 1, maximumQuantity: 1 },
        tiers: [
          { above: 5, unitPrice: '8.00' },
          { above: 20, unitPrice: '5.50' },
        ],
      },
    ]);
    expect(plan.allowances[0].capSeconds).toBe(3000);
    const [{ terms }] = (await must('GET', `/plans/${plan.id}/versions`)).data;
    expect([terms.unitFees, terms.allowances]).toEqual([plan.unitFees, plan.allowances]);
    for (const [body, expected] of [
      [{ unitFees: [{ ...fee, tiers: tiers.toReversed() }] }, 'unitFees.0.tiers tier-order'],
      [{ unitFees: [{ ...fee, minimumQuantity: 3, maximumQuantity: 2 }] }, 'unitFees.0.maximumQuantity quantity-order'],
      [{ allowances: [{ ...allowance, carryOver: 'none' }] }, 'allowances.0.capSeconds cap-without-carry'],
      [{ allowances: [{ ...allowance, kind: 'calls' }] }, 'allowances.0.capSeconds cap-without-carry'],
    ] as const)
      expect(fields(await server.call(admin, 'PATCH', `/plans/${plan.id}`, body))).toEqual([expected]);
    expect(await must('GET', `/plans/${plan.id}`)).toEqual(plan);
  });

  it('is changed in place as a draft, and through a new version afterwards', async () => {
    const { id } = await makePlan({ fixedFee: '10' });
    expect(await must('PATCH', `/plans/${id}`, { fixedFee: '11' })).toMatchObject({
      fixedFee: '11.00',
      versionNumber: 1,
      validFrom: null,
    });
    const active = await must('PATCH', `/plans/${id}`, { status: 'active' });
    expect([active.versionNumber, active.validFrom === null]).toEqual([1, false]);
    const changed = await must('PATCH', `/plans/${id}`, { fixedFee: '12', description: 'dearer' });
    expect(changed).toMatchObject({ fixedFee: '12.00', versionNumber: 2, description: 'dearer' });
    const { data } = await must('GET', `/plans/${id}/versions`);
    expect(data.map((v: { state: string; terms: { fixedFee: string } }) => [v.state, v.terms.fixedFee])).toEqual([
      ['current', '12.00'],
      ['past', '11.00'],
    ]);
    expect(fields(await server.call(admin, 'PATCH', `/plans/${id}`, { status: 'draft', currency: 'EUR' }))).toEqual([
      'status immutable',
      'currency immutable',
    ]);
  });

  it('has changeable drafts and scheduled versions, and unchangeable versions in force', async () => {
    const { id } = await makePlan({ status: 'active', fixedFee: '10' });
    const draft = await must('POST', `/plans/${id}/versions`, { fixedFee: '20' });
    expect(draft).toMatchObject({ number: 2, state: 'draft', validFrom: null });
    const later = '2126-01-01T00:00:00.000Z';
    expect(await must('PATCH', `/plans/${id}/versions/2`, { setupFee: '5', validFrom: later })).toMatchObject({
      state: 'scheduled',
      validFrom: later,
      terms: { fixedFee: '20.00', setupFee: '5.00' },
    });
    expect(await must('GET', `/plans/${id}`)).toMatchObject({ fixedFee: '10.00', versionNumber: 1 });
    const past = await server.call(admin, 'PATCH', `/plans/${id}/versions/2`, { validFrom: '2020-01-01T00:00:00Z' });
    expect([past.status, fields(past)]).toEqual([422, ['validFrom past']]);
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { fixedFee: '1' } : undefined;
      expect((await server.call(admin, method, `/plans/${id}/versions/1`, body)).status).toBe(409);
    }
    expect((await server.call(admin, 'DELETE', `/plans/${id}/versions/2`)).status).toBe(204);
    expect((await server.call(admin, 'DELETE', `/plans/${id}/versions/2`)).status).toBe(404);
  });

  it('is assigned to customers with its currency, keeps a history, and cannot be deleted while in use', async () => {
    const customer = await must('POST', '/customers', { code: 'acme', name: 'Acme', currency: 'EUR' });
    const [a, b] = [
      await makePlan({ status: 'active', currency: 'EUR' }),
      await makePlan({ status: 'active', currency: 'EUR' }),
    ];
    const dollars = await makePlan({ status: 'active' });
    const draft = await makePlan({ currency: 'EUR' });
    const give = (planId: string, validFrom?: string) =>
      server.call(admin, 'POST', `/plans/${planId}/customers`, { customerId: customer.id, validFrom });
    expect(fields(await give(dollars.id))).toEqual(['customerId other-currency']);
    expect(fields(await give(draft.id))).toEqual(['status plan-not-active']);
    expect((await give(a.id, '2026-01-01T00:00:00Z')).status).toBe(201);
    expect((await give(b.id, '2026-02-01T00:00:00Z')).status).toBe(201);
    const of = async (id: string) =>
      (await must('GET', `/plans/${id}/customers`)).data.map(
        (c: { customerName: string; validUntil: string | null }) => [c.customerName, c.validUntil],
      );
    expect(await of(a.id)).toEqual([['Acme', '2026-02-01T00:00:00.000Z']]);
    expect(await of(b.id)).toEqual([['Acme', null]]);
    expect((await must('GET', `/plans/${b.id}`)).customerCount).toBe(1);
    expect(fields(await server.call(admin, 'DELETE', `/plans/${a.id}`))).toEqual([' in-use']);
    expect((await server.call(admin, 'DELETE', `/plans/${draft.id}`)).status).toBe(204);
  });
});

describe('a quote', () => {
  it('uses the longest matching prefix and lists each step', async () => {
    const { id } = await makePlan();
    for (const [prefix, ratePerMinute] of [
      ['44', '0.01'],
      ['447', '0.05'],
      ['4477', '0.08'],
    ])
      await addRate(id, { prefix, ratePerMinute, destinationName: `UK ${prefix}` });
    const answer = await quote(id, { billsec: 60 });
    expect(answer).toMatchObject({
      status: 'rated',
      prefix: '4477',
      destinationName: 'UK 4477',
      rawSeconds: 60,
      billedSeconds: 60,
      allowanceSeconds: 0,
      usage: '0.0800',
      cost: '0.0800',
      currency: 'USD',
    });
    expect(answer.steps.map((s: { kind: string }) => s.kind)).toEqual(['match', 'increments', 'usage', 'round']);
  });

  it('splits included minutes at the boundary and waives a connect fee that they cover', async () => {
    const allowance = { name: 'National', kind: 'minutes', seconds: 6000, direction: 'both', coversConnectFee: true };
    const { id } = await makePlan({ allowances: [allowance] });
    await addRate(id, { prefix: '44', connectFee: '0.05' });
    expect(await quote(id, { billsec: 150, allowanceLeftSeconds: 60 })).toMatchObject({
      billedSeconds: 180,
      allowanceSeconds: 60,
      connectFee: '0.0500',
      usage: '0.2000',
      cost: '0.2500',
    });
    expect(await quote(id, { billsec: 60, allowanceLeftSeconds: 60 })).toMatchObject({ cost: '0.0000' });
    expect(await quote(id, { billsec: 0, allowanceLeftSeconds: 60 })).toMatchObject({ status: 'excluded' });
  });

  it.each([
    ['block', 'unrated', '0.0000'],
    ['zero', 'rated', '0.0000'],
    ['default_rate', 'rated', '1.0000'],
  ])("of a number without a rate follows the plan's policy: %s", async (unratedPolicy, status, cost) => {
    const { id } = await makePlan({ unratedPolicy, defaultRatePerMinute: '0.5' });
    expect(await quote(id, {})).toMatchObject({ prefix: null, unratedPolicy, status, cost });
  });

  it('uses inbound rates for inbound calls and names an invalid field', async () => {
    const { id } = await makePlan();
    await addRate(id, {
      prefix: '44',
      direction: 'inbound',
      ratePerMinute: '0.02',
      initialSeconds: 1,
      incrementSeconds: 1,
    });
    expect(await quote(id, { direction: 'inbound', billsec: 13.2 })).toMatchObject({ rawSeconds: 14, cost: '0.0047' });
    expect(await quote(id, {})).toMatchObject({ prefix: null });
    const bad = await server.call(admin, 'POST', `/plans/${id}/quote`, { direction: 'up', number: '', billsec: -1 });
    expect(bad.body.errors.map((e: { path: string }) => e.path)).toEqual(['direction', 'number', 'billsec']);
  });
});

describe('rates', () => {
  it('in force are never changed: the old one ends and a new one starts', async () => {
    const { id } = await makePlan({ status: 'active' });
    const first = await addRate(id, { prefix: '44', ratePerMinute: '0.10' });
    expect(first.effectiveFrom).toBe('1970-01-01T00:00:00.000Z');
    const second = await must('PATCH', `/plans/${id}/rates/${first.id}`, { ratePerMinute: '0.20' });
    expect(second.id).not.toBe(first.id);
    expect((await quote(id, { billsec: 60 })).cost).toBe('0.1000');
    expect((await quote(id, { billsec: 60, answeredAt: '2126-01-01T00:00:00Z' })).cost).toBe('0.2000');
    const again = await server.call(admin, 'PATCH', `/plans/${id}/rates/${first.id}`, { ratePerMinute: '0.30' });
    expect([again.status, fields(again)]).toEqual([409, [' immutable']]);
    expect((await server.call(admin, 'DELETE', `/plans/${id}/rates/${second.id}`)).status).toBe(204);
    expect((await quote(id, { answeredAt: '2126-01-01T00:00:00Z' })).prefix).toBe(null);
    expect((await quote(id, { billsec: 60 })).cost).toBe('0.1000');
  });

  it('with a later start are changed and deleted in place, and two cannot start at the same time', async () => {
    const { id } = await makePlan({ status: 'active' });
    const later = { prefix: '44', effectiveFrom: '2126-01-01T00:00:00Z' };
    const rate = await addRate(id, later);
    expect((await must('PATCH', `/plans/${id}/rates/${rate.id}`, { ratePerMinute: '0.30' })).id).toBe(rate.id);
    const twice = await server.call(admin, 'POST', `/plans/${id}/rates`, { ...later, ratePerMinute: '1' });
    expect([twice.status, fields(twice)]).toEqual([409, ['prefix taken']]);
    expect((await server.call(admin, 'DELETE', `/plans/${id}/rates/${rate.id}`)).status).toBe(204);
    expect((await must('GET', `/plans/${id}/rates`)).meta.total).toBe(0);
  });

  it('are found by prefix, by dialed number and by destination', async () => {
    const { id } = await makePlan();
    for (const [prefix, destinationName] of [
      ['44', 'United Kingdom'],
      ['447', 'UK mobile'],
      ['1', 'USA'],
    ])
      await addRate(id, { prefix, destinationName });
    const found = async (q: string) =>
      (await must('GET', `/plans/${id}/rates?q=${encodeURIComponent(q)}`)).data.map(
        (r: { prefix: string }) => r.prefix,
      );
    expect(await found('44')).toEqual(['44', '447']);
    expect(await found('+44 7712 345')).toEqual(['44', '447']);
    expect(await found('mobile')).toEqual(['447']);
    expect(await found('')).toEqual(['1', '44', '447']);
  });
});
