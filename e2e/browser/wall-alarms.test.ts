// Alarms of a wallboard: red and a sound after the hold time, back only beyond the margin, silent in quiet hours. A figure over several
// queues lists the callers that it counts. A link bound to another address shows nothing. RINGSIDE_SHOTS=folder stores screenshots of
// each step.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { expectFits, turnToHebrewPhone } from './hebrew-phone.ts';
import { keepPicture } from './keep-picture.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { setStage, SIGN_INS } from './stage.ts';

const WAIT = { timeout: 30_000 };

let stage: Stage;
let browser: Browser;
let board: string;

const asAcme = () => stage.console.signIn(SIGN_INS.acme.username, SIGN_INS.acme.password);

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  const api = await asAcme();
  const tile = { id: 'all', kind: 'totals', width: 4, height: 2, figures: ['waiting', 'longestWait'] };
  const thresholds = [{ figure: 'waiting', warn: 1, bad: 2, holdSeconds: 3, margin: 1 }];
  ({ id: board } = await api.call<{ id: string }>('POST', '/wallboards', {
    name: 'Hall',
    sound: true,
    pages: [{ name: '', tiles: [{ ...tile, thresholds }] }],
  }));
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/** Counts the tones that the page starts. */
const listen = async (page: Page): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    const noted = window as unknown as { tones: number };
    noted.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (this: OscillatorNode, at?: number) {
      noted.tones++;
      start.call(this, at);
    };
  });
  return () => page.evaluate(() => (window as unknown as { tones: number }).tones);
};

const linkTo = async (cidrs: readonly string[]): Promise<string> => {
  const api = await asAcme();
  const { url } = await api.call<{ url: string }>('POST', `/wallboards/${board}/links`, { name: 'Hall', cidrs });
  const { pathname, hash } = new URL(url);
  return pathname + hash;
};

it('turns red after the hold, sounds once, returns beyond the margin, and is silent in quiet hours', async () => {
  const { page, context, faults } = await visit(browser, stage.url, { width: 1920, height: 1080 });
  const tones = await listen(page);
  await page.goto(await linkTo([]));
  await page.getByText('Live', { exact: true }).waitFor();
  // Some browsers need a user action before sound.
  const silent = page.getByRole('button', { name: 'Turn the sound on' });
  if (await silent.isVisible()) await silent.click();
  await silent.waitFor({ state: 'detached' });

  const first = stage.call('acme-sales', { number: '0501234567', name: 'Dana' });
  await page.getByRole('img', { name: 'Warning' }).waitFor();
  expect(await tones()).toBe(0);
  const second = stage.call('acme-support', { number: '0507654321', name: 'Omer' });
  await page.getByRole('img', { name: 'Critical' }).waitFor();
  await expect.poll(tones, WAIT).toBe(2);
  await keepPicture(page, 'wall-red');
  // One caller waits: below the margin of red, but not of yellow.
  second();
  await page.getByRole('region').getByText('1', { exact: true }).first().waitFor();
  await page.getByRole('img', { name: 'Critical' }).waitFor();
  first();
  await page.getByRole('img', { name: 'Critical' }).waitFor({ state: 'detached' });

  // Quiet all day except for one minute, twelve hours from now.
  const far = new Date(Date.now() + 12 * 3_600_000).toISOString();
  const [from, to] = [new Date(Date.parse(far) + 60_000).toISOString().slice(11, 16), far.slice(11, 16)];
  await (await asAcme()).call('PATCH', `/wallboards/${board}`, { name: 'Night hall', quietHours: { from, to } });
  await page.getByText('Night hall').first().waitFor();
  const before = await tones();
  const leave = ['0501111111', '0502222222'].map((number) => stage.call('acme-sales', { number, name: 'Guest' }));
  await page.getByRole('img', { name: 'Critical' }).waitFor();
  expect(await tones()).toBe(before);
  for (const end of leave) end();
  expect(faults).toEqual([]);
  await context.close();
});

it('lists the callers behind a figure over several queues, and its editor fits a phone in Hebrew', async () => {
  const { page, context, faults } = await visit(browser, stage.url, { dark: true });
  const leave = [
    stage.call('acme-sales', { number: '0501234567', name: 'Dana' }),
    stage.call('acme-support', { number: '0507654321', name: 'Omer' }),
  ];
  await enter(page, SIGN_INS.acme);
  await page.goto(`/wallboard/${board}/show`);
  await page.getByRole('button', { name: /Waiting/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Dana').waitFor();
  await dialog.getByText('Omer').waitFor();
  expect(await dialog.getByRole('link').count()).toBe(2);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'wall-each-now');
  await page.goto(`/wallboard/${board}`);
  await page.getByRole('heading', { level: 1, name: /hall/i }).waitFor();
  await turnToHebrewPhone(page);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /hall/i }).waitFor();
  await expectFits(page);
  await keepPicture(page, 'wall-editor-he');
  for (const end of leave) end();
  expect(faults).toEqual([]);
  await context.close();
});

it('shows nothing through a link that is bound to another address', async () => {
  const { page, context } = await visit(browser, stage.url, { width: 1920, height: 1080 });
  await page.goto(await linkTo(['10.9.9.9/32']));
  await page.getByRole('heading', { name: 'This screen is disabled' }).waitFor();
  expect(await page.getByText(/hall/i).count()).toBe(0);
  await keepPicture(page, 'wall-elsewhere');
  await context.close();
});
