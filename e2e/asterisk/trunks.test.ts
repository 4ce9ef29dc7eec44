// A registration trunk between two real Asterisks: the configured PBX, and the carrier that it registers with. An inbound call of the
// carrier reaches its number, and a wrong password is rejected. Read-back names the differences of a trunk, a voicemail box and a music
// class. A queue moves to the other Asterisk with its subscriber and its statistics.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uploadedSound } from '@ringside/core/routing/sound-name.ts';
import { telephoneWav } from '@ringside/core/routing/telephone-wav.ts';
import type { ProvisionedObject, Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import type { Call, CallPrice, OnwardCall } from '@ringside/core/contract/calls/cdr.ts';
import type { MovePreview } from '@ringside/core/contract/queues/queue-moves.ts';
import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_LOGIN, prepareForConsole, WRITING_LOGIN } from '../lab/configured.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import { activeCalls, originate, processedCalls } from '../lab/pbx-calls.ts';

const PATIENCE = { timeout: 40_000, interval: 200 };
/** An account of the carrier, from the lab's configuration. */
const ACCOUNT = { username: 'acme-101', secret: 'pw-acme-101' };
const NUMBER = '+442079460101';
/** The outbound number of a call center. */
const DESK = '+442079460102';
const MOBILE = '+442079460778';

interface CallView extends Call {
  readonly price: CallPrice | null;
  readonly onward: readonly OnwardCall[];
}

interface Row {
  readonly id: string;
}

let lab: Lab;
let pbx: Pbx;
let carrier: Pbx;
let ringside: RunningConsole;
let serverId: number;
let trunkId: string;
let customerId: string;
let queueId: string;

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => ringside.api.call<T>(method, path, body);
/** Objects that are not applied, as `name: reason option`. */
const differing = async (on: number): Promise<readonly string[]> => {
  const path = `/endpoints/${on}/provisioning/objects?perPage=500`;
  const { data } = await api<{ data: ProvisionedObject[] }>('GET', path);
  const others = data.filter(({ state }) => state !== 'applied');
  return others.map(({ name, reason, params }) => `${name}: ${reason} ${params['option']}`).toSorted();
};
const settled = (on = serverId) =>
  expect
    .poll(async () => {
      const { status, problem } = await api<Provisioning>('GET', `/endpoints/${on}/provisioning`);
      return { status, problem, differing: await differing(on) };
    }, PATIENCE)
    .toEqual({ status: 'idle', problem: null, differing: [] });
const registrations = (): Promise<string> => pbx.cli('pjsip show registrations');

const loadedState = (): Promise<string> => pbx.cli('pjsip show identifies', 'moh show files');
/** Makes Asterisk load manually changed files, then restores the files. */
const loadChanged = async (changes: readonly (readonly [file: string, from: RegExp, to: string])[]): Promise<void> => {
  const kept = changes.map(([file, from, to]) => {
    const path = join(pbx.folder, 'etc', file);
    const written = readFileSync(path, 'utf8');
    expect(written).toMatch(from);
    writeFileSync(path, written.replace(from, to));
    return [path, written] as const;
  });
  await pbx.cli('core reload');
  await expect.poll(loadedState, PATIENCE).toMatch(/192\.0\.2\.77[^]*another\.wav/);
  for (const [path, written] of kept) writeFileSync(path, written);
};

const active = () => activeCalls(pbx);
const processed = () => processedCalls(pbx);

/** The carrier calls the number through the registered contact. */
const callIn = (): void => originate(carrier, `PJSIP/${NUMBER}@${ACCOUNT.username}`);

beforeAll(async () => {
  lab = createLab();
  [pbx, carrier] = [lab.pbx(11), lab.pbx(12)];
  const starting = startConsole().then((started) => (ringside = started));
  // One after the other: the second uses files that the first creates.
  await pbx.up({ fresh: true });
  await prepareForConsole(pbx);
  await carrier.up({ fresh: true });
  await starting;
  const server = { name: 'PBX', amiHost: pbx.host, amiPort: pbx.amiPort };
  ({ id: serverId } = await api<{ id: number }>('POST', '/endpoints', { ...server, ...LIVE_LOGIN }));
  await api('PATCH', `/endpoints/${serverId}/provisioning`, { enabled: true, ...WRITING_LOGIN });
});
afterAll(async () => {
  await ringside?.close();
  await lab?.close();
});

