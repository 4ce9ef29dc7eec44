// Opens a queue of the dashboard like a user, and finds its parts.
import type { Locator, Page } from 'playwright-core';
import { sleep } from '../lab/lab.ts';

/** Opens a queue by its card and returns its panel. */
export const openQueue = async (page: Page, queue: string): Promise<Locator> => {
  const panel = page.getByLabel(`Queue ${queue}`, { exact: true });
  await page.getByRole('button', { name: queue, exact: true }).first().click();
  await panel.waitFor();
  return panel;
};

export const cardOf = (page: Page, queue: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('button', { name: queue, exact: true }) });

/** Waits until the socket is open. The dashboard shows its first figures before, without actions. */
export const untilLive = (page: Page): Promise<void> => page.getByText('Live', { exact: true }).first().waitFor();

/** Waits until `test` is true. Fails with `what` after ten seconds. */
export const until = async (what: string, test: () => boolean | Promise<boolean>): Promise<void> => {
  for (let i = 0; !(await test()); i++) {
    if (i > 100) throw new Error(`${what} did not happen`);
    await sleep(100);
  }
};
