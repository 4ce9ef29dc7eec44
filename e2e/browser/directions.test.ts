// Text direction of inputs in a right-to-left form: an address, a code, a name.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { openBrowser, visit } from './chromium.ts';
import { expectFits, turnToHebrewPhone } from './hebrew-phone.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

let console_: RunningConsole;
let browser: Browser;
beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

it('follows the text itself, and codes and addresses are left-to-right', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, '/customers');
  await turnToHebrewPhone(page);
  await page.goto('/customers?form=new');
  const input = (name: string) => page.getByRole('dialog').locator(`input[name="${name}"]`);
  const direction = (name: string) => input(name).evaluate((node) => getComputedStyle(node).direction);
  await input('name').waitFor();
  for (const [name, empty, text, written] of [
    ['name', 'rtl', 'הרצל 12', 'rtl'],
    ['legalName', 'rtl', 'Acme Ltd.', 'ltr'],
    ['billingLine1', 'rtl', '12 High Street', 'ltr'],
    ['billingLine2', 'rtl', '12 הרצל', 'rtl'],
    ['code', 'ltr', 'acme-12', 'ltr'],
    ['contactEmail', 'ltr', '1a@example.com', 'ltr'],
    ['phone', 'ltr', '+972 3 555 1234', 'ltr'],
    ['brandHost', 'ltr', 'pbx.example.com', 'ltr'],
  ] as const) {
    await expect.poll(() => direction(name), { message: name }).toBe(empty);
    await input(name).fill(text);
    await expect.poll(() => direction(name), { message: name }).toBe(written);
  }
  await expectFits(page);
  expect(faults).toEqual([]);
  await context.close();
});
