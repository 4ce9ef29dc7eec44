// First impressions of a new user: menu, search, tooltips, and an error in one part of a page.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBrowser, visit } from './chromium.ts';
import { expectFits, turnToHebrewPhone } from './hebrew-phone.ts';
import { keepPicture } from './keep-picture.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';
import { takeCall, WAIT } from './take-call.ts';

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  await takeCall(stage, 'acme-sales');
  await vi.waitFor(async () => {
    const path = '/reports/agents';
    const { totals } = await stage.console.api.call<{ totals: { taken: number } }>('GET', path);
    expect(totals.taken).toBe(1);
  }, WAIT);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const open = async (path: string) => {
  const seen = await visit(browser, stage.url);
  await enter(seen.page, SIGN_INS.administrator, path);
  return seen;
};

it('keeps the rest of a page when one part fails, and retries the part on request', async () => {
  const { page, context } = await visit(browser, stage.url);
  // Simulates a busy machine: timers of 0 ms, which deliver fresh data, fire after React's next render.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((work: () => void, ms = 0, ...more: []) =>
      setTimeout(work, Math.max(ms, 40), ...more)) as typeof window.setTimeout;
  });
  await page.route(/\/api\/reports\/agents\?/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { agents: unknown[] };
    // Duplicate options, which the select rejects with an error.
    await route.fulfill({ response: answer, json: { ...body, agents: [...body.agents, ...body.agents] } });
  });
  await enter(page, SIGN_INS.administrator, '/reports/agents');
  const failed = page.getByRole('search', { name: 'Filters' }).getByRole('alert');
  await failed.waitFor();
  await keepPicture(page, 'part-failed');
  await page.getByRole('region', { name: 'Figures by group' }).getByRole('rowheader').first().waitFor();
  await page.unroute(/\/api\/reports\/agents\?/);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('combobox', { name: 'Agent', exact: true }).waitFor();
  expect(await failed.count()).toBe(0);
  await context.close();
});

const box = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox()) ?? fail();
const fail = (): never => {
  throw new Error('The element is not on the page');
};

it('lays out a notification as an icon, its text and a mark', async () => {
  const { page, context } = await visit(browser, stage.url);
  const params = { browser: 'Chrome', system: 'Linux', address: '192.0.2.7', place: '192.0.2.7', ip: '192.0.2.7' };
  const one = { id: '018f0000-0000-7000-8000-000000000001', kind: 'new-sign-in', params, at: new Date().toISOString() };
  await page.route('**/api/user/notifications?*', (route) =>
    route.fulfill({ json: { data: [{ ...one, readAt: null }], meta: { page: 1, perPage: 6, total: 1, unread: 1 } } }),
  );
  await enter(page, SIGN_INS.administrator);
  await page.getByRole('button', { name: /^Notifications, 1 new/ }).click();
  const item = page.getByRole('menuitem', { name: /Sign-in from a new device/ });
  await item.waitFor();
  await keepPicture(page, 'notification-menu');
  const sizes = await item.evaluate((entry) => [...entry.children].map((c) => c.getBoundingClientRect().width));
  expect(sizes).toEqual([36, expect.any(Number), 8]);
  expect(sizes[1]).toBeGreaterThan(200);
  await context.close();
});

it('puts the keyboard focus into the search when it first opens', async () => {
  const { page, context, faults } = await open('/');
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Search the console' });
  await input.waitFor();
  await vi.waitFor(async () => expect(await input.evaluate((e) => e === document.activeElement)).toBe(true), WAIT);
  await page.keyboard.type('queues');
  expect(await input.inputValue()).toBe('queues');
  expect(faults).toEqual([]);
  await context.close();
});

it('scrolls the menu to the current page', async () => {
  const { page, context } = await visit(browser, stage.url, { height: 700 });
  await enter(page, SIGN_INS.administrator, '/reports/agents');
  const current = page.getByRole('navigation', { name: 'Main navigation' }).locator('[aria-current=page]');
  await current.waitFor();
  const { y, height } = await box(page, '[aria-current=page]');
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThanOrEqual(700);
  await context.close();
});

it('opens a tooltip with the figures of a bar', async () => {
  const { page, context, faults } = await open('/reports/queues');
  const bar = page
    .getByRole('list', { name: /^Calls by/ })
    .getByRole('link')
    .first();
  await bar.hover();
  const tooltip = page.getByRole('tooltip');
  await tooltip.waitFor();
  await keepPicture(page, 'bar-tooltip');
  expect(await tooltip.innerText()).toMatch(/1/);
  expect(faults).toEqual([]);
  await context.close();
});

it('marks the field at fault when a connection test needs the secret again', async () => {
  const { page, context, faults } = await open('/endpoints');
  const [serverId] = stage.house.serverIds;
  await page.goto(`/endpoints?form=${serverId}`);
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill('192.0.2.99');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('Enter the secret again, because the address has changed.').first().waitFor();
  await keepPicture(page, 'test-connection');
  const secret = form.getByRole('textbox', { name: 'Secret' });
  await vi.waitFor(async () => expect(await secret.evaluate((e) => e === document.activeElement)).toBe(true), WAIT);
  expect(faults).toEqual([]);
  await context.close();
});

it('fits a phone in Hebrew with the dark scheme', async () => {
  const { page, context, faults } = await visit(browser, stage.url, { dark: true });
  await enter(page, SIGN_INS.administrator, '/');
  await turnToHebrewPhone(page);
  await expectFits(page);
  await keepPicture(page, 'home-he-360-dark');
  expect(faults).toEqual([]);
  await context.close();
});
