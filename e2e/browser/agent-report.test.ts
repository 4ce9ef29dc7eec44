// The agent report: what agents do on the phones is in it, a name opens the days with the calls behind the figures, and
// the address keeps the choice. RINGSIDE_SHOTS=folder keeps a picture.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { expectFits, turnToHebrewPhone } from './hebrew-phone.ts';
import { keepPicture } from './keep-picture.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';
import { takeCall, WAIT } from './take-call.ts';

let stage: Stage;
let browser: Browser;

interface Report {
  readonly totals: { readonly taken: number; readonly sessionSeconds: number };
}

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  await takeCall(stage, 'acme-sales');
  await vi.waitFor(async () => {
    const { totals } = await stage.console.api.call<Report>('GET', '/reports/agents');
    expect(totals.taken).toBe(1);
    expect(totals.sessionSeconds).toBeGreaterThan(0);
  }, WAIT);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

it('shows a customer his own agents, and opens the days behind the figures', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.acme, '/reports/agents');
  await page.getByRole('heading', { level: 1, name: 'Agent report' }).waitFor();
  const table = page.getByRole('region', { name: 'Figures by group' });
  await table.getByRole('rowheader').first().waitFor();
  expect(await page.getByText('globex').count()).toBe(0);
  const taken = page.getByRole('region', { name: 'Totals' }).getByRole('link').filter({ hasText: 'Calls taken' });
  expect(await taken.innerText()).toMatch(/Calls taken\s+1\b/);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'agent-report-acme');

  // The call behind the figure, at the side.
  await taken.click();
  const behind = page.getByRole('dialog', { name: 'Calls taken' });
  await behind.getByText('1 row', { exact: true }).waitFor();
  await behind.getByRole('button', { name: 'Close' }).click();
  await behind.waitFor({ state: 'detached' });

  // Who took the call: his days, with that call.
  const { data } = await stage.console.api.call<{ data: { label: string; taken: number }[] }>('GET', '/reports/agents');
  const who = data.find((row) => row.taken === 1)?.label ?? '';
  await table.getByRole('button', { name: who, exact: true }).click();
  await page.waitForURL(/agent=/);
  await page.getByRole('heading', { name: `${who}: day by day` }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: '1 call', exact: true }).click();
  const calls = page.getByRole('region', { name: '1 call', exact: true });
  await calls.getByText('Ana Gil').waitFor();
  await calls.getByRole('link').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'agent-report-agent');

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await file).suggestedFilename()).toMatch(/^agent-report-.*\.csv$/);
  expect(faults).toEqual([]);
  await context.close();
});

it('fits a phone in Hebrew, from right to left, and says when nobody was there', async () => {
  const { page, context, faults } = await visit(browser, stage.url, { dark: true });
  await enter(page, SIGN_INS.acme);
  await turnToHebrewPhone(page);
  await page.goto('/reports/agents?group=day');
  await page.getByRole('region', { name: 'נתונים לפי קבוצה' }).getByRole('rowheader').first().waitFor();
  await expectFits(page);
  await keepPicture(page, 'agent-report-he-phone');
  await page.goto('/reports/agents?from=2020-01-01&to=2020-01-02');
  await page.getByText('איש לא היה מחובר בתקופה הזו').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
