// An operator's first day with a new Asterisk, through the web pages only: the administrator, the PBX and its configuration, a customer
// with subscribers, a trunk, an outbound route and a number. Then calls in and out, an emergency call, a transfer to an external number,
// and playback of a recording. RINGSIDE_SHOTS=folder saves a screenshot of each step.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, visit } from '../browser/chromium.ts';
import type { Visit } from '../browser/chromium.ts';
import { LIVE_LOGIN, prepareForConsole, WRITING_LOGIN } from '../lab/configured.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';

const PATIENCE = { timeout: 60_000, interval: 250 };
const NUMBER = '+442079460101';
const CLINIC = 'Harbour Clinic';

let lab: Lab;
let pbx: Pbx;
let net: string;
let console_: RunningConsole;
let browser: Browser;
let seen: Visit;
let page: Page;

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(14);
  net = pbx.host.replace(/\.1$/, '');
  // The lab's own carrier endpoint must not match the calls of the trunk that this test adds.
  await pbx.up({ fresh: true, set: { CARRIER_MATCH: `${net}.99` } });
  await prepareForConsole(pbx);
  await pbx.carrier();
  const settings = { RINGSIDE_RECORDINGS: join(pbx.folder, 'spool/monitor'), RINGSIDE_FFMPEG: '/no/such/program' };
  [console_, browser] = await Promise.all([startConsole(settings, { administrator: false }), openBrowser()]);
  seen = await visit(browser, console_.url);
  ({ page } = seen);
  page.setDefaultTimeout(30_000);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
  await lab?.close();
});

