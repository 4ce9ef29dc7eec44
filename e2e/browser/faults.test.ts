// Error pages: an unknown address, a failed request, and page code that is missing after an upgrade.
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { violations } from './axe.ts';
import type { Visit } from './chromium.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

let console_: RunningConsole;
let browser: Browser;
let seen: Visit;

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});
beforeEach(async () => {
  seen = await visit(browser, console_.url);
  await enter(seen.page, SIGN_INS.administrator);
});
afterEach(async () => {
  await seen.context.close();
});

it('shows unknown addresses as not found, with a way home', async () => {
  const { page, faults } = seen;
  const missing = page.getByRole('main').getByRole('heading', { name: 'This page could not be found' });
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  // An unknown path, an invalid customer id, and the id of a missing customer.
  const nobody = '/customers/00000000-0000-7000-8000-000000000000';
  for (const path of ['/no/such/page', '/customers/x-y', nobody]) {
    await page.goto(path);
    await missing.waitFor();
    await menu.waitFor();
    expect(await violations(page), path).toEqual([]);
  }
  await page.getByRole('link', { name: 'Back to the home page' }).click();
  await page.waitForURL(`${console_.url}/`);
  expect(faults).toEqual([]);
  // Unknown addresses do not redirect to sign-in.
  const stranger = await visit(browser, console_.url);
  await stranger.page.goto('/no/such/page');
  await stranger.page.getByRole('heading', { name: 'This page could not be found' }).waitFor();
  expect(await stranger.page.getByRole('navigation').count()).toBe(0);
  await stranger.context.close();
});

it('shows an error and recovers from it', async () => {
  const { page } = seen;
  const broken = { status: 503, contentType: 'application/problem+json', body: '{"status":503,"code":"unavailable"}' };
  await page.route('**/api/user', (route) => route.fulfill(broken));
  await page.goto('/customers');
  await page.getByRole('alert').getByText('503').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.unroute('**/api/user');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
});

it("reloads once when an upgrade removed a page's code, and not again", async () => {
  const { page } = seen;
  let loads = 0;
  page.on('load', () => loads++);
  const chunk = '**/assets/DashboardPage*.js';
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('heading', { name: 'Part of the console could not be loaded' }).waitFor();
  await page.waitForTimeout(1500);
  expect(loads).toBe(1);
  expect(await violations(page)).toEqual([]);
  await page.unroute(chunk);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
});
