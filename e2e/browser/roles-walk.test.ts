// A customer's administrator, a supervisor, an agent and a billing clerk each walk the whole console: every page that their
// menu offers stands and holds what is theirs, and a page beyond it says that their role does not allow it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';

const PASSWORD = 'quiet lanterns on the pier';
let console_: RunningConsole;
let browser: Browser;

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  const { api } = console_;
  const make = (path: string, body: object) => api.call<{ id: string }>('POST', path, body);
  const server = await make('/endpoints', {
    ...{ name: 'PBX one', amiHost: '127.0.0.1', amiUsername: 'u', amiSecret: 's', enabled: false },
  });
  for (const name of ['Mine', 'Theirs']) {
    const code = name.toLowerCase();
    const customer = await make('/customers', { code, name: `${name} Clinic` });
    const center = await make('/callcenters', { customerId: customer.id, name: `${name} desk`, code: 'desk' });
    await make('/queues', {
      callcenterId: center.id,
      serverId: server.id,
      name: `${code}-line`,
      label: `${name} line`,
    });
    if (name === 'Theirs') continue;
    await make('/callcenters', { customerId: customer.id, name: 'Mine too', code: 'too' });
    for (const role of ['customer-admin', 'supervisor', 'agent']) {
      const who = { username: role, email: `${role}@example.com`, role, password: PASSWORD };
      const callcenterIds = role === 'customer-admin' ? [] : [center.id];
      await make('/users', { ...who, customerId: customer.id, callcenterIds });
    }
  }
  await make('/users', { username: 'clerk', email: 'clerk@example.com', role: 'billing', password: PASSWORD });
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

const REPORTS = ['/reports/queues', '/reports/schedules', '/reports/agents'];
const MONEY = ['/customers/reports/billing', '/invoices'];

interface Walk {
  readonly username: string;
  readonly sees: readonly string[];
  /** Addresses that are not his. */
  readonly refused: readonly string[];
  /** Names that a list shows him, and those that it must not. */
  readonly list: { readonly path: string; readonly shows: readonly string[]; readonly hides: readonly string[] };
}

const WALKS: readonly Walk[] = [
  {
    username: 'customer-admin',
    sees: [
      ...['/', '/dashboard', '/wallboard', '/customers', '/reports/cdr', '/subscribers', '/apikeys', '/callcenters'],
      ...['/queues', '/dids', '/ringgroups', '/ivrs', '/prompts', '/hours', '/users', '/permissions', '/roles', '/acl'],
      ...['/audit', ...MONEY, ...REPORTS],
    ],
    refused: ['/plans', '/endpoints', '/trunks'],
    list: { path: '/callcenters', shows: ['Mine desk', 'Mine too'], hides: ['Theirs desk'] },
  },
  {
    username: 'supervisor',
    sees: ['/', '/dashboard', '/wallboard', '/reports/cdr', '/callcenters', '/queues', ...REPORTS],
    refused: ['/users', '/audit', '/invoices'],
    list: { path: '/callcenters', shows: ['Mine desk'], hides: ['Mine too', 'Theirs desk'] },
  },
  {
    username: 'agent',
    sees: ['/', '/dashboard', '/agent'],
    refused: ['/callcenters', '/users', '/reports/cdr'],
    list: { path: '/dashboard', shows: [], hides: ['Theirs line', 'theirs-line'] },
  },
  {
    username: 'clerk',
    sees: ['/', '/customers', '/reports/cdr', '/subscribers', '/plans', ...MONEY, ...REPORTS],
    refused: ['/users', '/queues', '/audit'],
    list: { path: '/customers', shows: ['Mine Clinic', 'Theirs Clinic'], hides: [] },
  },
];

const menuOf = async (page: Page): Promise<string[]> => {
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  for (const fold of await menu.locator('button[aria-expanded="false"]').all()) await fold.click();
  const links = await menu.locator('a[href]').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  return [...new Set(links)];
};

const REFUSED = 'Your role does not allow this';

it.each(WALKS)('$username sees his pages, and is told of the others', async ({ username, sees, refused, list }) => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, { username, password: PASSWORD });
  expect((await menuOf(page)).toSorted()).toEqual([...sees].toSorted());
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  for (const path of sees) {
    await menu.locator(`a[href="${path}"]`).first().click();
    await page.waitForURL((url) => url.pathname === path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect.soft([path, await page.getByText(REFUSED).count()]).toEqual([path, 0]);
  }
  await menu.locator(`a[href="${list.path}"]`).first().click();
  for (const name of list.shows) await page.getByText(name, { exact: true }).first().waitFor();
  for (const name of list.hides) expect.soft([name, await page.getByText(name).count()]).toEqual([name, 0]);
  for (const path of refused) {
    await page.goto(path);
    await page.getByText(REFUSED).first().waitFor();
  }
  expect(faults).toEqual([]);
  await context.close();
});
