// Call records: search by number, steps of a call, paging, filters in the address, export, and re-rating of a month. RINGSIDE_SHOTS=folder
// stores screenshots.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { setUpTenants } from '../lab/tenants.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

const RINGSIDE = join(import.meta.dirname, '../../server/bin/ringside.mjs');
const CALLS = 30;
const FULL_SECOND = 60;

let console_: RunningConsole;
let browser: Browser;
let folder: string;

const pad = (n: number): string => String(n).padStart(2, '0');
const stamp = (minute: number, second: number): string => `2026-11-20 10:${pad(minute)}:${pad(second % FULL_SECOND)}`;

/** Call records a minute apart in Asterisk's format. Every third call is unanswered. */
const line = (i: number): string => {
  const [number, id] = [`+121255501${pad(i)}`, `pbx1-17952000${pad(i)}.${i}`];
  const answered = i % 3 !== 0;
  return [
    ...['acme', number, '+12025550101', 'did', `""Caller ${i}"" <${number}>`, `PJSIP/carrier-000000${pad(i)}`],
    ...[`PJSIP/acme-101-000000${pad(i)}`, 'Queue', 'acme-sales,tT,,,300', stamp(i, 0), stamp(i, 0), stamp(i, 30)],
    ...['30', '30', answered ? 'ANSWERED' : 'NO ANSWER', 'DOCUMENTATION', id, '', 'acme', id, String(i)],
  ]
    .map((field) => `"${field}"`)
    .join(',');
};

const importCalls = async (data: string): Promise<void> => {
  const file = join(folder, 'Master.csv');
  writeFileSync(file, Array.from({ length: CALLS }, (_, i) => line(i)).join('\n'));
  const child = spawn(process.execPath, [RINGSIDE, 'import', 'cdr', file, '--server', 'North', '--time-zone', 'UTC'], {
    env: { ...process.env, RINGSIDE_DATA: data },
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(out, err).toContain(`${CALLS} new`);
};

const look = async (page: Page, name: string): Promise<void> => {
  const shots = process.env['RINGSIDE_SHOTS'];
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
  expect.soft(await violations(page), name).toEqual([]);
};

const shown = (rows: Locator, count: number) => expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(count);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-cdr-journey-'));
  const data = join(folder, 'data');
  [console_, browser] = await Promise.all([startConsole({ RINGSIDE_DATA: data }), openBrowser()]);
  // No PBX listens there: the calls come from a file.
  await setUpTenants(console_.api, [{ name: 'North', host: '127.0.0.1', port: 9, username: 'u', secret: 's' }]);
  await importCalls(data);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('finds a call and its steps, pages forth and back, keeps filters in the address, and exports', async () => {
  const own = await console_.signIn(SIGN_INS.acme.username, SIGN_INS.acme.password);
  await own.call('PUT', '/user/views', { list: 'reports/cdr', columns: null, density: 'comfortable' });
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.acme, '/reports/cdr');
  const rows = page.locator('tbody').getByRole('row');
  await shown(rows, 25);
  await look(page, 'cdr-list');
  // Adds a column, which is remembered.
  await page.getByRole('button', { name: 'Columns and density' }).click();
  const kept = page.waitForResponse((r) => r.url().endsWith('/api/user/views') && r.request().method() === 'PUT');
  await page.getByRole('checkbox', { name: 'Unique ID' }).check();
  await kept;
  await page.reload();
  await page.getByRole('columnheader', { name: 'Unique ID' }).waitFor();
  await shown(rows, 25);

  const newest = await rows.first().innerText();
  await page.getByRole('button', { name: 'Older', exact: true }).click();
  await shown(rows, CALLS - 25);
  await page.getByRole('button', { name: 'Newer', exact: true }).click();
  await shown(rows, 25);
  expect(await rows.first().innerText()).toBe(newest);

  await page.getByRole('searchbox').or(page.getByPlaceholder('Search')).first().fill('212 555 0107');
  await shown(rows, 1);
  expect(new URL(page.url()).searchParams.get('q')).toContain('212 555 0107');
  await rows.first().getByRole('button').click();
  const call = page.getByRole('dialog');
  await call.getByText('PJSIP/carrier-00000007 → PJSIP/acme-101-00000007').waitFor();
  await call.getByText('Caller 7').waitFor();
  await look(page, 'cdr-call');
  await page.keyboard.press('Escape');
  await call.waitFor({ state: 'hidden' });

  // As opened through a shared link.
  await page.goto('/reports/cdr?status=unanswered&from=2026-11-20&to=2026-11-20');
  await shown(rows, CALLS / 3);
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ]);
  const saved = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(saved).toHaveLength(CALLS / 3 + 1);
  expect(saved.slice(1).every((row) => row.includes('unanswered'))).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

const LOOKS = [
  ['he', 1440],
  ['he', 360],
  ['en', 360],
] as const;

it('fits the page in Hebrew and on a phone', async () => {
  const { page, context, faults } = await visit(browser, console_.url, { dark: true });
  const api = await console_.signIn(SIGN_INS.acme.username, SIGN_INS.acme.password);
  // A retry of the test would find the language of the first attempt.
  await api.call('PATCH', '/user', { language: 'en' });
  await enter(page, SIGN_INS.acme);
  const rows = page.locator('tbody').getByRole('row');
  for (const [language, width] of LOOKS) {
    await api.call('PATCH', '/user', { language });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/reports/cdr?q=212-555-0107');
    await page.locator(`html[lang=${language}]`).waitFor();
    await shown(rows, 1);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `${language} ${width}`).toBe(0);
    await look(page, `cdr-${language}-${width}`);
    await rows.first().getByRole('button').click();
    await page.getByRole('dialog').getByText('PJSIP/carrier-00000007 → PJSIP/acme-101-00000007').waitFor();
    await look(page, `cdr-call-${language}-${width}`);
  }
  expect(faults).toEqual([]);
  await context.close();
});

