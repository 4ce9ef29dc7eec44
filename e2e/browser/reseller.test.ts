// A reseller's administrator sees the customers below and no sibling, adds one with users and queues, and filters by customer. Its
// brand shows on the consoles of the customers below, also before sign-in. Platform support impersonates a user there, and the
// audit trail has both names. RINGSIDE_SHOTS=folder stores a screenshot of each step.
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

interface Row {
  readonly id: string;
}

const LEADER = { username: 'north-lead', password: 'pass phrase of the north' };
const CHILD = { username: 'harbour-lead', password: 'pass phrase of the harbour' };

let console_: RunningConsole;
let browser: Browser;
let harbour: string;
let rival: string;

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => console_.api.call<T>(method, path, body);
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `reseller-${name}.png`), fullPage: true });
  expect.soft(await violations(page), name).toEqual([]);
};

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  const brand = { brandName: 'Northvoice', brandColor: 'teal', brandHost: 'localhost' };
  const north = await api<Row>('POST', '/customers', { code: 'north', name: 'North Telecom', ...brand });
  ({ id: harbour } = await api<Row>('POST', '/customers', {
    code: 'harbour',
    name: 'Harbour Hotel',
    parentId: north.id,
  }));
  ({ id: rival } = await api<Row>('POST', '/customers', { code: 'rival', name: 'Rival Telecom' }));
  for (const [customerId, name] of [
    [north.id, 'North desk'],
    [harbour, 'Harbour desk'],
    [rival, 'Rival desk'],
  ] as const)
    await api('POST', '/callcenters', { customerId, name, code: name.toLowerCase().replace(' ', '-') });
  const person = (who: typeof LEADER, customerId: string, role: string) =>
    api('POST', '/users', { ...who, email: `${who.username}@example.com`, customerId, role });
  await person(LEADER, north.id, 'reseller');
  await person(CHILD, harbour, 'customer-admin');
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

it('sees the customers below and no sibling, and can filter by customer', async () => {
  const { page, context } = await visit(browser, console_.url);
  await enter(page, LEADER, '/customers');
  await page.getByRole('link', { name: 'Harbour Hotel' }).waitFor();
  await page.getByRole('link', { name: 'North Telecom' }).first().waitFor();
  expect(await page.getByText('Rival').count()).toBe(0);
  await look(page, 'customers');
  await page.goto('/callcenters');
  for (const name of ['North desk', 'Harbour desk']) await page.getByRole('link', { name }).waitFor();
  expect(await page.getByText('Rival').count()).toBe(0);
  await page.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByRole('option', { name: 'Harbour Hotel' }).click();
  await page.getByRole('link', { name: 'North desk' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Harbour desk' }).waitFor();
  await look(page, 'callcenters');
  // Not by its address either.
  await page.goto(`/customers/${rival}`);
  await page.getByRole('heading', { name: 'This page could not be found' }).waitFor();
  await context.close();
});

it('adds a customer, its users and its call flow objects', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, LEADER, '/customers');
  await button(page, 'Add customer').first().click();
  await dialog(page).locator('input[name="code"]').fill('lighthouse');
  await dialog(page).locator('input[name="name"]').fill('Lighthouse Inn');
  await look(page, 'add-customer');
  await button(page, 'Create').click();
  await page.getByRole('heading', { name: 'Lighthouse Inn', level: 1 }).waitFor();
  await look(page, 'added');

  await page.goto('/users?form=new');
  await dialog(page).locator('input[name="email"]').fill('inn@example.com');
  await dialog(page).locator('input[name="username"]').fill('inn-lead');
  await dialog(page).getByRole('combobox', { name: 'Customer' }).click();
  await page.getByRole('option', { name: 'Lighthouse Inn' }).click();
  await dialog(page).getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Customer administrator' }).click();
  await button(page, 'Create').click();
  await dialog(page).getByLabel('One-time link').waitFor();
  const { data } = await api<{ data: { customerName: string; role: string }[] }>('GET', '/users?username=inn-lead');
  expect(data).toMatchObject([{ customerName: 'Lighthouse Inn', role: 'customer-admin' }]);

  // The form asks for the customer of the business hours.
  await page.goto('/hours?form=new');
  await dialog(page).locator('input[name="name"]').fill('Inn hours');
  await dialog(page).getByRole('combobox', { name: 'Customer' }).click();
  expect(await page.getByRole('option', { name: 'Rival Telecom' }).count()).toBe(0);
  await page.getByRole('option', { name: 'Lighthouse Inn' }).click();
  await look(page, 'hours');
  await button(page, 'Create').click();
  await page.getByRole('row').filter({ hasText: 'Inn hours' }).getByText('Lighthouse Inn').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('shows its brand to the customers below, before and after sign-in', async () => {
  const { port } = new URL(console_.url);
  const { page, context } = await visit(browser, `http://localhost:${port}`);
  await page.goto('/login');
  await page.getByText('Northvoice').first().waitFor();
  await page.waitForFunction(() => document.title.endsWith(' · Northvoice'));
  // The side panel has the customer's color, with enough contrast for white.
  const ground = await page.locator('aside').evaluate((node) => getComputedStyle(node).backgroundImage);
  expect(ground).not.toContain('rgb(53, 48, 144)');
  await look(page, 'login');
  await enter(page, CHILD);
  await page.getByText('Northvoice').first().waitFor();
  await page.waitForFunction(() => document.title.endsWith(' · Northvoice'));
  await look(page, 'brand');
  // Other hosts do not reveal the brand.
  const elsewhere = await fetch(`${console_.url}/api/brand`);
  expect(await elsewhere.json()).toEqual({ name: '', color: 'standard', logo: null });
  await context.close();
});

it('is supported by platform staff who impersonate a user below, and can see who it was', async () => {
  const { data } = await api<{ data: Row[] }>('GET', `/users?username=${CHILD.username}`);
  const { page, context } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, `/users/${data[0]?.id}`);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Act as this user' }).click();
  await dialog(page).getByLabel('Reason').fill('A greeting is missing');
  await button(page, 'Act as this user').click();
  await page.getByText(`You act as ${CHILD.username}.`).waitFor();
  await page.goto('/callcenters');
  await page.getByRole('link', { name: 'Harbour desk' }).waitFor();
  expect(await page.getByText('North desk').count()).toBe(0);
  await page.getByText(`You act as ${CHILD.username}.`).waitFor();
  await look(page, 'acting');
  await button(page, 'Back to my account').click();
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  await context.close();

  const theirs = await visit(browser, console_.url);
  await enter(theirs.page, LEADER, '/audit?action=impersonate');
  await theirs.page.getByRole('cell', { name: CHILD.username }).first().waitFor();
  await button(theirs.page, `Details: ${CHILD.username}`).click();
  await dialog(theirs.page).getByText('A greeting is missing').waitFor();
  await look(theirs.page, 'trail');
  await theirs.page.keyboard.press('Escape');
  await dialog(theirs.page).waitFor({ state: 'detached' });
  await turnToHebrewPhone(theirs.page);
  await theirs.page.goto('/customers');
  await theirs.page.getByText('Lighthouse Inn').first().waitFor();
  await look(theirs.page, 'phone');
  await expectFits(theirs.page);
  await theirs.context.close();
});
