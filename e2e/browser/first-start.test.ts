// First start: the console prints a link, which creates the first administrator once. The set-up steps follow the existing objects.
import { createFakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import { labPlan } from '@ringside/fake-pbx/lab-world.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { openBrowser, visit } from './chromium.ts';
import { keepPicture } from './keep-picture.ts';
import { enter } from './sign-in.ts';

let console_: RunningConsole;
let browser: Browser;

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole({}, { administrator: false }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

it('creates the first administrator through the printed link, once', async () => {
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
  // The field shows the error and what to do.
  await page.getByText('Use at least 12 characters.').waitFor();
  await keepPicture(page, 'setup-short-password');
  await page.getByRole('textbox', { name: 'New password' }).fill('four words in a row');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  expect(faults).toEqual([]);

  const second = await visit(browser, console_.url);
  await second.page.goto(link);
  await second.page.getByText('Ringside is already set up').first().waitFor();
  expect(second.faults).toEqual([]);
});

it('lets the administrator sign in, and rejects a wrong password', async () => {
  const { page, faults } = await visit(browser, console_.url);
  await page.goto('/customers');
  await page.getByLabel('User name or e-mail').fill('ada');
  await page.getByRole('textbox', { name: 'Password' }).fill('four words in a raw');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('User name or password is wrong').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill('four words in a row');
  await page.keyboard.press('Enter');
  // Returns to the requested page.
  await page.waitForURL('**/customers');
  await page.getByRole('heading', { name: 'Customers' }).first().waitFor();
  expect(faults).toEqual([]);
});

it('shows the step of a PBX server as open until the server answers, then as done', async () => {
  const ada = { username: 'ada', password: 'four words in a row' };
  const api = await console_.signIn(ada.username, ada.password);
  const login = { amiUsername: 'ringside', amiSecret: 'ringside' };
  // No service listens on port 1.
  const at = { amiHost: '127.0.0.1', amiPort: 1 };
  const { id } = await api.call<{ id: number }>('POST', '/endpoints', { name: 'North', ...login, ...at });
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, ada);
  const step = page.getByRole('listitem').filter({ hasText: 'Connect a PBX server' });
  await step
    .getByText('The PBX server has not answered yet. Check the address, the AMI user and the firewall.')
    .waitFor();
  expect(await step.getByText('done').count()).toBe(0);
  await keepPicture(page, 'setup-silent-pbx');
  await step.getByRole('link', { name: 'Check the connection' }).click();
  await page.getByRole('dialog').getByLabel('Name').first().waitFor();
  const pbx = createFakePbx({ plan: labPlan });
  const { host, port } = await pbx.listen();
  await api.call('PATCH', `/endpoints/${id}`, { amiHost: host, amiPort: port, amiSecret: 'ringside' });
  await page.goto('/');
  await step.getByText('done').waitFor();
  // A later outage does not reopen the step.
  await pbx.close();
  await page.reload();
  await step.getByText('done').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
