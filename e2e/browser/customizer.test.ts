// The customizer: choices apply at once and persist across reloads and computers. Also tests the horizontal menu by keyboard, the mirrored
// layout, the contrast of every skin, and page transitions.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Kept, Visit } from './chromium.ts';
import { openBrowser, visit } from './chromium.ts';
import { signIn } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';

let stage: Stage;
let browser: Browser;
let seen: Visit;
let signedIn: Kept;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  const first = await visit(browser, stage.url);
  await signIn(first.page, SIGN_INS.administrator);
  signedIn = await first.context.storageState();
  await first.context.close();
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});
beforeEach(async () => {
  seen = await visit(browser, stage.url, { state: signedIn });
  await seen.page.goto('/');
  await seen.page.locator('main h1').waitFor();
});
afterEach(async () => {
  // Resets the user and the browser to the defaults for the next test.
  await openCustomizer(seen.page);
  await settled(seen.page, () => seen.page.getByRole('button', { name: 'Reset to defaults' }).click());
  expect(seen.faults).toEqual([]);
  await seen.context.close();
});

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Customizer' });

const openCustomizer = async (page: Page): Promise<void> => {
  if (await drawer(page).isVisible()) return;
  await page.getByRole('button', { name: 'Customize appearance' }).first().click();
  await drawer(page).waitFor();
};

/** Waits until the server has stored the change. */
const settled = async (page: Page, change: () => Promise<void>): Promise<void> => {
  await change();
  await page.waitForFunction(() => localStorage.getItem('ringside.unsaved') === null);
};

const pick = (page: Page, group: string, word: string): Promise<void> =>
  drawer(page).getByRole('group', { name: group }).getByRole('radio', { name: word, exact: true }).press('Space');

/** Uses the keyboard to check that the drawer supports it. */
const flip = (page: Page, name: string): Promise<void> => drawer(page).getByRole('switch', { name }).press('Space');

const shellData = (page: Page, name: string) => page.locator('[data-menu]').first().getAttribute(`data-${name}`);
const rootData = (name: string) => (page: Page) => page.locator('html').getAttribute(name);
const shell = (name: string) => (page: Page) => shellData(page, name);

type Option = readonly [
  name: string,
  choose: (page: Page) => Promise<void>,
  read: (page: Page) => Promise<unknown>,
  is: string,
];
/** Options that are chosen together. Each applies at once, and one reload shows that all were stored. */
const OPTION_SETS: readonly (readonly Option[])[] = [
  [
    ['Bordered', (p) => pick(p, 'Skin', 'Bordered'), rootData('data-skin'), 'bordered'],
    ['dark', (p) => pick(p, 'Colors', 'Dark'), rootData('data-mantine-color-scheme'), 'dark'],
    ['boxed', (p) => pick(p, 'Content width', 'Boxed'), shell('width'), 'boxed'],
    ['no blur', (p) => flip(p, 'Blur behind the app bar'), shell('blur'), 'false'],
    ['a static app bar', (p) => pick(p, 'App bar', 'Static'), shell('app-bar'), 'static'],
    ['a fixed footer', (p) => pick(p, 'Footer', 'Fixed'), shell('footer'), 'fixed'],
    ['a collapsed menu', (p) => flip(p, 'Collapsed menu'), shell('menu'), 'mini'],
    ['right to left', (p) => flip(p, 'Right to left'), rootData('dir'), 'rtl'],
    [
      'a transition',
      async (p) => void (await drawer(p).getByLabel('Page transition').selectOption('slide-y-reverse')),
      (p) => p.evaluate(() => /"transition":"([^"]+)"/.exec(localStorage.getItem('ringside.look') ?? '')?.[1]),
      'slide-y-reverse',
    ],
  ],
  [
    ['Semi Dark', (p) => pick(p, 'Skin', 'Semi Dark'), rootData('data-skin'), 'semi-dark'],
    ['no app bar', (p) => pick(p, 'App bar', 'Hidden'), shell('app-bar'), 'hidden'],
    ['no footer', (p) => pick(p, 'Footer', 'Hidden'), shell('footer'), 'hidden'],
    ['a hidden menu', (p) => flip(p, 'Hidden menu'), shell('menu'), 'drawer'],
  ],
];

