// Real calls for the billing month: three customers on a real Asterisk that the console configures, with SIPp as the carrier. Each
// connected leg through the trunk is rated for the duration that SIPp logged. Its price, the prepaid balance and the invoices of the month
// equal an independent calculation.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '@ringside/core/contract/billing/account.ts';
import type { Invoice, InvoiceSummary } from '@ringside/core/contract/billing/invoice.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole } from '../lab/console.ts';
import type { RunningConsole } from '../lab/console.ts';
import { farCalls, farSeconds } from '../lab/far-end.ts';
import type { FarCall } from '../lab/far-end.ts';
import { createLab, sleep } from '../lab/lab.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { seeded } from '../lab/random-actions.ts';
import { shownInvoice } from './billing-month/console-figures.ts';
import { money, expectedInvoice } from './billing-month/expected-invoice.ts';
import type { Account as Terms } from './billing-month/expected-invoice.ts';
import { firstOfMonth, millionths, priceAll } from './billing-month/rating.ts';
import { callIn, callOut, pressKeys, sendOn } from './billing-month/real-calls.ts';
import type { ActionCounts } from './billing-month/real-calls.ts';
import type { Connected } from './billing-month/rating.ts';
import { createPark } from './billing-month/park-calls.ts';
import { legsOfCalls } from './billing-month/real-figures.ts';
import type { ShownLeg } from './billing-month/real-figures.ts';
import {
  setUpReal,
  firstHolds,
  KEY_TO,
  REDIRECT_TO,
  SATELLITE,
  startTestPhones,
  startSippPhones,
  changePlan,
} from './billing-month/real-setup.ts';
import type { TestPhones, RealSetup } from './billing-month/real-setup.ts';
import { TENANTS } from './billing-month/tenants.ts';
import type { Code } from './billing-month/tenants.ts';
import { daysFrom, midnightOf, nextMonth } from './billing-month/zones.ts';
import { seedOfRun } from '../lab/seed.ts';

const PATIENCE = { timeout: 60_000, interval: 250 };
const isWhole = process.env['RINGSIDE_DAYS'] !== 'short';
const [IN, OUT_EACH, KEY_ROUNDS, RATE] = isWhole ? [260, 42, 4, 3] : [39, 5, 1, 3];
const seed = seedOfRun();
const random = seeded(seed);

const began = Date.now();
const monthOf = Object.fromEntries(TENANTS.map(({ code, zone }) => [code, firstOfMonth(began, zone)])) as Record<
  Code,
  string
>;
const zoneOf = Object.fromEntries(TENANTS.map(({ code, zone }) => [code, zone])) as Record<
  Code,
  (typeof TENANTS)[number]['zone']
>;
const CODES = TENANTS.map(({ code }) => code);

let lab: Lab;
let pbx: Pbx;
let console_: RunningConsole;
let setup: RealSetup;
let testPhones: TestPhones;
let holds: ReturnType<typeof firstHolds>;
let shown: readonly ShownLeg[];
const actionCounts: ActionCounts = new Map();
const clock = join(tmpdir(), `ringside-clock-${process.pid}`);

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => console_.api.call<T>(method, path, body);
const quiet = () => expect.poll(() => pbx.cli('core show channels count'), PATIENCE).toContain('0 active channels');
const throughTrunk = (): readonly ShownLeg[] => shown.filter(({ isThroughTrunk }) => isThroughTrunk);
/** Re-rates the calls, so that included minutes are used in the order of the answers. */
const rerate = async (): Promise<void> => {
  for (const code of CODES) {
    const [firstDay, lastDay] = [monthOf[code], nextMonth(monthOf[code])];
    await api('POST', '/reports/billing/rerate', {
      customerId: setup.customers[code],
      firstDay,
      lastDay,
      dryRun: false,
    });
  }
};

beforeAll(async () => {
  globalThis.console.log(`seed ${seed} (RINGSIDE_SEED repeats the choices)`);
  writeFileSync(clock, '0');
  lab = createLab();
  pbx = lab.pbx(15);
  const net = pbx.host.replace(/\.1$/, '');
  const preload = `--import ${new URL('billing-month/shift-clock.mjs', import.meta.url).href}`;
  const env = { NODE_OPTIONS: preload, RINGSIDE_E2E_CLOCK: clock };
  [console_] = await Promise.all([startConsole(env), pbx.up({ fresh: true, set: { CARRIER_MATCH: `${net}.99` } })]);
  await pbx.carrier('4000,6000,9000,12000', '200,600');
  const firsts = Object.fromEntries(CODES.map((code) => [code, midnightOf(monthOf[code], zoneOf[code])])) as Record<
    Code,
    number
  >;
  holds = firstHolds(firsts);
  setup = await setUpReal(console_.api, pbx, holds);
  await startSippPhones(pbx, setup);
  testPhones = await startTestPhones(pbx, setup);
});
afterAll(async () => {
  await Promise.all([...(testPhones?.values() ?? [])].map((phone) => phone.close()));
  await console_?.close();
  await lab?.close();
});

