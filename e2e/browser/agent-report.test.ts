// The agent report contains the agents' activity, a name opens the days with the calls behind the figures, and the address stores the
// selection. RINGSIDE_SHOTS=folder stores screenshots.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { saveEveryTable } from './every-file.ts';
import { expectFits, turnToHebrewPhone } from './hebrew-phone.ts';
import { keepPicture } from './keep-picture.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';
import { takeCall, WAIT } from './take-call.ts';

let stage: Stage;
let browser: Browser;

/** Pauses another agent, so that the report lists them. */
const pauseAnother = async (taker: string): Promise<string> => {
  const { api } = stage.console;
  const { agents } = await api.call<{ agents: { serverId: number; interface: string; name: string }[] }>(
    'GET',
    '/reports/agents',
  );
  const other = agents.find((agent) => agent.name !== taker && agent.interface.startsWith('PJSIP/acme-'));
  if (other === undefined) throw new Error('No other agent');
  const pause = { serverId: other.serverId, action: 'QueuePause', Interface: other.interface, Paused: 'true' };
  await api.call('POST', '/live/commands', pause);
  return other.name;
};

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

it('shows a customer only their own agents, and opens the days behind the figures', async () => {
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

  // The drawer shows the call behind the figure.
  await taken.click();
  const behind = page.getByRole('dialog', { name: 'Calls taken' });
  await behind.getByText('1 row', { exact: true }).waitFor();
  await behind.getByRole('button', { name: 'Close' }).click();
  await behind.waitFor({ state: 'detached' });

  // The days of the agent who took the call list that call.
  const { data } = await stage.console.api.call<{ data: { label: string; taken: number }[] }>('GET', '/reports/agents');
  const who = data.find((row) => row.taken === 1)?.label ?? '';
  await page.setViewportSize({ width: 1440, height: 400 });
  await table.getByRole('button', { name: who, exact: true }).click();
  await page.waitForURL(/agent=/);
  // The agent's row is far below, so the page scrolls to the opened days.
  const opened = page.getByRole('heading', { name: `${who}: by day` });
  await expect.poll(async () => (await opened.boundingBox())?.y, WAIT).toBeGreaterThan(0);
  await expect.poll(async () => (await opened.boundingBox())?.y, WAIT).toBeLessThan(300);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await page.getByRole('button', { name: '1 call', exact: true }).click();
  const calls = page.getByRole('region', { name: '1 call', exact: true });
  await calls.getByText('Ana Gil').waitFor();
  await calls.getByRole('link').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'agent-report-agent');
  expect(await saveEveryTable(page)).toEqual([
    ...['agent-states', 'agent-calls', 'agent-report-time', 'agent-report-rows'],
  ]);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await file).suggestedFilename()).toMatch(/^agent-report-.*\.csv$/);

  // Merges two rows of one person, and undoes the merge.
  const other = await pauseAnother(who);
  await page.goto('/reports/agents');
  await table.getByRole('button', { name: other, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Merge two agents' }).click();
  const merging = page.getByRole('dialog', { name: 'Merge two agents' });
  await merging.getByRole('combobox', { name: 'This row' }).click();
  await page.getByRole('option', { name: other }).click();
  await merging.getByRole('combobox', { name: 'is the same person as' }).click();
  await page.getByRole('option', { name: who }).click();
  await merging.getByText(`${other} becomes ${who}: 1 day`).waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'agent-report-merge');
  await merging.getByRole('button', { name: 'Merge', exact: true }).click();
  await merging.waitFor({ state: 'detached' });
  await table.getByRole('button', { name: other, exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Merge two agents' }).click();
  await merging.getByRole('button', { name: 'Undo' }).click();
  await merging.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await merging.getByRole('button', { name: 'Close' }).click();
  await table.getByRole('button', { name: other, exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('fits a phone in Hebrew, right to left, and reports when there are no agents', async () => {
  const { page, context, faults } = await visit(browser, stage.url, { dark: true });
  await enter(page, SIGN_INS.acme);
  await turnToHebrewPhone(page);
  await page.goto('/reports/agents?group=day');
  await page.getByRole('region', { name: 'נתונים לפי קבוצה' }).getByRole('rowheader').first().waitFor();
  await expectFits(page);
  await keepPicture(page, 'agent-report-he-phone');
  await page.goto('/reports/agents?from=2020-01-01&to=2020-01-02');
  await page.getByText('אין נציגים שהיו מחוברים בתקופה הזו').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
