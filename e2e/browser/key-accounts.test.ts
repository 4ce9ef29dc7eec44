// Releases an account from the API key that created it, in English and in Hebrew. RINGSIDE_SHOTS=folder stores screenshots.
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

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};

/** Creates an account with an API key, as a directory synchronization does. Returns its path in the console. */
const addByKey = async (): Promise<string> => {
  const customer = await console_.api.call<{ id: string }>('POST', '/customers', {
    code: 'north',
    name: 'North Clinic',
  });
  const { token } = await console_.api.call<{ token: string }>('POST', '/user/apikeys', {
    name: 'Directory',
    scopes: ['manage:all'],
  });
  const answer = await fetch(`${console_.url}/api/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ username: 'noa', email: 'noa@example.com', firstname: 'Noa', lastname: 'Levi' },
      ...{ customerId: customer.id, role: 'customer-admin', password: 'quiet lanterns on the pier' },
    }),
  });
  const user: { id: string; viaKeyId: string | null } = JSON.parse(await answer.text());
  expect([answer.status, user.viaKeyId === null]).toEqual([201, false]);
  return `/users/${user.id}`;
};

it('releases an account from the API key that created it', async () => {
  const path = await addByKey();
  const { page, context, faults } = await visit(browser, console_.url, { dark: true });
  await enter(page, SIGN_INS.administrator, path);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Release from API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('when the key Directory is revoked').waitFor();
  expect(await violations(page)).toEqual([]);
  await shoot(page, 'release-dark');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await turnToHebrewPhone(page);
  await page.getByRole('button', { name: 'פעולות נוספות', exact: true }).click();
  await page.getByRole('menuitem', { name: 'ניתוק ממפתח ה־API' }).click();
  await dialog.getByText('Directory').waitFor();
  await expectFits(page);
  await shoot(page, 'release-he-phone');
  await dialog.getByRole('button', { name: 'ניתוק ממפתח ה־API' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(async () => (await console_.api.call<{ viaKeyId: string | null }>('GET', path)).viaKeyId)
    .toBeNull();
  await page.getByRole('button', { name: 'פעולות נוספות', exact: true }).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem', { name: 'ניתוק ממפתח ה־API' }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
