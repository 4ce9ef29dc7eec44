// The queue report includes new calls at once, agrees with the dashboard, links to its calls, and keeps its filters in the address.
// RINGSIDE_SHOTS=folder stores a screenshot.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { saveEveryTable } from './every-file.ts';
import { expectFits, turnToHebrewPhone } from './hebrew-phone.ts';
import { isUp, waitForLink } from '../lab/tenants.ts';
import { keepPicture } from './keep-picture.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';
import { takeCall, WAIT } from './take-call.ts';

let stage: Stage;
let browser: Browser;

interface Report {
  readonly totals: { readonly received: number; readonly answered: number; readonly abandoned: number };
}

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  await giveUp('acme-sales');
  await giveUp('globex-orders');
  await takeCall(stage, 'acme-sales');
  await vi.waitFor(async () => {
    const { totals } = await stage.console.api.call<Report>('GET', '/reports/queues');
    expect(totals).toMatchObject({ received: 3, answered: 1, abandoned: 2 });
  }, WAIT);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/** A caller waits, then hangs up. */
const giveUp = async (queue: string): Promise<void> => {
  const entries = (): number => stage.pbx.world().queues.get(queue)?.entries.length ?? 0;
  const hangUp = stage.call(queue, { number: '+34912345678', name: 'José Núñez' });
  await vi.waitFor(() => expect(entries()).toBe(1), WAIT);
  hangUp();
  await vi.waitFor(() => expect(entries()).toBe(0), WAIT);
};

const tile = async (page: Page, name: string): Promise<string> => {
  const totals = page.getByRole('region', { name: 'Totals' });
  return totals.locator('[data-link], [role=note]').filter({ hasText: name }).first().innerText();
};

it('shows a customer their own calls, and links to them', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.acme);
  await page.getByRole('link', { name: 'Queue report' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Queue report' }).waitFor();
  const table = page.getByRole('region', { name: 'Figures by group' });
  await table.getByRole('rowheader').first().waitFor();
  expect(await tile(page, 'Received')).toMatch(/^Received\s+2\b/);
  expect(await tile(page, 'Answered')).toMatch(/^Answered\s+1\s+50%/);
  // Names the caller who hung up, to be called back.
  await page.getByRole('region', { name: 'Lost callers' }).getByText('José Núñez').waitFor();
  expect(await page.getByText('globex').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'queue-report-acme');

  // Groups by hour. The address stores it, and a bar has its figures as text.
  await page.getByRole('combobox', { name: 'Group by' }).click();
  await page.getByRole('option', { name: 'By hour' }).click();
  await page.waitForURL(/group=hour/);
  await page.getByRole('link', { name: /received, .* 1 abandoned; service level/ }).waitFor();
  await page.reload();
  await table
    .getByRole('rowheader', { name: /^\d\d:00–\d\d:00$/ })
    .first()
    .waitFor();

  const files = ['hours', 'outcomes', 'rows', 'lost', 'week', 'waits', 'talks'];
  expect(await saveEveryTable(page)).toEqual(files.map((name) => `queue-report-${name}`));

  // Selects another formula: answered calls only.
  await page.getByRole('combobox', { name: 'Formula of the service level' }).click();
  await page.getByRole('option', { name: /^1 · / }).click();
  await page.waitForURL(/formula=1/);
  await page.getByRole('link', { name: /service level 100%/ }).waitFor();

  // The weekly map shows another figure.
  const week = page.getByRole('region', { name: 'Hours of the week' });
  await week
    .getByRole('cell', { name: /^[12]$/ })
    .first()
    .waitFor();
  await page.getByRole('radiogroup', { name: 'Figure shown' }).getByText('Service level').click();
  await page.waitForURL(/metric=serviceLevel/);
  await week.getByRole('cell', { name: '100%' }).waitFor();

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await file).suggestedFilename()).toMatch(/^queue-report-.*\.csv$/);

  const paper = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /PDF/ }).click();
  expect((await paper).suggestedFilename()).toMatch(/^queue-report-.*\.pdf$/);

  // Saves the filters as a view, and returns to them from another address.
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save these filters' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('By the hour');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto('/reports/queues?group=day');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'By the hour' }).click();
  await page.waitForURL(/group=hour/);

  await page
    .getByRole('region', { name: 'Totals' })
    .getByRole('link', { name: /Unanswered/ })
    .click();
  // The drawer shows the call, and the address can be shared.
  await page.waitForURL(/behind=set%3Dunanswered/);
  const behind = page.getByRole('dialog', { name: 'Unanswered' });
  await behind.getByText('1 row', { exact: true }).waitFor();
  await behind.getByText('José Núñez').waitFor();
  // Exports all rows.
  await behind.getByRole('button', { name: 'Export' }).click();
  const [rowsFile] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV (text)' }).click(),
  ]);
  expect(rowsFile.suggestedFilename()).toMatch(/^queue-report-rows-.*\.csv$/);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'queue-report-behind');
  await behind.getByRole('button', { name: 'Close' }).click();
  await behind.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await context.close();
});

