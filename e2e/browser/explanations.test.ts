// What a page explains before anyone runs into it: commands that a PBX login may not use, and which service-level threshold counts.
// RINGSIDE_SHOTS=folder keeps pictures.
import { join } from 'node:path';
import { createFakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import type { FakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import { labPlan } from '@ringside/fake-pbx/lab-world.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isUp, waitForLink } from '../lab/tenants.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { cardOf } from './open-queue.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { setStage, SIGN_INS } from './stage.ts';

/** As FreePBX generates a login for programs that only watch. */
const WATCHER = { username: 'watcher', secret: 'watcher-secret', write: [] };
const CLASSES = ['agent', 'call', 'originate', 'reporting'];

let stage: Stage;
let freepbx: FakePbx;
let serverId: number;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  freepbx = createFakePbx({ plan: { ...labPlan, agents: [] }, users: [WATCHER] });
  const { host, port } = await freepbx.listen();
  const login = { amiUsername: WATCHER.username, amiSecret: WATCHER.secret };
  const server = { name: 'FreePBX', amiHost: host, amiPort: port, ...login };
  ({ id: serverId } = await stage.console.api.call<{ id: number }>('POST', '/endpoints', server));
  await waitForLink(stage.console, serverId, isUp);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
  await freepbx?.close();
});

const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `explanations-${name}.png`) });
};

it('names each write class that the login of a PBX lacks, with the line that adds it', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.administrator);
  await page.goto(`/endpoints?form=${serverId}`);
  const form = page.getByRole('dialog');
  for (const name of CLASSES) await form.getByText(`“watcher” may not use “${name}” commands`).waitFor();
  await form.getByText('Some buttons of the dashboard will be refused by the PBX.').first().waitFor();
  await form
    .getByText(`write = ${CLASSES.join(',')}`)
    .first()
    .waitFor();
  await keepPicture(page, 'write-classes');
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

it('explains beside the service level which of the two thresholds counts', async () => {
  const { page, context, faults } = await visit(browser, stage.url);
  await enter(page, SIGN_INS.administrator);
  await page.goto('/dashboard');
  await cardOf(page, 'acme-sales').getByRole('note').first().hover();
  const told = page.getByRole('tooltip');
  await told
    .getByText("is the call center's target; the queue's own threshold on the PBX does not count here")
    .waitFor();
  await keepPicture(page, 'service-level');
  await page.goto('/callcenters/add');
  await page.getByText("the queue's own threshold only feeds Asterisk's figures").first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
