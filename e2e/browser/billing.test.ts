// The billing report: plan fees by customer and in the totals, customer scope, and filters in the address.
// RINGSIDE_SHOTS=folder stores screenshots.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';

let stage: Stage;
let browser: Browser;

interface Listed {
  readonly data: readonly { readonly id: string; readonly code: string; readonly currency: string }[];
}

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  const { api } = stage.console;
  const { data } = await api.call<Listed>('GET', '/customers');
  const currency = data[0]?.currency ?? 'USD';
  const plan = await api.call<{ id: string }>('POST', '/plans', {
    ...{ name: 'Office', status: 'active', currency, fixedFee: '49.9', proration: 'none' },
  });
  for (const { id } of data.filter((c) => c.currency === currency)) {
    await api.call('POST', `/plans/${plan.id}/customers`, { customerId: id });
    await api.call('PATCH', `/customers/${id}`, { showPrices: true });
  }
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `billing-${name}.png`), fullPage: true });
};

it('shows a customer their charges, and keeps the filters in the address', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.acme);
  await page.getByRole('link', { name: 'Billing', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
  const table = page.getByRole('region', { name: 'Customer' });
  await table.getByRole('rowheader').first().waitFor();
  expect(await table.getByRole('rowheader').count()).toBe(1);
  expect(await table.innerText()).toMatch(/Office[\s\S]*Not invoiced[\s\S]*49\.90/);
  expect(await page.getByText(/globex/i).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'acme');
  await page.getByRole('combobox', { name: 'Direction' }).click();
  await page.getByRole('option', { name: 'Outgoing' }).click();
  await page.waitForURL(/direction=outbound/);
  await page.setViewportSize({ width: 360, height: 740 });
  await table.getByRole('rowheader').first().waitFor();
  // The table becomes a list of cards after the resize.
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await keepPicture(page, 'phone');
  expect(faults).toEqual([]);
  await context.close();
});
