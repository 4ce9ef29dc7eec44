// A customer's administrator, a supervisor, an agent and a billing clerk each open every page of their menu and find their own data. Pages
// beyond it say that the role does not allow them.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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
  const roleId = async (name: string) =>
    (await api.call<{ data: { id: string; name: string }[] }>('GET', '/roles?perPage=100')).data.find(
      (role) => role.name === name,
    )?.id;
  const server = await make('/endpoints', {
    ...{ name: 'PBX one', amiHost: '127.0.0.1', amiUsername: 'u', amiSecret: 's', enabled: false },
  });
  for (const name of ['Mine', 'Theirs']) {
    const code = name.toLowerCase();
    const customer = await make('/customers', { code, name: `${name} Clinic`, contactEmail: `${code}@clinic.example` });
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
  // A call of the customer, and a clerk who may not see its phone numbers.
  const ended = new Date(Date.now() - 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const call = ['mine', '101', '+442079460958', 'mine', '"Quentin Quill" <101>', 'PJSIP/mine-101-00000001', 'SIP/out'];
  const times = ['Dial', '', ended, ended, ended, '60', '55', 'ANSWERED', 'DOCUMENTATION', 'walk.1', ''];
  const file = [...call, ...times].map((part) => `"${part.replaceAll('"', '""')}"`).join(',');
  const sent = await fetch(`${console_.url}/api/imports?serverId=${server.id}&kind=cdr`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/octet-stream' },
    body: `${file}\n`,
  });
  expect(sent.status).toBe(202);
  await vi.waitFor(
    async () => {
      expect((await api.call<{ data: unknown[] }>('GET', '/reports/cdr')).data).toHaveLength(1);
    },
    { timeout: 60_000, interval: 200 },
  );
  await make('/acl', {
    ...{ kind: 'access', name: 'No callers', effect: 'deny', resource: 'all', fieldMask: ['caller-number', 'contact'] },
    ...{ subjectType: 'role', subjectId: await roleId('billing') },
  });
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
  /** Addresses that the role may not open. */
  readonly refused: readonly string[];
  readonly lists: readonly List[];
}

/** Texts that a page must show to the role, and texts that it must not. */
interface List {
  readonly path: string;
  readonly shows: readonly string[];
  readonly hides: readonly string[];
}

const NUMBER = '+44 20 7946 0958';

const WALKS: readonly Walk[] = [
  {
    username: 'customer-admin',
    sees: [
      ...['/', '/dashboard', '/wallboard', '/customers', '/reports/cdr', '/subscribers', '/apikeys', '/callcenters'],
      ...['/queues', '/dids', '/ringgroups', '/ivrs', '/prompts', '/hours', '/users', '/permissions', '/roles', '/acl'],
      ...['/audit', ...MONEY, ...REPORTS],
    ],
    refused: ['/plans', '/plans/add', '/endpoints', '/endpoints/import', '/trunks', '/deleted'],
    lists: [
      { path: '/callcenters', shows: ['Mine desk', 'Mine too'], hides: ['Theirs desk'] },
      { path: '/reports/cdr', shows: [NUMBER], hides: ['***958'] },
    ],
  },
  {
    username: 'supervisor',
    sees: ['/', '/dashboard', '/wallboard', '/reports/cdr', '/callcenters', '/queues', ...REPORTS],
    refused: ['/users', '/audit', '/invoices', '/callcenters/add', '/plans/add', '/endpoints/import', '/roles/add'],
    lists: [
      { path: '/callcenters', shows: ['Mine desk'], hides: ['Mine too', 'Theirs desk'] },
      { path: '/reports/cdr', shows: [], hides: [NUMBER] },
    ],
  },
  {
    username: 'agent',
    sees: ['/', '/dashboard', '/agent'],
    refused: ['/callcenters', '/callcenters/add', '/users', '/reports/cdr', '/plans/add', '/endpoints/import'],
    lists: [{ path: '/dashboard', shows: [], hides: ['Theirs line', 'theirs-line'] }],
  },
  {
    username: 'clerk',
    sees: ['/', '/customers', '/reports/cdr', '/subscribers', '/plans', ...MONEY, ...REPORTS],
    refused: ['/users', '/queues', '/audit', '/dashboard', '/callcenters/add', '/endpoints/import'],
    lists: [
      { path: '/customers', shows: ['Mine Clinic', 'Theirs Clinic'], hides: ['mine@clinic.example'] },
      { path: '/reports/cdr', shows: ['***958'], hides: [NUMBER] },
    ],
  },
];

const menuOf = async (page: Page): Promise<string[]> => {
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  for (const fold of await menu.locator('button[aria-expanded="false"]').all()) await fold.click();
  const links = await menu.locator('a[href]').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  return [...new Set(links)];
};

const REFUSED = 'Your role does not allow this';

it.each(WALKS)(
  '$username sees the allowed pages and a notice on the others',
  async ({ username, sees, refused, lists }) => {
    const { page, context, faults } = await visit(browser, console_.url);
    // No page sends a request that the server refuses for this role.
    page.on('response', (answer) => {
      if (answer.status() === 403) faults.push(`${answer.url()}, asked from ${page.url()}`);
    });
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
    for (const { path, shows, hides } of lists) {
      await menu.locator(`a[href="${path}"]`).first().click();
      await page.waitForURL((url) => url.pathname === path);
      for (const name of shows) await page.getByText(name, { exact: true }).first().waitFor();
      await page.waitForLoadState('networkidle');
      for (const name of hides) expect.soft([name, await page.getByText(name).count()]).toEqual([name, 0]);
    }
    for (const path of refused) {
      await page.goto(path);
      await page.getByText(REFUSED).first().waitFor();
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);
