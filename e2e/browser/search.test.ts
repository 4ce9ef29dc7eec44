// Search on any page: by shortcut or button, limited to what the user may see, by keyboard only, in both directions.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  stage.call('acme-sales', { number: '+12125550123', name: 'Ivy Irwin' });
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};

describe('search', () => {
  it('opens by shortcut, moves with the arrow keys, and opens a result with Enter', async () => {
    const { page, context, faults } = await visit(browser, stage.url);
    await enter(page, SIGN_INS.administrator);
    await page.keyboard.press('Control+Shift+Slash');
    const box = page.getByRole('combobox', { name: 'Search the console' });
    await box.waitFor();
    await box.fill('acme-sales');
    await page.getByRole('group', { name: 'Queues' }).waitFor();
    // A typing error, and digits in another format.
    await box.fill('acme saels');
    await page.getByRole('group', { name: 'Queues' }).getByRole('option').first().waitFor();
    await box.fill('212 555-0123');
    await page.getByRole('group', { name: 'Active calls' }).getByRole('option').first().waitFor();
    await box.fill('custmers');
    await page.getByRole('option', { name: 'Customers', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/customers$/);
    await box.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('button', { name: 'custmers' }).waitFor();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows a customer only their own objects', async () => {
    const { page, context } = await visit(browser, stage.url);
    await enter(page, SIGN_INS.acme);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const box = page.getByRole('combobox', { name: 'Search the console' });
    await box.fill('sales');
    await page.getByRole('group', { name: 'Queues' }).waitFor();
    const texts = await page.getByRole('option').allInnerTexts();
    expect(texts.join('\n')).toContain('acme');
    expect(texts.join('\n')).not.toMatch(/globex|beta/i);
    await box.fill('North');
    await page.getByRole('group', { name: 'PBX servers' }).waitFor({ state: 'detached' });
    await context.close();
  });

  it.each([
    ['en', false, 1440],
    ['en', true, 360],
    ['he', false, 360],
    ['he', true, 1440],
  ] as const)('is accessible in %s, dark: %s, %s px', async (language, dark, width) => {
    const { page, context, faults } = await visit(browser, stage.url, { dark, width });
    await stage.console.api.call('PATCH', '/user', { language: 'en' });
    await enter(page, SIGN_INS.administrator);
    if (language === 'he') {
      await page.getByRole('button', { name: /^Language/ }).click();
      await page.getByRole('menuitem', { name: 'עברית' }).click();
      await page.waitForFunction(() => document.documentElement.dir === 'rtl');
    }
    await keepPicture(page, `bar-${language}-${width}`);
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox');
    await box.fill('acme');
    await page.getByRole('option').first().waitFor();
    await page.waitForTimeout(600);
    await keepPicture(page, `search-${language}-${width}`);
    expect(await violations(page)).toEqual([]);
    await box.fill('zzzzzz');
    await page.getByText(/zzzzzz/).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