describe('a trunk that registers', () => {
  it('is rejected with a wrong password, and registers with the correct one', async () => {
    ({ id: customerId } = await api<Row>('POST', '/customers', { code: 'newco', name: 'New Co' }));
    const menu = { customerId, serverId, name: 'Main', keys: [{ key: '1', destination: { kind: 'hangup' } }] };
    const { id: menuId } = await api<Row>('POST', '/ivrs', menu);
    await api('POST', '/dids', { customerId, serverId, number: NUMBER, destination: { kind: 'ivr', id: menuId } });
    const trunk = { serverId, code: 'carrier', name: 'Carrier', mode: 'registration', host: carrier.host };
    ({ id: trunkId } = await api<Row>('POST', '/trunks', { ...trunk, ...ACCOUNT, secret: 'wrong' }));
    await settled();
    await expect.poll(registrations, PATIENCE).toMatch(/trunk\.carrier\.registration\S* .*(Rejected|Unregistered)/);
    await api('PATCH', `/trunks/${trunkId}`, { secret: ACCOUNT.secret });
    await settled();
    await expect.poll(registrations, PATIENCE).toMatch(/trunk\.carrier\.registration\S* .*Registered/);
    expect(await carrier.cli('pjsip show contacts')).toContain(
      `${ACCOUNT.username}/sip:${ACCOUNT.username}@${pbx.host}`,
    );
  });

  it('delivers the carrier’s call to its number', async () => {
    callIn();
    await expect.poll(() => pbx.cli('core show channels concise'), PATIENCE).toContain('newco-menu-');
  });

  it('delivers a call to a forwarded extension: both legs are priced, the daily limit blocks the second leg, the call center’s overflow shows its number, and the PBX limits concurrent calls', async () => {
    // The carrier identifies the caller by IP address. The called party answers and hangs up after a while.
    const add = (file: string, text: string): void => appendFileSync(join(carrier.folder, 'etc', file), text);
    add(
      'extensions.conf',
      `[acme-internal](+)\nexten => ${MOBILE},1,Set(GLOBAL(SHOWN)=\${CALLERID(num)})\n same => n,Answer()\n same => n,Wait(3)\n same => n,Hangup()\n`,
    );
    add('pjsip.conf', `[account]\ntype = identify\nendpoint = ${ACCOUNT.username}\nmatch = ${pbx.host}\n`);
    await carrier.cli('dialplan reload', 'module reload res_pjsip.so');
    await expect.poll(() => carrier.cli('pjsip show identifies'), PATIENCE).toContain(pbx.host);
    const money = { status: 'active', currency: 'USD', fixedFee: '0' };
    const { id: planId } = await api<Row>('POST', '/plans', { name: 'By number', ...money });
    const rate = { destinationName: 'x', initialSeconds: 60, incrementSeconds: 60, connectFee: '0' };
    const rates = [
      { ...rate, direction: 'inbound', prefix: NUMBER.slice(1), ratePerMinute: '0.06' },
      { ...rate, direction: 'outbound', prefix: '4420', ratePerMinute: '0.12' },
    ];
    for (const each of rates) await api('POST', `/plans/${planId}/rates`, each);
    await api('POST', `/plans/${planId}/customers`, { customerId, validFrom: '2020-01-01T00:00:00Z' });
    const { id: routeId } = await api<Row>('POST', '/outboundroutes', {
      serverId,
      customerId,
      name: 'Out',
      trunkIds: [trunkId],
    });
    const sent = { extension: '209', name: 'Sent', forwardAlways: MOBILE };
    const { id } = await api<Row>('POST', '/subscribers', { customerId, serverId, ...sent });
    const { data } = await api<{ data: Row[] }>('GET', '/dids');
    const routeTo = (destination: object) => api('PATCH', `/dids/${data[0]?.id}`, { destination });
    await routeTo({ kind: 'extension', id });
    await settled();
    callIn();
    const listCalls = async () => {
      const { data: calls } = await api<{ data: Call[] }>('GET', '/reports/cdr');
      const views = await Promise.all(calls.map((call) => api<CallView>('GET', `/reports/cdr/${call.id}`)));
      return views.map(({ direction, destination, price, onward }) => [
        ...[direction, destination.raw, Number(price?.amount)],
        ...onward.map((leg) => `${leg.destination.raw} ${Number(leg.price?.amount)}`),
      ]);
    };
    await expect.poll(listCalls, PATIENCE).toContainEqual(['inbound', NUMBER, 0.06, `${MOBILE} 0.12`]);
    // Asterisk's own CDR file agrees.
    const file = readFileSync(join(pbx.folder, 'log/cdr-csv/Master.csv'), 'utf8');
    expect(file).toContain(`did:${NUMBER}`);

    // The spending reaches the daily limit: the PBX blocks outbound calls until the limit is raised. A restored section moves to the end of
    // the file.
    const written = () => {
      const text = readFileSync(join(pbx.folder, 'etc/ringside_extensions.conf'), 'utf8');
      return text.replace(/^;.*$/gm, '').split(/\n+/).toSorted().join('\n');
    };
    const open = written();
    const limit = (dailySpendLimit: string | null) =>
      api('PATCH', `/customers/${customerId}/account`, { dailySpendLimit, spendAction: 'block_outbound' });
    const sentOn = async () => (await listCalls()).filter((call) => call.length > 3).length;
    const stayed = async () => (await listCalls()).filter((call) => call.length === 3).length;
    // The record of the first call, which was not forwarded, may still be on its way.
    await expect.poll(stayed, PATIENCE).toBe(1);
    const before = [await sentOn(), await stayed()] as const;
    await limit('0.1');
    await expect.poll(written, PATIENCE).not.toBe(open);
    await settled();
    callIn();
    await expect.poll(stayed, PATIENCE).toBe(before[1] + 1);
    expect(await sentOn()).toBe(before[0]);
    await limit(null);
    await expect.poll(written, PATIENCE).toBe(open);
    await settled();
    callIn();
    await expect.poll(sentOn, PATIENCE).toBe(before[0] + 1);

    // The subscriber is the overflow of a call center with its own outbound number. The overflow gets the calls that the queue does not
    // accept.
    const { id: deskId } = await api<Row>('POST', '/dids', {
      ...{ customerId, serverId, number: DESK },
      destination: { kind: 'hangup' },
    });
    const desk = { customerId, name: 'Desk', code: 'desk', outboundNumber: DESK };
    const { id: callcenterId } = await api<Row>('POST', '/callcenters', {
      ...desk,
      overflowDestination: { kind: 'extension', id },
    });
    const none = { callcenterId, serverId, name: 'newco-desk' };
    const { id: fullId } = await api<Row>('POST', '/queues', none);
    const member = await api<Row>('POST', `/queues/${fullId}/members`, { subscriberId: id });
    await routeTo({ kind: 'queue', id: fullId });
    await settled();
    callIn();
    const shown = () => carrier.cli('dialplan show globals');
    await expect.poll(shown, PATIENCE).toContain(`SHOWN=${DESK}`);
    await expect.poll(active, PATIENCE).toBe(0);

    // A PBX limits its concurrent external calls across customers, and refuses the next call.
    await api('PATCH', `/endpoints/${serverId}`, { maxCalls: 1 });
    await api('PATCH', `/queues/${fullId}`, { joinEmpty: [], leaveEmpty: [] });
    await api('DELETE', `/queues/${fullId}/members/${member.id}`);
    await settled();
    const carried = await processed();
    callIn();
    await expect.poll(active, PATIENCE).toBe(1);
    callIn();
    await expect.poll(processed, PATIENCE).toBe(carried + 2);
    await expect.poll(active, PATIENCE).toBe(1);
    await pbx.cli('channel request hangup all');
    await expect.poll(active, PATIENCE).toBe(0);
    callIn();
    await expect.poll(active, PATIENCE).toBe(1);
    await pbx.cli('channel request hangup all');

    await api('PATCH', `/endpoints/${serverId}`, { maxCalls: null });
    await routeTo({ kind: 'hangup' });
    for (const path of [`/queues/${fullId}`, `/callcenters/${callcenterId}`, `/dids/${deskId}`, `/subscribers/${id}`])
      await api('DELETE', path);
    await api('DELETE', `/outboundroutes/${routeId}`);
  });

  it('is read back with voicemail boxes and music: differences on the PBX are named, and the next apply fixes them', async () => {
    const line = { customerId, serverId, extension: '201', name: 'Ann', voicemail: true };
    const { voicemailPin } = await api<{ voicemailPin: string }>('POST', '/subscribers', line);
    const { id: callcenterId } = await api<Row>('POST', '/callcenters', { customerId, name: 'Sales', code: 'sales' });
    const audio = Buffer.from(telephoneWav(new Uint8Array(16_000))).toString('base64');
    const { id: soundId } = await api<Row>('POST', '/prompts', { customerId, name: 'Waltz', audio });
    const queue = { customerId, callcenterId, serverId, name: 'newco-sales', label: 'Sales' };
    ({ id: queueId } = await api<Row>('POST', '/queues', { ...queue, musicClass: uploadedSound(soundId) }));
    await settled();
    await loadChanged([
      ['ringside_voicemail.conf', new RegExp(`=> ?${voicemailPin},`), '=> 99999999,'],
      ['ringside_musiconhold.conf', /sounds\/[^\s]+\.wav/, 'sounds/another.wav'],
      ['ringside_endpoints.conf', new RegExp(`match ?= ?${carrier.host}`), 'match = 192.0.2.77'],
    ]);
    await api('POST', `/endpoints/${serverId}/provisioning/check`);
    expect(await differing(serverId)).toEqual([
      expect.stringMatching(/^newco-m\S+: differs entry$/),
      'newco: differs 201 PIN',
      'trunk.carrier.identify: differs match',
    ]);
    await api('POST', `/endpoints/${serverId}/provisioning/apply`);
    await settled();
  });

  it('is gone when it is deleted, from the carrier too', async () => {
    await api('DELETE', `/trunks/${trunkId}`);
    await settled();
    await expect.poll(registrations, PATIENCE).not.toContain('trunk.carrier');
    await expect
      .poll(() => carrier.cli('pjsip show contacts'), PATIENCE)
      .not.toContain(`${ACCOUNT.username}/sip:${ACCOUNT.username}@${pbx.host}`);
  });
});

