// API keys, roles and access rules, as an administrator manages them. RINGSIDE_SHOTS=folder stores screenshots of each page.
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
let named = 0;

const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};
const dialog = (page: Page) => page.getByRole('dialog');

/** Checks the current page for accessibility violations and stores a screenshot. */
const look = async (page: Page, name: string): Promise<void> => {
  await shoot(page, name);
  expect.soft(await violations(page), name).toEqual([]);
};

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

it('creates a working API key, rotates it and revokes it', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/apikeys');
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'New API key' }).first().click();
  await dialog(page).getByLabel('Name').fill('Nightly export');
  await dialog(page).getByRole('checkbox', { name: 'Customers: View' }).check();
  await look(page, 'apikeys-new');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  const text = await page.getByLabel('API key', { exact: true }).inputValue();
  expect(text).toMatch(/^cck_live_/);
  await look(page, 'apikeys-made');
  const status = async (path: string, key: string) =>
    (await fetch(`${console_.url}/api${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await status('/customers', text), await status('/users', text)]).toEqual([200, 403]);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('cell', { name: 'Nightly export', exact: true }).waitFor();
  await page.getByRole('button', { name: 'More actions: Nightly export' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await dialog(page).getByLabel('Reason (optional)').fill('No longer needed');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('cell', { name: 'Revoked' }).waitFor();
  await look(page, 'apikeys');
  expect(await status('/customers', text)).toBe(401);
  expect(faults).toEqual([]);
  await context.close();
});

it('combines a role, shows its permissions, and impersonates a user under a banner', async () => {
  const { api } = console_;
  const customer = await api.call<{ id: string }>('POST', '/customers', { code: 'north', name: 'North Clinic' });
  const person = { username: 'noa', email: 'noa@example.com', firstname: 'Noa', lastname: 'Levi' };
  const user = await api.call<{ id: string }>('POST', '/users', {
    ...person,
    customerId: customer.id,
    role: 'customer-admin',
    password: 'quiet lanterns on the pier',
  });
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/roles');
  await page.getByRole('button', { name: 'More actions: Supervisor' }).click();
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  await dialog(page).getByLabel('Name').fill('Night lead');
  await dialog(page).getByRole('checkbox', { name: 'Recordings: View' }).uncheck();
  await look(page, 'roles-new');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await page.getByRole('cell', { name: 'Night lead', exact: true }).waitFor();
  await look(page, 'roles');
  const made = (await api.call<{ data: { name: string; abilities: unknown[] }[] }>('GET', '/roles?name=Night%20lead'))
    .data;
  expect(JSON.stringify(made[0]?.abilities)).not.toContain('recording');

  await page.goto('/permissions');
  await page.getByRole('heading', { name: 'What a role may do' }).waitFor();
  await page.getByRole('cell', { name: 'Recordings', exact: true }).waitFor();
  await look(page, 'permissions');

  await page.goto(`/users/${user.id}`);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Act as this user' }).click();
  await dialog(page).getByLabel('Reason').fill('Cannot find a queue');
  await dialog(page).getByRole('button', { name: 'Act as this user' }).click();
  await page.getByText('You act as noa.').waitFor();
  await look(page, 'acting');
  await page.getByRole('button', { name: 'Back to my account' }).click();
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  expect(await page.getByText('You act as noa.').count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

it('switches an area off for everyone with an access rule, and on again', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  const off = async (): Promise<number> =>
    (await console_.api.call<{ data: { name: string }[] }>('GET', '/acl?perPage=100')).data.filter(
      ({ name }) => name === 'Disabled: Sounds',
    ).length;
  await enter(page, SIGN_INS.administrator, '/permissions');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: /^Sounds/ }) })
    .last();
  const choose = async (item: string, button: string): Promise<void> => {
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await dialog(page).getByRole('button', { name: button, exact: true }).click();
    await dialog(page).waitFor({ state: 'hidden' });
  };
  await choose('Disable for everyone…', 'Disable');
  await row.getByText('Off', { exact: true }).waitFor();
  expect(await off()).toBe(1);
  await expect(console_.api.call('GET', '/prompts')).rejects.toThrow(/403/);
  await choose('Enable again…', 'Enable');
  await row.getByText('Off', { exact: true }).waitFor({ state: 'hidden' });
  expect(await off()).toBe(0);
  await console_.api.call('GET', '/prompts');
  expect(faults).toEqual([]);
  await context.close();
});

it('names a permission, creates a role from it, and both have an address', async () => {
  const name = `Watching ${(named += 1)}`;
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/permissions/add');
  await dialog(page).locator('input[name="key"]').fill(name);
  await dialog(page).getByRole('combobox', { name: 'Area' }).click();
  await page.getByRole('option', { name: 'Queues', exact: true }).click();
  await dialog(page).getByRole('combobox', { name: 'Actions' }).click();
  await page.getByRole('option', { name: 'View', exact: true }).click();
  await page.keyboard.press('Tab');
  await look(page, 'permissions-add');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await page.waitForURL((url) => url.pathname === '/permissions');
  await page.getByRole('cell', { name, exact: true }).waitFor();

  await page.goto('/roles/add');
  await dialog(page).locator('input[name="name"]').fill(name);
  await dialog(page).getByRole('combobox', { name: 'Named permission' }).click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect.poll(() => dialog(page).getByRole('checkbox', { name: 'Queues: View' }).isChecked()).toBe(true);
  await look(page, 'roles-add');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await page.waitForURL((url) => url.pathname === '/roles');
  await page.getByRole('cell', { name, exact: true }).waitFor();
  const path = `/roles?name=${encodeURIComponent(name)}`;
  const [role] = (await console_.api.call<{ data: { id: string; abilities: unknown }[] }>('GET', path)).data;
  expect(role?.abilities).toEqual([{ action: 'read', resource: 'queue' }]);
  await page.goto(`/roles/${role?.id}`);
  await dialog(page).getByText('Edit role').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('invites a user by a link that sets a password once, and shows the other access pages', async () => {
  const username = `guest${(named += 1)}`;
  await console_.api.call('POST', '/users', { username, email: `${username}@example.com`, role: 'support' });
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, `/users?q=${username}`);
  await page.getByRole('button', { name: `More actions: ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Invitation link' }).click();
  const link = await dialog(page).getByLabel('One-time link').inputValue();
  await look(page, 'invite-link');
  const guest = await visit(browser, console_.url);
  await guest.page.goto(link);
  await guest.page
    .getByLabel('Password', { exact: true })
    .or(guest.page.locator('input[type="password"]'))
    .first()
    .fill('quiet lanterns on the pier');
  await look(guest.page, 'invite');
  await guest.page.locator('button[type="submit"]').click();
  await guest.page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await page.goto(link);
  await page.getByText('This link is no longer valid').first().waitFor();
  for (const [path, title] of [
    ['/trunks', 'Trunks'],
    ['/outboundroutes', 'Outbound routes'],
    ['/deleted', 'Deleted'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await look(page, path.slice(1));
  }
  expect([...faults, ...guest.faults]).toEqual([]);
  await guest.context.close();
  await context.close();
});

it('duplicates a user without personal data and password', async () => {
  const { api } = console_;
  const customer = await api.call<{ id: string }>('POST', '/customers', { code: 'east', name: 'East Clinic' });
  const center = await api.call<{ id: string }>('POST', '/callcenters', {
    ...{ customerId: customer.id, code: 'east-desk', name: 'East desk' },
  });
  const first = `first${(named += 1)}`;
  await api.call('POST', '/users', {
    ...{ username: first, email: `${first}@example.com`, firstname: 'Dana', customerId: customer.id },
    ...{ role: 'supervisor', callcenterIds: [center.id], language: 'he', requireTwoFactor: true },
    password: 'quiet lanterns on the pier',
  });
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, `/users?q=${first}`);
  await page.getByRole('button', { name: `More actions: ${first}` }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await dialog(page).getByText('East desk').first().waitFor();
  for (const field of ['email', 'username', 'firstname'])
    expect(await dialog(page).locator(`input[name="${field}"]`).inputValue()).toBe('');
  await look(page, 'users-like');
  const second = `second${named}`;
  await dialog(page).locator('input[name="email"]').fill(`${second}@example.com`);
  await dialog(page).locator('input[name="username"]').fill(second);
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await dialog(page).getByLabel('One-time link').waitFor();
  const { data } = await api.call<{ data: object[] }>('GET', `/users?username=${second}`);
  expect(data).toMatchObject([
    {
      ...{ customerId: customer.id, role: 'supervisor', callcenterIds: [center.id], language: 'he' },
      ...{ requireTwoFactor: true, status: 'invited', firstname: '' },
    },
  ]);
  expect(faults).toEqual([]);
  await context.close();
});

it('finds users with required actions through the additional filters', async () => {
  const { api } = console_;
  const owing = { username: 'pending.factor', email: 'pending@example.com', requireTwoFactor: true, mustRenew: true };
  await api.call('POST', '/users', { ...owing, role: 'auditor', customerId: null });
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/users');
  await page.getByRole('button', { name: 'More filters', exact: true }).click();
  for (const filter of ['Second factor required', 'Password must be changed']) {
    await dialog(page).getByRole('combobox', { name: filter, exact: true }).click();
    await page.getByRole('option', { name: 'Yes', exact: true }).click();
  }
  await page.waitForURL((url) => url.search.includes('requireTwoFactor=') && url.search.includes('mustRenew='));
  // The list is dimmed while it loads.
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await look(page, 'users-more-filters');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More filters (2)', exact: true }).waitFor();
  expect(await page.locator('tbody').innerText()).toContain('pending');
  // A shared address applies the same filters.
  await page.goto('/users?mustRenew=true&role=supervisor');
  await page.getByText('Nothing matches', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear search and filters', exact: true }).click();
  await page.getByRole('button', { name: 'More filters', exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('adds an access rule, and the test box names the deciding rule', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/acl');
  await page.getByRole('button', { name: 'Add rule' }).first().click();
  await dialog(page).getByLabel('Name').fill('No exports');
  await dialog(page).getByRole('combobox', { name: 'Area' }).fill('Recordings');
  await page.getByRole('option', { name: 'Recordings' }).click();
  await dialog(page).getByRole('combobox', { name: 'Actions' }).fill('Export');
  await page.getByRole('option', { name: 'Export' }).click();
  // The list of options closes when it loses the focus.
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: 'Export' }).waitFor({ state: 'hidden' });
  await look(page, 'acl-new');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await page.getByRole('cell', { name: 'No exports', exact: true }).waitFor();
  // The closing dialog returns the focus to its button, which would close the list of options.
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByRole('combobox', { name: 'User', exact: true }).fill('admin');
  await page.getByRole('option', { name: 'admin', exact: true }).click();
  // The first button tests users; the one below tests subscribers.
  await page.getByRole('button', { name: 'Test' }).first().click();
  await page.getByText('Yes: the role allows it').waitFor();
  await look(page, 'acl');

  await page.getByRole('button', { name: 'More actions: No exports' }).first().click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await look(page, 'acl-copy');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await page.getByRole('cell', { name: 'Copy of No exports', exact: true }).first().waitFor();

  // Several rules are switched off together, and on again.
  for (const [way, enabled] of [
    ['Disable', false],
    ['Enable', true],
  ] as const) {
    for (const name of ['No exports', 'Copy of No exports'])
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Change status' }).click();
    await page.getByRole('menuitem', { name: way }).click();
    await page.getByRole('region', { name: 'Selected rows' }).waitFor({ state: 'detached' });
    const { data } = await console_.api.call<{ data: { enabled: boolean }[] }>('GET', '/acl?q=No%20exports');
    expect(data.map((rule) => rule.enabled)).toEqual([enabled, enabled]);
  }
  expect(faults).toEqual([]);
  await context.close();
});
