// A supervisor moves agents by mouse and by keyboard, undoes a move, pauses agents, and sees refusals. The tests check the state of the
// PBX.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Visit } from './chromium.ts';
import { openBrowser, visit } from './chromium.ts';
import { cardOf, openQueue, until, untilLive } from './open-queue.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';

const GIL = 'PJSIP/acme-103';

let stage: Stage;
let browser: Browser;
let seen: Visit;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  const [serverId] = stage.house.serverIds;
  const add = { serverId, action: 'QueueAdd', Queue: 'globex-billing', Interface: GIL, MemberName: 'Gil Gray' };
  await stage.console.api.call('POST', '/live/commands', add);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});
beforeEach(async () => {
  seen = await visit(browser, stage.url, { width: 1600, height: 1000 });
  await enter(seen.page, SIGN_INS.administrator, '/dashboard');
  await cardOf(seen.page, 'acme-sales').waitFor();
  await untilLive(seen.page);
  stage.events.length = 0;
});
afterEach(async () => {
  expect(seen.faults).toEqual([]);
  await seen.context.close();
});

const has = (queue: string): boolean => stage.members(queue).includes(GIL);
/** Returns the changes of Gil's memberships, in order. */
const steps = (): string[] =>
  stage.events
    .filter((e) => e.interface === GIL && /^QueueMember(Added|Removed)$/.test(e.name))
    .map((e) => `${e.name} ${e.queue}`);

const carry = async (page: Page, name: string, queue: string): Promise<void> => {
  const handle = page.getByRole('button', { name: `Move ${name} to another queue` });
  const from = await handle.boundingBox();
  const to = await cardOf(page, queue).boundingBox();
  if (!from || !to) throw new Error('The agent or the queue is not on the page');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x - 20, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
};

it('moves an agent to another queue with the mouse, and undoes the move', async () => {
  const { page } = seen;
  const panel = await openQueue(page, 'globex-billing');
  await panel.getByText('Gil Gray').waitFor();
  await carry(page, 'Gil Gray', 'globex-orders');
  await page.getByText('Gil Gray moved to globex-orders').first().waitFor();
  await until('the move', () => has('globex-orders') && !has('globex-billing'));
  await panel.getByText('Gil Gray').waitFor({ state: 'detached' });
  expect(steps()).toEqual(['QueueMemberAdded globex-orders', 'QueueMemberRemoved globex-billing']);

  await page.getByRole('button', { name: 'Undo' }).click();
  await panel.getByText('Gil Gray').waitFor();
  await until('the move back', () => has('globex-billing') && !has('globex-orders'));
  expect(steps().slice(2)).toEqual(['QueueMemberAdded globex-billing', 'QueueMemberRemoved globex-orders']);
});

it('moves an agent with the keyboard and announces the position', async () => {
  const { page } = seen;
  const panel = await openQueue(page, 'globex-billing');
  const handle = panel.getByRole('button', { name: 'Move Gil Gray to another queue' });
  await handle.focus();
  await page.keyboard.press('Space');
  const said = (text: string): Promise<boolean> =>
    page
      .locator('[aria-live]')
      .allInnerTexts()
      .then((all) => all.some((one) => one.includes(text)));
  await until('the keyboard drag', () =>
    said('Gil Gray picked up.').then(async (b) => b || (await said('over no queue'))),
  );
  for (let i = 0; i < 8 && !(await said('Gil Gray over globex-orders.')); i++) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(200);
  }
  await page.keyboard.press('Space');
  await until('the move', () => has('globex-orders') && !has('globex-billing'));
  await panel.getByText('Gil Gray').waitFor({ state: 'detached' });
  const other = await openQueue(page, 'globex-orders');
  await other.getByText('Gil Gray').waitFor();
});

