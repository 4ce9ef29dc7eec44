// Actions of a supervisor on live calls: Asterisk's channels show the effect, and the console's response reports the real result.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sleep } from '../lab/lab.ts';
import { ANN, BOB, BOSS, CARRIER, onDevice, openSupervised } from '../lab/supervised.ts';
import type { Supervised } from '../lab/supervised.ts';

let stage: Supervised | undefined;
/** `boss`: of acme, with the extension 104. The same PBX twice: with a login that has all rights, and with the documented login. */
let { pbx, witness, console_, boss, globex, serverId, slimId } = {} as Supervised;
let { shown, until, talk, command, live, callAnn, endAll } = {} as Supervised;

const done = { status: 200, body: { confirmed: true } };

interface Recorded {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly bytes: number;
  readonly begunBy: string;
}
beforeAll(async () => {
  stage = await openSupervised(7);
  ({ pbx, witness, console_, boss, globex, serverId, slimId } = stage);
  ({ shown, until, talk, command, live, callAnn, endAll } = stage);
});
afterAll(() => stage?.close());

describe('a call with an agent', () => {
  let channel: string;
  beforeEach(async () => {
    channel = await callAnn();
  });
  afterEach(() => endAll());

  it('can be listened to, whispered into and joined on the supervisor’s phone', async () => {
    for (const [action, options] of [
      ['Listen', 'qES'],
      ['Whisper', 'qwES'],
      ['Barge', 'qBES'],
    ] as const) {
      expect(await command(action, { Channel: channel })).toMatchObject(done);
      const spy = onDevice(await shown(), BOSS);
      expect(spy).toMatchObject({ Application: 'ChanSpy' });
      expect(spy?.ApplicationData).toMatch(new RegExp(`^${ANN}-[0-9a-f]+,${options}$`));
      await witness.ask('Hangup', { Channel: spy?.Channel ?? '' });
      await until('the phone is free', async () => onDevice(await shown(), BOSS) === undefined);
    }
    // Another customer's call and an invented channel are not found.
    expect((await command('Listen', { Channel: channel }, globex)).status).toBe(404);
    expect((await command('Listen', { Channel: `${ANN}-ffffffff` })).status).toBe(404);
    await console_.api.call(
      'PATCH',
      `/customers/${(await boss.call<{ customerId: string }>('GET', '/user')).customerId}`,
      {
        supervision: 'off',
      },
    );
    expect(await command('Listen', { Channel: channel })).toMatchObject({
      status: 409,
      body: { detail: 'This customer does not allow listening to its calls' },
    });
  });

  it('can be transferred blind to a colleague, and stays unchanged when the PBX lacks the number', async () => {
    expect(await command('BlindTransfer', { Channel: channel, Exten: '199' })).toMatchObject({
      status: 409,
      body: { detail: 'The PBX has no number 199 for this call' },
    });
    expect(await talk(CARRIER, ANN)).toBe(true);
    expect((await command('BlindTransfer', { Channel: channel, Exten: '102,1)&System(id' })).status).toBe(422);
    expect(
      (await command('BlindTransfer', { Channel: channel, Exten: '201', Context: 'globex-internal' })).status,
    ).toBe(404);
    expect(await command('BlindTransfer', { Channel: channel, Exten: '102' })).toMatchObject(done);
    await until('Bob speaks with the caller', () => talk(CARRIER, BOB));
    expect(onDevice(await shown(), ANN)).toBeUndefined();
  });

  it('can be transferred to a colleague after a consultation', async () => {
    expect(await command('Atxfer', { Channel: channel, Exten: '102' })).toMatchObject(done);
    const ann = await until('Ann speaks with Bob', async () => {
      const channels = await shown();
      return onDevice(channels, BOB)?.BridgeId ? onDevice(channels, ANN)?.Channel : null;
    });
    await witness.ask('Hangup', { Channel: ann });
    await until('Bob speaks with the caller', () => talk(CARRIER, BOB));
  });

  it('can be parked, and picked up on the supervisor’s phone', async () => {
    const parked = await command('Park', { Channel: channel });
    expect(parked).toMatchObject({ status: 200, body: { confirmed: true, space: '701' } });
    expect(await pbx.cli('parking show default')).toMatch(/Space\s*:\s*701/i);
    expect(await command('PickUp', { Channel: channel })).toMatchObject(done);
    expect(await talk(CARRIER, BOSS)).toBe(true);
    expect(await pbx.cli('parking show default')).not.toMatch(/Space\s*:\s*701/i);
    expect(await command('PickUp', { Channel: channel })).toMatchObject({
      status: 409,
      body: { detail: 'The call is not parked' },
    });
  });

  it('can be recorded on demand and stopped, only by a login with the right', async () => {
    // Recordings are read through ARI.
    const source = {
      kind: 'ari',
      address: `http://${pbx.host}:8088/ari`,
      username: 'console',
      secret: 'console-secret',
    };
    const settings = { ...source, pbxFolder: join(pbx.folder, 'spool/recording'), mayDelete: true };
    await console_.api.call('PUT', `/endpoints/${serverId}/recordings`, settings);
    expect(await command('Record', { Channel: channel }, console_.api, slimId)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('needs the class system') },
    });
    expect(await command('StopRecord', { Channel: channel })).toMatchObject({ status: 409 });
    const monitors = async (): Promise<readonly string[]> =>
      (await pbx.cli(`mixmonitor list ${channel}`)).split('\n').filter((line) => line.startsWith('0x'));
    const before = await monitors();
    expect(await command('Record', { Channel: channel })).toMatchObject(done);
    const now = await monitors();
    expect(now.length).toBe(before.length + 1);
    expect(now.filter((line) => /ringside\/acme\/\d{4}\/\d\d\/\d\d\/pbx/.test(line)).length).toBe(1);
    expect(await command('Record', { Channel: channel })).toMatchObject({ status: 409 });
    // Wait for some audio: a file with only a header is not a recording.
    await sleep(1_000);
    expect(await command('StopRecord', { Channel: channel })).toMatchObject(done);
    expect(await monitors()).toEqual(before);
  });

  it('can be hung up', async () => {
    expect(await command('Hangup', { Channel: channel })).toMatchObject(done);
    expect(onDevice(await shown(), CARRIER)).toBeUndefined();
    expect((await command('Hangup', { Channel: channel })).status).toBe(404);
  });

  it('can be played from the PBX, whole and in ranges, with recordings on demand, and these can be deleted there', async () => {
    const call = await until('the call with its two recordings', async () => {
      const { data } = await boss.call<{ data: { id: string }[] }>('GET', '/reports/cdr?recorded=true');
      for (const { id } of data) {
        const found = await boss.call<{ recordings: Recorded[] }>('GET', `/reports/cdr/${id}`);
        if (found.recordings.length === 2) return { id, ...found };
      }
      return null;
    });
    expect(call.recordings).toMatchObject([
      { kind: 'call', status: 'available' },
      { kind: 'hand', status: 'available', begunBy: 'acme-admin' },
    ]);
    const verdict = await console_.api.call('POST', `/endpoints/${serverId}/recordings/test`);
    expect(verdict).toMatchObject({ verdict: 'found' });
    for (const { id, bytes } of call.recordings) {
      const sound = await boss.call<{ path: string; peaks: number[]; seconds: number }>(
        'POST',
        `/recordings/${id}/listen`,
      );
      expect(Math.max(...sound.peaks)).toBeGreaterThan(0);
      const part = await fetch(`${console_.url}/api${sound.path}`, { headers: { range: 'bytes=100-299' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${bytes}`]);
      expect((await part.arrayBuffer()).byteLength).toBe(200);
    }
    const hand = call.recordings[1]?.id ?? '';
    await console_.api.call('DELETE', `/recordings/${hand}`);
    const after = await boss.call<{ recordings: Recorded[] }>('GET', `/reports/cdr/${call.id}`);
    expect(after.recordings.map(({ status }) => status)).toEqual(['available', 'deleted']);
    const left = readdirSync(join(pbx.folder, 'spool/recording/ringside'), { recursive: true }).map(String);
    expect(left.filter((name) => name.endsWith('.wav'))).toEqual([]);
  });
});

describe('waiting callers', () => {
  beforeEach(async () => {
    await witness.ask('QueuePause', { Queue: 'acme-sales', Interface: ANN, Paused: 'true' });
    const csv = join(pbx.folder, 'waiting.csv');
    writeFileSync(csv, '+12125550123;First;+12025550101\n+12125550124;Second;+12025550101\n');
    await pbx.callers({ calls: 2, rate: 2, patience: '120000', csv });
    await until('both callers wait', async () => (await waiting()).length === 2);
  });
  afterEach(async () => {
    await endAll();
    await witness.ask('QueuePause', { Queue: 'acme-sales', Interface: ANN, Paused: 'false' });
  });
  const waiting = async () =>
    (await live()).queues
      .find((q) => q.serverId === serverId && q.name === 'acme-sales')
      ?.callers.filter((c) => c.status === 1) ?? [];
  /** Numbers in the order of `queue show`. */
  const order = async (): Promise<readonly string[]> =>
    (await witness.list('QueueStatus', { Queue: 'acme-sales' }))
      .filter((b) => b['Event'] === 'QueueEntry')
      .sort((a, b) => Number(a['Position']) - Number(b['Position']))
      .map((b) => b['CallerIDNum'] ?? '');

  it('can be moved to the front, redirected and withdrawn', async () => {
    const [first, second] = (await waiting()).toSorted((a, b) => a.position - b.position);
    const Queue = 'acme-sales';
    const up = { Queue, Caller: second?.channel, Priority: 1, Immediate: true };
    expect(await command('QueueChangePriorityCaller', up)).toMatchObject(done);
    expect(await order()).toEqual([second?.callerIdNum, first?.callerIdNum]);
    await until('the console shows the new order', async () =>
      (await waiting()).some((c) => c.channel === second?.channel && c.position === 1),
    );
    expect((await command('QueueWithdrawCaller', { Queue, Caller: second?.channel }, globex)).status).toBe(404);
    // With the documented login, and without assignments of the hand-written dialplan's contexts to the customer.
    const rows = `/endpoints/${slimId}/names`;
    const { data } = await console_.api.call<{ data: { id: string; kind: string; name: string }[] }>('GET', rows);
    for (const { id } of data.filter(({ kind }) => kind === 'context'))
      await console_.api.call('DELETE', `${rows}/${id}`);
    const sent = await command('BlindTransfer', { Channel: second?.channel, Exten: '102' }, boss, slimId);
    expect(sent).toMatchObject(done);
    await until('Bob speaks with the second caller', () => talk(CARRIER, BOB));
    expect(await order()).toEqual([first?.callerIdNum]);
    expect((await command('QueueWithdrawCaller', { Queue, Caller: first?.channel })).status).toBe(200);
    await until('the queue is empty', async () => (await order()).length === 0);
  });
});

describe('agents', () => {
  const members = async (queue: string): Promise<readonly string[]> =>
    (await pbx.cli(`queue show ${queue}`)).match(/PJSIP\/[\w-]+/g) ?? [];

  it('move together or not at all', async () => {
    const guests = ['PJSIP/acme-201', 'PJSIP/acme-202'];
    for (const Interface of guests)
      expect(await command('QueueAdd', { Queue: 'acme-support', Interface, Penalty: 2 }, console_.api)).toMatchObject(
        done,
      );
    const both = { FromQueue: 'acme-support', ToQueue: 'acme-sales' };
    await until(
      'the console shows them',
      async () =>
        (await command('QueueMove', { ...both, Interfaces: ['PJSIP/acme-201', 'PJSIP/nobody'] })).status === 404,
    );
    expect(await command('QueueMove', { ...both, Interfaces: [...guests, 'PJSIP/acme-104'] })).toMatchObject({
      status: 409,
      body: { detail: 'Member not dynamic' },
    });
    expect(await members('acme-support')).toEqual(expect.arrayContaining(guests));
    expect(await command('QueueMove', { ...both, Interfaces: guests })).toMatchObject(done);
    expect(await members('acme-sales')).toEqual(expect.arrayContaining(guests));
    expect((await members('acme-support')).filter((m) => guests.includes(m))).toEqual([]);
  });
});

describe('click to call', () => {
  afterEach(() => endAll());

  it('rings the caller’s own phone first, then the number in that phone’s context', async () => {
    expect(await command('Call', { Number: '102' })).toMatchObject(done);
    await until('the two phones are connected', () => talk(BOSS, BOB));
    const own = onDevice(await shown(), BOSS);
    expect(own).toMatchObject({ Context: 'acme-internal', Exten: '102' });
  });

  it('refuses a user without a subscriber, and a number that the PBX lacks or the dial rules deny', async () => {
    expect(await command('Call', { Number: '102' }, globex)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('You have no extension') },
    });
    expect(await command('Call', { Number: '199' })).toMatchObject({
      status: 409,
      body: { detail: 'The PBX has no number 199 for this call' },
    });
    await until('the supervisor’s phone is idle', async () => (await shown()).length === 0);
    await boss.call('POST', '/acl', {
      kind: 'dial',
      name: 'No Spain',
      effect: 'deny',
      prefixes: ['34'],
      subjectType: 'everyone',
    });
    for (const Number of ['+34912345678', '0034912345678'])
      expect(await command('Call', { Number })).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('dial rules') },
      });
    expect(await shown()).toEqual([]);
  });
});