const dialog = (): Locator => page.getByRole('dialog');
const field = (name: string): Locator => dialog().locator(`input[name="${name}"]`);
const choose = async (label: string, option: string | RegExp, within = dialog()): Promise<void> => {
  await within.getByRole('combobox', { name: label }).or(within.getByLabel(label)).first().click();
  await page.getByRole('option', { name: option }).first().click();
};
const picture = async (name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `first-day-${name}.png`), fullPage: true });
};
const create = async (name: string): Promise<void> => {
  await picture(name);
  await dialog().getByRole('button', { name: 'Create', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
};
const add = async (path: string, button: string): Promise<void> => {
  await page.goto(path);
  await page.getByRole('button', { name: button }).first().click();
  await dialog().waitFor();
};

/** Channels by name, with their place in the dialplan and their state. */
const channels = (): Promise<string> => pbx.cli('core show channels concise');
const upTo = async (...devices: readonly string[]): Promise<void> => {
  const isUp = (text: string, device: string): boolean =>
    text.split('\n').some((line) => line.startsWith(`${device}-`) && line.split('!')[4] === 'Up');
  await expect
    .poll(async () => {
      const text = await channels();
      return devices.filter((device) => !isUp(text, device));
    }, PATIENCE)
    .toEqual([]);
};
const hangUp = async (): Promise<void> => {
  await pbx.killSipp('callers').catch(() => undefined);
  await pbx.cli('channel request hangup all');
  await expect.poll(() => pbx.cli('core show channels count'), PATIENCE).toContain('0 active channels');
};
/** Rings the phone, which answers, and calls the number. */
const dial = (number: string): Promise<string> =>
  pbx.cli(`channel originate PJSIP/harbour-201 extension ${number}@harbour-out`);
const callIn = async (): Promise<void> => {
  const csv = join(pbx.folder, 'etc', 'one-caller.csv');
  writeFileSync(csv, `+12125550123;Ivy Irwin;${NUMBER}\n`);
  await pbx.callers({ calls: 1, rate: 1, csv, patience: '60000', port: 5100 });
  await upTo('PJSIP/trunk.voxline', 'PJSIP/harbour-201');
};

it('sets up the console, the PBX, a customer with subscribers, a trunk, an outbound route and a number', async () => {
  await page.goto(/^setup: (\S+)/m.exec(console_.output())?.[1] ?? '');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Quist');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('User name').fill('ada');
  await page.getByRole('textbox', { name: 'New password' }).fill('four words in a row');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();

  await add('/endpoints', 'Add PBX server');
  await field('name').fill('North');
  await field('amiHost').fill(pbx.host);
  await field('amiPort').fill(String(pbx.amiPort));
  await field('amiUsername').fill(LIVE_LOGIN.amiUsername);
  await field('amiSecret').fill(LIVE_LOGIN.amiSecret);
  await dialog().getByRole('button', { name: 'Test connection' }).click();
  await dialog().getByText('The connection works.').first().waitFor();
  await create('pbx');

  await page.getByRole('button', { name: /North/ }).last().click();
  await page.getByRole('menuitem', { name: 'Configuration' }).click();
  await page.getByRole('switch', { name: 'Configure this PBX server from the console' }).click({ force: true });
  await page.getByLabel('AMI user').fill(WRITING_LOGIN.username);
  await page.getByRole('textbox', { name: 'Secret' }).first().fill(WRITING_LOGIN.secret);
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('In sync', { exact: true }).first().waitFor();
  await picture('configuration');

  await add('/customers', 'Add customer');
  await field('name').fill(CLINIC);
  await field('code').fill('harbour');
  await dialog()
    .getByRole('combobox', { name: 'Country' })
    .or(dialog().getByLabel('Country'))
    .first()
    .fill('United King');
  await page.getByRole('option', { name: 'United Kingdom' }).first().click();
  await create('customer');

  await page.goto('/subscribers');
  await page.getByRole('button', { name: 'Add range' }).click();
  await choose('Customer', CLINIC);
  await choose('PBX server', 'North');
  await dialog().getByLabel('First extension').fill('201');
  await dialog().getByLabel('Last extension').fill('202');
  await dialog().getByRole('button', { name: 'Create subscribers' }).click();
  await page.getByRole('heading', { name: '2 subscribers created' }).waitFor();
  const rows = await dialog().getByRole('row').allInnerTexts();
  const accounts = rows.flatMap((row) => {
    const [user] = /harbour-\d+/.exec(row) ?? [];
    const [secret] = /\b[A-Za-z0-9]{24}\b/.exec(row) ?? [];
    return user === undefined || secret === undefined ? [] : [`${user};${secret}\n`];
  });
  expect(accounts).toHaveLength(2);
  await page.getByRole('button', { name: 'I have saved them' }).click();

  // Without a trunk, the console warns that emergency calls are not possible.
  await page.goto('/endpoints/1/configuration');
  await page.getByText('Emergency calls need attention').waitFor();
  await page.getByText(`${CLINIC}: no trunk can carry calls to 112, 999`, { exact: false }).waitFor();
  await picture('no-emergency');

  await add('/trunks', 'Add trunk');
  await choose('PBX server', 'North');
  await field('name').fill('Voxline');
  await field('code').fill('voxline');
  await choose('Connection type', 'Address');
  await field('host').fill(`${net}.30`);
  await dialog().getByLabel('Allowed source addresses').first().fill(`${net}.20/31`);
  await page.keyboard.press('Enter');
  await create('trunk');

  await add('/outboundroutes', 'Add route');
  await choose('PBX server', 'North');
  await field('name').fill('Everywhere');
  await choose('Trunks in order', /Voxline/);
  await page.keyboard.press('Escape');
  await create('route');

  await add('/dids', 'Add number');
  await choose('Customer', CLINIC);
  await choose('PBX server', 'North');
  await field('number').fill('020 7946 0101');
  await choose('Destination', 'Line');
  await choose('Line', /201/);
  await create('number');
  await page.getByRole('heading', { name: NUMBER, level: 1 }).waitFor();

  const csv = join(pbx.folder, 'etc', 'our-phones.csv');
  writeFileSync(csv, accounts.join(''));
  await expect.poll(() => pbx.cli('pjsip show endpoints'), PATIENCE).toMatch(/harbour-202[^]*trunk\.voxline/);
  await expect.poll(() => pbx.cli('dialplan show ringside-numbers'), PATIENCE).toContain(NUMBER.slice(1));
  await pbx.agents(2, { csv, ring: '300', talk: '60000', samePort: true });
  await page.goto('/endpoints/1/configuration');
  await page.getByText('In sync', { exact: true }).first().waitFor();
  expect(await page.getByText('Emergency calls need attention').count()).toBe(0);
  expect(seen.faults).toEqual([]);
});

it('calls out, and calls an emergency number without a route or rule for it', async () => {
  await dial('02079460777');
  await upTo('PJSIP/trunk.voxline', 'PJSIP/harbour-201');
  await page.goto('/dashboard');
  await page.getByRole('table').getByText('Phone 201').first().waitFor();
  await hangUp();
  await dial('999');
  await upTo('PJSIP/trunk.voxline', 'PJSIP/harbour-201');
  await hangUp();
});

it('receives a call, records it, transfers it to an external number, and plays the recording', async () => {
  await page.goto('/subscribers');
  await page
    .getByRole('row')
    .filter({ hasText: 'harbour-201' })
    .getByRole('link')
    .or(page.getByRole('row').filter({ hasText: 'harbour-201' }).getByRole('button'))
    .first()
    .click();
  await page.getByRole('heading', { name: /^201 / }).waitFor();
  await page.getByRole('combobox', { name: 'Recording' }).or(page.getByLabel('Recording')).first().click();
  await page.getByRole('option', { name: 'All calls' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => pbx.cli('dialplan show 201@harbour-out'), PATIENCE).toContain('harbour-record');

  await callIn();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Actions for the call of Ivy Irwin' }).click();
  await page.getByRole('menuitem', { name: 'Transfer…' }).click();
  await dialog().getByRole('combobox', { name: 'To' }).fill('02079460999');
  await picture('transfer');
  await dialog().getByRole('button', { name: 'Transfer' }).click();
  await expect.poll(channels, PATIENCE).toMatch(/442079460999@trunk\.voxline/);
  await expect.poll(channels, PATIENCE).not.toContain('PJSIP/harbour-201');
  await hangUp();

  const row = page.locator('tbody').getByRole('row').filter({ hasText: '+1 212 555 0123' }).first();
  await expect
    .poll(async () => {
      await page.goto('/reports/cdr');
      await page.locator('tbody').getByRole('row').first().waitFor();
      return row.count();
    }, PATIENCE)
    .toBe(1);
  await row.getByRole('button').first().click();
  await dialog().getByRole('button', { name: 'Listen' }).click();
  await dialog().getByRole('slider', { name: 'Position in the recording' }).waitFor();
  await dialog().getByRole('button', { name: 'Pause' }).waitFor();
  await picture('recording');
  // The record of the emergency call shows that it was answered.
  await page.goto('/reports/cdr');
  await page.locator('tbody').getByRole('row').filter({ hasText: '999' }).getByText('Answered').waitFor();
  expect(seen.faults).toEqual([]);
});