it.each(OPTION_SETS.map((options) => [options.map(([name]) => name).join(', '), options] as const))(
  'applies and stores: %s',
  async (_, options) => {
    const { page } = seen;
    await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-mark', ''));
    await openCustomizer(page);
    for (const [name, choose, read, is] of options) {
      expect(await read(page), `${name} before`).not.toBe(is);
      await settled(page, () => choose(page));
      expect(await read(page), name).toBe(is);
      // The change did not remount the page.
      expect(await page.locator('main h1[data-mark]').count(), `${name} in place`).toBe(1);
    }
    await page.reload();
    await page.locator('main h1').waitFor();
    for (const [name, , read, is] of options) expect(await read(page), `${name} kept`).toBe(is);
  },
);

it('applies the choice on another computer of the user', async () => {
  const { page } = seen;
  await openCustomizer(page);
  await settled(page, async () => {
    await pick(page, 'Menu layout', 'Horizontal');
    await pick(page, 'Colors', 'Dark');
    await pick(page, 'Footer', 'Hidden');
  });
  const other = await visit(browser, stage.url);
  await signIn(other.page, SIGN_INS.administrator);
  expect(await shellData(other.page, 'menu')).toBe('row');
  expect(await rootData('data-mantine-color-scheme')(other.page)).toBe('dark');
  expect(await other.page.getByRole('contentinfo').count()).toBe(0);
  await other.context.close();
});

