// Supervisor actions on live calls, checked on the PBX: listen, transfer to a colleague, park and pick up; move callers up and out of the
// queue; move several agents and undo it.
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Visit } from './chromium.ts';
import { openBrowser, visit } from './chromium.ts';
import { openQueue, until, untilLive } from './open-queue.ts';
import { enter } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { SIGN_INS, setStage } from './stage.ts';

let stage: Stage;
let browser: Browser;
let seen: Visit;

const GUESTS = ['Gina Gold', 'Hugo Hart'] as const;
const ifaceOf = (guest: string): string => `PJSIP/acme-${guest === GUESTS[0] ? 201 : 202}`;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
  const { api } = stage.console;
  const [serverId] = stage.house.serverIds;
  const users = await api.call<{ data: { id: string; username: string }[] }>('GET', '/users?perPage=100');
  const userId = users.data.find((u) => u.username === SIGN_INS.acme.username)?.id;
  const customerId = stage.house.customerIds.acme;
  await api.call('POST', '/subscribers', { customerId, serverId, extension: '104', name: 'Boss', userId });
  for (const guest of GUESTS) {
    const add = { action: 'QueueAdd', Queue: 'acme-sales', Interface: ifaceOf(guest), MemberName: guest };
    await api.call('POST', '/live/commands', { serverId, ...add });
  }
  seen = await visit(browser, stage.url, { width: 1440, height: 1000 });
  await enter(seen.page, SIGN_INS.acme);
}, 60_000);
afterAll(async () => {
  await seen?.context.close();
  await browser?.close();
  await stage?.close();
});
beforeEach(async () => {
  for (const c of channels()) c.driver?.hangup(c, 16);
  await seen.page.goto('/dashboard');
  await seen.page.getByRole('button', { name: 'acme-sales' }).first().waitFor();
  await untilLive(seen.page);
});

const channels = () => [...stage.pbx.world().channels.values()];
const caller = (number: string) => channels().find((c) => c.callerNum === number);
const choose = async (menu: Locator, item: string): Promise<void> => {
  await menu.click();
  await seen.page.getByRole('menuitem', { name: item }).click();
};
const says = (text: string | RegExp): Promise<void> => seen.page.getByText(text).first().waitFor();

it('a call is listened to, parked, picked up and transferred to a colleague', async () => {
  const { page, faults } = seen;
  const number = '+12125550123';
  stage.call('acme-sales', { number, name: 'Ivy Irwin' });
  await until(
    'the ring of an agent',
    () => (stage.pbx.world().queues.get('acme-sales')?.entries[0]?.forks.length ?? 0) > 0,
  );
  stage.pickUp('acme-sales');
  const menu = page.getByRole('button', { name: 'Actions for the call of Ivy Irwin' });
  await page.getByRole('table').getByText('Talking').first().waitFor();

  await choose(menu, 'Listen in');
  await says('You hear the call of Ivy Irwin on your phone');
  const spy = channels().find((c) => c.device.name === 'PJSIP/acme-104');
  expect(spy?.application).toBe('ChanSpy');
  spy?.driver?.hangup(spy, 16);

  await choose(menu, 'Park');
  await says(/Ivy Irwin is parked on/);
  expect(stage.pbx.world().parked.get(701)?.channel.callerNum).toBe(number);
  await choose(menu, 'Pick up on my phone');
  await says('You are connected to Ivy Irwin');
  expect(caller(number)?.bridge?.channels.some((c) => c.device.name === 'PJSIP/acme-104')).toBe(true);

  const end = caller(number);
  end?.driver?.hangup(end, 16);
  const again = '+12125550124';
  stage.call('acme-sales', { number: again, name: 'Jo Jones' });
  await until(
    'the ring of an agent',
    () => (stage.pbx.world().queues.get('acme-sales')?.entries[0]?.forks.length ?? 0) > 0,
  );
  stage.pickUp('acme-sales');
  await page.getByRole('table').getByText('Talking').first().waitFor();
  await choose(page.getByRole('button', { name: 'Actions for the call of Jo Jones' }), 'Transfer…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'To' }).fill('dan');
  await page.getByRole('option', { name: /104/ }).click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await says(/Call of Jo Jones transferred/);
  await until('the transfer', () => caller(again)?.exten === '104');
  const gone = caller(again);
  gone?.driver?.hangup(gone, 16);
  expect(faults).toEqual([]);
});

it('a waiting caller is moved to the front and withdrawn', async () => {
  const queue = stage.pbx.world().queues.get('acme-support');
  for (const m of queue?.members ?? []) m.paused = true;
  stage.call('acme-support', { number: '+12125550125', name: 'First One' });
  stage.call('acme-support', { number: '+12125550126', name: 'Second One' });
  const order = () => queue?.entries.map((e) => e.channel.callerName);
  const panel = await openQueue(seen.page, 'acme-support');
  await choose(panel.getByRole('button', { name: 'Caller Second One: actions' }), 'Move to the front');
  await says('Second One is first in the queue');
  expect(order()).toEqual(['Second One', 'First One']);
  await choose(panel.getByRole('button', { name: 'Caller First One: actions' }), 'Remove from the queue…');
  await seen.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await until('the withdrawal of First One', () => order()?.join() === 'Second One');
  for (const c of channels()) c.driver?.hangup(c, 16);
});

it('several agents move after a preview, and back', async () => {
  const { page, faults } = seen;
  const panel = await openQueue(page, 'acme-sales');
  await panel.getByRole('button', { name: 'Move several' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('checkbox', { name: 'Ann Archer' }).isDisabled()).toBe(true);
  for (const guest of GUESTS) await dialog.getByRole('checkbox', { name: guest }).check();
  await dialog
    .getByRole('combobox', { name: 'Queue' })
    .or(dialog.getByLabel('Queue', { exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: 'acme-support' }).click();
  const preview = dialog.getByRole('group', { name: 'Effect of the move' });
  await preview
    .getByRole('row', { name: /acme-sales/ })
    .getByText('5 → 3')
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Move 2 agents' }).click();
  await says('2 agents moved to acme-support');
  const guests = GUESTS.map(ifaceOf);
  expect(stage.members('acme-support')).toEqual(expect.arrayContaining(guests));
  expect(stage.members('acme-sales').filter((i) => guests.includes(i))).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await says('2 agents moved to acme-sales');
  expect(stage.members('acme-sales')).toEqual(expect.arrayContaining(guests));
  expect(faults).toEqual([]);
});
