// Adds a number with its call flow: ring group, business hours, IVR menu, the call flow diagram, and the refused deletion of used objects.
// RINGSIDE_SHOTS=folder stores screenshots of each step.
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

/** One second of silence as a telephone-quality WAV file. */
const SOUND = Buffer.from(telephoneWav(new Uint8Array(16_000)));

/** A new customer for each attempt, so that numbers, hours and menus of earlier attempts do not conflict. */
const createCustomer = async (): Promise<{ customer: string; number: string }> => {
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

/** Checks the current page for accessibility violations and stores a screenshot. */
const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `numbers-${name}.png`), fullPage: true });
  expect.soft(await violations(page), name).toEqual([]);
};

const choose = async (page: Page, label: string, name: string, within = dialog(page)): Promise<void> => {
  await within.getByRole('combobox', { name: label }).or(within.getByLabel(label)).first().click();
  await page.getByRole('option', { name, exact: true }).click();
};

it('routes a number to an IVR menu by business hours, draws the call flow, and keeps used objects from deletion', async () => {
  const { customer, number } = await createCustomer();
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
  // The form accepts a number outside all known numbering plans, with a hint.
  const hint = dialog(page).getByText('This number is in no known range.', { exact: false });
  await dialog(page).locator('input[name="number"]').fill('+97255912345');
  await hint.waitFor();
  await dialog(page).locator('input[name="number"]').fill(number);
  await hint.waitFor({ state: 'detached' });
  await choose(page, 'Destination', 'Menu');
  await choose(page, 'Menu', 'Main menu');
  await choose(page, 'Business hours', 'Office');
  await choose(page, 'Outside these hours', 'Voicemail');
  await choose(page, 'Voicemail', '101 Front desk');
  await look(page, 'add');
  await dialog(page).getByRole('button', { name: 'Create' }).click();

  await page.getByRole('heading', { name: shown, level: 1 }).waitFor();
  const way = page.getByRole('group', { name: 'Call flow' });
  await way.getByText('key 1').waitFor();
  await way.getByRole('link', { name: /Desk/ }).first().waitFor();
  await look(page, 'number');
  await page.getByRole('textbox', { name: 'Label' }).fill('Main number');
  await page.getByRole('button', { name: 'Save changes' }).click();
  // Leaving the page at once waits for the save without a question.
  await way.getByRole('link', { name: /Main menu/ }).click();
  await dialog(page).getByText('Edit menu').waitFor();
  await page.goBack();
  await page.getByText('Main number · North').waitFor();

  // The edit button at the menu's key replaces the ring group there. Without a key press, calls still reach the ring group.
  await way.getByRole('button', { name: 'Change the destination of Main menu (key 1)' }).click();
  await choose(page, 'Destination', 'Voicemail');
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
  // The menu plays the uploaded sound, which therefore cannot be deleted.
  await choose(page, 'Prompt', 'Sound of the console');
  await choose(page, 'Sound of the console', 'Opening words');
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
  // Duplicates the ring group with all settings and a new name.
  await page.goto('/ringgroups');
  await page
    .getByRole('row', { name: /Desk/ })
    .filter({ hasText: customer })
    .getByRole('button', { name: 'More actions: Desk', exact: true })
    .click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const copyName = dialog(page).getByLabel('Name', { exact: false }).first();
  // The form loads the ring group again before it shows the copy.
  await expect.poll(() => copyName.inputValue(), { timeout: 20_000 }).toBe('Copy of Desk');
  await look(page, 'duplicate');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  const copy = page.getByRole('row', { name: /Copy of Desk/ }).filter({ hasText: customer });
  await copy.filter({ hasText: 'Front desk' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
