// Commands through the console change the state of Asterisk, and refusals contain the reason of the PBX. A customer neither sees nor
// changes objects of other customers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAgreement } from '../lab/agree.ts';
import type { Witness } from '../lab/ami-witness.ts';
import { createWitness } from '../lab/ami-witness.ts';
import type { Api, RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab, sleep } from '../lab/lab.ts';
import type { LiveAnswer } from '../lab/live.ts';
import type { LabSetup } from '../lab/tenants.ts';
import { setUpTenants, isUp, waitForLink } from '../lab/tenants.ts';

let lab: Lab;
let pbx: Pbx;
let witness: Witness;
let console_: RunningConsole;
let setup: LabSetup;
let serverId: number;

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(1);
  await pbx.up({ fresh: true });
  witness = await createWitness(pbx.host, pbx.amiPort);
  console_ = await startConsole();
  const link = { name: 'North', host: pbx.host, port: pbx.amiPort, username: 'slim', secret: 'slim-secret' };
  setup = await setUpTenants(console_.api, [link]);
  serverId = setup.serverIds[0] ?? -1;
  await waitForLink(console_, serverId, isUp);
  await pbx.agents(8, { ring: '300', talk: '60000' });
});
afterAll(async () => {
  witness?.close();
  await console_?.close();
  await lab?.close();
});

const command = (api: Api, fields: Record<string, unknown>) =>
  api.raw('POST', '/live/commands', { serverId, ...fields });
/** Without the ages, which change with time. */
const queueShow = async (queue: string): Promise<string> =>
  (await pbx.cli(`queue show ${queue}`)).replace(/\d+ secs? ago/g, 'a while ago');
const agree = () =>
  expectAgreement(() => console_.api.call<LiveAnswer>('GET', '/live'), witness, serverId, { withinMs: 15_000 });

const ANN = 'PJSIP/acme-101';

describe('commands', () => {
  it('pause with a reason, and unpause', async () => {
    const pause = { action: 'QueuePause', Interface: ANN, Paused: true, Reason: 'Déjeuner', Queue: 'acme-sales' };
    expect(await command(console_.api, pause)).toMatchObject({ status: 200 });
    expect(await queueShow('acme-sales')).toMatch(/acme-101\).*paused:Déjeuner/);
    await agree();
    expect(await command(console_.api, { ...pause, Paused: false })).toMatchObject({ status: 200 });
    expect(await queueShow('acme-sales')).not.toMatch(/acme-101\).*paused/);
    await agree();
  });

  it('add an agent, change their penalty, and move and remove them', async () => {
    const agent = { Interface: 'PJSIP/globex-204', MemberName: 'Hana Hart' };
    expect(
      await command(console_.api, { action: 'QueueAdd', Queue: 'globex-orders', ...agent, Penalty: 1 }),
    ).toMatchObject({ status: 200 });
    expect(await queueShow('globex-orders')).toMatch(/globex-204\) with penalty 1/);
    const penalty = { action: 'QueuePenalty', Queue: 'globex-orders', Interface: agent.Interface, Penalty: 3 };
    expect(await command(console_.api, penalty)).toMatchObject({ status: 200 });
    expect(await queueShow('globex-orders')).toMatch(/globex-204\) with penalty 3/);
    await agree();
    const move = {
      action: 'QueueMove',
      Interface: agent.Interface,
      FromQueue: 'globex-orders',
      ToQueue: 'globex-billing',
    };
    expect(await command(console_.api, move)).toMatchObject({ status: 200 });
    expect(await queueShow('globex-orders')).not.toContain('globex-204)');
    expect(await queueShow('globex-billing')).toContain('PJSIP/globex-204)');
    await agree();
    const remove = { action: 'QueueRemove', Queue: 'globex-billing', Interface: agent.Interface };
    expect(await command(console_.api, remove)).toMatchObject({ status: 200 });
    expect(await queueShow('globex-billing')).not.toContain('PJSIP/globex-204)');
    await agree();
  });

  it('return the reason of the PBX when it refuses, and a refused move of a static member changes nothing', async () => {
    const remove = await command(console_.api, { action: 'QueueRemove', Queue: 'acme-sales', Interface: ANN });
    expect(remove).toMatchObject({
      status: 409,
      body: { code: 'pbx-refused', detail: expect.stringContaining('not dynamic') },
    });
    const before = await queueShow('acme-support');
    const move = await command(console_.api, {
      action: 'QueueMove',
      Interface: ANN,
      FromQueue: 'acme-sales',
      ToQueue: 'acme-support',
    });
    expect(move.status).toBe(409);
    const members = (text: string) => text.match(/PJSIP\/[\w-]+/g);
    expect(members(await queueShow('acme-support'))).toEqual(members(before));
    await agree();
  });

  it('hang up a call', async () => {
    await pbx.callers({ calls: 2, rate: 2, patience: '60000' });
    let channels: { Channel?: string; Linkedid?: string }[] = [];
    for (let i = 0; i < 100 && channels.length < 4; i++) {
      await sleep(100);
      channels = (await witness.list('CoreShowChannels')).filter((b) => b['BridgeId'] !== '');
    }
    expect(channels.length).toBe(4);
    await agree();
    for (const { Channel } of channels.filter((c) => c.Channel?.startsWith('PJSIP/carrier')))
      expect((await command(console_.api, { action: 'Hangup', Channel })).status).toBe(200);
    await agree();
    expect((await witness.list('CoreShowChannels')).length).toBe(0);
  });
});

describe('a customer', () => {
  it('sees its own queues, agents and calls, and no addresses', async () => {
    const acme = await console_.signIn('acme-admin', 'pass phrase of acme');
    const live = await acme.call<LiveAnswer>('GET', '/live');
    expect(live.queues.map((q) => q.name).sort()).toEqual(['acme-sales', 'acme-support']);
    expect(live.servers.map((s) => s.name)).toEqual(['North']);
    expect(JSON.stringify(live)).not.toMatch(/globex|127\.0\./);
  });

  it('can command only its own agents', async () => {
    const acme = await console_.signIn('acme-admin', 'pass phrase of acme');
    const pause = { action: 'QueuePause', Paused: true, Reason: 'x' };
    expect((await command(acme, { ...pause, Interface: ANN, Queue: 'acme-sales' })).status).toBe(200);
    const before = await queueShow('globex-orders');
    const foreign = await command(acme, { ...pause, Interface: 'PJSIP/globex-201', Queue: 'globex-orders' });
    expect([403, 404]).toContain(foreign.status);
    const everywhere = await command(acme, { ...pause, Interface: 'PJSIP/globex-201' });
    expect([403, 404]).toContain(everywhere.status);
    expect(await queueShow('globex-orders')).toBe(before);
    await agree();
  });
});
