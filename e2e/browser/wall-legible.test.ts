// Legibility of a wallboard from five meters, with the smallest tiles of a page in every language. On a 55-inch screen with 1080 lines,
// capitals of a 32 px text are 14 mm high, twice the limit of normal vision (5 minutes of arc).
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, visit } from './chromium.ts';
import type { Stage } from './stage.ts';
import { setStage, SIGN_INS } from './stage.ts';

const LEAST_PX = 32;

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/** Returns texts that are too small or overflow their tile. */
const illegibleTexts = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((px) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('main *')) {
      const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent ?? '');
      if (text.join('').trim() === '' || getComputedStyle(element).visibility === 'hidden') continue;
      const box = element.getBoundingClientRect();
      const tile = element.closest('section')?.getBoundingClientRect();
      if (tile === undefined || box.width === 0) continue;
      // Waits that do not fit are in a column next to the tile, which clips it.
      if (box.left >= tile.right || box.right <= tile.left) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      const out = box.left < tile.left - 1 || box.right > tile.right + 1 || box.bottom > tile.bottom + 1;
      if (size < px) found.push(`${text.join('')}: ${Math.round(size)} px`);
      if (out) found.push(`${text.join('')}: out of its tile`);
    }
    return [...new Set(found)];
  }, least);

it.each([
  ['en', 1920, 1080, LEAST_PX],
  ['es', 1920, 1080, LEAST_PX],
  ['fr', 1920, 1080, LEAST_PX],
  ['he', 1920, 1080, LEAST_PX],
  // Has twice as many rows, but less than twice the height.
  ['he', 1080, 1920, 27],
  ['fr', 1080, 1920, 27],
] as const)('in %s at %i × %i', async (language, width, height, least) => {
  const api = await stage.console.signIn(SIGN_INS.acme.username, SIGN_INS.acme.password);
  const { data } = await api.call<{ data: { id: string }[] }>('GET', '/queues');
  const queueId = data[0]?.id ?? '';
  const long = 'Reclamaciones y devoluciones internacionales';
  const queue = (i: number, figures: readonly string[]) => ({
    kind: 'queue',
    id: `q${i}`,
    title: long,
    queueId,
    figures,
  });
  // New tiles in four rows, and six rows with one figure each, which is the maximum of a page.
  const four = ['waiting', 'longestWait', 'available', 'serviceLevel'];
  const others = ['agents', 'ticker', 'chart', 'clock'].map((kind) => ({ kind, id: kind }));
  const pages = [
    { tiles: Array.from({ length: 16 }, (_, i) => queue(i, four)) },
    { tiles: Array.from({ length: 24 }, (_, i) => queue(i, ['abandoned'])) },
    { tiles: [...others, ...Array.from({ length: 12 }, (_, i) => queue(i, ['averageWait', 'received']))] },
  ];
  const board = await api.call<{ id: string }>('POST', '/wallboards', {
    // The keys turn the pages, not the clock: on a busy machine a page is looked at for longer than the default.
    ...{ name: `${long} ${language} ${width}`, language, pages, rotateSeconds: 3600 },
  });
  const { url } = await api.call<{ url: string }>('POST', `/wallboards/${board.id}/links`, { name: 'Hall' });
  const { page, context, faults } = await visit(browser, stage.url, { width, height });
  await page.goto(new URL(url).pathname + new URL(url).hash);
  await page.locator('main section').first().waitFor();
  // The direction of the page decides which key turns it forward.
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(language === 'he' ? 'rtl' : 'ltr');
  stage.call('acme-sales', { number: '0501234567', name: 'Dana' });
  for (const [i, { tiles }] of pages.entries()) {
    await expect.poll(() => page.locator('main section').count()).toBe(tiles.length);
    await expect.poll(async () => [i, await illegibleTexts(page, least)]).toEqual([i, []]);
    // No tile is below the edge, because users cannot scroll a wallboard.
    expect(await page.locator('main > div').evaluate((grid) => grid.scrollHeight - grid.clientHeight)).toBeLessThan(2);
    const folder = process.env['RINGSIDE_SHOTS'];
    if (folder) await page.screenshot({ path: join(folder, `wall-legible-${language}-${width}-${i}.png`) });
    await page.keyboard.press(language === 'he' ? 'ArrowLeft' : 'ArrowRight');
  }
  expect(faults).toEqual([]);
  await context.close();
});
