// The first day: the start prints a link, its holder becomes the administrator, and the link is spent.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { openBrowser, visit } from './chromium.ts';

let console_: RunningConsole;
let browser: Browser;

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole({}, { administrator: false }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

it('makes the first administrator by the link that the start printed, once', async () => {
  const link = /^setup: (\S+)/m.exec(console_.output())?.[1] ?? '';
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup\?token=\S{20,}/);
  const { page, faults } = await visit(browser, console_.url);
  await page.goto(link);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Quist');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('User name').fill('ada');
  await page.getByRole('textbox', { name: 'New password' }).fill('too short');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  // Refused where it stands, without leaving the page.
  await page.getByRole('button', { name: 'Create administrator' }).waitFor();
  await page.getByRole('textbox', { name: 'New password' }).fill('four words in a row');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  expect(faults).toEqual([]);

  const second = await visit(browser, console_.url);
  await second.page.goto(link);
  await second.page.getByText('Ringside is set up already').first().waitFor();
  expect(second.faults).toEqual([]);
});

it('lets that administrator sign in, and nobody with a wrong password', async () => {
  const { page, faults } = await visit(browser, console_.url);
  await page.goto('/customers');
  await page.getByLabel('User name or e-mail').fill('ada');
  await page.getByRole('textbox', { name: 'Password' }).fill('four words in a raw');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('User name or password is wrong').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill('four words in a row');
  await page.keyboard.press('Enter');
  // Back to where the visitor wanted to go.
  await page.waitForURL('**/customers');
  await page.getByRole('heading', { name: 'Customers' }).first().waitFor();
  expect(faults).toEqual([]);
});
