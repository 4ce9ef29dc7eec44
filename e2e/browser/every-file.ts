import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Downloads the file of every titled block of the shown report. Returns the file names. */
export const saveEveryTable = async (page: Page): Promise<string[]> => {
  const panels = page.locator('main section').filter({ has: page.getByRole('heading', { level: 2 }) });
  const names: string[] = [];
  for (const panel of await panels.all()) {
    const title = await panel.getByRole('heading', { level: 2 }).first().innerText();
    const buttons = await panel.getByRole('button', { name: /^Download: / }).all();
    expect([title, buttons.length > 0]).toEqual([title, true]);
    for (const button of buttons) {
      const label = (await button.getAttribute('aria-label')) ?? '';
      const menu = page.getByRole('menu', { name: label, exact: true });
      await button.click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        menu.getByRole('menuitem', { name: 'CSV (text)' }).click(),
      ]);
      // A menu that is still closing must not take the next click.
      await menu.waitFor({ state: 'hidden' });
      names.push(file.suggestedFilename().replace(/(-\d{4}-\d\d-\d\d)*\.csv$/, ''));
    }
  }
  return names;
};
