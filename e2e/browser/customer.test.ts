// A customer's page: status and objects, suspension, termination, reactivation, and restored objects. RINGSIDE_SHOTS=folder stores
// screenshots of each step.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { turnToHebrewPhone } from './hebrew-phone.ts';
import { enter, signIn } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

let console_: RunningConsole;
let browser: Browser;
let customerId: string;
let attempts = 0;

const LEADER = { username: 'clinic-admin', password: 'pass phrase of the clinic' };

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  const { api } = console_;
  const customer = await api.call<{ id: string }>('POST', '/customers', { code: 'clinic', name: 'Acme Clinic' });
  customerId = customer.id;
  await api.call('PATCH', `/customers/${customerId}`, { maxUsers: 1, maxSubscribers: 50 });
  const endpoint = await api.call<{ id: number }>('POST', '/endpoints', {
    name: 'North',
    amiHost: '127.0.0.1',
    amiPort: 9,
    amiUsername: 'u',
    amiSecret: 's',
    enabled: false,
  });
  await api.call('POST', '/callcenters', { customerId, name: 'Front desk', code: 'front' });
  await api.call('POST', '/subscribers', { customerId, serverId: endpoint.id, extension: '101', name: 'Reception' });
  await api.call('POST', '/users', {
    ...LEADER,
    customerId,
    email: 'clinic@example.com',
    role: 'customer-admin',
  });
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Checks the current page for accessibility violations and stores a screenshot. */
const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `customer-${name}.png`), fullPage: true });
  expect.soft(await violations(page), name).toEqual([]);
};

