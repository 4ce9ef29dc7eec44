// The audit trail, as an administrator reads it. RINGSIDE_SHOTS=folder stores screenshots of each page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { expectFits, turnToHebrewPhone } from './hebrew-phone.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

let console_: RunningConsole;
let browser: Browser;

const dialog = (page: Page) => page.getByRole('dialog');

const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  expect.soft(await violations(page), name).toEqual([]);
};

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

it('shows each changed field', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator);
  const { api } = console_;
  const customer = await api.call<{ id: string }>('POST', '/customers', { code: 'south', name: 'South Clinic' });
  const change = { name: 'Southern Clinic', supervision: 'tone', billingCountry: 'FR', recordingHold: true };
  await api.call('PATCH', `/customers/${customer.id}`, change);
  await page.goto('/audit?q=Southern');
  await page.getByRole('button', { name: 'Details: Southern Clinic' }).click();
  // Fields and values appear as in the forms, and the technical field name is available.
  for (const row of [
    'Name South Clinic Southern Clinic',
    'Listening to live calls Allowed, without a tone Allowed, with a tone for the agent',
    'Country of the invoice address – France',
    'Legal hold on all recordings No Yes',
  ])
    await dialog(page).getByRole('row', { name: row, exact: true }).waitFor();
  await dialog(page).getByTitle('recordingHold').waitFor();
  await look(page, 'audit');
  await page.keyboard.press('Escape');

  await turnToHebrewPhone(page);
  await page.getByRole('button', { name: 'פרטים: Southern Clinic' }).click();
  await dialog(page).getByRole('rowheader', { name: 'האזנה לשיחות פעילות', exact: true }).waitFor();
  await dialog(page).getByRole('cell', { name: 'צרפת', exact: true }).waitFor();
  await look(page, 'audit-hebrew');
  await expectFits(page);
  // The next test expects English.
  await api.call('PATCH', '/user', { language: 'en' });
  expect(faults).toEqual([]);
  await context.close();
});

it('shows denied requests, and exports them', async () => {
  const { api } = console_;
  const turned = { username: 'turned.away', password: 'quiet lanterns on the pier' };
  await api.call('POST', '/users', { ...turned, email: 'turned@example.com', role: 'auditor', customerId: null });
  const auditor = await console_.signIn(turned.username, turned.password);
  await expect(auditor.call('POST', '/roles', { name: 'Anything' })).rejects.toThrow('403');
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/audit');
  await page.getByRole('combobox', { name: 'Action', exact: true }).click();
  await page.getByRole('option', { name: 'Refused', exact: true }).click();
  await page.waitForURL(/action=denied/);
  await page.getByRole('button', { name: 'Details: POST /roles' }).click();
  await dialog(page).getByRole('row', { name: 'Reason No permission', exact: true }).waitFor();
  await look(page, 'audit-refused');
  await page.keyboard.press('Escape');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines.slice(1).every((line) => line.includes('denied'))).toBe(true);
  expect(lines.join()).toContain('POST /roles');
  expect(faults).toEqual([]);
  await context.close();
});
