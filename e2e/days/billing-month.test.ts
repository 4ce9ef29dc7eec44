// A billing month of three customers in three time zones: calls imported from files of two PBX servers, whose clocks change in both
// directions, with plans that change in the middle of the month. Every amount of calls, invoices, credit notes and re-rating equals an
// independent calculation.
import type { z } from 'zod';
import type { Account } from '@ringside/core/contract/billing/account.ts';
import type { Invoice, InvoiceLine, InvoiceSummary } from '@ringside/core/contract/billing/invoice.ts';
import type { rerateCalls } from '@ringside/core/contract/billing/rerate.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { seeded } from '../lab/random-actions.ts';
import { callsBetween, callsOnInvoice, centsOf, callText, shownInvoice } from './billing-month/console-figures.ts';
import { makeMonth, masterCsv } from './billing-month/generator.ts';
import type { ExpectedCall } from './billing-month/generator.ts';

import { money, expectedInvoice, taxesOf } from './billing-month/expected-invoice.ts';
import type { PriceRate } from './billing-month/price-lists.ts';
import { millionths, priceAll } from './billing-month/rating.ts';
import type { Held, Priced } from './billing-month/rating.ts';
import type { MonthSetup } from './billing-month/set-up.ts';
import { ACCOUNTS, CODES, setUpMonth, HOLDS, importCdr, MONTH } from './billing-month/set-up.ts';
import type { Code } from './billing-month/tenants.ts';
import { TENANTS } from './billing-month/tenants.ts';
import { midnightOf, nextMonth } from './billing-month/zones.ts';
import { seedOfRun } from '../lab/seed.ts';

const isWhole = process.env['RINGSIDE_DAYS'] !== 'short';
const IMPORTED = isWhole ? 4500 : 1000;
const seed = seedOfRun();

type Rerated = z.infer<typeof rerateCalls.response>;

let console_: RunningConsole;
let setup: MonthSetup;
let expectedCalls: readonly ExpectedCall[];

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => console_.api.call<T>(method, path, body);
const zoneOf = (code: Code) => ACCOUNTS[code].zone;
/** Calls of one customer in the order of pricing, priced by the independent calculation. */
const secondPrices = (code: Code, holds: readonly Held[] = HOLDS[code]) => {
  const calls = expectedCalls.filter(({ customer, legs }) => customer === code && legs.length > 0);
  const inOrder = calls.toSorted((a, b) => a.legs[0]!.at - b.legs[0]!.at);
  return priceAll(
    inOrder.flatMap(({ legs }) => legs),
    holds,
    zoneOf(code),
  );
};
const isIn =
  (month: string, code: Code) =>
  ({ at }: { readonly at: number }) =>
    at >= midnightOf(month, zoneOf(code)) && at < midnightOf(nextMonth(month), zoneOf(code));

beforeAll(async () => {
  globalThis.console.log(`seed ${seed} (RINGSIDE_SEED repeats the choices)`);
  expectedCalls = makeMonth(MONTH, TENANTS, IMPORTED, seeded(seed));
  console_ = await startConsole();
  setup = await setUpMonth(console_.api);
});
afterAll(() => console_?.close());

describe('imported calls', () => {
  it('are imported completely, and a second import changes nothing', async () => {
    for (const pbx of ['Europe/London', 'Australia/Sydney'] as const) {
      const rows = expectedCalls.filter((call) => call.pbx === pbx).flatMap((call) => call.rows).length;
      const text = masterCsv(expectedCalls, pbx);
      const serverId = setup.servers.get(pbx) ?? 0;
      expect(await importCdr(console_, serverId, pbx, text)).toMatchObject({
        state: 'done',
        newLegs: rows,
        faults: [],
      });
      expect(await importCdr(console_, serverId, pbx, text)).toMatchObject({ state: 'done', newLegs: 0, faults: [] });
    }
  });

  it('match the generator to the second, also during clock changes', async () => {
    const around = [Date.UTC(2025, 8, 25), Date.UTC(2025, 10, 9)] as const;
    const told = await callsBetween(console_.api, ...around);
    const idOf = Object.fromEntries(CODES.map((code) => [setup.customers[code], code]));
    const shown = told.map((call) =>
      [
        ...[call.linkedid, idOf[call.customerId ?? ''], call.direction, call.status, Date.parse(call.startAt)],
        ...[call.connectedAt === null ? '-' : Date.parse(call.connectedAt), call.billableSeconds],
      ].join(' '),
    );
    const wanted = expectedCalls.map(({ linkedid, customer, direction, status, startAt, legs }) =>
      [linkedid, customer, direction, status, startAt, legs[0]?.at ?? '-', legs[0]?.seconds ?? 0].join(' '),
    );
    expect(shown.toSorted()).toEqual(wanted.toSorted());
  });
});

