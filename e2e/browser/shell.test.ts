// The layout of every page: position, navigation, history, and keyboard use.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Visit } from './chromium.ts';
import { openBrowser, visit } from './chromium.ts';
import { focusSeen } from './focus.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

let console_: RunningConsole;
let browser: Browser;
let seen: Visit;

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  for (let i = 0; i < 30; i++) {
    const body = { code: `c${i}`, name: `Customer ${String(i).padStart(2, '0')}` };
    await console_.api.call('POST', '/customers', body);
  }
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});
beforeEach(async () => {
  seen = await visit(browser, console_.url);
});
afterEach(async () => {
  await seen.context.close();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const trail = (page: Page) => page.getByRole('navigation', { name: 'You are here' });
const isFocused = (page: Page, selector: string) =>
  page.waitForFunction((s) => document.activeElement?.matches(s), selector);

it('redirects to sign-in, and then to the requested page', async () => {
  const { page } = seen;
  await page.goto('/customers?search=Customer+07');
  await page.waitForURL('**/login?redirect=*');
  await page.getByLabel('User name or e-mail').fill(SIGN_INS.administrator.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(SIGN_INS.administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/customers?search=Customer*07');
  await page.getByRole('link', { name: 'Customer 07' }).waitFor();
  await page.waitForFunction(() => document.title === 'Customers · Ringside');
});

it('shows the position, goes back, and restores the scroll position', async () => {
  const { page, faults } = seen;
  await page.setViewportSize({ width: 1440, height: 500 });
  await enter(page, SIGN_INS.administrator);
  await menu(page).getByRole('link', { name: 'Customers' }).click();
  await heading(page, 'Customers').waitFor();
  // The address contains the page size, so the deep link shows the same rows.
  await page.goto('/customers?perPage=50');
  const row = page.getByRole('link', { name: 'Customer 25' });
  await row.scrollIntoViewIfNeeded();
  expect(await isInView(page, 'Customer 00')).toBe(false);
  await row.click();
  await heading(page, 'Customer 25').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await isFocused(page, 'h1, main');
  expect(await page.title()).toBe('Customer 25 · Ringside');
  expect((await trail(page).innerText()).split(/\s*\n\s*/)).toEqual(['Customers', 'Customer 25']);
  expect(await menu(page).getByRole('link', { name: 'Customers' }).getAttribute('aria-current')).toBe('page');
  await page.goBack();
  await row.waitFor();
  // The list is scrolled to the same position.
  while (!(await isInView(page, 'Customer 25')) || (await isInView(page, 'Customer 00'))) await page.waitForTimeout(50);
  await page.goForward();
  await trail(page).getByRole('link', { name: 'Customers' }).click();
  await heading(page, 'Customers').waitFor();
  await isFocused(page, 'h1');
  expect(faults).toEqual([]);
});

it('is usable with the keyboard only', async () => {
  const { page, faults } = seen;
  await enter(page, SIGN_INS.administrator, '/customers');
  await heading(page, 'Customers').waitFor();
  await page.keyboard.press('Tab');
  await isFocused(page, '[href="#content"]');
  await page.keyboard.press('Enter');
  await isFocused(page, 'main');
  const language = page.getByRole('button', { name: /^Language/ });
  await language.focus();
  await page.keyboard.press('ArrowDown');
  await isFocused(page, '[role="menuitem"][lang="en"]');
  await page.keyboard.press('End');
  await isFocused(page, '[role="menuitem"][lang="he"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('f');
  await isFocused(page, '[role="menuitem"][lang="fr"]');
  await page.keyboard.press('Escape');
  await isFocused(page, 'button[aria-haspopup][aria-expanded="false"]');
  const fold = menu(page).getByRole('button', { name: 'Users' });
  await fold.focus();
  await page.keyboard.press('Enter');
  await menu(page).getByRole('link', { name: 'Users' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await menu(page).getByRole('link', { name: 'Users' }).waitFor();
  await menu(page).getByRole('link', { name: 'Users' }).focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Users').waitFor();
  await isFocused(page, 'h1');
  expect(await trail(page).count()).toBe(0);
  expect(faults).toEqual([]);
});

it.each(['/', '/customers', '/profile'])('shows the keyboard focus everywhere on %s', async (path) => {
  const { page } = seen;
  await page.setViewportSize({ width: 1280, height: 600 });
  await enter(page, SIGN_INS.administrator, path);
  await page.locator('[data-page] h1').waitFor();
  const unseen: string[] = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const said = await focusSeen(page);
    if (said === 'end') break;
    if (said) unseen.push(said);
  }
  expect(unseen).toEqual([]);
});

it('has the specified sizes of its layouts', async () => {
  const { page } = seen;
  await enter(page, SIGN_INS.administrator);
  const side = async () => (await menu(page).locator('xpath=..').boundingBox())?.width;
  expect(await side()).toBe(260);
  // The page saves the whole theme: its request must not arrive after the one below.
  const saved = page.waitForResponse((r) => r.url().endsWith('/api/user') && r.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Collapse the navigation' }).click();
  await saved;
  await page.mouse.move(900, 500);
  await page.waitForFunction(() => document.querySelector('nav')?.parentElement?.getBoundingClientRect().width === 68);
  await page.mouse.move(30, 300);
  await page.waitForFunction(() => document.querySelector('nav')?.parentElement?.getBoundingClientRect().width === 260);
  await page.mouse.move(900, 500);
  // Boxed: 1440 px with the margins at the sides.
  await page.setViewportSize({ width: 2560, height: 900 });
  await console_.api.call('PATCH', '/user', { theme: { width: 'boxed' } });
  await page.goto('/customers');
  await page.locator('main h1').waitFor();
  // The user's own layout applies once the page has read it.
  await expect.poll(async () => (await page.locator('[data-page]').boundingBox())?.width).toBe(1440 - 2 * 32);
  await console_.api.call('PATCH', '/user', { theme: { width: 'full' } });
  // No target is smaller than 24 px, and nothing makes the page wider than the window.
  for (const [width, path] of [
    [1440, '/'],
    [360, '/'],
    [360, '/customers'],
    [2560, '/customers'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await page.locator('main h1').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width);
    expect(await tooSmall(page), `${path} at ${width}`).toEqual([]);
  }
});

/** Returns whether the row is visible in the window and its scroll container. */
const isInView = (page: Page, name: string): Promise<boolean> =>
  page.evaluate((text) => {
    const link = [...document.querySelectorAll('main a')].find((a) => a.textContent === text);
    if (!link) return false;
    const { left, top, bottom } = link.getBoundingClientRect();
    const there = document.elementFromPoint(left + 4, (top + bottom) / 2);
    return there !== null && (link.contains(there) || there.contains(link));
  }, name);

/** WCAG 2.2, 2.5.8: a target has 24 by 24 px, or a circle of 24 px around its center touches no other target. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>('button, [role="button"], input, select, nav a, a[class]'),
    ]
      .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((e) => ({ e, at: e.getBoundingClientRect() }))
      .filter(({ at }) => at.width > 1 && at.height > 1);
    const middle = (r: DOMRect) => ({ x: (r.left + r.right) / 2, y: (r.top + r.bottom) / 2 });
    const isSmall = (r: DOMRect) => r.width < 24 || r.height < 24;
    const touches = (r: DOMRect, other: DOMRect): boolean => {
      const { x, y } = middle(r);
      const near = {
        x: Math.max(other.left, Math.min(x, other.right)),
        y: Math.max(other.top, Math.min(y, other.bottom)),
      };
      const theirs = middle(other);
      return Math.hypot(near.x - x, near.y - y) < 12 || (isSmall(other) && Math.hypot(theirs.x - x, theirs.y - y) < 24);
    };
    return targets
      .filter(({ at }) => isSmall(at))
      .flatMap(({ e, at }) => {
        const by = targets.find((o) => o.e !== e && !o.e.contains(e) && touches(at, o.at));
        return by ? [`${e.outerHTML.slice(0, 100)} beside ${by.e.outerHTML.slice(0, 100)}`] : [];
      });
  });
