// A wallboard from end to end: built from tiles, moved by mouse and keys, shown live, opened by its link without sign-in, changed while
// shown, and revoked. RINGSIDE_SHOTS=folder stores screenshots of each step.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { setStage, SIGN_INS } from './stage.ts';

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `wallboard-${name}.png`) });
  expect.soft(await violations(page), name).toEqual([]);
};

const addTile = async (page: Page, kind: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add tile' }).click();
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
};
/** Returns the handles in order, by the tiles that they move. */
const order = (page: Page) =>
  page
    .getByRole('button', { name: /^Move / })
    .evaluateAll((all) => all.map((b) => b.getAttribute('aria-label')?.replace(/^Move |, position.*$/g, '')));
/** Returns a function that counts the reported connection losses. */
const watchOutages = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(() => {
    const counter = window as unknown as { outages: number };
    counter.outages = 0;
    new MutationObserver(() => {
      if (document.body.innerText.includes('Reconnecting')) counter.outages++;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { outages: number }).outages);
};
const handle = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Move ${name},`) });
const ordered = (page: Page, ...names: string[]) => expect.poll(() => order(page), { timeout: 15_000 }).toEqual(names);

it('is built, moved, shown live, opened by its link, and dark after the link is revoked', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.acme, '/wallboard');
  await page.getByRole('button', { name: 'Add wallboard' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Hall');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Hall', level: 1 }).waitFor();
  await addTile(page, 'Queue');
  await addTile(page, 'Longest waits');
  await addTile(page, 'Clock');
  await ordered(page, 'acme-sales', 'Longest waits', 'Clock');

  // Moves the clock to the first position with the mouse.
  const from = await handle(page, 'Clock').boundingBox();
  const to = await page.getByRole('region', { name: 'acme-sales' }).boundingBox();
  if (!from || !to) throw new Error('The tiles are not on the page');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await ordered(page, 'Clock', 'acme-sales', 'Longest waits');
  // Moves one position forward with the keys, and resizes to two cells.
  await handle(page, 'Clock').press('ArrowRight');
  await ordered(page, 'acme-sales', 'Clock', 'Longest waits');
  await handle(page, 'acme-sales').press('Shift+ArrowRight');
  await expect.poll(() => page.getByLabel('Width (cells)').inputValue()).toBe('2');
  await look(page, 'editor');
  await page.getByRole('button', { name: 'Save pages' }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();

  await page.getByRole('button', { name: 'Links for screens' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Location of the screen').fill('Reception');
  await drawer.getByRole('button', { name: 'Create a link' }).click();
  const url = new URL(await drawer.getByLabel('Link', { exact: true }).inputValue());
  expect([url.pathname, url.search, url.hash.startsWith('#rwl_')]).toEqual(['/wallboard/screen', '', true]);
  await look(page, 'links');

  // A television without sign-in. The token leaves the address and appears in no request address.
  const tv = await visit(browser, stage.url, { width: 1920, height: 1080 });
  const asked: string[] = [];
  tv.page.on('request', (request) => asked.push(request.url()));
  await tv.page.goto(url.pathname + url.hash);
  const waiting = tv.page.getByRole('region', { name: 'acme-sales' });
  await tv.page.getByText('Live', { exact: true }).waitFor();
  await tv.page.getByText('No callers waiting').waitFor();
  const leave = stage.call('acme-sales', { number: '0501234567', name: 'Dana' });
  await waiting.getByText('1', { exact: true }).first().waitFor();
  await tv.page.getByRole('region', { name: 'Longest waits' }).getByText('acme-sales').waitFor();
  expect(await tv.page.content()).not.toContain('0501234567');
  expect(new URL(tv.page.url()).hash).toBe('');
  expect(asked.filter((one) => one.includes('rwl_'))).toEqual([]);
  await look(tv.page, 'tv');

  // Without a signed-in user, no figure is a link.
  await expect.poll(() => tv.page.getByRole('main').getByRole('link').count()).toBe(0);

  // The screen shows changes of the board automatically.
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'detached' });
  await addTile(page, 'Totals');
  await addTile(page, 'Text');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('All hands');
  const outages = await watchOutages(tv.page);
  await page.getByRole('button', { name: 'Save pages' }).click();
  await tv.page.getByText('All hands').waitFor();
  await tv.page.getByText('Live', { exact: true }).waitFor();
  expect(await outages()).toBe(0);

  // The page reports a lost connection and recovers.
  stage.cable.cut();
  await tv.page.getByText(/Reconnecting/).waitFor();
  stage.cable.mend();
  await tv.page.getByText('Live', { exact: true }).waitFor();

  // Callers over the threshold also have an icon, not only a color.
  const api = await stage.console.signIn(SIGN_INS.acme.username, SIGN_INS.acme.password);
  const path = `/wallboards/${new URL(page.url()).pathname.split('/').at(-1)}`;
  const { pages } = await api.call<{ pages: { tiles: { kind: string }[] }[] }>('GET', path);
  const thresholds = [{ figure: 'longestWait', warn: 1, bad: 3600 }];
  const strict = (tile: { kind: string }) => (tile.kind === 'ticker' ? { ...tile, thresholds } : tile);
  await api.call('PATCH', path, { pages: pages.map((one) => ({ ...one, tiles: one.tiles.map(strict) })) });
  const waits = tv.page.getByRole('region', { name: 'Longest waits' });
  await waits.getByRole('img', { name: 'Warning' }).waitFor();

  await page.getByRole('button', { name: 'Links for screens' }).click();
  await drawer.getByRole('button', { name: 'Revoke the link Reception' }).click();
  await tv.page.getByRole('heading', { name: 'This screen is disabled' }).waitFor();
  await tv.page.reload();
  await tv.page.getByRole('heading', { name: 'This screen is disabled' }).waitFor();
  await look(tv.page, 'dark');

  // For a signed-in user, a figure links to its drill-down. For several queues, it first lists the figure of each queue.
  await page.goto(
    page
      .url()
      .replace(/[/?#]*$/, '')
      .replace(/[?#].*$/, '') + '/show',
  );
  const several = page.getByRole('region', { name: 'Totals' }).getByRole('button', { name: /Abandoned today/ });
  leave();
  await several.click();
  const parts = page.getByRole('dialog', { name: 'Abandoned today' });
  await parts.getByRole('rowheader', { name: 'acme-sales' }).waitFor();
  const [sum = 0, ...each] = (await parts.getByRole('row').allInnerTexts())
    .map((text) => Number(/(\d+)\s*$/.exec(text)?.[1] ?? 0))
    .slice(1)
    .toReversed();
  expect(each.reduce((a, b) => a + b, 0)).toBe(sum);
  await look(page, 'parts');
  await parts.getByRole('button', { name: 'Close' }).click();
  await parts.waitFor({ state: 'detached' });
  // Links to the waiting callers on the live page.
  await page
    .getByRole('region', { name: 'acme-sales' })
    .getByRole('link', { name: /Waiting/ })
    .click();
  await page.waitForURL(/\/dashboard\?queue=\d+/);
  await page.getByRole('heading', { name: 'acme-sales' }).first().waitFor();
  expect([...faults, ...tv.faults]).toEqual([]);
  await Promise.all([context.close(), tv.context.close()]);
});

/** Returns the memory use after a garbage collection. */
const held = async (page: Page): Promise<{ nodes: number; listeners: number; megabytes: number }> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { nodes, listeners: jsEventListeners, megabytes: usedSize / 1e6 };
};

const TURNS = Number(process.env['RINGSIDE_TURNS'] ?? 240);

it('rotates its pages over a long time without using more memory', async () => {
  const api = await stage.console.signIn(SIGN_INS.acme.username, SIGN_INS.acme.password);
  const { data } = await api.call<{ data: { id: string }[] }>('GET', '/queues');
  const rules = [{ figure: 'waiting', warn: 1, bad: 2 }];
  const figures = ['waiting', 'available', 'serviceLevel'];
  const queues = data.map(({ id }, i) => ({ kind: 'queue', id: `q${i}`, queueId: id, figures, thresholds: rules }));
  const others = ['agents', 'ticker', 'chart', 'clock'].map((kind) => ({ kind, id: kind }));
  const { id } = await api.call<{ id: string }>('POST', '/wallboards', {
    name: 'Soak',
    pages: [{ tiles: queues }, { name: 'Two', tiles: others }],
  });
  const { url } = await api.call<{ url: string }>('POST', `/wallboards/${id}/links`, { name: 'Soak' });
  const { page, context, faults } = await visit(browser, stage.url, { width: 1280, height: 720 });
  // The same board, but rotating fifty times a second: a day of rotations in minutes.
  await page.route('**/api/wallboards/open', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { board: object };
    await route.fulfill({ response, json: { ...body, board: { ...body.board, rotateSeconds: 0.02 } } });
  });
  await page.goto(new URL(url).pathname + new URL(url).hash);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate(() => {
    const dots = document.querySelector('[role="img"][aria-label^="Page "]');
    if (dots === null) throw new Error('The wallboard has only one page');
    const counter = window as unknown as { turns: number };
    counter.turns = 0;
    new MutationObserver(() => counter.turns++).observe(dots, { attributes: true, attributeFilter: ['aria-label'] });
  });
  const turned = (n: number) =>
    page.waitForFunction((most) => (window as unknown as { turns: number }).turns >= most, n, { timeout: 600_000 });
  await turned(TURNS / 6);
  const before = await held(page);
  await turned(TURNS);
  const after = await held(page);
  if (process.env['RINGSIDE_TURNS']) console.log(TURNS, before, after);
  expect(after.nodes).toBeLessThan(before.nodes + 1000);
  expect(after.listeners).toBeLessThan(before.listeners + 100);
  expect(after.megabytes).toBeLessThan(before.megabytes + 6);
  expect(faults).toEqual([]);
  await context.close();
}, 700_000);
