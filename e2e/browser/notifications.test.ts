// Notifications about a PBX that disconnects and returns: the bell, its menu, the page, other tabs. RINGSIDE_SHOTS=folder stores
// screenshots.
import { join } from 'node:path';
import { createFakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import type { FakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import { labPlan } from '@ringside/fake-pbx/lab-world.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Cable } from '../lab/cut-proxy.ts';
import { createCable } from '../lab/cut-proxy.ts';
import { setUpTenants, isUp, waitForLink } from '../lab/tenants.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter, signIn } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

let pbx: FakePbx;
let cable: Cable;
let console_: RunningConsole;
let browser: Browser;

beforeAll(async () => {
  pbx = createFakePbx({ plan: labPlan });
  const { host, port } = await pbx.listen();
  cable = await createCable(host, port);
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  const link = { name: 'North', host: '127.0.0.1', port: cable.port, username: 'ringside', secret: 'ringside' };
  const { serverIds } = await setUpTenants(console_.api, [link]);
  for (const id of serverIds) await waitForLink(console_, id, isUp);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
  await cable?.close();
  await pbx?.close();
});

const bell = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name });

const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};

it(
  'reports the loss of a PBX, replaces it by its return, and marks it as read in every tab',
  { timeout: 120_000 },
  async () => {
    const { page, context, faults } = await visit(browser, console_.url);
    await signIn(page, SIGN_INS.administrator);
    // The test client signed in before, from no browser; staff without a second factor are warned.
    await bell(page, 'Notifications, 2 new').click();
    await page.getByRole('menuitem', { name: /second factor/i }).waitFor();
    await page.getByRole('menuitem', { name: /Sign-in from a new device: Chrome, Linux/ }).waitFor();
    await page.getByRole('menuitem', { name: 'Read All Notifications' }).click();
    await bell(page, /^Notifications$/).waitFor();
    const acme = await visit(browser, console_.url);
    await signIn(acme.page, SIGN_INS.acme);
    await acme.page.setViewportSize({ width: 360, height: 780 });
    await bell(acme.page, 'Notifications').click();
    await acme.page.getByText('No notifications').waitFor();
    await acme.page.keyboard.press('Escape');
    const tab = await context.newPage();
    await tab.goto('/customers');
    await bell(tab, 'Notifications').waitFor();

    cable.cut();
    for (const p of [page, tab, acme.page]) await bell(p, 'Notifications, 1 new').waitFor();
    await page.getByRole('status').getByText('Connection to North lost').waitFor({ state: 'attached' });
    await bell(page, /new/).press('ArrowDown');
    const menu = page.getByRole('menu', { name: /Notifications/ });
    await menu.getByRole('menuitem', { name: 'Connection to North lost' }).waitFor();
    await page.getByText('1 New').waitFor();
    expect.soft(await violations(page), 'the menu').toEqual([]);
    await shoot(page, 'bell');
    await page.keyboard.press('Escape');

    cable.mend();
    await page
      .getByRole('status')
      .getByText(/^North reconnected after/)
      .waitFor({ state: 'attached' });
    await bell(page, 'Notifications, 1 new').click();
    await menu.getByRole('menuitem', { name: /North reconnected after/ }).waitFor();
    await menu.getByRole('menuitem', { name: 'Read All Notifications' }).click();
    for (const p of [page, tab]) await bell(p, /^Notifications$/).waitFor();
    // Marking it as read affects only one user.
    await bell(acme.page, 'Notifications, 1 new').click();
    const item = acme.page.getByRole('menuitem', { name: /North reconnected after/ });
    await item.waitFor();
    await shoot(acme.page, 'bell-360');
    const box = await item.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 360).toBe(true);
    await item.click();
    await acme.page.waitForURL('**/dashboard');
    await bell(acme.page, /^Notifications$/).waitFor();

    await bell(page, 'Notifications').click();
    await menu.getByRole('menuitem', { name: 'All notifications' }).click();
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Mark as unread' }).first().click();
    for (const p of [page, tab]) await bell(p, 'Notifications, 1 new').waitFor();
    await page.getByText('Unread', { exact: true }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /North reconnected after/ })
      .waitFor();
    expect.soft(await violations(page), 'the page').toEqual([]);
    await shoot(page, 'notifications');
    expect([...faults, ...acme.faults]).toEqual([]);
    await acme.context.close();
    await context.close();
  },
);

it('fits 360 px in Hebrew with the dark scheme', async () => {
  const { page, context, faults } = await visit(browser, console_.url, { dark: true });
  await enter(page, SIGN_INS.administrator, '/profile');
  await page.getByRole('main').getByText('עברית', { exact: true }).click();
  await page.waitForFunction(() => document.documentElement.lang === 'he');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/notifications');
  await page.getByRole('heading', { name: 'התראות', level: 1 }).waitFor();
  await page.getByRole('listitem').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await shoot(page, 'notifications-he-360-dark');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, 'nothing stands out sideways').toBeLessThanOrEqual(0);
  await bell(page, /התראות/).click();
  await page.getByRole('menuitem', { name: 'כל ההתראות', exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await shoot(page, 'bell-he-360-dark');
  expect(faults).toEqual([]);
  await context.close();
});
