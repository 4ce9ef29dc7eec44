// Transfers by the PBX on a hand-written dialplan: by another AMI client and by feature codes of features.conf. The live view shows the
// parties who talk now, and a caller in a queue with their own name.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sleep } from '../lab/lab.ts';
import { ANN, BOB, CARRIER, onDevice, openSupervised } from '../lab/supervised.ts';
import type { Supervised } from '../lab/supervised.ts';

const CLEO = 'PJSIP/acme-103';
const DAN = 'PJSIP/acme-104';
const PATIENCE = { timeout: 20_000, interval: 100 };

let stage: Supervised | undefined;
let { pbx, witness, serverId, shown, until, talk, live, callAnn, endAll } = {} as Supervised;

beforeAll(async () => {
  stage = await openSupervised(16);
  ({ pbx, witness, serverId, shown, until, talk, live, callAnn, endAll } = stage);
  mkdirSync(join(pbx.folder, 'etc/extensions.d'), { recursive: true });
  // A queue that a phone can dial, as written by hand.
  writeFileSync(
    join(pbx.folder, 'etc/extensions.d/support.conf'),
    '[acme-internal](+)\nexten => 700,1,Gosub(enter-queue,s,1(acme-support,300))\n',
  );
  await pbx.cli('dialplan reload');
  for (const iface of [CLEO, DAN])
    await witness.ask('QueuePause', { Queue: 'acme-support', Interface: iface, Paused: 'true' });
});
afterAll(() => stage?.close());
afterEach(() => endAll());

const channelOf = async (device: string): Promise<string> => onDevice(await shown(), device)?.Channel ?? '';

/** Presses keys on a phone during its call. */
const press = async (device: string, keys: string): Promise<void> => {
  const channel = await channelOf(device);
  for (const Digit of keys) {
    await witness.ask('PlayDTMF', { Channel: channel, Digit, Duration: '100', Receive: 'true' });
    await sleep(150);
  }
};

const annCalls = async (extension: string, device: string): Promise<void> => {
  const said = { Channel: ANN, Context: 'acme-internal', Exten: extension, Priority: '1', Async: 'true' };
  await witness.ask('Originate', { ...said, CallerID: 'Ann Archer <101>', Timeout: '20000' });
  await until('the call is up', () => talk(ANN, device));
};

type Transfer = (from: string, exten: string) => Promise<void>;
const action =
  (name: string): Transfer =>
  async (from, exten) => {
    const fields = { Channel: await channelOf(from), Context: 'acme-internal', Exten: exten };
    expect((await witness.ask(name, fields))['Response']).toBe('Success');
  };
const keys =
  (code: string): Transfer =>
  (from, exten) =>
    press(from, `${code}${exten}`);
const BLIND: readonly (readonly [string, Transfer])[] = [
  ['an AMI client', action('BlindTransfer')],
  ['a feature code', keys('##')],
];
const ATTENDED: readonly (readonly [string, Transfer])[] = [
  ['an AMI client', action('Atxfer')],
  ['a feature code', keys('*2')],
];
const hangUp = async (device: string): Promise<void> => {
  await witness.ask('Hangup', { Channel: await channelOf(device) });
};
/** Waits until the consultation is up, then hangs up. */
const consult =
  (run: Transfer): Transfer =>
  async (from, exten) => {
    await run(from, exten);
    await until('the consultation is up', async () => onDevice(await shown(), BOB)?.BridgeId);
    await hangUp(from);
  };
const TRANSFERS: readonly (readonly [string, Transfer])[] = [
  ...BLIND.map(([by, run]) => [`blind, by ${by}`, run] as const),
  ...ATTENDED.map(([by, run]) => [`attended, by ${by}`, consult(run)] as const),
];

/** Waits until Bob has the call and the transferring phone has left it. Phones without audio keep the Local channels between them. */
const hasLeft = async (from: string): Promise<void> => {
  await until('Bob has the call', async () => onDevice(await shown(), BOB)?.BridgeId);
  await until('the transfer is over', async () => (await channelOf(from)) === '');
};
const parties = async (): Promise<readonly (readonly [string, string, string | null])[]> =>
  (await live()).calls
    .filter((call) => call.serverId === serverId)
    .map(({ source, destination, agent }) => [source.raw, destination.raw, agent]);

describe.each(TRANSFERS)('a transfer, %s', (_what, run) => {
  it('of an inbound call to an extension shows the caller and the party who has the call now', async () => {
    const csv = join(pbx.folder, 'etc', 'to-ann.csv');
    writeFileSync(csv, '+34912345678;Ivy;+12025550109\n');
    await pbx.callers({ calls: 1, rate: 1, csv, patience: '120000' });
    await until('Ann answers', () => talk(CARRIER, ANN));
    await run(ANN, '102');
    await hasLeft(ANN);
    await expect.poll(parties, PATIENCE).toEqual([['+34912345678', '102', null]]);
  });

  it('by the calling extension shows the two other parties', async () => {
    await annCalls('103', CLEO);
    await run(ANN, '102');
    await hasLeft(ANN);
    await expect.poll(parties, PATIENCE).toEqual([['103', '102', null]]);
  });

  it('by the called extension shows the two other parties', async () => {
    await annCalls('103', CLEO);
    await run(CLEO, '102');
    await hasLeft(CLEO);
    await expect.poll(parties, PATIENCE).toEqual([['101', '102', null]]);
  });
});

describe.each([...BLIND, ...ATTENDED])('a transfer into a queue by %s', (_what, run) => {
  it('shows the caller there with the name that the PBX shows', async () => {
    await callAnn();
    await run(ANN, '700');
    const listed = async () => {
      const entries = await witness.list('QueueStatus', { Queue: 'acme-support' });
      return entries
        .filter(({ Event }) => Event === 'QueueEntry')
        .map((e) => [e['Position'], e['Uniqueid'], e['CallerIDNum'], e['CallerIDName']]);
    };
    await until('a caller is in the queue', async () => (await listed()).length === 1);
    if ((await channelOf(ANN)) !== '') await hangUp(ANN);
    await until(
      'the caller waits without Ann',
      async () => (await channelOf(ANN)) === '' && (await listed()).length === 1,
    );
    const waiting = async () =>
      (await live()).queues
        .filter((q) => q.serverId === serverId && q.name === 'acme-support')
        .flatMap((q) => q.callers.map((c) => [String(c.position), c.uniqueid, c.callerIdNum, c.callerIdName]));
    // Asterisk itself changes the name some moments after the transfer.
    await expect
      .poll(async () => ({ waiting: await waiting(), listed: await listed() }), PATIENCE)
      .toSatisfy(({ waiting: a, listed: b }) => JSON.stringify(a) === JSON.stringify(b));
    const [, , number, name] = (await waiting())[0] ?? [];
    expect([number, name]).not.toEqual(['101', 'Ann Archer']);
    expect(await channelOf(CARRIER)).not.toBe('');
    await expect.poll(async () => (await parties()).map(([, , agent]) => agent), PATIENCE).toEqual([null]);
  });
});
