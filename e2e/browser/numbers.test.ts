// A number from the platform's hands to where it leads: group, hours, menu, the picture of its way, and what stays because of it.
// RINGSIDE_SHOTS=folder keeps a picture of each step.
import { join } from 'node:path';
import { telephoneWav } from '@ringside/core/routing/telephone-wav.ts';
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
let serverId: number;
let attempts = 0;

/** A second of silence, as telephones play it. */
const SOUND = Buffer.from(telephoneWav(new Uint8Array(16_000)));

/** A new customer for each attempt, so that numbers, hours and menus of earlier attempts do not conflict. */
const furnish = async (): Promise<{ customer: string; number: string }> => {
  const attempt = (attempts += 1);
  const { api } = console_;
  const make = (path: string, body: object) => api.call<{ id: string }>('POST', path, body);
  const name = `Acme Clinic ${attempt}`;
  const customer = await make('/customers', { code: `acme${attempt}`, name, country: 'GB' });
  const place = { customerId: customer.id, serverId };
  const line = await make('/subscribers', { ...place, extension: '101', name: 'Front desk' });
  const box = { kind: 'voicemail', id: line.id };
  const desk = await make('/ringgroups', { ...place, name: 'Desk', memberIds: [line.id], fallback: box });
  const keys = [{ key: '1', destination: { kind: 'ringgroup', id: desk.id } }];
  await make('/ivrs', { ...place, name: 'Main menu', keys, fallback: { kind: 'ringgroup', id: desk.id } });
  return { customer: name, number: `020 7946 01${String(attempt).padStart(2, '0')}` };
};

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  const { id } = await console_.api.call<{ id: number }>('POST', '/endpoints', {
    name: 'North',
    amiHost: '127.0.0.1',
    amiPort: 9,
    amiUsername: 'u',
    amiSecret: 's',
    enabled: false,
  });
  serverId = id;
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
  const { customer, number } = await furnish();
  const shown = `+44${number.replaceAll(' ', '').slice(1)}`;
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/prompts');
  await page.getByRole('button', { name: 'Add sound' }).first().click();
  await choose(page, 'Customer', customer);
  await dialog(page).locator('input[name="name"]').fill('Opening words');
  await page.locator('input[type="file"]').setInputFiles({ name: 'opening.wav', mimeType: 'audio/wav', buffer: SOUND });
  await look(page, 'sound');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Play Opening words' }).first().waitFor();
  await look(page, 'sounds');

  await page.goto('/hours');
  await page.getByRole('button', { name: 'Add business hours' }).first().click();
  await choose(page, 'Customer', customer);
  await dialog(page).locator('input[name="name"]').fill('Office');
  await dialog(page).getByRole('button', { name: 'Add hours' }).click();
  await dialog(page).getByText('Mon', { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Add holiday' }).click();
  await dialog(page).getByLabel('Date', { exact: true }).fill('12-25');
  await look(page, 'hours');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await page.getByRole('row').filter({ hasText: customer }).getByText('Mon 09:00–17:00').waitFor();

  await page.goto('/dids');
  await page.getByRole('button', { name: 'Add number' }).first().click();
  await choose(page, 'Customer', customer);
  await choose(page, 'PBX server', 'North');
  // A range that no numbering plan has yet: it can be entered, and the form says so.
  const hint = dialog(page).getByText('This number is in no known range.', { exact: false });
  await dialog(page).locator('input[name="number"]').fill('+97255912345');
  await hint.waitFor();
  await dialog(page).locator('input[name="number"]').fill(number);
  await hint.waitFor({ state: 'detached' });
  await choose(page, 'Leads to', 'Menu');
  await choose(page, 'Menu', 'Main menu');
  await choose(page, 'Business hours', 'Office');
  await choose(page, 'Outside these hours', 'Voicemail');
  await choose(page, 'Voicemail', '101 Front desk');
  await look(page, 'add');
  await dialog(page).getByRole('button', { name: 'Create' }).click();

  await page.getByRole('heading', { name: shown, level: 1 }).waitFor();
  const way = page.getByRole('group', { name: 'The way of a call' });
  await way.getByText('key 1').waitFor();
  await way.getByRole('link', { name: /Desk/ }).first().waitFor();
  await look(page, 'number');
  await page.getByRole('textbox', { name: 'Label' }).fill('Main number');
  await page.getByRole('button', { name: 'Save changes' }).click();
  // Who leaves at once leaves when it is saved, unasked.
  await way.getByRole('link', { name: /Main menu/ }).click();
  await dialog(page).getByText('Edit menu').waitFor();
  await page.goBack();
  await page.getByText('Main number · North').waitFor();

  // The pencil at the menu's key leads it past the group; the group stays where nothing was pressed.
  await way.getByRole('button', { name: 'Lead on from Main menu (key 1)' }).click();
  await choose(page, 'Leads to', 'Voicemail');
  await choose(page, 'Voicemail', '101 Front desk');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await way
    .getByRole('listitem')
    .filter({ hasText: 'key 1' })
    .last()
    .getByRole('link', { name: /Front desk/ })
    .waitFor();

  await way.getByRole('link', { name: /Main menu/ }).click();
  await dialog(page).getByText('Edit menu').waitFor();
  // What the menu says is brought from this machine, and held by the menu.
  await choose(page, 'Prompt', 'A sound of the console');
  await choose(page, 'A sound of the console', 'Opening words');
  await look(page, 'menu');
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('cell', { name: 'Opening words' }).first().waitFor();
  await page.goto('/prompts');
  await page
    .getByRole('row', { name: /Opening words/ })
    .filter({ hasText: customer })
    .getByRole('button', { name: /Opening words/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByText('Main menu').waitFor();
  await page.goto('/ivrs');
  await page
    .getByRole('row', { name: /Main menu/ })
    .filter({ hasText: customer })
    .getByRole('button', { name: /Main menu/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByText(shown).waitFor();
  // Another like it: all that it has, under a name of its own.
  await page.goto('/ringgroups');
  await page
    .getByRole('row', { name: /Desk/ })
    .filter({ hasText: customer })
    .getByRole('button', { name: 'More actions: Desk', exact: true })
    .click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const copyName = dialog(page).getByLabel('Name', { exact: false }).first();
  // Read again before it is offered: a busy machine takes its time.
  await expect.poll(() => copyName.inputValue(), { timeout: 20_000 }).toBe('Copy of Desk');
  await look(page, 'duplicate');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  const copy = page.getByRole('row', { name: /Copy of Desk/ }).filter({ hasText: customer });
  await copy.filter({ hasText: 'Front desk' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
