// A trunk that registers, as it was entered in the console: two real Asterisks, one the PBX that is configured, the other the
// carrier it signs in to. A call of the carrier's comes in by it and finds its number; a wrong password does not get in. What
// the PBX holds otherwise than it was written is named: of a trunk, a voicemail box, a class of music.
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { uploadedSound } from '@ringside/core/base/sound-name.ts';
import { telephoneWav } from '@ringside/core/base/telephone-wav.ts';
import type { ProvisionedObject, Provisioning } from '@ringside/core/contract/provisioning.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_LOGIN, prepareForConsole, WRITING_LOGIN } from '../lab/configured.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';

const PATIENCE = { timeout: 40_000, interval: 200 };
/** An account of the carrier's, as the lab has them. */
const ACCOUNT = { username: 'acme-101', secret: 'pw-acme-101' };
const NUMBER = '+442079460101';

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

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => ringside.api.call<T>(method, path, body);
/** How the objects that differ stand, `name: option`; those that stand as wanted are left out. */
const differing = async (): Promise<readonly string[]> => {
  const path = `/endpoints/${serverId}/provisioning/objects?perPage=500`;
  const { data } = await api<{ data: ProvisionedObject[] }>('GET', path);
  const others = data.filter(({ state }) => state !== 'applied');
  return others.map(({ name, reason, params }) => `${name}: ${reason} ${params['option']}`).toSorted();
};
const settled = () =>
  expect
    .poll(async () => {
      const { status, problem } = await api<Provisioning>('GET', `/endpoints/${serverId}/provisioning`);
      return { status, problem, differing: await differing() };
    }, PATIENCE)
    .toEqual({ status: 'idle', problem: null, differing: [] });
const registrations = (): Promise<string> => pbx.cli('pjsip show registrations');

const heldBy = (): Promise<string> => pbx.cli('pjsip show identifies', 'moh show files');
/** Asterisk reads files that a hand changed; afterwards they are again as they were. */
const loadOtherwise = async (
  changes: readonly (readonly [file: string, from: RegExp, to: string])[],
): Promise<void> => {
  const kept = changes.map(([file, from, to]) => {
    const path = join(pbx.folder, 'etc', file);
    const written = readFileSync(path, 'utf8');
    expect(written).toMatch(from);
    writeFileSync(path, written.replace(from, to));
    return [path, written] as const;
  });
  await pbx.cli('core reload');
  await expect.poll(heldBy, PATIENCE).toMatch(/192\.0\.2\.77[^]*another\.wav/);
  for (const [path, written] of kept) writeFileSync(path, written);
};

/** The carrier calls the number by the contact that registered with it. */
const callIn = (): void => {
  const socket = connect(carrier.amiPort, carrier.host, () =>
    socket.write(
      'Action: Login\r\nUsername: console\r\nSecret: console-secret\r\nEvents: off\r\n\r\n' +
        `Action: Originate\r\nChannel: PJSIP/${NUMBER}@${ACCOUNT.username}\r\nApplication: Wait\r\nData: 20\r\nAsync: true\r\n\r\n` +
        'Action: Logoff\r\n\r\n',
    ),
  );
  socket.on('error', () => undefined).resume();
};

beforeAll(async () => {
  lab = createLab();
  [pbx, carrier] = [lab.pbx(11), lab.pbx(12)];
  const starting = startConsole().then((started) => (ringside = started));
  // One after the other: they share what the first lays out.
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
  it('is refused with a wrong password, and let in with the right one', async () => {
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

  it('brings a call of the carrier to its number', async () => {
    callIn();
    await expect.poll(() => pbx.cli('core show channels concise'), PATIENCE).toContain('newco-menu-');
  });

  it('is read back, with boxes and music: what the PBX holds otherwise is named, and mended by the next apply', async () => {
    const line = { customerId, serverId, extension: '201', name: 'Ann', voicemail: true };
    const { voicemailPin } = await api<{ voicemailPin: string }>('POST', '/subscribers', line);
    const { id: callcenterId } = await api<Row>('POST', '/callcenters', { customerId, name: 'Sales', code: 'sales' });
    const audio = Buffer.from(telephoneWav(new Uint8Array(16_000))).toString('base64');
    const { id: soundId } = await api<Row>('POST', '/prompts', { customerId, name: 'Waltz', audio });
    const queue = { customerId, callcenterId, serverId, name: 'newco-sales', label: 'Sales' };
    await api('POST', '/queues', { ...queue, musicClass: uploadedSound(soundId) });
    await settled();
    await loadOtherwise([
      ['ringside_voicemail.conf', new RegExp(`=> ?${voicemailPin},`), '=> 99999999,'],
      ['ringside_musiconhold.conf', /sounds\/[^\s]+\.wav/, 'sounds/another.wav'],
      ['ringside_endpoints.conf', new RegExp(`match ?= ?${carrier.host}`), 'match = 192.0.2.77'],
    ]);
    await api('POST', `/endpoints/${serverId}/provisioning/check`);
    expect(await differing()).toEqual([
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