it('keeps a choice when the network fails', async () => {
  const { page } = seen;
  await openCustomizer(page);
  await page.route('**/api/user', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await pick(page, 'Content width', 'Boxed');
  await page.unroute('**/api/user');
  await page.reload();
  await page.locator('main h1').waitFor();
  expect(await shellData(page, 'width')).toBe('boxed');
  await page.waitForFunction(() => localStorage.getItem('ringside.unsaved') === null);
});

it('prevents combinations that are not allowed', async () => {
  const { page } = seen;
  await openCustomizer(page);
  const radio = (name: string) => drawer(page).getByRole('radio', { name, exact: true });
  const toggle = (name: string) => drawer(page).getByRole('switch', { name });
  await pick(page, 'Skin', 'Semi Dark');
  await pick(page, 'Menu layout', 'Horizontal');
  expect(await radio('Default').isChecked()).toBe(true);
  expect(await radio('Semi Dark').isDisabled()).toBe(true);
  expect(await toggle('Collapsed menu').isDisabled()).toBe(true);
  expect(await toggle('Blur behind the app bar').isDisabled()).toBe(false);
  await pick(page, 'App bar', 'Static');
  expect(await toggle('Blur behind the app bar').isDisabled()).toBe(true);
  await page.setViewportSize({ width: 1263, height: 800 });
  await page.waitForFunction(() => document.querySelector('[data-menu="drawer"]') !== null);
  expect(await drawer(page).getByRole('group', { name: 'Menu layout' }).count()).toBe(0);
});

it('supports the keyboard in the horizontal menu', async () => {
  const { page } = seen;
  await openCustomizer(page);
  await settled(page, () => pick(page, 'Menu layout', 'Horizontal'));
  await page.keyboard.press('Escape');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  await menu.getByRole('link', { name: 'Home' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('Dashboard');
  await page.keyboard.press('End');
  // The last entry that fits on the line, depending on fonts.
  const last = await focused();
  expect(['Users', 'Reports', 'More']).toContain(last);
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('Home');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  const entry = page.getByRole('menuitem').last();
  await entry.waitFor();
  await page.keyboard.press('Escape');
  await entry.waitFor({ state: 'hidden' });
  expect(await focused()).toBe(last);
  await page.keyboard.press('Enter');
  await entry.waitFor();
  const target = (await entry.getAttribute('href')) ?? '';
  await entry.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${target}`);
  await page.locator('main h1').waitFor();
});

it('mirrors the layout in Hebrew until the user changes the direction', async () => {
  const { page } = seen;
  const language = async (button: RegExp, name: string): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await language(/^Language/, 'עברית');
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
  const side = await page.getByRole('navigation', { name: 'ניווט ראשי' }).boundingBox();
  expect(Math.round((side?.x ?? 0) + (side?.width ?? 0))).toBe(1440);
  await page.getByRole('button', { name: 'התאמת המראה' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'התאמת המראה' });
  await dialog.waitFor();
  await page.waitForTimeout(300);
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, width: 400 });
  await dialog.getByRole('radio', { name: 'אופקי', exact: true }).press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'בית', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('לוח בקרה');
  await page.getByRole('button', { name: 'התאמת המראה' }).first().click();
  await dialog.getByRole('switch', { name: 'מימין לשמאל' }).press('Space');
  await page.waitForFunction(() => document.documentElement.dir === 'ltr');
  await dialog.getByRole('button', { name: 'איפוס לברירת המחדל' }).click();
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await language(/^שפה/, 'English');
  await page.waitForFunction(() => document.documentElement.lang === 'en');
});

// Colors do not depend on the direction, so one skin is also tested mirrored.
const DIRECTIONS = { Default: ['ltr', 'rtl'], Bordered: ['ltr'], 'Semi Dark': ['rtl'] } as const;
it.each(Object.keys(DIRECTIONS) as (keyof typeof DIRECTIONS)[])('has enough contrast: %s', async (skin) => {
  const { page } = seen;
  await page.goto('/dashboard');
  await page.getByText('acme-sales').first().waitFor();
  await openCustomizer(page);
  await pick(page, 'Skin', skin);
  for (const direction of DIRECTIONS[skin]) {
    if (direction !== (await rootData('dir')(page))) await flip(page, 'Right to left');
    for (const scheme of ['Light', 'Dark']) {
      await openCustomizer(page);
      await pick(page, 'Colors', scheme);
      if (direction === DIRECTIONS[skin][0]) expect(await violations(page), `${scheme}, customizer`).toEqual([]);
      await page.keyboard.press('Escape');
      await drawer(page).waitFor({ state: 'hidden' });
      expect(await violations(page), `${scheme}, ${direction}`).toEqual([]);
    }
    await openCustomizer(page);
  }
});

it('animates page changes as chosen, and not for users who prefer reduced motion', async () => {
  const { page } = seen;
  await page.evaluate(() => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      if (this.hasAttribute('data-page')) {
        const [from, to] = (frames as { transform: string }[]).map((f) => f.transform);
        moves.push(`${from} > ${to} on ${location.pathname}`);
      }
      return animate.call(this, frames, options);
    };
  });
  const walkTo = async (name: string): Promise<string[]> => {
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.waitForFunction(() => (document.querySelector('[data-page]')?.getAnimations().length ?? 0) === 0);
    return page.evaluate(() => (window as unknown as { moves: string[] }).moves.splice(0));
  };
  expect(await walkTo('Queues')).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const moves = (await walkTo('Customers')).map((move) => move.replace(/ on .*/, ''));
  expect(moves).toEqual(['none > translate(16px, 0px)', 'translate(-16px, 0px) > none']);
  await openCustomizer(page);
  await flip(page, 'Right to left');
  await drawer(page).getByLabel('Page transition').selectOption('slide-x');
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'hidden' });
  await page.evaluate(() => (window as unknown as { moves: string[] }).moves.splice(0));
  expect((await walkTo('Queues')).map((move) => move.replace(/ on .*/, ''))).toEqual([
    'none > translate(16px, 0px)',
    'translate(16px, 0px) > none',
  ]);
});
