// The dashboard has figures before its socket opens, and the socket's snapshot replaces them without a visible change.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, visit } from './chromium.ts';
import { cardOf, until } from './open-queue.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/** Holds every connection of the page's socket back until the returned function is called. */
const holdSocket = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/realtime/, async (socket) => {
    await promise;
    socket.connectToServer();
  });
  return resolve;
};

/** Runs in the page: records removed elements and changed texts of the dashboard, except running clocks and the state of the connection. */
const recordChanges = (): void => {
  const changes: string[] = [];
  (window as unknown as { changes: string[] }).changes = changes;
  const skipped = (node: Node): boolean => {
    const element = node instanceof Element ? node : node.parentElement;
    return element?.closest('header, [class*="age"], bdi.num, [role="status"], button[disabled]') !== null;
  };
  new MutationObserver((records) => {
    for (const { type, target, removedNodes } of records) {
      if (type === 'characterData' && !skipped(target)) changes.push(target.nodeValue ?? '');
      for (const node of removedNodes) if (!skipped(target)) changes.push(`removed: ${node.textContent}`);
    }
  }).observe(document.querySelector('main')!, { subtree: true, childList: true, characterData: true });
};

const figuresOf = (page: Page, queue: string): Promise<string[]> =>
  cardOf(page, queue).locator('dd, li').allInnerTexts();

it('shows figures before the socket opens, and keeps every figure and element when the socket takes over', async () => {
  const hangUp = stage.call('acme-sales', { number: '+12125550123', name: 'Ivy Irwin' });
  const { page, context, faults } = await visit(browser, stage.url, { width: 1600, height: 1000 });
  const release = await holdSocket(page);
  await enter(page, SIGN_INS.administrator, '/dashboard');
  await cardOf(page, 'acme-sales').waitFor();
  await page.getByText('Connecting').first().waitFor();
  const [waiting] = await figuresOf(page, 'acme-sales');
  expect(waiting).toBe('1');
  // Names of queues and notes about gaps come by other requests.
  await page.waitForLoadState('networkidle');
  const before = (await figuresOf(page, 'acme-sales')).toSpliced(1, 1);
  await page.evaluate(recordChanges);
  release();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.waitForTimeout(1000);
  expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual([]);
  expect((await figuresOf(page, 'acme-sales')).toSpliced(1, 1)).toEqual(before);
  expect(faults).toEqual([]);
  await context.close();
  hangUp();
});

it('adopts what changed between the first figures and the socket, and allows actions only then', async () => {
  const hangUp = stage.call('globex-orders', { number: '+12125550123', name: 'Who Left Meanwhile' });
  const { page, context, faults } = await visit(browser, stage.url, { width: 1600, height: 1000 });
  const release = await holdSocket(page);
  await enter(page, SIGN_INS.administrator, '/dashboard');
  await cardOf(page, 'globex-orders').getByRole('button', { name: 'globex-orders', exact: true }).click();
  const panel = page.getByLabel('Queue globex-orders', { exact: true });
  await panel.getByText('Who Left Meanwhile').first().waitFor();
  const action = panel.getByRole('button', { name: 'Actions for Eve Évrard' });
  expect(await action.isDisabled()).toBe(true);
  hangUp();
  await until(
    'the hang-up',
    () => stage.pbx.state().queues.find((q) => q.name === 'globex-orders')?.callers.length === 0,
  );
  release();
  await panel.getByText('Who Left Meanwhile').first().waitFor({ state: 'detached' });
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await action.isEnabled()).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});
