// SMOOTH: user actions on lists in a browser, with the rows of LISTS, and the longest tasks of the page's main thread. Uses CPU time from
// the browser's trace, so that other load on the machine does not count.
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser, visit } from '../../e2e/browser/chromium.ts';
import { enter } from '../../e2e/browser/sign-in.ts';
import { runCommand } from '../../server/src/cli/run-command.ts';
import { PASSWORD, startTestConsole } from '../../server/src/testing/test-console.ts';
import type { Result } from '../harness.ts';
import { table } from '../harness.ts';
import { traceTasks } from '../trace-tasks.ts';
import { fill } from './lists.ts';

/** The browser's own definition of a long task. */
const LONG_MS = 50;
const MOST_MS = 100;

interface Cost {
  readonly step: string;
  readonly wallMs: number;
  readonly longestMs: number;
  readonly longTasks: number;
  readonly busyMs: number;
}

const traced = async (cdp: CDPSession, step: string, work: () => Promise<void>): Promise<Cost> => {
  let wallMs = 0;
  const { tasks } = await traceTasks(cdp, async () => {
    const before = performance.now();
    await work();
    wallMs = performance.now() - before;
  });
  return {
    ...{ step, wallMs, longestMs: Math.max(0, ...tasks), busyMs: tasks.reduce((sum, ms) => sum + ms, 0) },
    longTasks: tasks.filter((ms) => ms > LONG_MS).length,
  };
};

const rowsShow = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();
const settled = (page: Page): Promise<void> => page.waitForLoadState('networkidle');

const scroll = async (page: Page): Promise<void> => {
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(0, turn < 20 ? 300 : -300);
    await page.waitForTimeout(30);
  }
};

const walk = async (page: Page, cdp: CDPSession): Promise<Cost[]> => {
  const costs: Cost[] = [];
  const step = async (name: string, work: () => Promise<void>) => costs.push(await traced(cdp, name, work));
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  // G9 measures the first load of a page.
  for (const path of ['/subscribers', '/customers', '/subscribers']) {
    await page.goto(path);
    await settled(page);
  }
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Search' }))
    .first();
  await step('scroll 25 lines', () => scroll(page));
  await step('type “dana 77” into the search, until its rows are there', async () => {
    await search.click();
    await page.keyboard.type('dana 77', { delay: 60 });
    await rowsShow(page, 'Dana 77');
  });
  await search.fill('');
  // The page searches a moment after the last key.
  await page.waitForFunction(() => !location.search.includes('q='));
  await settled(page);
  await step('next page, five times', async () => {
    for (let n = 2; n <= 6; n += 1) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.waitForFunction((now) => location.search.includes(`page=${now}`), n);
      await settled(page);
    }
  });
  await page.goto('/subscribers?perPage=100');
  await settled(page);
  await step('scroll 100 lines', () => scroll(page));
  await step('next page of 100 lines', async () => {
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForFunction(() => location.search.includes('page=2'));
    await settled(page);
  });
  await step('from there to the customers', async () => {
    await menu.getByRole('link', { name: 'Customers' }).click();
    await page.waitForFunction(() => location.pathname === '/customers');
    await rowsShow(page, 'Clinic');
  });
  await step('a customer’s own page', async () => {
    await page
      .getByRole('link', { name: /Clinic/ })
      .first()
      .click();
    await page.waitForFunction(() => location.pathname.startsWith('/customers/'));
    await settled(page);
  });
  return costs;
};

export const measure = async (): Promise<Result[]> => {
  const server = await startTestConsole();
  const browser = await openBrowser();
  try {
    await fill(server);
    const username = 'administrator';
    const made = await runCommand(server.deps, {
      command: 'user create',
      options: { username, email: `${username}@example.com`, role: 'administrator', password: PASSWORD },
    });
    if (!made.ok) throw new Error(made.lines.join());
    const { page, context } = await visit(browser, server.url);
    await enter(page, { username, password: PASSWORD }, '/subscribers');
    const costs = await walk(page, await context.newCDPSession(page));
    const lines = costs.map((c) => [
      ...[c.step, `${c.wallMs.toFixed(0)} ms`, `${c.busyMs.toFixed(0)} ms`],
      ...[`${c.longestMs.toFixed(0)} ms`, String(c.longTasks)],
    ]);
    console.log(table([['step', 'time', 'main thread', 'longest task', `above ${LONG_MS} ms`], ...lines]));
    const worst = costs.toSorted((a, b) => b.longestMs - a.longestMs)[0];
    return [
      {
        goal: 'SMOOTH',
        what: `the longest task of the lists’ pages (${worst?.step ?? ''})`,
        reached: `${(worst?.longestMs ?? 0).toFixed(0)} ms of CPU`,
        aim: `≤ ${MOST_MS} ms`,
        met: (worst?.longestMs ?? 0) <= MOST_MS,
      },
    ];
  } finally {
    await browser.close();
    await server.close();
  }
};
