// The dialog that deletes a PBX server, with and without the console's configuration on the PBX. RINGSIDE_SHOTS=folder stores screenshots.
import { join } from 'node:path';
import { createFakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import type { FakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import { labPlan } from '@ringside/fake-pbx/lab-world.ts';
import { createDisk } from '@ringside/fake-pbx/sim/config-disk.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

const LIVE = { username: 'live', secret: 'live-secret', write: ['agent', 'call', 'originate', 'reporting'] };
const WRITER = { username: 'writer', secret: 'writer-secret', read: [], write: ['config', 'system'] };

let pbx: FakePbx;
let console_: RunningConsole;
let browser: Browser;
let serverId: number;

beforeAll(async () => {
  const plan = { ...labPlan, agents: [] };
  pbx = createFakePbx({ plan, users: [LIVE, WRITER], disk: createDisk(plan, [LIVE, WRITER]) });
  const [address, running, opened] = await Promise.all([pbx.listen(), startConsole(), openBrowser()]);
  [console_, browser] = [running, opened];
  const { api } = console_;
  const live = { amiUsername: LIVE.username, amiSecret: LIVE.secret };
  const server = { name: 'North', amiHost: address.host, amiPort: address.port, ...live };
  ({ id: serverId } = await api.call<{ id: number }>('POST', '/endpoints', server));
  const at = `/endpoints/${serverId}/provisioning`;
  await api.call('PATCH', at, { enabled: true, username: WRITER.username, secret: WRITER.secret });
  const customer = await api.call<{ id: string }>('POST', '/customers', { code: 'acme', name: 'Acme Clinic' });
  const line = { customerId: customer.id, serverId, extension: '201', name: 'Front desk' };
  const made = await api.call<{ id: string }>('POST', '/subscribers', line);
  const status = () => api.call<{ status: string }>('GET', at).then((now) => now.status);
  await vi.waitFor(async () => expect(await status()).toBe('idle'), { timeout: 30_000, interval: 200 });
  await api.call('PATCH', at, { enabled: false });
  await api.call('DELETE', `/subscribers/${made.id}`);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
  await pbx?.close();
});

const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `server-removal-${name}.png`) });
  expect.soft(await violations(page), name).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
};

const openDialog = async (page: Page) => {
  await page.goto('/endpoints');
  await page.getByRole('button', { name: /: North$/ }).click();
  await page.getByRole('menuitem').last().click();
  return page.getByRole('dialog');
};

const NAMES = { es: 'Español', fr: 'Français', he: 'עברית' } as const;
const LOOKS = [
  { language: 'en', dark: false, width: 1440 },
  { language: 'en', dark: true, width: 360 },
  { language: 'he', dark: true, width: 1440 },
  { language: 'he', dark: false, width: 360 },
  { language: 'es', dark: false, width: 1440 },
  { language: 'fr', dark: false, width: 360 },
] as const;

it.each(LOOKS)('shows what is on the PBX in $language at $width px', async ({ language, dark, width }) => {
  const { page, context, faults } = await visit(browser, console_.url, { dark });
  await console_.api.call('PATCH', '/user', { language: 'en' });
  await enter(page, SIGN_INS.administrator);
  if (language !== 'en') {
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('menuitem', { name: NAMES[language] }).click();
    await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language);
  }
  await page.setViewportSize({ width, height: 900 });
  const dialog = await openDialog(page);
  const remove = dialog.getByRole('checkbox');
  await remove.waitFor();
  expect(await remove.isChecked()).toBe(true);
  expect(await dialog.innerText()).toContain('ringside_endpoints.conf');
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  await look(page, `${language}-${dark ? 'dark' : 'light'}-${width}`);
  await remove.uncheck();
  expect(await dialog.innerText()).toContain('rm /etc/asterisk/ringside_*.conf');
  await look(page, `${language}-${dark ? 'dark' : 'light'}-${width}-by-hand`);
  expect(faults).toEqual([]);
  await context.close();
});

it('lists manual steps while the PBX is disconnected, and removes everything once it is back', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await console_.api.call('PATCH', '/user', { language: 'en' });
  await enter(page, SIGN_INS.administrator);
  await pbx.shut();
  const away = await openDialog(page);
  await away.getByText('The console cannot remove the configuration').waitFor();
  expect(await away.getByRole('checkbox').count()).toBe(0);
  expect(await away.innerText()).toContain('#tryinclude ringside_endpoints*.conf');
  await look(page, 'away');
  await pbx.reopen();
  const dialog = await openDialog(page);
  await dialog.getByRole('checkbox', { name: 'Also remove Ringside’s configuration from the PBX' }).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(pbx.world().loaded.disk.get('ringside_endpoints.conf')?.sections).toEqual([]);
  expect((await console_.api.raw('GET', `/endpoints/${serverId}`)).status).toBe(404);
  expect(faults).toEqual([]);
  await context.close();
});
