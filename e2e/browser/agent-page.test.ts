// The agent's own page: log in to a queue, pause with a reason, resume. The PBX must show the same state. Then the page on a phone
// in Hebrew. RINGSIDE_SHOTS=folder stores screenshots.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { setStage } from './stage.ts';

const WAIT = { timeout: 20_000, interval: 200 };
const OWN = 'PJSIP/acme-190';
const SIGN_IN = { username: 'dana', password: 'pass phrase of dana' };

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  const { api } = stage.console;
  const customerId = stage.house.customerIds.acme;
  const [serverId] = stage.house.serverIds;
  const { data } = await api.call<{ data: { id: string; customerId: string }[] }>('GET', '/callcenters');
  const desk = data.find((c) => c.customerId === customerId)?.id ?? '';
  const pauseReasons = [{ code: 'lunch', label: 'Lunch break', maxMinutes: 30 }];
  await api.call('PATCH', `/callcenters/${desk}`, { pauseReasons });
  const user = await api.call<{ id: string }>('POST', '/users', {
    ...{ customerId, email: 'dana@acme.example', role: 'agent', callcenterIds: [desk], firstname: 'Dana' },
    ...SIGN_IN,
  });
  await api.call('POST', '/subscribers', {
    customerId,
    serverId,
    extension: '190',
    name: 'Dana Dunn',
    userId: user.id,
  });
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `agent-page-${name}.png`), fullPage: true });
};

it('logs in to a queue, pauses with a reason, and resumes', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_IN);
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'My desk' }).click();
  await page.getByRole('heading', { level: 1, name: 'My desk' }).waitFor();
  await page.getByText('Log in to a queue to take calls.').waitFor();
  await page.getByRole('button', { name: 'Log in to acme-sales' }).click();
  await page.getByRole('button', { name: 'Log out of acme-sales' }).waitFor();
  expect(stage.members('acme-sales')).toContain(OWN);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('menuitem', { name: /Lunch break/ }).click();
  await page.getByRole('button', { name: 'Back to work' }).waitFor();
  expect(stage.member('acme-sales', OWN)?.paused).toBe(true);
  await page.getByText('Lunch break').waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'paused');
  // Figures count whole seconds, so a shorter pause would not count.
  await page.waitForTimeout(2000);
  await page.getByRole('button', { name: 'Back to work' }).click();
  await vi.waitFor(() => expect(stage.member('acme-sales', OWN)?.paused).toBe(false), WAIT);
  // A figure of today opens its drill-down, and the address stores it.
  const day = page.getByRole('region', { name: 'My day' });
  await expect
    .poll(async () => {
      await page.reload();
      await day.getByText('Pause Time').waitFor();
      return day.getByRole('link', { name: /Pause Time/ }).count();
    }, WAIT)
    .toBe(1);
  await day.getByRole('link', { name: /Pause Time/ }).click();
  await page.waitForURL(/behind=set%3Dpause/);
  const behind = page.getByRole('dialog', { name: 'Pause Time' });
  await behind.getByText('1 row', { exact: true }).waitFor();
  await behind.getByText('Lunch break').waitFor();
  // An agent has no access to exports and call records.
  expect(await behind.getByRole('button', { name: 'Export' }).count()).toBe(0);
  expect(await behind.getByRole('link').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'behind');
  expect(faults).toEqual([]);
  await context.close();
});

it('fits a phone in Hebrew, right to left', async () => {
  const { page, context, faults } = await visit(browser, stage.url, { dark: true });
  await enter(page, SIGN_IN);
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitem', { name: 'עברית' }).click();
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/agent');
  await page.getByRole('button', { name: 'התנתקות מהתור acme-sales' }).click();
  await page.getByRole('button', { name: 'התחברות לתור acme-sales' }).waitFor();
  expect(stage.members('acme-sales')).not.toContain(OWN);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'he-phone');
  await page.getByRole('link', { name: /זמן הפסקה/ }).click();
  await page.getByRole('dialog').getByText('Lunch break').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'he-phone-behind');
  expect(faults).toEqual([]);
  await context.close();
});
