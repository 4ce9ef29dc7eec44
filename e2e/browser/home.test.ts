// The home page shows each role only what needs its attention. RINGSIDE_SHOTS=folder stores screenshots.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';

const PASSWORD = 'a pass phrase of the desk';

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  const { api } = stage.console;
  const { data } = await api.call<{ data: { id: string; customerName: string }[] }>('GET', '/callcenters?perPage=50');
  const desk = data.find((c) => c.customerName.startsWith('acme'));
  if (!desk) throw new Error('acme has no call center');
  // A wait of more than one second breaks the target.
  await api.call('PATCH', `/callcenters/${desk.id}`, { slaTargetSeconds: 1 });
  const person = { customerId: stage.house.customerIds.acme, callcenterIds: [desk.id], password: PASSWORD };
  for (const role of ['supervisor', 'agent'])
    await api.call('POST', '/users', { ...person, role, username: role, email: `${role}@acme.example` });
  await api.call('POST', '/users', {
    ...{ role: 'billing', username: 'clerk', email: 'clerk@host.example', password: PASSWORD },
  });
  await api.call('POST', '/customers', { code: 'newco', name: 'Newco', status: 'pending' });
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });

const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `home-${name}.png`), fullPage: true });
};

const open = async (username: string, password: string, dark: boolean) => {
  const seen = await visit(browser, stage.url, { dark });
  await enter(seen.page, { username, password });
  return seen;
};

it('is calm without calls, and names the queue whose caller waits too long', async () => {
  const { page, context, faults } = await open('supervisor', PASSWORD, false);
  const now = panel(page, 'Queues right now');
  await now.getByText('No long waits').waitFor();
  await keepPicture(page, 'supervisor-calm');
  const hangUp = stage.call('acme-sales', { number: '+34912345678', name: 'José Núñez' });
  await now.getByText('acme-sales').waitFor();
  await now.getByText('longer than the target').waitFor();
  expect(await now.getByText('globex').count()).toBe(0);
  await keepPicture(page, 'supervisor-late');
  expect(await violations(page)).toEqual([]);
  await now.getByRole('link', { name: 'Open acme-sales on the dashboard' }).click();
  await page.waitForURL('**/dashboard?queue=*');
  await page.getByText('José Núñez').first().waitFor();
  await page.goBack();
  hangUp();
  await now.getByText('longer than the target').waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
  await context.close();
});

it.each([
  ['agent', PASSWORD, ['Queues right now'], ['Needs attention', 'Administration', 'Finish setting up']],
  ['clerk', PASSWORD, ['Administration'], ['Needs attention', 'Queues right now', 'Finish setting up']],
  [...Object.values(SIGN_INS.acme), ['Queues right now'], ['Needs attention']],
  [...Object.values(SIGN_INS.administrator), ['Needs attention', 'Queues right now', 'Administration'], []],
] as [string, string, string[], string[]][])(
  'shows %s only their own information',
  async (username, password, shown, hidden) => {
    const dark = username === 'agent' || username === 'admin';
    const { page, context, faults } = await open(username, password, dark);
    for (const title of shown) await panel(page, title).waitFor();
    for (const title of hidden) expect(await panel(page, title).count(), title).toBe(0);
    if (username === 'clerk') {
      await panel(page, 'Administration').getByText('1 customer is pending').waitFor();
      await keepPicture(page, username);
      await panel(page, 'Administration').getByRole('link', { name: 'Show' }).click();
      await page.getByRole('link', { name: 'Newco' }).waitFor();
      expect(await page.getByRole('link', { name: 'acme Ltd.' }).count()).toBe(0);
    } else {
      await keepPicture(page, username);
      expect(await violations(page)).toEqual([]);
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);

const total = (n: number) => ({ data: [], meta: { page: 1, perPage: 1, total: n }, totals: [] });

it('shows a billing clerk drafts and unpaid invoices', async () => {
  const { page, context } = await visit(browser, stage.url);
  await page.route('**/api/invoices?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const n = query.get('status') === 'draft' ? 1 : query.get('payment') === 'overdue' ? 2 : 0;
    return route.fulfill({ json: total(n) });
  });
  await enter(page, { username: 'clerk', password: PASSWORD });
  const office = panel(page, 'Administration');
  await office.getByText('1 invoice draft to review').waitFor();
  await office.getByText('2 overdue invoices').waitFor();
  expect(await office.getByText('unpaid').count()).toBe(0);
  await office.getByRole('listitem').filter({ hasText: 'overdue' }).getByRole('link', { name: 'Show' }).click();
  await page.waitForURL(/\/invoices\?state=overdue/);
  await context.close();
});

it('does not report all well after a failed configuration', async () => {
  const { page, context } = await visit(browser, stage.url);
  const problem = { serverId: 1, serverName: 'North', failed: 3, drift: 1, waiting: false };
  await page.route('**/api/provisioning/problems', (route) => route.fulfill({ json: { data: [problem] } }));
  await enter(page, SIGN_INS.administrator);
  const attention = panel(page, 'Needs attention');
  await attention.getByText('North: 3 objects could not be configured').waitFor();
  await attention.getByText('North: 1 object was changed on the PBX').waitFor();
  expect(await page.getByText('No problems.').count()).toBe(0);
  await keepPicture(page, 'trouble');
  await attention.getByRole('link', { name: 'Show' }).first().click();
  await page.waitForURL('**/endpoints/1/configuration');
  await context.close();
});

it('is not calm while a PBX is disconnected, for its customer and for platform staff', async () => {
  const quiet = await setStage();
  const look = async (who: (typeof SIGN_INS)[keyof typeof SIGN_INS]) => {
    const seen = await visit(browser, quiet.url);
    await enter(seen.page, who);
    await panel(seen.page, 'Queues right now').getByText('No long waits').waitFor();
    return seen;
  };
  const customer = await look(SIGN_INS.acme);
  const staff = await look(SIGN_INS.administrator);
  await quiet.pbx.close();
  await panel(customer.page, 'Queues right now').getByText('Disconnected from this PBX server since').waitFor();
  await panel(staff.page, 'Needs attention').getByText('Cannot be reached').waitFor();
  for (const { page, context } of [customer, staff]) {
    await page.getByText('No long waits').waitFor({ state: 'detached' });
    expect(await page.getByText('No problems.').count()).toBe(0);
    await keepPicture(page, page === staff.page ? 'pbx-away-staff' : 'pbx-away');
    await context.close();
  }
  await quiet.close();
});