const draftOf = async (code: Code): Promise<Invoice> => {
  const days = { firstDay: '2025-10-01', lastDay: '2025-10-31' };
  const { data } = await api<{ data: InvoiceSummary[] }>('POST', '/invoices', {
    customerId: setup.customers[code],
    ...days,
  });
  expect(data).toHaveLength(1);
  return read(data[0]!.id);
};
const read = (id: string): Promise<Invoice> => api<Invoice>('GET', `/invoices/${id}`);
const balanceOf = async (code: Code): Promise<bigint> => {
  const { balances } = await api<Account>('GET', `/customers/${setup.customers[code]}/account`);
  return centsOf(balances[0]?.balance ?? '0');
};
const rerate = (code: Code, dryRun: boolean): Promise<Rerated> =>
  api('POST', '/reports/billing/rerate', {
    ...{ customerId: setup.customers[code], firstDay: '2025-09-01', lastDay: '2025-11-30', dryRun },
  });
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

describe.each(CODES)('the month of %s', (code) => {
  let invoice: Invoice;

  it('is drafted with the lines, included minutes, taxes and total of the independent calculation', async () => {
    // A file lists calls by their end. Re-rating uses included minutes in the order of the answers.
    await rerate(code, false);
    invoice = await draftOf(code);
    const { priced, tank } = secondPrices(code);
    expect(shownInvoice(invoice)).toEqual(expectedInvoice(ACCOUNTS[code], HOLDS[code], priced, tank, MONTH));
  });

  it('lists each call with its seconds and its price', async () => {
    const { priced } = secondPrices(code);
    const wanted = priced.filter(isIn(MONTH, code)).filter(({ outcome }) => outcome === 'priced');
    expect((await callsOnInvoice(console_, invoice.id)).toSorted()).toEqual(wanted.map(callText).toSorted());
  });

  it('is finalized as drafted and charged to the cent, and its prices stay fixed', async () => {
    const final = await api<Invoice>('POST', `/invoices/${invoice.id}/finalise`);
    expect(final.number).toMatch(/^INV-\d+$/);
    expect(shownInvoice(final)).toEqual(shownInvoice(invoice));
    expect(await balanceOf(code)).toBe(-centsOf(final.total));
    const listed = await callsOnInvoice(console_, invoice.id);
    const { invoiced, totals } = await rerate(code, true);
    expect(invoiced).toBe(listed.length);
    expect(totals.every(({ difference }) => centsOf(difference) === 0n)).toBe(true);
  });
});

