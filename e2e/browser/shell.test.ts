// The frame around every page: where one is, how one gets on and back, and that a keyboard is enough.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Visit } from './chromium.ts';
import { openBrowser, visit } from './chromium.ts';
import { signIn } from './sign-in.ts';
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

it('sends the signed-out to the sign-in, and back to where they were going', async () => {
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

it('says where one is, goes back, and finds the place again', async () => {
  const { page, faults } = seen;
  await page.setViewportSize({ width: 1440, height: 500 });
  await signIn(page, SIGN_INS.administrator);
  await menu(page).getByRole('link', { name: 'Customers' }).click();
  await heading(page, 'Customers').waitFor();
  // The address of a list says its page size: the deep link shows what was shown.
  await page.goto('/customers?perPage=50');
  const row = page.getByRole('link', { name: 'Customer 25' });
  await row.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(200);
  await row.click();
  await heading(page, 'Customer 25').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await isFocused(page, 'h1, main');
  expect(await page.title()).toBe('Customer 25 · Ringside');
  expect((await trail(page).innerText()).split(/\s*\n\s*/)).toEqual(['Customers', 'Customer 25']);
  expect(await menu(page).getByRole('link', { name: 'Customers' }).getAttribute('aria-current')).toBe('page');
  await page.goBack();
  await row.waitFor();
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 60, scrolled);
  await page.goForward();
  await trail(page).getByRole('link', { name: 'Customers' }).click();
  await heading(page, 'Customers').waitFor();
  await isFocused(page, 'h1');
  expect(faults).toEqual([]);
});

it('goes by the keyboard alone', async () => {
  const { page, faults } = seen;
  await signIn(page, SIGN_INS.administrator);
  await page.goto('/customers');
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
  expect((await trail(page).innerText()).split(/\s*\n\s*/)).toEqual(['Users', 'Users']);
  expect(faults).toEqual([]);
});

it('has the measures of its layouts', async () => {
  const { page } = seen;
  await signIn(page, SIGN_INS.administrator);
  const side = async () => (await menu(page).locator('xpath=..').boundingBox())?.width;
  expect(await side()).toBe(260);
  await page.getByRole('button', { name: 'Collapse the navigation' }).click();
  await page.mouse.move(900, 500);
  await page.waitForFunction(() => document.querySelector('nav')?.parentElement?.getBoundingClientRect().width === 68);
  await page.mouse.move(30, 300);
  await page.waitForFunction(() => document.querySelector('nav')?.parentElement?.getBoundingClientRect().width === 260);
  await page.mouse.move(900, 500);
  // Nothing that one may press is smaller than 24 px, and nothing makes the page wider than the window.
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

/** WCAG 2.2, 2.5.8: targets of 24 by 24 px; links within a sentence are excepted. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role="button"], input, select, nav a, a[class]')]
      .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((e) => !e.closest('label') && e.getAttribute('type') !== 'hidden')
      .filter((e) => {
        const { width, height } = e.getBoundingClientRect();
        return width > 1 && (width < 24 || height < 24);
      })
      .map((e) => e.outerHTML.slice(0, 120)),
  );