/** All calls: the trunk was also connected in calls that no agent answered. */
const RATED = 30;

/** Thirty seconds at one cent a minute, with a lower carrier cost. Returns the customer and their plan. */
const priceCalls = async () => {
  const { api } = console_;
  const { data } = await api.call<{ data: { id: string; code: string; currency: string }[] }>('GET', '/customers');
  const { id: customerId, currency } = data.find(({ code }) => code === 'acme')!;
  const rate = { direction: 'inbound', prefix: '1202', initialSeconds: 1, incrementSeconds: 1 };
  const add = async (plan: object, ratePerMinute: string): Promise<string> => {
    const { id } = await api.call<{ id: string }>('POST', '/plans', { ...plan, currency, status: 'active' });
    await api.call('POST', `/plans/${id}/rates`, { ...rate, ratePerMinute });
    return id;
  };
  const carrier = await add({ name: 'Wholesale', purpose: 'carrier' }, '0.004');
  const { data: servers } = await api.call<{ data: { id: number }[] }>('GET', '/endpoints');
  await api.call('POST', `/plans/${carrier}/carriers`, { serverId: servers[0]?.id, device: 'PJSIP/carrier' });
  const planId = await add({ name: 'Office' }, '0.01');
  await api.call('POST', `/plans/${planId}/customers`, { customerId, validFrom: '2026-11-01T00:00:00Z' });
  const usage = async () => {
    const path = `/reports/billing?from=2026-11-01&to=2026-12-01&customerId=${customerId}`;
    return (await api.call<{ totals: { usage: string; calls: number }[] }>('GET', path)).totals[0]?.usage;
  };
  await expect.poll(usage, { timeout: 30_000 }).toBe('0.15');
  return { customerId, planId, usage };
};

it('previews the difference before re-rating calls with a corrected rate', async () => {
  const { customerId, planId, usage } = await priceCalls();
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator);
  // The correct price of this city is three times as high.
  const better = {
    direction: 'inbound',
    prefix: '12025',
    ratePerMinute: '0.03',
    initialSeconds: 1,
    incrementSeconds: 1,
  };
  await console_.api.call('POST', `/plans/${planId}/rates`, better);
  await page.goto(`/customers/${customerId}/account`);
  await page.getByRole('button', { name: 'Re-rate calls' }).click();
  const dialog = page.getByRole('dialog', { name: 'Re-rate calls' });
  const anew = dialog.getByRole('button', { name: 'Re-rate' });
  expect(await anew.isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'November 2026' }).click();
  await dialog.getByRole('button', { name: 'Show the difference' }).click();
  const said = dialog.getByRole('status');
  await said.getByText(`${RATED} with another price. 0 on final invoices are unchanged.`).waitFor();
  expect(await said.innerText()).toMatch(/0\.15[\s\S]*0\.45[\s\S]*0\.30[\s\S]*Carrier costs[\s\S]*0\.06/);
  await look(page, 'rerate');
  // A preview changes nothing.
  expect(await usage()).toBe('0.15');
  await anew.click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await usage()).toBe('0.45');

  await page.goto('/reports/cdr?q=212-555-0107');
  await page.locator('tbody').getByRole('row').first().getByRole('button').click();
  const cost = page.getByRole('dialog').getByRole('region', { name: 'Carrier cost' });
  await cost.getByText('Margin: $0.013').waitFor();
  await cost.scrollIntoViewIfNeeded();
  await look(page, 'cdr-call-cost');
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await console_.api.call('PATCH', '/user', { language: 'he' });
    await page.goto(`/customers/${customerId}/account`);
    await page.locator('html[lang=he]').waitFor();
    await page.getByRole('button', { name: 'תמחור מחדש' }).click();
    await page.getByRole('button', { name: 'הצגת ההפרש' }).click();
    await page.getByRole('dialog').getByRole('status').waitFor();
    await look(page, `rerate-he-${width}`);
  }
  expect(faults).toEqual([]);
  await context.close();
});