it("shows all times in the report's time zone, regardless of the browser", async () => {
  const { page, context, faults } = await visit(browser, stage.url, { timezone: 'Asia/Tokyo' });
  await enter(page, SIGN_INS.acme, '/reports/queues');
  const api = await stage.console.signIn(SIGN_INS.acme.username, SIGN_INS.acme.password);
  const { data } = await api.call<{ data: { at: string }[] }>('GET', '/reports/queues/lost?timeZone=UTC');
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const lost = page.getByRole('region', { name: 'Lost callers' });
  await lost
    .getByText(format.format(new Date(data[0]?.at ?? '')))
    .first()
    .waitFor();
  // The chart includes days without calls.
  await page.goto('/reports/queues?group=weekday');
  const bars = page.getByRole('list', { name: 'Calls by weekday' }).getByRole('listitem');
  await expect.poll(() => bars.count(), WAIT).toBe(7);
  expect(faults).toEqual([]);
  await context.close();
});

it('is scheduled by e-mail with its filters, previewed, paused and deleted', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.acme, '/reports/schedules?new=queues&queue=acme-sales');
  const form = page.getByRole('dialog', { name: 'Schedule a report' });
  const queue = form.getByRole('combobox', { name: 'Queue' });
  await vi.waitFor(async () => expect(await queue.inputValue()).not.toBe(''), WAIT);
  await form.getByRole('textbox', { name: 'Name' }).fill('Monday’s figures');
  await form.getByText('admin@acme.example').waitFor();
  await form.getByRole('combobox', { name: 'To' }).fill('boss@acme.example');
  await form.getByRole('combobox', { name: 'To' }).press('Enter');
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'schedule-form');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /Monday’s figures/ });
  await row.getByText(/^Every Monday at .?07:00/).waitFor();
  await row.getByText('boss@acme.example').waitFor();
  const does = async (what: string): Promise<void> => {
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  await does('Preview');
  const letter = page.getByRole('dialog', { name: 'Preview' });
  const file = page.waitForEvent('download');
  await letter.getByRole('button', { name: /\.pdf$/ }).click();
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
  await letter.getByRole('button', { name: 'Close' }).click();
  await letter.waitFor({ state: 'detached' });
  await does('Pause');
  await row.getByText('Paused').waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'schedules');
  await does('Delete');
  const sure = page.getByRole('dialog', { name: 'Delete “Monday’s figures”?' });
  await sure.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No scheduled reports yet').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('fits a phone in Hebrew, right to left, and reports when there is no data', async () => {
  const { page, context, faults } = await visit(browser, stage.url, { dark: true });
  await enter(page, SIGN_INS.acme);
  await turnToHebrewPhone(page);
  await page.goto('/reports/queues?group=weekday');
  await page.getByRole('region', { name: 'נתונים לפי קבוצה' }).getByRole('rowheader').first().waitFor();
  await expectFits(page);
  await keepPicture(page, 'queue-report-he-phone');
  // The presets and the days fit, one above the other.
  await page.getByTitle('תקופה', { exact: true }).click();
  const usual = await page.getByRole('button', { name: 'היום', exact: true }).boundingBox();
  expect(usual !== null && usual.x >= 0 && usual.x + usual.width <= 360).toBe(true);
  await page.keyboard.press('Escape');
  await page.goto('/reports/queues?from=2020-01-01&to=2020-01-02');
  await page.getByText('אין שיחות בתקופה הזו').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

interface SeenGaps {
  readonly gaps: readonly { readonly from: string; readonly to: string | null }[];
}

