// A PBX configured by the console: prepared, enabled, written, changed manually on the PBX, and restored. RINGSIDE_SHOTS=folder stores
// screenshots of each step.
import { join } from 'node:path';
import { createFakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import type { FakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import { labPlan } from '@ringside/fake-pbx/lab-world.ts';
import { createDisk } from '@ringside/fake-pbx/sim/config-disk.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

const LIVE = { username: 'live', secret: 'live-secret', write: ['agent', 'call', 'originate', 'reporting'] };
const WRITER = { username: 'writer', secret: 'writer-secret', read: [], write: ['config', 'system'] };

let pbx: FakePbx;
let console_: RunningConsole;
let browser: Browser;
let serverId: number;
let customerId: string;
let attempts = 0;

beforeAll(async () => {
  const plan = { ...labPlan, agents: [] };
  pbx = createFakePbx({ plan, users: [LIVE, WRITER], disk: createDisk(plan, [LIVE, WRITER]) });
  const [address, running, opened] = await Promise.all([pbx.listen(), startConsole(), openBrowser()]);
  [console_, browser] = [running, opened];
  const { api } = console_;
  ({ id: customerId } = await api.call<{ id: string }>('POST', '/customers', { code: 'acme', name: 'Acme Clinic' }));
  ({ id: serverId } = await api.call<{ id: number }>('POST', '/endpoints', {
    name: 'North',
    amiHost: address.host,
    amiPort: address.port,
    amiUsername: LIVE.username,
    amiSecret: LIVE.secret,
  }));
  await api.call('POST', '/subscribers', { customerId, serverId, extension: '201', name: 'Front desk' });
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
  await pbx?.close();
});

/** Checks the current page for accessibility violations and stores a screenshot. */
const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `provisioning-${name}.png`), fullPage: true });
  expect.soft(await violations(page), name).toEqual([]);
};

/** Changes a file on the PBX outside the console. */
const changeByHand = (file: string, option: string, value: string): void => {
  const { disk } = pbx.world().loaded;
  const held = disk.get(file);
  if (held === undefined) throw new Error(`The PBX has no ${file}`);
  const sections = held.sections.map((s) => ({
    ...s,
    lines: s.lines.map((l) => (l.name === option ? { ...l, value } : l)),
  }));
  disk.set(file, { ...held, sections });
};

it('enables, writes and reads back the configuration, and shows and undoes a manual change', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await console_.api.call('PATCH', `/endpoints/${serverId}/provisioning`, { enabled: false });
  await enter(page, SIGN_INS.administrator, `/endpoints?form=${serverId}`);
  await page.getByRole('dialog').getByText('Data from the PBX server').waitFor();
  await look(page, 'told');
  await page.goto('/endpoints');
  await page.getByRole('button', { name: /North/ }).last().click();
  await page.getByRole('menuitem', { name: 'Configuration' }).click();
  await page.getByRole('heading', { name: 'Configuration of North', level: 1 }).waitFor();
  await page.getByText('Nothing is written to this PBX server.').waitFor();
  await look(page, 'off');

  await page.getByRole('switch', { name: 'Configure this PBX server from the console' }).click({ force: true });
  await page.getByLabel('AMI user').fill(WRITER.username);
  await page.getByRole('textbox', { name: 'Secret' }).fill('wrong');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('The test failed').waitFor();
  await page.getByRole('textbox', { name: 'Secret' }).fill(WRITER.secret);
  await page.getByRole('button', { name: 'Save and test' }).click();
  const objects = page.getByRole('list', { name: 'Objects on the PBX server' });
  const line = objects.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'acme-201' }) });
  await line.getByText('On the PBX server', { exact: true }).waitFor();
  await page.getByText('In sync', { exact: true }).waitFor();
  expect(pbx.world().loaded.endpoints.get('acme-201')?.get('callerid')).toBe('"Front desk" <201>');

  changeByHand('ringside_endpoints.conf', 'callerid', '"Someone" <201>');
  await page.getByRole('button', { name: 'Check now' }).click();
  await line.getByText('Changed on the PBX server', { exact: true }).waitFor();
  await look(page, 'drift');
  await page.getByRole('button', { name: 'Show differences' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 section differs.').waitFor();
  await dialog.getByText('+ callerid').or(dialog.getByText('− callerid')).first().waitFor();
  await look(page, 'difference');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Undo the change of acme-201 on the PBX server' }).click();
  await line.getByText('On the PBX server', { exact: true }).waitFor();
  await expect
    .poll(() => pbx.world().loaded.endpoints.get('acme-201')?.get('callerid'), { timeout: 20_000 })
    .toBe('"Front desk" <201>');

  await page.goto('/subscribers');
  await page.getByRole('cell', { name: /acme-201/ }).waitFor();
  await page.getByText('On the PBX server', { exact: true }).first().waitFor();
  await page.getByText('Not registered', { exact: true }).first().waitFor();
  await look(page, 'lines');
  expect(faults).toEqual([]);
  await context.close();
});

it('adds members to a queue in order, and the PBX has them', async () => {
  const { api } = console_;
  const attempt = (attempts += 1);
  const make = (path: string, body: object) => api.call<{ id: string }>('POST', path, body);
  await api.call('PATCH', `/endpoints/${serverId}/provisioning`, {
    enabled: true,
    username: WRITER.username,
    secret: WRITER.secret,
  });
  const callcenter = await make('/callcenters', { customerId, name: `Help ${attempt}`, code: `help-${attempt}` });
  const name = `acme-help-${attempt}`;
  const queue = await make('/queues', { callcenterId: callcenter.id, serverId, name, managed: true });
  const extension = String(201 + attempt);
  await make('/subscribers', { customerId, serverId, extension, name: 'Back office' });
  const other = `${extension} Back office`;
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, `/queues/${queue.id}`);
  await page.getByText('No members yet').waitFor();
  const add = async (line: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Add a member…' }).click();
    await page.getByRole('option', { name: line }).click();
    await page.getByRole('listitem', { name: line }).waitFor();
  };
  await add('201 Front desk');
  await add(other);
  await page.getByLabel('Penalty of 201 Front desk').fill('3');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Move ${other} up` }).click();
  await page.getByRole('listitem', { name: other }).getByText('1', { exact: true }).waitFor();
  /** Returns the members in the file on the PBX, in order. */
  const members = () =>
    pbx
      .world()
      .loaded.disk.get('ringside_queues.conf')
      ?.sections.find((each) => each.name === name)
      ?.lines.flatMap((each) => (each.name === 'member' ? [each.value.split(',')[0]] : []));
  await expect.poll(members, { timeout: 30_000 }).toEqual([`PJSIP/acme-${extension}`, 'PJSIP/acme-201']);
  await look(page, 'queue');
  await page.getByRole('button', { name: 'Remove 201 Front desk' }).click();
  await expect.poll(members, { timeout: 30_000 }).toEqual([`PJSIP/acme-${extension}`]);
  expect(faults).toEqual([]);
  await context.close();
});