describe.each(['quay', 'harbour'] as const)('a partial credit note for the invoice of %s', (code) => {
  const partOf = (line: InvoiceLine) => (line.kind === 'usage' ? 'usage' : 'fees');
  const credit = (id: string, parts: readonly { readonly line: InvoiceLine; readonly net: bigint }[]) => {
    const lines = parts.map(({ line, net }) => ({ id: line.id, amount: money(net) }));
    return api<Invoice>('POST', `/invoices/${id}/credit`, { reason: 'Wrong calls', lines });
  };
  let notes: readonly Invoice[] = [];
  let id: string;

  it('has the taxes of its lines', async () => {
    const { data } = await api<{ data: InvoiceSummary[] }>('GET', `/invoices?customerId=${setup.customers[code]}`);
    ({ id } = data[0]!);
    const charged = (await read(id)).lines.filter(({ kind, net }) => kind !== 'allowance' && centsOf(net) > 2n);
    const parts = charged.map((line) => ({ line, net: centsOf(line.net) / 3n }));
    const note = await credit(id, parts);
    const lines = parts.map(({ line, net }) => ({ part: partOf(line), net: -net }) as const);
    const amounts = taxesOf(lines, ACCOUNTS[code].taxes, false);
    const net = sumOf(lines.map((line) => line.net));
    expect(note.taxes.map(({ amount }) => centsOf(amount))).toEqual(amounts);
    expect([note.net, note.tax, note.total].map(centsOf)).toEqual([net, sumOf(amounts), net + sumOf(amounts)]);
    notes = [note];
  });

  it('leaves a remainder, and a credit note for the remainder takes the rest of each tax', async () => {
    const before = await read(id);
    let rest = sumOf(before.lines.map(({ net }) => centsOf(net))) + sumOf(notes.map(({ net }) => centsOf(net)));
    const parts = before.lines.flatMap((line) => {
      const left = centsOf(line.net) - centsOf(line.credited);
      const net = left < rest ? left : rest;
      if (net <= 0n) return [];
      rest -= net;
      return [{ line, net }];
    });
    notes = [...notes, await credit(id, parts)];
    const together = (of: (paper: Invoice) => string): bigint =>
      sumOf([before, ...notes].map((note) => centsOf(of(note))));
    expect([together((p) => p.net), together((p) => p.tax), together((p) => p.total)]).toEqual([0n, 0n, 0n]);
    expect(await balanceOf(code)).toBe(0n);
  });
});

describe('wrong prices', () => {
  const code = 'mirpeset';
  const better: PriceRate = {
    ...{ direction: 'outbound', prefix: '9725', destinationName: 'Israel mobile', destinationGroup: 'mobile' },
    ...{ ratePerMinute: '0.0777', initialSeconds: 6, incrementSeconds: 6, effectiveFrom: '2025-10-13T21:00:00Z' },
  };
  const corrected = HOLDS[code].map((held) => ({
    ...held,
    list: held.list.name === 'Shekel' ? { ...held.list, rates: [...held.list.rates, better] } : held.list,
  }));
  const amountOf = (calls: readonly Priced[]): bigint => sumOf(calls.map(({ amount }) => amount));
  /** Calls from September to November. */
  const isInPeriod = ({ at }: Priced): boolean =>
    at >= midnightOf('2025-09-01', zoneOf(code)) && at < midnightOf('2025-12-01', zoneOf(code));

  it('are re-rated after the invoice is credited, by the difference in the independent calculation', async () => {
    const { data } = await api<{ data: InvoiceSummary[] }>('GET', `/invoices?customerId=${setup.customers[code]}`);
    const { id } = data[0]!;
    const note = await api<Invoice>('POST', `/invoices/${id}/credit`, { reason: 'Wrong price', rebill: true });
    const wrong = await read(id);
    expect([note.net, note.tax, note.total].map(centsOf)).toEqual(
      [wrong.net, wrong.tax, wrong.total].map((amount) => -centsOf(amount)),
    );
    expect(await balanceOf(code)).toBe(0n);
    await api('POST', `/plans/${setup.plans.get('Shekel')}/rates`, better);
    const [before, after] = [secondPrices(code).priced, secondPrices(code, corrected).priced];
    const wanted = [amountOf(before.filter(isInPeriod)), amountOf(after.filter(isInPeriod))];
    for (const dryRun of [true, false]) {
      const { totals, invoiced } = await rerate(code, dryRun);
      expect(invoiced).toBe(0);
      expect([totals[0]?.before, totals[0]?.after].map((amount) => millionths(amount ?? ''))).toEqual(wanted);
    }
  });

  it('are correct on the new invoice', async () => {
    const invoice = await draftOf(code);
    const { priced, tank } = secondPrices(code, corrected);
    expect(shownInvoice(invoice)).toEqual(expectedInvoice(ACCOUNTS[code], corrected, priced, tank, MONTH));
    const final = await api<Invoice>('POST', `/invoices/${invoice.id}/finalise`);
    expect(await balanceOf(code)).toBe(-centsOf(final.total));
    await api('POST', `/customers/${setup.customers[code]}/ledger`, { kind: 'payment', amount: final.total });
    expect((await read(final.id)).payment).toBe('paid');
    expect(await balanceOf(code)).toBe(0n);
  });
});