interface Difference {
  readonly leg: string;
  /** The console's time less the far end's. */
  readonly seconds: number;
}

/** Compares calls to the same number in the order of their answers. */
const differencesOf = (legs: readonly ShownLeg[], far: readonly FarCall[]): readonly Difference[] => {
  const keyOf = ({ direction, number }: { readonly direction: string; readonly number: string }): string =>
    `${direction} ${number.replace('+', '')}`;
  const ours = Map.groupBy(
    legs.filter(({ isThroughTrunk }) => isThroughTrunk),
    keyOf,
  );
  const theirs = Map.groupBy(far, keyOf);
  return [...ours].flatMap(([key, own]) =>
    own
      .toSorted((a, b) => a.at - b.at)
      .map((leg, n) => ({
        leg: `${key} at ${new Date(leg.at).toISOString()}`,
        seconds: leg.seconds - farSeconds(theirs.get(key)![n]!),
      })),
  );
};
const odd = (differences: readonly Difference[]): readonly Difference[] =>
  differences.filter(({ seconds }) => Math.abs(seconds) > 1);

describe('real calls', () => {
  it('run in each kind: transfers, forwards, redirects, parking, menus, queues, voicemail, emergency, between customers', async () => {
    const park = createPark(console_.api, setup.serverId, testPhones);
    sendOn(testPhones, park, random, actionCounts);
    const out = TENANTS.flatMap((tenant, n) =>
      ['211', '212'].map((line, m) => {
        const phone = testPhones.get(`${tenant.code}-${line}`)!;
        const plan = { count: OUT_EACH, first: n * 2 + m * 5 };
        return callOut({ phone, tenant, line, park }, plan, random, actionCounts);
      }),
    );
    const change = async (): Promise<void> => {
      const half = (IN + OUT_EACH * out.length) / 2;
      await expect.poll(() => farCalls(pbx).length, { timeout: 600_000, interval: 100 }).toBeGreaterThan(half);
      holds = { ...holds, quay: await changePlan(console_.api, setup.customers.quay, holds.quay) };
    };
    await Promise.all([...out, callIn(pbx, IN, RATE), pressKeys(pbx, KEY_ROUNDS, RATE / 3), change()]);
    await quiet();
    globalThis.console.log(
      `${farCalls(pbx).length} connected legs at the carrier; ${JSON.stringify([...actionCounts])}`,
    );
    const sent = ['213', '214', '218'].map((line) => `sent on by ${line}`);
    for (const kind of ['direct', 'blind', 'attended', 'across', 'parked', 'emergency', ...sent])
      expect.soft(actionCounts.get(kind) ?? 0, kind).toBeGreaterThan(0);
    const reached = (number: string): number => farCalls(pbx).filter((call) => call.number === number).length;
    // On a busy machine the console may answer too late whether a prepaid call is covered. The PBX then refuses the call.
    for (const code of CODES.filter((each) => each !== 'harbour')) {
      expect.soft(reached(KEY_TO[code]), `key 3 of ${code}`).toBe(KEY_ROUNDS);
      expect.soft(reached(REDIRECT_TO[code]), `302 of ${code}`).toBeGreaterThan(0);
    }
    const messages = await Promise.all(
      setup.mailboxes.map((id) => api<{ fresh: number | null }>('GET', `/subscribers/${id}/voicemail`)),
    );
    expect
      .soft(
        messages.every(({ fresh }) => (fresh ?? 0) > 0),
        JSON.stringify(messages),
      )
      .toBe(true);
  });

  it('are each rated for the duration that the far end of the trunk logged', async () => {
    const far = farCalls(pbx);
    const wanted = far.map(({ direction, number }) => `${direction} ${number.replace('+', '')}`).toSorted();
    const told = async () => {
      shown = await legsOfCalls(console_.api, setup, began);
      return throughTrunk().map(({ direction, number }) => `${direction} ${number}`);
    };
    await expect.poll(async () => (await told()).toSorted(), PATIENCE).toEqual(wanted);
    const unrated = () => shown.filter(({ status }) => status !== 'rated');
    await expect.poll(async () => (await told()) && unrated(), PATIENCE).toEqual([]);
    // The last leg of a transferred call may be written after the first one is rated.
    await expect.poll(async () => (await told()) && odd(differencesOf(shown, far)), PATIENCE).toEqual([]);
    const differences = differencesOf(shown, far).map(({ seconds }) => seconds);
    const average = differences.reduce((sum, each) => sum + each, 0) / differences.length;
    globalThis.console.log(`${differences.length} legs, ${average.toFixed(3)} s on average`);
    expect(Math.abs(average)).toBeLessThanOrEqual(0.1);
  });

  it('cost the same as in the independent calculation, before and after a change of the plan', async () => {
    await rerate();
    shown = await legsOfCalls(console_.api, setup, began);
    const words = ({ at, direction, number, seconds, amount }: Connected & { readonly amount: bigint }): string =>
      [at, direction, number, seconds, amount].join(' ');
    for (const code of CODES) {
      const own = shown.filter(({ customer }) => customer === code);
      expect.soft(own.map(words), code).toEqual(priceAll(own, holds[code], zoneOf[code]).priced.map(words));
    }
    const turn = holds.quay[1]!.from;
    const ofQuay = shown.filter(({ customer }) => customer === 'quay');
    expect(new Set(ofQuay.map(({ at }) => at < turn))).toEqual(new Set([true, false]));
  });
});

