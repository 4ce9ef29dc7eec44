import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from './axe.ts';

/** Whoever is signed in reads from right to left now, on a phone. */
export const turnToHebrewPhone = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitem', { name: 'עברית' }).click();
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
  await page.setViewportSize({ width: 360, height: 780 });
};

/** Nothing stands out at the side, and nothing breaks the rules of access. */
export const expectFits = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  expect(await violations(page)).toEqual([]);
};
