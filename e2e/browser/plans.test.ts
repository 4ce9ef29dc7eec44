// A plan from its creation to the price of a call. RINGSIDE_SHOTS=folder stores screenshots of each page.
import { join } from 'node:path';
import { RATE_COLUMNS } from '@ringside/core/contract/billing/rates.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

let console_: RunningConsole;
let browser: Browser;

const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  expect.soft(await violations(page), name).toEqual([]);
};
const csv = (text: string) => ({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

it('creates a plan, imports its rates and quotes a call', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator);
  // A retry of the test would find the plan of the first attempt.
  const name = `Basic ${Date.now()}`;
  await page.goto('/plans/add');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Fee per period').fill('29.00');
  await page.locator('form button[type=submit]').click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const file = dialog.locator('input[type=file]');
  const columns = await dialog.getByRole('list', { name: 'Columns' }).getByRole('listitem').allInnerTexts();
  expect(columns.map((column) => column.split('\n')[0]).toSorted()).toEqual([...RATE_COLUMNS].toSorted());
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Template' }).click(),
  ]);
  await file.setInputFiles(await template.path());
  await dialog.getByRole('button', { name: 'Check only' }).click();
  await dialog.getByText('1 new', { exact: false }).waitFor();
  await file.setInputFiles(csv('prefix,destination,rate\n44,UK,x\n'));
  await dialog.getByRole('button', { name: 'Check only' }).click();
  await dialog.getByText('1 row is invalid').waitFor();
  await dialog.getByRole('cell', { name: 'ratePerMinute' }).waitFor();
  await look(page, 'plans-import');
  await file.setInputFiles(csv('prefix,destination,rate,connectFee\n44,UK,0.01,0\n447,UK mobile,0.10,0.05\n'));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('2 new, 0 changed, 0 unchanged').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: '447', exact: true }).waitFor();

  await page.getByRole('textbox', { name: 'Number', exact: true }).fill('+44 7712 345678');
  await page.getByLabel('Connected seconds').fill('130');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByText('$0.35', { exact: true }).waitFor();
  await page.getByText(/longest prefix/).waitFor();
  await look(page, 'plans-plan');

  await page.goto('/plans');
  await page.getByRole('button', { name: `More actions: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await look(page, 'plans-duplicate');
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: `Copy of ${name}`, level: 1 }).waitFor();
  await page.getByRole('cell', { name: '447', exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('drafts a version, compares it, edits and ends a rate, and assigns the plan', async () => {
  const { api } = console_;
  const name = `Working ${Date.now()}`;
  const { id } = await api.call<{ id: string }>('POST', '/plans', { name, fixedFee: '29', status: 'active' });
  await api.call('POST', `/plans/${id}/rates`, { prefix: '44', destinationName: 'UK', ratePerMinute: '0.01' });
  const code = `c${Date.now()}`;
  await api.call('POST', '/customers', { code, name: `Customer ${code}`, currency: 'USD' });
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, `/plans/${id}`);
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'New version' }).click();
  await dialog.getByLabel('Fee per period').fill('3x');
  await dialog.getByRole('button', { name: 'Add an allowance' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  // Errors appear at the field, also in a list.
  await dialog.locator('[aria-invalid=true]').nth(1).waitFor();
  expect(await dialog.getByLabel('Fee per period').getAttribute('aria-invalid')).toBe('true');
  await look(page, 'plans-terms');
  await dialog.getByLabel('Fee per period').fill('31.50');
  await dialog.getByLabel('Months or weeks per period').fill('3');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Home');
  await dialog.getByLabel('Minutes per period').fill('100');
  await dialog.getByRole('button', { name: 'Add a fee' }).click();
  await dialog.getByLabel('Unit price', { exact: true }).fill('10');
  await dialog.getByLabel('Minimum quantity').fill('3');
  await dialog.getByRole('button', { name: 'Add a tier' }).click();
  await dialog.getByLabel('Unit price above').fill('8.50');
  await look(page, 'plans-tiers');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More actions: Version 2' }).click();
  await page.getByRole('menuitem', { name: 'Compare' }).click();
  await dialog.getByRole('cell', { name: '$31.50' }).waitFor();
  await dialog.getByRole('cell', { name: 'Home: 100 min' }).waitFor();
  await dialog.getByRole('cell', { name: 'Agent: $10.00, 0 included · min. 3 charged · above 10: $8.50' }).waitFor();
  expect(await dialog.getByRole('rowheader').allTextContents()).toEqual([
    'Months or weeks per period',
    'Fee per period',
    'Fees per unit',
    'Included',
  ]);
  await look(page, 'plans-difference');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'More actions: 44' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Rate per minute').fill('0.02');
  await look(page, 'plans-rate');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: '$0.02' }).waitFor();
  // The old price remains in the list as ended.
  await page.getByRole('cell', { name: '$0.01' }).waitFor();
  expect(await page.getByRole('button', { name: 'More actions: 44' }).count()).toBe(1);
  await page.getByRole('button', { name: 'More actions: 44' }).click();
  await page.getByRole('menuitem', { name: 'End now' }).click();
  await dialog.getByRole('button', { name: 'End now' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More actions: 44' }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Assign' }).click();
  await dialog.locator('form input').first().fill(code);
  await page.getByRole('option', { name: code }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('listitem')
    .filter({ hasText: `Customer ${code}` })
    .waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