describe('a prepaid balance', () => {
  const account = () => api<Account>('GET', `/customers/${setup.customers.harbour}/account`);
  const paid = 500_000_000n;

  it('equals the payments less the cost in the independent calculation', async () => {
    const { priced } = priceAll(
      shown.filter(({ customer }) => customer === 'harbour'),
      holds.harbour,
      zoneOf.harbour,
    );
    const spent = priced.reduce((sum, { amount }) => sum + amount, 0n);
    expect(millionths((await account()).available ?? '')).toBe(paid - spent);
  });

  it('cuts off the call when it is used up, and never becomes negative', async () => {
    // Manual entries are whole cents.
    const rest = (millionths((await account()).available ?? '') - 500_000n) / 10_000n;
    const adjustment = { kind: 'adjustment', amount: money(-rest), currency: 'AUD' };
    await api('POST', `/customers/${setup.customers.harbour}/ledger`, adjustment);
    const left = millionths((await account()).available ?? '');
    expect(left).toBeLessThan(510_000n);
    const before = farCalls(pbx).length;
    const since = Date.now();
    const call = await testPhones.get('harbour-211')!.call(`+${SATELLITE}`);
    await call.ended;
    await quiet();
    // The balance pays for 6 s.
    const last = farCalls(pbx).at(-1)!;
    expect([farCalls(pbx).length, last.number]).toEqual([before + 1, `+${SATELLITE}`]);
    expect(farSeconds(last)).toBeLessThan(6.5);
    const told = async () =>
      (await legsOfCalls(console_.api, setup, since)).filter(({ number }) => number === SATELLITE);
    await expect.poll(async () => (await told())[0]?.status, PATIENCE).toBe('rated');
    const [cut] = await told();
    shown = [...shown, cut!];
    const { priced } = priceAll([cut!], holds.harbour, zoneOf.harbour);
    expect(cut!.amount).toBe(priced[0]?.amount);
    expect(cut!.amount).toBeLessThanOrEqual(left);
    expect(millionths((await account()).available ?? '')).toBe(left - cut!.amount);
  });

  it('stops no emergency call when it is used up, and pays nothing for it', async () => {
    const left = (await account()).available;
    const since = Date.now();
    const call = await testPhones.get('harbour-211')!.call('000');
    await sleep(2_500);
    await call.bye();
    await quiet();
    const told = async () => (await legsOfCalls(console_.api, setup, since)).filter(({ number }) => number === '000');
    await expect.poll(async () => (await told())[0]?.status, PATIENCE).toBe('rated');
    const [leg] = await told();
    const last = farCalls(pbx).at(-1)!;
    expect(last.number).toBe('000');
    expect(Math.abs(leg!.seconds - farSeconds(last))).toBeLessThanOrEqual(1);
    expect([leg!.amount, (await account()).available]).toEqual([0n, left]);
    shown = [...shown, leg!];
  });
});

describe('the invoices of the month', () => {
  it('charge the real calls and the part of the month, after its end', async () => {
    const end = Math.max(...CODES.map((code) => midnightOf(nextMonth(monthOf[code]), zoneOf[code])));
    writeFileSync(clock, String(end + 2 * 86_400_000 - Date.now()));
    await console_.restart();
    const terms: Terms = {
      ...{ zone: 'Europe/London', taxes: [], discountPercent: '0', discountOn: 'all', feesInAdvance: true },
    };
    for (const code of CODES) {
      const [month, zone] = [monthOf[code], zoneOf[code]];
      const length = daysFrom(month, nextMonth(month));
      const days = { firstDay: month, lastDay: `${month.slice(0, 8)}${length}` };
      const { data } = await api<{ data: InvoiceSummary[] }>('POST', '/invoices', {
        customerId: setup.customers[code],
        ...days,
      });
      const invoice = await api<Invoice>('GET', `/invoices/${data[0]!.id}`);
      const { priced, tank } = priceAll(
        shown.filter(({ customer }) => customer === code),
        holds[code],
        zone,
      );
      expect
        .soft(shownInvoice(invoice), code)
        .toEqual(expectedInvoice({ ...terms, zone }, holds[code], priced, tank, month));
      expect((await api<Invoice>('POST', `/invoices/${invoice.id}/finalise`)).number).toMatch(/^INV-/);
    }
  });
});
