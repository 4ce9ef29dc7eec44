// The dashboard as a supervisor lives with it: a call comes, is answered and ends; an agent is moved by keyboard and by
// mouse and the PBX follows; the language changes; the socket is lost and comes back.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { sleep } from '../lab/lab.ts';
import type { Visit } from './chromium.ts';
import { openBrowser, visit } from './chromium.ts';
import { signIn } from './sign-in.ts';
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
  await signIn(seen.page, SIGN_INS.administrator);
  await seen.page.goto('/dashboard');
  await seen.page.getByRole('button', { name: 'acme-sales' }).first().waitFor();
});
afterEach(async () => {
  await seen.context.close();
});

const openQueue = async (page: Page, queue: string): Promise<Locator> => {
  await page.getByRole('button', { name: queue }).first().click();
  const panel = page
    .getByRole('region', { name: `Queue ${queue}` })
    .or(page.getByLabel(`Queue ${queue}`))
    .first();
  await panel.waitFor();
  return panel;
};

const until = async (what: string, test: () => boolean): Promise<void> => {
  for (let i = 0; !test(); i++) {
    if (i > 100) throw new Error(`${what} did not happen`);
    await sleep(100);
  }
};

it('shows a call arrive, be answered and end', async () => {
  const { page, faults } = seen;
  const panel = await openQueue(page, 'acme-sales');
  // The legend has the word too: an agent in a call is one more.
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

it('speaks Hebrew from right to left, and keeps to it', async () => {
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
});

it('says that it lost the connection, and is right again when it is back', async () => {
  const { page } = seen;
  const panel = await openQueue(page, 'globex-orders');
  stage.cable.cut();
  await page.getByText('Reconnecting').first().waitFor();
  const hangUp = stage.call('globex-orders', { number: '+442079460958', name: 'Who Came Meanwhile' });
  stage.cable.mend();
  await panel.getByText('Who Came Meanwhile').first().waitFor();
  hangUp();
});

it('moves an agent with the keyboard, and the PBX follows', async () => {
  const { page } = seen;
  await stage.console.api.call('POST', '/live/commands', {
    serverId: stage.house.serverIds[0],
    action: 'QueueAdd',
    Queue: 'acme-sales',
    Interface: 'PJSIP/acme-104',
    MemberName: 'Dan Díaz',
  });
  const panel = await openQueue(page, 'acme-sales');
  const handle = panel.getByRole('button', { name: /Dan Díaz/ }).first();
  await handle.waitFor();
  await handle.focus();
  await page.keyboard.press('Space');
  await page.waitForTimeout(300);
  for (let i = 0; i < 8; i++) {
    const over = await page.locator('[role=status],[aria-live]').allInnerTexts();
    if (over.some((text) => text.includes('globex-orders') || text.includes('globex-billing'))) break;
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(200);
  }
  await page.keyboard.press('Space');
  await until('the removal', () => !stage.members('acme-sales').includes('PJSIP/acme-104'));
});
