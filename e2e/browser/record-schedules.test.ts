// Schedules e-mails of call records and billing: the filters are included, and the preview contains the file. RINGSIDE_SHOTS=folder stores
// screenshots.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { expectFits, turnToHebrewPhone } from './hebrew-phone.ts';
import { keepPicture } from './keep-picture.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

it.each([
  ['/reports/cdr?direction=inbound', 'Call records', 'Incoming', /^call-records-.*\.xlsx$/],
  ['/customers/reports/billing?direction=outbound', 'Billing report', 'Outgoing', /^billing-.*\.pdf$/],
])('sends %s by e-mail with its filters', async (path, report, direction, fileName) => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.acme, path);
  await page.getByRole('link', { name: 'Send by e-mail…' }).click();
  const form = page.getByRole('dialog', { name: 'Schedule a report' });
  await form.waitFor();
  expect(await form.getByRole('combobox', { name: 'Report' }).inputValue()).toBe(report);
  expect(await form.getByRole('combobox', { name: 'Direction' }).inputValue()).toBe(direction);
  await form.getByRole('textbox', { name: 'Name' }).fill('For the books');
  await form.getByText('admin@acme.example').waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, `schedule-${report.replace(' ', '-').toLowerCase()}`);
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /For the books/ }).first();
  await row.getByText(report).waitFor();
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Preview' }).click();
  const letter = page.getByRole('dialog', { name: 'Preview' });
  await letter.getByText(report).first().waitFor();
  const file = page.waitForEvent('download');
  await letter.getByRole('button', { name: fileName }).click();
  expect((await file).suggestedFilename()).toMatch(fileName);
  await letter.getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No scheduled reports yet').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('fits a phone in Hebrew', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.acme, '/reports/schedules');
  await turnToHebrewPhone(page);
  await page.goto('/reports/schedules?new=calls&status=unanswered');
  await page.getByRole('dialog', { name: 'תזמון דוח' }).waitFor();
  await expectFits(page);
  await keepPicture(page, 'schedule-calls-he-360');
  expect(faults).toEqual([]);
  await context.close();
});