describe('a queue', () => {
  it('moves to the other PBX with its subscriber and number when no caller waits, and keeps its statistics', async () => {
    await prepareForConsole(carrier);
    const server = { name: 'Second', amiHost: carrier.host, amiPort: carrier.amiPort, ...LIVE_LOGIN };
    const { id: second } = await api<{ id: number }>('POST', '/endpoints', server);
    const path = `/queues/${queueId}/move`;
    const codes = async (): Promise<readonly string[]> => {
      const { queues } = await api<MovePreview>('GET', `${path}?serverId=${second}`);
      return queues.flatMap(({ problems }) => problems.map(({ code }) => code));
    };
    expect(await codes()).toEqual(['not-configured']);
    await api('PATCH', `/endpoints/${second}/provisioning`, { enabled: true, ...WRITING_LOGIN });
    const { data } = await api<{ data: Row[] }>('GET', `/subscribers?serverId=${serverId}&extension=201`);
    await api('POST', `/queues/${queueId}/members`, { subscriberId: data[0]?.id, penalty: 2 });
    await api('PATCH', `/queues/${queueId}`, { extension: '700', joinEmpty: [], leaveEmpty: [] });
    await settled();
    originate(pbx, 'Local/700@newco-out');
    await expect.poll(codes, PATIENCE).toEqual(['members-stay', 'callers-waiting']);
    const refused = await ringside.api.raw('POST', path, { serverId: second, leaveMembers: true });
    expect(refused.status).toBe(409);
    await api('POST', '/subscribers', { customerId, serverId: second, extension: '201', name: 'Ann' });
    await pbx.cli('channel request hangup all');
    await expect.poll(codes, PATIENCE).toEqual([]);
    await api('POST', path, { serverId: second });
    await settled();
    await settled(second);
    expect(await carrier.cli('queue show newco-sales')).toContain('PJSIP/newco-201) with penalty 2');
    await expect.poll(() => pbx.cli('queue show newco-sales'), PATIENCE).toContain('No such queue');
    const seen = async (on: number) => {
      const queues = await api<{ data: { name: string; queueId: string | null }[] }>('GET', `/endpoints/${on}/queues`);
      return queues.data.filter(({ name }) => name === 'newco-sales').map((queue) => queue.queueId);
    };
    await expect.poll(() => seen(serverId), PATIENCE).toEqual([]);
    await expect.poll(() => seen(second), PATIENCE).toEqual([queueId]);
    const counted = async () => {
      const report = await api<QueueReport>('GET', '/reports/queues');
      const own = report.data.filter(({ label }) => label === 'Sales');
      return own.map(({ serverId: on, label, received }) => ({ on, label, received }));
    };
    await expect.poll(counted, PATIENCE).toEqual([{ on: second, label: 'Sales', received: 1 }]);
    // A call lost on the second PBX adds to the same figure.
    originate(carrier, 'Local/700@newco-out');
    await expect.poll(() => carrier.cli('queue show newco-sales'), PATIENCE).toMatch(/1\. Local/);
    await carrier.cli('channel request hangup all');
    await expect.poll(counted, PATIENCE).toEqual([{ on: second, label: 'Sales', received: 2 }]);
  });
});
