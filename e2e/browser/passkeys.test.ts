// Life of a passkey, with the browser's virtual authenticator. RINGSIDE_SHOTS=folder stores screenshots of each step.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';

const PASSWORD = 'quiet lanterns on the pier';
const MAIN = { name: 'Main navigation' };

let console_: RunningConsole;
let browser: Browser;

const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

/** Adds a virtual device that stores passkeys and verifies its owner. `touch(false)` simulates an absent user. */
const addAuthenticator = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    touch: (enabled: boolean) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    kept: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
};

const dialog = (page: Page) => page.getByRole('dialog');

const signOut = async (page: Page): Promise<void> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Dana Levi/ })
    .click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
};

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

it('is created, signs its owner in, is renamed and removed, and then rejected', async () => {
  // A retry of the test would find the user of the first attempt.
  const username = `dana-${Date.now().toString(36)}`;
  const body = { username, email: `${username}@example.com`, firstname: 'Dana', lastname: 'Levi', role: 'billing' };
  await console_.api.call('POST', '/users', { ...body, password: PASSWORD });
  // A passkey needs a host name, so 127.0.0.1 does not work.
  const { page, context, faults } = await visit(browser, console_.url.replace('127.0.0.1', 'localhost'));
  const device = await addAuthenticator(page);
  await page.goto('/login');
  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await byPasskey.waitFor();
  await shoot(page, 'login-passkey');
  expect.soft(await violations(page), 'sign-in').toEqual([]);
  await page.getByLabel('User name or e-mail').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', MAIN).waitFor();

  await page.goto('/profile');
  await page.getByText('You have no passkeys yet').waitFor();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await dialog(page).getByLabel('Name').fill('Laptop');
  await dialog(page).getByRole('textbox', { name: 'Your password' }).fill('not the password');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await dialog(page).getByText('The current password is wrong').waitFor();
  await shoot(page, 'passkey-add');
  expect.soft(await violations(page), 'adding').toEqual([]);
  await dialog(page).getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Rename: Laptop' }).click();
  expect((await device.kept()).map((c) => [c.rpId, c.isResidentCredential])).toEqual([['localhost', true]]);
  await dialog(page).getByLabel('Name').fill('My laptop');
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: 'Rename: My laptop' }).waitFor();
  await page.getByText('never used').waitFor();
  await shoot(page, 'passkey-list');
  expect.soft(await violations(page), 'the list').toEqual([]);

  // Without touch, because the browser's suggestions would sign in automatically.
  await device.touch(false);
  await signOut(page);
  await device.touch(true);
  await byPasskey.click();
  await page.getByRole('navigation', MAIN).waitFor();

  await page.goto('/profile');
  await page
    .getByText(/last used/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Remove: My laptop' }).click();
  await dialog(page).getByText('You can no longer sign in with “My laptop”.').waitFor();
  await shoot(page, 'passkey-remove');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('You have no passkeys yet').waitFor();

  await device.touch(false);
  await signOut(page);
  await device.touch(true);
  await byPasskey.click();
  await page.getByRole('alert').getByText('This passkey was not accepted').waitFor();
  await shoot(page, 'passkey-refused');
  expect.soft(await violations(page), 'refused').toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
