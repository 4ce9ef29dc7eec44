// Adopts existing objects at once: the queues of a PBX, and subscribers from a file.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import { setStage, SIGN_INS } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const freed = ['acme-sales', 'acme-support'];

it('adopts the free queues of a PBX into a call center, and names their members', async () => {
  const { api } = stage.console;
  const rows = (await api.call<{ data: { id: string; name: string }[] }>('GET', '/queues?perPage=50')).data;
  for (const row of rows.filter((q) => freed.includes(q.name))) await api.call('DELETE', `/queues/${row.id}`);
  const { page, context, faults } = await visit(browser, stage.url, { width: 360, height: 760 });
  await enter(page, SIGN_INS.administrator, '/queues');
  await page.getByRole('button', { name: 'Adopt queues', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox', { name: 'PBX server' }).click();
  await page.getByRole('option', { name: 'North', exact: true }).click();
  await drawer.getByRole('combobox', { name: 'Call center' }).click();
  await page.getByRole('option', { name: /^acme desk/ }).click();
  await drawer.getByRole('checkbox', { name: 'All 2 unassigned queues', exact: true }).waitFor();
  expect(await drawer.getByText('not subscribers of the console').count()).toBe(2);
  expect(await drawer.getByText(/^Already assigned: .*globex-orders/).count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await violations(page)).toEqual([]);
  // One queue is left out and adopted later.
  await drawer.getByRole('checkbox', { name: 'acme-support', exact: true }).uncheck();
  await drawer.getByRole('button', { name: 'Adopt 1 queue', exact: true }).click();
  await page.getByText('1 queue adopted', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'acme-sales', exact: true }).waitFor();
  await page.goto('/queues?form=adopt');
  await drawer.getByRole('combobox', { name: 'PBX server' }).click();
  await page.getByRole('option', { name: 'North', exact: true }).click();
  await drawer.getByRole('checkbox', { name: 'acme-support', exact: true }).waitFor();
  expect(await drawer.getByRole('checkbox', { name: 'acme-sales', exact: true }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

it('imports subscribers from a file: checks it first, shows errors by line, then imports all', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.administrator, '/subscribers');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const choose = (lines: readonly string[]) =>
    dialog.locator('input[type="file"]').setInputFiles({
      name: 'lines.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['customer,server,extension,name', ...lines].join('\n')),
    });
  await choose(['acme,North,8801,Front desk', 'acme,Nowhere,8802,Back desk', 'acme,North,x,No number']);
  await dialog.getByText('Use 2 to 10 digits.', { exact: true }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Import all rows', exact: true }).isDisabled()).toBe(true);
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Errors as a file', exact: true }).click(),
  ]);
  expect(kept.suggestedFilename()).toBe('subscribers-faults.csv');
  expect(readFileSync(await kept.path(), 'utf8')).toContain('"4","Extension","Use 2 to 10 digits."');
  await choose(['acme,North,8801,Front desk', 'acme,North,8802,Back desk']);
  await dialog.getByRole('button', { name: 'Import all rows', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('Back desk', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