/** Disables the PBX in the console for a moment. */
const disableServer = async (): Promise<{ readonly from: number; readonly to: number }> => {
  const { api } = stage.console;
  const id = stage.house.serverIds[0] ?? 0;
  const today = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const last = async () => (await api.call<SeenGaps>('GET', `/reports/gaps?from=${today.from}&to=${today.to}`)).gaps[0];
  await api.call('PATCH', `/endpoints/${id}`, { enabled: false });
  // Gaps of less than a second do not count.
  await vi.waitFor(async () => expect(Date.now() - Date.parse((await last())?.from ?? '')).toBeGreaterThan(2000), WAIT);
  await api.call('PATCH', `/endpoints/${id}`, { enabled: true });
  await waitForLink(stage.console, id, isUp);
  await vi.waitFor(async () => expect((await last())?.to ?? null).not.toBeNull(), WAIT);
  const gap = await last();
  return { from: Date.parse(gap?.from ?? ''), to: Date.parse(gap?.to ?? '') };
};

it("marks data gaps until the PBX's log is imported", async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.administrator);
  const gap = await disableServer();
  await page.goto('/dashboard');
  const notes = page.getByRole('complementary', { name: 'Times without data' });
  await notes
    .getByText(/^North: no data/)
    .first()
    .waitFor();
  await page.goto('/reports/queues?group=hour');
  await notes
    .getByText(/Disabled in the console · Queue and agent events are missing/)
    .first()
    .waitFor();
  const bars = page.getByRole('list', { name: /hour of the day/i });
  await bars
    .getByRole('img', { name: /^North: no data/ })
    .first()
    .waitFor();
  await page
    .getByRole('region', { name: 'Hours of the week' })
    .getByRole('img', { name: /^North: no data/ })
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'queue-report-gap');
  await page.goto('/reports/cdr');
  await notes
    .getByText(/Calls of this time are missing until you import them/)
    .first()
    .waitFor();
  await keepPicture(page, 'cdr-gap');

  await notes.getByRole('link', { name: 'Import history' }).click();
  await page.getByRole('heading', { level: 1, name: 'Import history' }).waitFor();
  const second = Math.floor(gap.to / 1000);
  const log = [
    `${Math.floor(gap.from / 1000) - 60}|NONE|NONE|NONE|QUEUESTART|`,
    `${second - 9}|late.1|acme-sales|NONE|ENTERQUEUE||+34600111222|1`,
    `${second}|late.1|acme-sales|NONE|ABANDON|1|1|9`,
    'not a line of it',
  ].join('\n');
  await page.getByRole('combobox', { name: 'PBX server', exact: true }).click();
  await page.getByRole('option', { name: 'North' }).click();
  const file = { name: 'queue_log', mimeType: 'text/plain', buffer: Buffer.from(log) };
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /queue_log/ }).click();
  await (await chooser).setFiles(file);
  await page.getByRole('button', { name: 'Check only' }).click();
  const rows = page.getByRole('listitem').filter({ hasText: 'North' });
  await rows.filter({ hasText: 'Checked only' }).getByText('Finished').waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const done = rows.filter({ hasNotText: 'Checked only' });
  await done.getByText('Finished').waitFor();
  await done.getByText(/1 of 1 events? of queues and agents/).waitFor();
  await done.getByText('1 line could not be read').waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, 'import-history');

  await page.goto('/reports/queues?group=hour');
  await notes.getByText(/1 queue call was missing and has been recovered/).waitFor();
  expect(await tile(page, 'Received')).toMatch(/^Received\s+4\b/);
  expect(await bars.getByRole('img', { name: /^North: no data/ }).count()).toBe(0);
  await turnToHebrewPhone(page);
  await page.goto('/reports/queues?group=hour');
  await page
    .getByRole('complementary')
    .getByText(/North: אין נתונים/)
    .waitFor();
  await expectFits(page);
  await keepPicture(page, 'queue-report-gap-he-phone');
  await page.goto('/endpoints/import');
  await page.getByRole('heading', { level: 1, name: 'ייבוא היסטוריה' }).waitFor();
  await expectFits(page);
  await keepPicture(page, 'import-history-he-phone');
  expect(faults).toEqual([]);
  await context.close();
});
