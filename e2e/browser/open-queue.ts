// Opens a queue of the dashboard the way a person does, and finds what is said of it.
import type { Locator, Page } from 'playwright-core';
import { sleep } from '../lab/lab.ts';

/** The panel of a queue, opened by its card. */
export const openQueue = async (page: Page, queue: string): Promise<Locator> => {
  const panel = page.getByLabel(`Queue ${queue}`, { exact: true });
  await page.getByRole('button', { name: queue, exact: true }).first().click();
  await panel.waitFor();
  return panel;
};

export const cardOf = (page: Page, queue: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('button', { name: queue, exact: true }) });

/** Until `test` is true; fails with `what` after ten seconds. */
export const until = async (what: string, test: () => boolean | Promise<boolean>): Promise<void> => {
  for (let i = 0; !(await test()); i++) {
    if (i > 100) throw new Error(`${what} did not happen`);
    await sleep(100);
  }
};