it('cancels a move with Escape', async () => {
  const { page } = seen;
  const panel = await openQueue(page, 'globex-orders');
  await panel.getByRole('button', { name: 'Move Gil Gray to another queue' }).focus();
  await page.keyboard.press('Space');
  await page.waitForTimeout(200);
  await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(200);
  await page.keyboard.press('Escape');
  await page.getByText('Gil Gray was not moved.').waitFor({ state: 'attached' });
  // The panel stays open: the first Escape only cancels the drag.
  await panel.getByText('Gil Gray').waitFor();
  expect(has('globex-orders')).toBe(true);
  expect(steps()).toEqual([]);
});

it('pauses an agent with a reason, and ends the pause', async () => {
  const { page } = seen;
  const panel = await openQueue(page, 'globex-orders');
  const paused = (): unknown => stage.member('globex-orders', GIL)?.paused;
  await panel.getByRole('button', { name: 'Actions for Gil Gray' }).click();
  await page.getByRole('menuitem', { name: 'Pause…' }).click();
  await page.getByLabel('Reason', { exact: true }).fill('Fire drill');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await panel.getByText('Fire drill').waitFor();
  await until('the pause', () => paused() === true);
  await panel.getByRole('button', { name: 'Actions for Gil Gray' }).click();
  await page.getByRole('menuitem', { name: 'End the pause' }).click();
  await panel.getByText('Fire drill').waitFor({ state: 'detached' });
  await until('the end of the pause', () => paused() === false);
});

it('pauses an agent with a reason of the call center, and requires one', async () => {
  const { page } = seen;
  const { api } = stage.console;
  const { data } = await api.call<{ data: { id: string; customerId: string }[] }>('GET', '/callcenters');
  const desk = data.find((c) => c.customerId === stage.house.customerIds.globex)?.id ?? '';
  const change = (pauseReasons: readonly object[]) => api.call('PATCH', `/callcenters/${desk}`, { pauseReasons });
  await change([{ code: 'tea', label: 'Tea break', maxMinutes: 10 }]);
  await page.reload();
  const panel = await openQueue(page, 'globex-orders');
  const member = page.getByRole('button', { name: 'Actions for Gil Gray' });
  await panel.locator(member).click();
  await page.getByRole('menuitem', { name: 'Pause…' }).click();
  const dialog = page.getByRole('dialog', { name: /Pause/ });
  await dialog.getByText('Choose or enter a reason to pause.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Pause', exact: true }).isDisabled()).toBe(true);
  expect(stage.member('globex-orders', GIL)?.paused).toBe(false);
  await dialog.getByRole('button', { name: 'Tea break' }).click();
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await panel.getByText('Tea break').waitFor();
  await until('the pause', () => stage.member('globex-orders', GIL)?.paused === true);
  await panel.locator(member).click();
  await page.getByRole('menuitem', { name: 'End the pause' }).click();
  await until('the end of the pause', () => stage.member('globex-orders', GIL)?.paused === false);
  await change([]);
});

it('explains why the PBX refused a command', async () => {
  const { page } = seen;
  const panel = await openQueue(page, 'acme-sales');
  await panel.getByRole('button', { name: 'Actions for Ann Archer' }).click();
  await page.getByRole('menuitem', { name: 'Remove from this queue' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Ann Archer was not removed from acme-sales' });
  await alert
    .getByText('The agent is defined in the PBX server’s own configuration and can only be moved there.')
    .waitFor();
  expect(stage.members('acme-sales')).toContain('PJSIP/acme-101');
  // A dragged agent stays in the queue and does not join the other one.
  await carry(page, 'Ann Archer', 'acme-support');
  await page.getByText('Ann Archer was not moved to acme-support').first().waitFor();
  await until('the move back', () => !stage.members('acme-support').includes('PJSIP/acme-101'));
  expect(stage.members('acme-sales')).toContain('PJSIP/acme-101');
  // A queue of another customer does not accept the agent.
  await carry(page, 'Ann Archer', 'globex-orders');
  expect(stage.members('globex-orders')).not.toContain('PJSIP/acme-101');
});
