// The dashboard in use: a call arrives, is answered and ends; language change; loss and return of the socket; a disconnected PBX; a phone.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { sleep } from '../lab/lab.ts';
import type { Visit } from './chromium.ts';
import { openBrowser, visit } from './chromium.ts';
import { openQueue, untilLive } from './open-queue.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';

let stage: Stage;
let browser: Browser;
let seen: Visit;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});
beforeEach(async () => {
  seen = await visit(browser, stage.url, { width: 1600, height: 1000 });
  await enter(seen.page, SIGN_INS.administrator, '/dashboard');
  await seen.page.getByRole('button', { name: 'acme-sales' }).first().waitFor();
  await untilLive(seen.page);
});
afterEach(async () => {
  await seen.context.close();
});

it('shows a call arrive, be answered and end', async () => {
  const { page, faults } = seen;
  const panel = await openQueue(page, 'acme-sales');
  // The legend contains the text too, so an agent in a call adds one.
  const inCall = (): Promise<number> => page.getByText('In call').count();
  const before = await inCall();
  const becomes = async (count: number): Promise<void> => {
    for (let i = 0; i < 100 && (await inCall()) !== count; i++) await sleep(100);
    expect(await inCall()).toBe(count);
  };
  const hangUp = stage.call('acme-sales', { number: '+12125550123', name: 'Ivy Irwin' });
  await panel.getByText('Ivy Irwin').first().waitFor();
  await panel.getByText('Ringing').first().waitFor();
  stage.pickUp('acme-sales');
  await becomes(before + 1);
  hangUp();
  await becomes(before);
  await panel.getByText('Ivy Irwin').first().waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('switches to Hebrew, right to left, and keeps it after a reload', async () => {
  const { page } = seen;
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitem', { name: 'עברית' }).click();
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
  await page.reload();
  await page.getByRole('button', { name: 'acme-sales' }).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  await page
    .getByRole('button', { name: /English|עברית|HE/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.waitForFunction(() => document.documentElement.dir === 'ltr');
  // Resets the user's language for the next test.
  await stage.console.api.call('PATCH', '/user', { language: 'en' });
});

it('reports a lost connection, and shows the current state after the return', async () => {
  const { page } = seen;
  const panel = await openQueue(page, 'globex-orders');
  const gone = stage.call('globex-orders', { number: '+12125550123', name: 'Who Left Meanwhile' });
  await panel.getByText('Who Left Meanwhile').first().waitFor();
  stage.cable.cut();
  await page.getByText('Reconnecting').first().waitFor();
  // The shown state may be outdated, so actions are disabled.
  expect(await panel.getByRole('button', { name: 'Actions for Eve Évrard' }).isDisabled()).toBe(true);
  gone();
  const hangUp = stage.call('globex-orders', { number: '+442079460958', name: 'Who Came Meanwhile' });
  // Personal messages sent during the interruption were lost, so the page requests them at once.
  const bell = page.waitForRequest((request) => request.url().includes('/api/user/notifications'));
  stage.cable.mend();
  await bell;
  await panel.getByText('Who Came Meanwhile').first().waitFor();
  await panel.getByText('Who Left Meanwhile').first().waitFor({ state: 'detached' });
  await page.getByText('Live', { exact: true }).waitFor();
  const queue = stage.pbx.state().queues.find((q) => q.name === 'globex-orders');
  expect(await panel.getByRole('button', { name: /^Actions for/ }).count()).toBe(queue?.members.length);
  expect(await panel.locator('ol > li').count()).toBe(1);
  expect(await panel.getByRole('button', { name: 'Actions for Eve Évrard' }).isEnabled()).toBe(true);
  hangUp();
  await panel.getByText('No callers waiting.').waitFor();
});

it('marks a disconnected PBX, keeps its last data, and disables actions', async () => {
  const { page } = seen;
  const panel = await openQueue(page, 'acme-sales');
  const action = panel.getByRole('button', { name: 'Actions for Ann Archer' });
  const card = page.getByRole('listitem').filter({ hasText: 'North' }).first();
  await card.getByText('Connected').waitFor();
  await stage.pbx.shut();
  await card.getByText('Connected').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.querySelectorAll('article[data-stale]').length === 4);
  await panel.getByText('Ann Archer').waitFor();
  expect(await action.isDisabled()).toBe(true);
  expect(await panel.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
  expect(await panel.getByRole('button', { name: 'Move Ann Archer to another queue' }).isDisabled()).toBe(true);
  await stage.pbx.reopen();
  await card.getByText('Connected').waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => document.querySelectorAll('article[data-stale]').length === 0);
  expect(await action.isEnabled()).toBe(true);
});

it("shows a queue's callers and agents on a phone without horizontal scrolling", async () => {
  const { page } = seen;
  const hangUp = stage.call('acme-sales', { number: '+442079460958', name: 'Ivy Irwin' });
  await page.setViewportSize({ width: 360, height: 740 });
  const panel = await openQueue(page, 'acme-sales');
  await panel.getByText('Ivy Irwin').first().waitFor();
  await panel.getByText('Ann Archer').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const box = await panel.boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 360]);
  await panel.getByRole('button', { name: 'Close the queue' }).click();
  await panel.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  hangUp();
});
