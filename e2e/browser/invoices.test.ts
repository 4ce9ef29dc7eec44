// Invoices: a draft is created, edited and finalized, its PDF is downloaded, a payment settles it, and its customer has read access.
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

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  const { api } = stage.console;
  const { data } = await api.call<{ data: { id: string; code: string; name: string; currency: string }[] }>(
    'GET',
    '/customers',
  );
  const acme = data.find((customer) => customer.code === 'acme')!;
  const plan = await api.call<{ id: string }>('POST', '/plans', {
    ...{ name: 'Office', status: 'active', currency: acme.currency, fixedFee: '49.9', proration: 'none' },
  });
  const validFrom = new Date(Date.now() - 100 * 86_400_000).toISOString();
  await api.call('POST', `/plans/${plan.id}/customers`, { customerId: acme.id, validFrom });
  await api.call('POST', '/issuers', { name: 'Vega Telecom' });
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `invoices-${name}.png`), fullPage: true });
};

it('creates an invoice for a month, finalizes it, and shows it as paid', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.administrator, '/invoices');
  // Two taxes; the second is compound.
  await page.getByRole('button', { name: 'Tax profiles' }).click();
  const profiles = page.getByRole('dialog', { name: 'Tax profiles' });
  // A new name for each attempt.
  await profiles.getByRole('textbox', { name: 'Name', exact: true }).fill(`Quebec ${Date.now()}`);
  for (const [n, [label, percent]] of [
    ['GST', '5'],
    ['QST', '9.5'],
  ].entries()) {
    await profiles.getByRole('button', { name: 'Add a tax' }).click();
    await profiles.getByLabel('Tax name').nth(n).fill(label!);
    await profiles.getByLabel('Percent').nth(n).fill(percent!);
  }
  await profiles.getByLabel('Calculated on the taxes above too').nth(1).check();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'taxes');
  await profiles.getByRole('button', { name: 'Save' }).click();
  await profiles.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New draft' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Customer' }).fill('Acme');
  await page.getByRole('option', { name: 'Acme' }).click();
  await form.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Invoice draft' }).waitFor();
  const lines = page.getByRole('region', { name: 'Lines' });
  expect(await lines.getByText('Fee: \u2068Office\u2069').count()).toBe(2);
  await page.getByLabel('Description').fill('Outage of the 12th');
  await page.getByLabel(/^Amount, /).fill('-9.80');
  await page.getByRole('button', { name: 'Add a line' }).click();
  await lines.getByText('Outage of the 12th').waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'draft');
  await page.getByRole('button', { name: 'Finalise' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finalise' }).click();
  await page.getByRole('heading', { level: 1, name: 'Invoice INV-00001' }).waitFor();
  await page.getByText('Unpaid').waitFor();
  await page.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Invoice as PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('INV-00001.pdf');

  await page.getByRole('main').getByRole('link', { name: 'Acme' }).click();
  await page.getByRole('region', { name: 'Ledger' }).getByText('INV-00001').waitFor();
  await page.getByRole('button', { name: 'New entry' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Amount/)
    .fill('90');
  await page.getByRole('dialog').getByRole('button', { name: 'New entry' }).click();
  await page.getByText('Nothing due').waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'account');
  await page.goto('/invoices');
  await page.getByRole('region', { name: 'List of invoices' }).getByText('Paid', { exact: true }).waitFor();

  // Credits one line and leaves the rest.
  await page.getByRole('link', { name: 'INV-00001' }).click();
  await page.getByRole('button', { name: 'Credit', exact: true }).click();
  const note = page.getByRole('dialog', { name: 'Credit' });
  await note.getByText('Single lines').click();
  await note.getByRole('textbox').first().fill('1.25');
  await note.getByLabel(/^Reason/).fill('An outage');
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'credit');
  await note.getByRole('button', { name: 'Credit', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Credit note CN-00001' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'INV-00001' }).click();
  await page.getByText('Credited', { exact: true }).waitFor();
  await page.getByRole('main').getByText('Paid', { exact: true }).first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('is readable by its customer, also on a phone', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, SIGN_INS.acme, '/invoices');
  await page.getByRole('link', { name: 'INV-00001' }).click();
  await page.getByRole('heading', { level: 1, name: 'Invoice INV-00001' }).waitFor();
  for (const name of ['Finalise', 'Credit', 'Send by e-mail'])
    expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await keepPicture(page, 'phone');
  // The billing report of the month links to the invoice.
  const month = new Date(Date.now() - new Date().getUTCDate() * 86_400_000).toISOString().slice(0, 7);
  const days = `from=${month}-01&to=${new Date().toISOString().slice(0, 7)}-01`;
  await page.goto(`/customers/reports/billing?${days}`);
  await page.getByRole('region', { name: 'Customer' }).getByRole('link', { name: 'INV-00001' }).click();
  await page.getByRole('heading', { level: 1, name: 'Invoice INV-00001' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