it('shows a customer, suspends it (users become read-only at once) and terminates it (users are signed out)', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await signIn(page, SIGN_INS.administrator);
  const theirs = await visit(browser, console_.url);
  await enter(theirs.page, LEADER, `/customers/${customerId}`);
  await theirs.page.getByRole('heading', { name: 'Acme Clinic', level: 1 }).waitFor();
  expect(await button(theirs.page, 'Suspend').count()).toBe(0);

  await page.goto(`/customers/${customerId}`);
  await page.getByText('1 of 50').waitFor();
  await page.getByText('No plan, and no calls this month.').waitFor();
  await look(page, 'overview');
  await page.getByRole('tab', { name: 'Subscribers (1)' }).click();
  await page.getByRole('link', { name: '101' }).waitFor();
  await page.getByRole('tab', { name: 'Call centers (1)' }).click();
  await page.getByRole('link', { name: 'Front desk' }).waitFor();
  await page.getByRole('tab', { name: 'Users (1)' }).click();
  await page.getByRole('link', { name: LEADER.username }).waitFor();
  await look(page, 'users');
  await page.getByRole('tab', { name: 'Overview' }).click();

  await button(page, 'Suspend').click();
  await dialog(page).getByText('Its API keys only read.').waitFor();
  await dialog(page).getByLabel('Reason for the status').fill('unpaid since May');
  await look(page, 'suspend');
  // A page that read its user just before the suspension. The route holds the old answer until the suspension is stored.
  const suspended = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await theirs.page.route(
    '**/api/user',
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await suspended.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await theirs.page.goto('/callcenters', { waitUntil: 'commit' });
  await asked.promise;
  await dialog(page).getByRole('button', { name: 'Suspend' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByText('unpaid since May').waitFor();
  suspended.resolve();
  // Signed-in users stay signed in. The page explains why nothing can be changed.
  await theirs.page.getByText('Acme Clinic is suspended', { exact: false }).waitFor();
  await theirs.page.getByRole('link', { name: 'Front desk' }).waitFor();
  expect(await theirs.page.getByRole('link', { name: /^Add/ }).count()).toBe(0);
  await look(theirs.page, 'suspended-theirs');
  await button(page, 'Terminate').click();
  await dialog(page).getByRole('button', { name: 'Terminate' }).click();
  // The other browser leaves without user action, because its socket closes.
  await theirs.page.waitForURL(/\/login/);
  await button(page, 'Reactivate').click();
  await dialog(page).getByRole('button', { name: 'Reactivate' }).click();
  await button(page, 'Suspend').waitFor();
  await signIn(theirs.page, LEADER);
  expect(faults).toEqual([]);
  await theirs.context.close();
  await context.close();
});

it('restores a deleted object', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/subscribers');
  await page.getByRole('link', { name: '101' }).first().waitFor();
  const { data } = await console_.api.call<{ data: { id: string }[] }>('GET', '/subscribers');
  await console_.api.call('DELETE', `/subscribers/${data[0]?.id}`);
  await page.goto('/audit');
  await page.getByRole('link', { name: 'Deleted' }).click();
  await button(page, 'Restore: Reception').click();
  await look(page, 'restore');
  await dialog(page).getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Nothing is deleted').waitFor();
  await page.goto(`/customers/${customerId}?tab=subscribers`);
  await page.getByRole('link', { name: '101' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('deletes a call center after moving its dependent objects, also in Hebrew on a phone', async () => {
  const { api } = console_;
  const mark = Date.now().toString(36);
  const center = (name: string) => ({ customerId, name: `${name} ${mark}`, code: `${name.toLowerCase()}-${mark}` });
  const old = await api.call<{ id: string }>('POST', '/callcenters', center('Old'));
  await api.call('POST', '/callcenters', center('New'));
  const { data: servers } = await api.call<{ data: { id: number }[] }>('GET', '/endpoints');
  const line = { callcenterId: old.id, serverId: servers[0]?.id, name: `clinic-${mark}`, label: 'Clinic line' };
  const queue = await api.call<{ id: string }>('POST', '/queues', line);
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/callcenters');
  const open = async (remove: string): Promise<void> => {
    await page
      .getByRole('button', { name: `Old ${mark}` })
      .last()
      .click();
    await page.getByRole('menuitem', { name: remove }).click();
    await dialog(page).getByRole('button', { name: remove }).click();
    // The dialog shows why the deletion fails, and the possible replacements.
    await dialog(page).getByRole('alert').waitFor();
    await dialog(page).getByRole('combobox').waitFor();
  };
  await open('Delete');
  await look(page, 'move');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await turnToHebrewPhone(page);
  await open('מחיקה');
  await look(page, 'move-he-phone');
  await dialog(page).getByRole('combobox').click();
  await page.getByRole('option', { name: `New ${mark}` }).click();
  await dialog(page).getByRole('button', { name: 'העברה ומחיקה' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  const moved = await api.call<{ callcenterName: string }>('GET', `/queues/${queue.id}`);
  expect(moved.callcenterName).toBe(`New ${mark}`);
  await api.call('PATCH', '/user', { language: 'en' });
  expect(faults).toEqual([]);
  await context.close();
});

it('moves a queue to another PBX after showing the consequences, also in Hebrew on a phone', async () => {
  const { api } = console_;
  const mark = `${(attempts += 1)}`;
  const make = <T = { id: string }>(path: string, body: object): Promise<T> => api.call<T>('POST', path, body);
  const login = { amiHost: '127.0.0.1', amiPort: 9, amiUsername: 'u', amiSecret: 's', enabled: false };
  const here = await make<{ id: number }>('/endpoints', { ...login, name: `West ${mark}` });
  const there = await make<{ id: number }>('/endpoints', { ...login, name: `East ${mark}` });
  const callcenter = await make('/callcenters', { customerId, name: `Moving ${mark}`, code: `moving-${mark}` });
  const place = { customerId, serverId: here.id };
  const line = await make('/subscribers', { ...place, extension: '301', name: 'Desk' });
  const queue = await make('/queues', {
    ...place,
    callcenterId: callcenter.id,
    name: `clinic-move-${mark}`,
    label: 'Desk',
  });
  await make(`/queues/${queue.id}/members`, { subscriberId: line.id });
  const number = `+44207946012${mark}`;
  await make('/dids', { ...place, number, destination: { kind: 'queue', id: queue.id } });
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, `/callcenters/${callcenter.id}`);
  const open = async (named: string): Promise<void> => {
    await button(page, named).click();
    await dialog(page).getByRole('combobox').click();
    await page.getByRole('option', { name: `East ${mark}`, exact: true }).click();
    await dialog(page).getByText('301 Desk').waitFor();
  };
  await open('Move to another PBX server');
  await dialog(page).getByText(number).waitFor();
  expect(await dialog(page).getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
  await look(page, 'move-queues');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.goto(`/queues/${queue.id}`);
  await turnToHebrewPhone(page);
  await open('העברה למרכזייה אחרת');
  await dialog(page).getByRole('checkbox').last().check();
  await look(page, 'move-queue-he-phone');
  await dialog(page).getByRole('button', { name: 'העברה', exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
  const moved = await api.call<{ serverId: number }>('GET', `/queues/${queue.id}`);
  expect(moved.serverId).toBe(there.id);
  await api.call('PATCH', '/user', { language: 'en' });
  expect(faults).toEqual([]);
  await context.close();
});

it('stores the settings of a customer and its account', async () => {
  const { api } = console_;
  const mark = `${(attempts += 1)}`;
  const { id } = await api.call<{ id: string }>('POST', '/customers', { code: `terms-${mark}`, name: `Terms ${mark}` });
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, `/customers/${id}?tab=settings`);
  const flips = (name: string) => page.getByRole('switch', { name });
  const choice = (name: string) => page.getByRole('combobox', { name });
  const text = (name: string | RegExp) => page.getByRole('textbox', { name });
  const save = async (): Promise<void> => {
    await button(page, 'Save changes').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    // The reload discards typed values, so the page shows only stored ones.
    await page.reload();
  };
  const choose = async (name: string, option: string): Promise<void> => {
    await choice(name).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  await flips('Users see prices').click();
  await flips('Users may delete recordings').click();
  await text('Call record retention (days)').fill('730');
  await choice('Allowed PBX servers').fill('North');
  await page.getByRole('option', { name: 'North', exact: true }).click();
  await page.keyboard.press('Escape');
  await save();
  await text('Call record retention (days)').waitFor();
  await page.getByText('North', { exact: true }).first().waitFor();
  expect(await flips('Users see prices').isChecked()).toBe(true);
  expect(await flips('Users may delete recordings').isChecked()).toBe(true);
  expect(await text('Call record retention (days)').inputValue()).toBe('730');
  await look(page, 'terms');

  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await choose('Billing method', 'Prepaid');
  await text(/^Low balance/).fill('25');
  await choose('Invoice every', 'Quarter');
  await text('Day of the month').fill('15');
  await choose('When a limit is reached', 'Suspend the customer');
  await text('E-mail for limits').fill('money@clinic.example');
  await save();
  // Without a payment the prepaid balance is used up.
  await page.getByText('Used up. Outbound calls are blocked').waitFor();
  expect({
    method: await choice('Billing method').inputValue(),
    low: await text(/^Low balance/).inputValue(),
    every: await choice('Invoice every').inputValue(),
    day: await text('Day of the month').inputValue(),
    action: await choice('When a limit is reached').inputValue(),
    told: await text('E-mail for limits').inputValue(),
  }).toEqual({
    ...{ method: 'Prepaid', low: '25.00', every: 'Quarter', day: '15' },
    ...{ action: 'Suspend the customer', told: 'money@clinic.example' },
  });
  await look(page, 'account-terms');
  expect(faults).toEqual([]);
  await context.close();
});
