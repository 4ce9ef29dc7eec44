// A number from the platform's hands to where it leads: group, hours, menu, the picture of its way, and what stays because of it.
// RINGSIDE_SHOTS=folder keeps a picture of each step.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { signIn } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

let console_: RunningConsole;
let browser: Browser;

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  const { api } = console_;
  const make = (path: string, body: object) => api.call<{ id: string }>('POST', path, body);
  const customer = await make('/customers', { code: 'acme', name: 'Acme Clinic', country: 'GB' });
  const { id: serverId } = await make('/endpoints', {
    name: 'North',
    amiHost: '127.0.0.1',
    amiPort: 9,
    amiUsername: 'u',
    amiSecret: 's',
    enabled: false,
  });
  const place = { customerId: customer.id, serverId };
  const line = await make('/subscribers', { ...place, extension: '101', name: 'Front desk' });
  const box = { kind: 'voicemail', id: line.id };
  const desk = await make('/ringgroups', { ...place, name: 'Desk', memberIds: [line.id], fallback: box });
  const keys = [{ key: '1', destination: { kind: 'ringgroup', id: desk.id } }];
  await make('/ivrs', { ...place, name: 'Main menu', keys, fallback: { kind: 'ringgroup', id: desk.id } });
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

const dialog = (page: Page) => page.getByRole('dialog');

/** Looks at a page as it stands: whole, and without a barrier. */
const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `numbers-${name}.png`), fullPage: true });
  expect.soft(await violations(page), name).toEqual([]);
};

const choose = async (page: Page, label: string, name: string, within = dialog(page)): Promise<void> => {
  await within.getByRole('combobox', { name: label }).or(within.getByLabel(label)).first().click();
  await page.getByRole('option', { name, exact: true }).click();
};

it('leads a number by hours to a menu, draws its way, and keeps what it leads to', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await signIn(page, SIGN_INS.administrator);

  await page.goto('/hours');
  await page.getByRole('button', { name: 'Add business hours' }).first().click();
  await choose(page, 'Customer', 'Acme Clinic');
  await dialog(page).locator('input[name="name"]').fill('Office');
  await dialog(page).getByRole('button', { name: 'Add hours' }).click();
  await dialog(page).getByText('Mon', { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Add holiday' }).click();
  await dialog(page).getByLabel('Date', { exact: true }).fill('12-25');
  await look(page, 'hours');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await page.getByRole('cell', { name: 'Mon 09:00–17:00' }).waitFor();

  await page.goto('/dids');
  await page.getByRole('button', { name: 'Add number' }).first().click();
  await choose(page, 'Customer', 'Acme Clinic');
  await choose(page, 'PBX server', 'North');
  await dialog(page).locator('input[name="number"]').fill('020 7946 0100');
  await choose(page, 'Leads to', 'Menu');
  await choose(page, 'Menu', 'Main menu');
  await choose(page, 'Business hours', 'Office');
  await choose(page, 'Outside these hours', 'Voicemail');
  await choose(page, 'Voicemail', '101 Front desk');
  await look(page, 'add');
  await dialog(page).getByRole('button', { name: 'Create' }).click();

  await page.getByRole('heading', { name: '+442079460100', level: 1 }).waitFor();
  const way = page.getByRole('group', { name: 'The way of a call' });
  await way.getByText('key 1').waitFor();
  await way.getByRole('link', { name: /Desk/ }).first().waitFor();
  await look(page, 'number');
  await page.getByRole('textbox', { name: 'Label' }).fill('Main number');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();

  // The picture is drawn anew after a save, and a press may meet it on the way.
  const menu = dialog(page).getByText('Edit menu');
  const follow = async (): Promise<boolean> => {
    const link = way.getByRole('link', { name: /Main menu/ });
    if (!(await menu.isVisible())) await link.click({ timeout: 2000 }).catch(() => undefined);
    return menu.isVisible();
  };
  await expect.poll(follow, { timeout: 30_000, interval: 1000 }).toBe(true);
  await look(page, 'menu');
  await page.keyboard.press('Escape');
  await page
    .getByRole('row', { name: /Main menu/ })
    .getByRole('button', { name: /Main menu/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByText('+442079460100').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
