// Opens every page, light and dark, left-to-right and right-to-left: no accessibility violation, no missing text, no error.
// RINGSIDE_SHOTS=folder stores screenshots.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { unseenFocus } from './focus.ts';
import { printOf } from './print.ts';
import { signIn } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';
import { WAIT } from './take-call.ts';

const OWN_NAMES = { en: 'English', es: 'Español', fr: 'Français', he: 'עברית' } as const;
const LOOKS = [
  { language: 'en', dark: false, every: 1 },
  { language: 'he', dark: true, every: 1 },
  // A missing key is missing in every language (web/src/locales/check.test.ts), so every fourth page is enough here.
  { language: 'es', dark: true, every: 4 },
  { language: 'fr', dark: false, every: 4 },
] as const;

/** The accessibility rules depend on direction and colors, but not on the language. */
const EXAMINED: readonly string[] = ['en', 'he'];

/** Pages with a stored print (print.ts). After an intended change: `npx vitest run --project browser looks -u`. */
const PRINTED: readonly string[] = [
  ...['/', '/dashboard', '/customers', '/queues', '/plans', '/profile'],
  ...['/reports/cdr', '/reports/queues'],
];

/** Ends a test that hangs. Each test examines up to 40 pages, which takes minutes on a busy machine. */
const HANG_MS = 900_000;

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setCalledStage(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/** Finds untranslated keys such as `queue.members.empty` in the text. Ignores addresses, versions and file names. */
const missingTexts = async (page: Page): Promise<string[]> => {
  const text = await page.locator('body').innerText();
  const words = text.split(/\s+/).filter((word) => /^[a-z][A-Za-z]*(?:[.:][a-z][A-Za-z]*)+$/.test(word));
  return words.filter((word) => !/\.(?:example|com|net|org|test|local)$/.test(word));
};

/** Returns the pages of the administrator's menu, and two pages outside it. */
const pagesOf = async (page: Page): Promise<string[]> => {
  const links = page.locator('nav ul a');
  const menu = await links.evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  return [...new Set([...menu, '/callcenters/add', '/profile'])];
};

/** Switches the language with the button in the app bar. */
const setLanguage = async (page: Page, language: keyof typeof OWN_NAMES): Promise<void> => {
  if (language === 'en') return;
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitem', { name: OWN_NAMES[language] }).click();
  await page.waitForFunction((l) => document.documentElement.lang === l, language);
};

const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};

/** Waits up to ten seconds until the page equals its stored print, because lists load late. Returns the last print. */
const settledPrint = async (page: Page, name: string): Promise<string> => {
  const file = join(import.meta.dirname, `prints/${name}.txt`);
  const known = existsSync(file) ? readFileSync(file, 'utf8') : null;
  let print = await printOf(page);
  for (let n = 0; n < 50 && known !== null && print !== known; n++) {
    await page.waitForTimeout(200);
    print = await printOf(page);
  }
  return print;
};

/** Adds an abandoned call, so that call lists have a row. */
const setCalledStage = async (): Promise<Stage> => {
  const called = await setStage();
  const gone = called.call('acme-sales', { number: '+34600111222', name: 'Ana Gil' });
  await vi.waitFor(() => expect(called.pbx.world().queues.get('acme-sales')?.entries).toHaveLength(1), WAIT);
  gone();
  const calls = async () => (await called.console.api.call<{ data: unknown[] }>('GET', '/reports/cdr')).data.length;
  await vi.waitFor(async () => expect(await calls()).toBe(1), WAIT);
  return called;
};

describe.each(LOOKS)('in $language, dark: $dark', ({ language, dark, every }) => {
  it(
    'shows every page completely and accessibly',
    async () => {
      const { page, context, faults } = await visit(browser, stage.url, { dark });
      stage.call('acme-support', { number: '+34912345678', name: 'José Núñez' });
      // The user keeps the language of the previous test.
      await stage.console.api.call('PATCH', '/user', { language: 'en' });
      await signIn(page, SIGN_INS.administrator);
      await setLanguage(page, language);
      const pages = (await pagesOf(page)).filter((_, n) => n % every === 0);
      expect(pages.length).toBeGreaterThan(24 / every);
      for (const path of pages) {
        await page.goto(path);
        await page.locator('main').waitFor();
        await page.locator('main').getByRole('heading', { level: 1 }).waitFor();
        if (path === '/') await page.locator('main section').first().waitFor();
        if (path === '/dashboard') await page.getByText('acme-sales').first().waitFor();
        await page.waitForTimeout(300);
        if (PRINTED.includes(path) && EXAMINED.includes(language)) {
          const name = `${path.slice(1).replaceAll('/', '-') || 'home'}-${language}${dark ? '-dark' : ''}`;
          await expect.soft(await settledPrint(page, name)).toMatchFileSnapshot(`prints/${name}.txt`);
        }
        await keepPicture(page, `${path.slice(1).replaceAll('/', '-') || 'home'}-${language}${dark ? '-dark' : ''}`);
        const direction = await page.evaluate(() => document.documentElement.dir);
        expect.soft(direction, `${path} direction`).toBe(language === 'he' ? 'rtl' : 'ltr');
        expect.soft(await missingTexts(page), `${path} missing texts`).toEqual([]);
        if (EXAMINED.includes(language)) {
          expect.soft(await violations(page), `${path} accessibility`).toEqual([]);
          expect.soft(await unseenFocus(page), `${path} by keyboard`).toEqual([]);
        }
      }
      // A new call is still waiting when the page is open. An earlier caller may have hung up.
      stage.call('acme-sales', { number: '+97221234567', name: 'שרה כהן' });
      await page.goto('/dashboard?queue=acme-sales');
      await page.getByRole('article').first().waitFor();
      await page.getByText('שרה כהן').first().waitFor();
      await keepPicture(page, `queue-${language}${dark ? '-dark' : ''}`);
      expect.soft(await missingTexts(page), 'opened queue missing texts').toEqual([]);
      if (EXAMINED.includes(language)) expect.soft(await violations(page), 'opened queue accessibility').toEqual([]);
      expect(faults).toEqual([]);
      await context.close();
    },
    HANG_MS,
  );
});
