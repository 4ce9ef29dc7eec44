import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from './axe.ts';

/** Switches the signed-in user's page to Hebrew and a phone's width. */
export const turnToHebrewPhone = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitem', { name: 'עברית' }).click();
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
  await page.setViewportSize({ width: 360, height: 780 });
};

/** Expects no horizontal overflow and no accessibility violation. */
export const expectFits = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  expect(await violations(page)).toEqual([]);
};
