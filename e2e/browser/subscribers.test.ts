// Subscribers of a customer: a range at once, a single one, its SIP account after the password, its settings. RINGSIDE_SHOTS=folder stores
// screenshots of each step.
import { join } from 'node:path';
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

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  const { api } = console_;
  await api.call('POST', '/customers', { code: 'acme', name: 'Acme Clinic' });
  await api.call('POST', '/endpoints', {
    name: 'North',
    sipHost: 'pbx.example.com',
    amiHost: '127.0.0.1',
    amiPort: 9,
    amiUsername: 'u',
    amiSecret: 's',
    enabled: false,
  });
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

const dialog = (page: Page) => page.getByRole('dialog');

/** Checks the current page for accessibility violations and stores a screenshot. */
const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `subscribers-${name}.png`), fullPage: true });
  expect.soft(await violations(page), name).toEqual([]);
};

const choose = async (page: Page, label: string, name: string): Promise<void> => {
  await dialog(page).getByRole('combobox', { name: label }).or(dialog(page).getByLabel(label)).first().click();
  await page.getByRole('option', { name }).click();
};

it("creates a range of subscribers and one more, shows each password once, and again after the user's own password", async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/subscribers');
  await page.getByRole('heading', { name: 'Subscribers', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Add range' }).click();
  await choose(page, 'Customer', 'Acme Clinic');
  await choose(page, 'PBX server', 'North');
  await dialog(page).getByLabel('First extension').fill('110');
  await dialog(page).getByLabel('Last extension').fill('101');
  await dialog(page).getByRole('button', { name: 'Create subscribers' }).click();
  await dialog(page).getByText('The last extension must be above the first').waitFor();
  await dialog(page).getByLabel('First extension').fill('101');
  await dialog(page).getByLabel('Last extension').fill('110');
  await look(page, 'range');
  await dialog(page).getByRole('button', { name: 'Create subscribers' }).click();
  await page.getByRole('heading', { name: '10 subscribers created' }).waitFor();
  await look(page, 'range-made');
  expect(await dialog(page).getByRole('row').count()).toBe(11);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('cell', { name: 'Phone 110', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Add subscriber' }).click();
  await choose(page, 'Customer', 'Acme Clinic');
  await choose(page, 'PBX server', 'North');
  await dialog(page).locator('input[name="extension"]').fill('100');
  await dialog(page).locator('input[name="name"]').fill('Front, desk');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await dialog(page).getByText('Remove quotation marks, angle brackets, commas and backslashes.').waitFor();
  await dialog(page).locator('input[name="name"]').fill('Front desk');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'SIP account of extension 100' }).waitFor();
  const secret = await page.getByLabel('SIP password', { exact: true }).inputValue();
  expect(secret).toMatch(/^[A-Za-z0-9]{24}$/);
  expect(await page.getByLabel('SIP server').inputValue()).toBe('pbx.example.com');
  await look(page, 'account');
  await page.getByRole('button', { name: 'I have saved them' }).click();

  await page.getByRole('heading', { name: '100 Front desk', level: 1 }).waitFor();
  await page.getByText('Saved, but not yet written to the PBX server.').waitFor();
  await look(page, 'line');
  await page.getByLabel('Do not disturb').check({ force: true });
  await page.getByLabel('When unanswered').fill('+44 20 7946 0100');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The customer has no outbound route on this PBX server').waitFor();
  await page.getByLabel('When unanswered').fill('101');
  await page.getByRole('button', { name: 'Save changes' }).click();
  // The notification of an earlier form may still be shown.
  const stored = async () =>
    (await console_.api.call<{ data: Record<string, unknown>[] }>('GET', '/subscribers?extension=100')).data;
  await expect.poll(stored).toMatchObject([{ dnd: true, forwardNoAnswer: '101', sipUsername: 'acme-100' }]);

  await page.getByRole('button', { name: 'Show SIP account' }).click();
  const password = dialog(page).getByRole('textbox', { name: 'Your password' });
  await password.fill('not the password');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await dialog(page).getByText('The current password is wrong').waitFor();
  await password.fill(SIGN_INS.administrator.password);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'SIP account of extension 100' }).waitFor();
  expect(await page.getByLabel('SIP password', { exact: true }).inputValue()).toBe(secret);
  expect(faults).toEqual([]);
  await context.close();
});
