// An administrator's input becomes a working phone system on a real Asterisk: a stock configuration with the documented lines, and
// everything else over the API. Phones register with the secrets from the API, and a call reaches the queue. Manual changes on the PBX are
// detected and reverted or adopted. An interrupted apply is completed, and deleted objects leave nothing behind.
import { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uploadedSound } from '@ringside/core/routing/sound-name.ts';
import { telephoneWav } from '@ringside/core/routing/telephone-wav.ts';
import type { Prompt } from '@ringside/core/contract/routing/prompt.ts';
import type { ProvisionedObject, Provisioning, SectionDifference } from '@ringside/core/contract/pbx/provisioning.ts';
import { musicClass } from '@ringside/core/pbx/sounds.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { LIVE_LOGIN, prepareForConsole, WRITING_LOGIN } from '../lab/configured.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import { originate } from '../lab/pbx-calls.ts';

const PATIENCE = { timeout: 40_000, interval: 200 };
/** Characters that forms accept and that would end a line, section or dialplan step without escaping. */
const HOSTILE = "Zoë; [x] ${EXTEN} $[1+1] => ' #exec `id` שלום";

interface Row {
  readonly id: string;
}
interface Line extends Row {
  readonly extension: string;
  readonly secret: string;
  readonly sipUsername: string;
}

let lab: Lab;
let pbx: Pbx;
let ringside: RunningConsole;
let serverId: number;
let customerId: string;
let queueId: string;
let lines: Line[];

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => ringside.api.call<T>(method, path, body);
const at = (path = ''): string => `/endpoints/${serverId}/provisioning${path}`;
const state = (): Promise<Provisioning> => api('GET', at());
const etc = (name: string): string => join(pbx.folder, 'etc', name);
const ownFiles = (): readonly string[] => readdirSync(etc('')).filter((name) => name.startsWith('ringside_'));

/** Waits until no change is pending or running. */
const settled = async (): Promise<Provisioning> => {
  const runStatus = async () => {
    const { status, problem } = await state();
    return { status, problem };
  };
  await expect.poll(runStatus, PATIENCE).toEqual({ status: 'idle', problem: null });
  return state();
};
const objects = async (name: string): Promise<readonly ProvisionedObject[]> => {
  const { data } = await api<{ data: ProvisionedObject[] }>('GET', at(`/objects?perPage=500&q=${name}`));
  return data.filter((object) => object.name === name);
};

/** Kills the PBX as in a power cut. The phones keep running. */
const killPbx = async (): Promise<void> => {
  const pid = Number(readFileSync(join(pbx.folder, 'pid'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  const isGone = (): boolean => {
    try {
      // A zombie process counts as gone.
      return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return true;
    }
  };
  await expect.poll(isGone, PATIENCE).toBe(true);
  rmSync(join(pbx.folder, 'pid'), { force: true });
};

/** Calls a number of the tenant without a calling phone. */
const call = (number: string, context: string): void => originate(pbx, `Local/${number}@${context}`);

/** All members have a penalty of 2, so no phone rings before the second step. */
const STEPS = [
  { afterSeconds: 0, minPenalty: 0, maxPenalty: 1 },
  { afterSeconds: 3, minPenalty: 0, maxPenalty: 5 },
];

const makeTenant = async (): Promise<void> => {
  ({ id: customerId } = await api<Row>('POST', '/customers', { code: 'newco', name: HOSTILE }));
  const callcenter = await api<Row>('POST', '/callcenters', { customerId, name: HOSTILE, code: 'sales' });
  lines = [];
  for (const extension of ['201', '202', '203', '204', '205', '206']) {
    const name =
      extension === '206'
        ? HOSTILE.replaceAll(/["<>,\\]/g, '')
            .slice(0, 27)
            .trim()
        : `Phone ${extension}`;
    lines.push(await api<Line>('POST', '/subscribers', { customerId, serverId, extension, name }));
  }
  const queue = { customerId, callcenterId: callcenter.id, serverId, name: 'newco-sales', label: HOSTILE };
  ({ id: queueId } = await api<Row>('POST', '/queues', { ...queue, extension: '700', penaltySteps: STEPS }));
  for (const { id } of lines) await api('POST', `/queues/${queueId}/members`, { subscriberId: id, penalty: 2 });
};

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(9);
  await Promise.all([pbx.up({ fresh: true }), startConsole().then((started) => (ringside = started))]);
  await prepareForConsole(pbx);
  const server = { name: 'PBX', amiHost: pbx.host, amiPort: pbx.amiPort };
  ({ id: serverId } = await api<{ id: number }>('POST', '/endpoints', { ...server, ...LIVE_LOGIN }));
});
afterAll(async () => {
  await ringside?.close();
  await lab?.close();
});

describe('provisioning of a PBX', () => {
  it('writes nothing before it is set up, and everything afterwards', async () => {
    expect(await state()).toMatchObject({ status: 'off', enabled: false });
    const refused = await ringside.api.raw('POST', at('/apply'));
    expect(refused.status).toBe(422);
    await api('PATCH', at(), { enabled: true, ...WRITING_LOGIN });
    await makeTenant();
    const done = await settled();
    expect(done.problem).toBeNull();
    expect(done).toMatchObject({ liveLoginWrites: false, counts: { pending: 0, failed: 0, drift: 0 } });
    expect(done.counts.applied).toBeGreaterThanOrEqual(8);
    // There are no voicemail boxes or music on hold yet.
    const shown = done.includes.filter(({ file }) => file !== 'voicemail.conf' && file !== 'musiconhold.conf');
    expect(shown.map((line) => line.state)).toEqual(shown.map(() => 'present'));
    const states = await api<{ data: { state: string }[] }>(
      'GET',
      `/provisioning/subscribers?ids=${lines.map((line) => line.id).join(',')}`,
    );
    expect(states.data.map((row) => row.state)).toEqual(lines.map(() => 'applied'));
    expect(await pbx.cli('pjsip show endpoint newco-206')).toContain('Zoë; [x] ${EXTEN} $[1+1]');
    // No typed text became a section, a line or a step.
    const written = ownFiles()
      .map((name) => readFileSync(etc(name), 'utf8'))
      .join('\n');
    expect(written).not.toMatch(/^\s*(\[x\]|#exec)/m);
  });

  it('lets phones register with the secrets from the API, and a call of the queue reaches them', async () => {
    writeFileSync(etc('newco.csv'), lines.map((line) => `${line.sipUsername};${line.secret}\n`).join(''));
    await pbx.agents(6, { ring: '300', talk: '2000', csv: etc('newco.csv'), samePort: true });
    await expect
      .poll(async () => ((await pbx.cli('pjsip show contacts')).match(/newco-20[1-6]/g) ?? []).length, PATIENCE)
      .toBeGreaterThanOrEqual(6);
    // The queue accepts callers only for reachable members. Asterisk qualifies a contact only within its first minute.
    await pbx.cli(...lines.map((line) => `pjsip qualify ${line.sipUsername}`));
    await expect.poll(() => pbx.cli('queue show newco-sales'), PATIENCE).toMatch(/\(Not in use\)/);
    call('700', 'newco-out');
    await expect.poll(() => pbx.cli('queue show newco-sales'), PATIENCE).toMatch(/has taken 1 call/);
    const connected = readFileSync(join(pbx.folder, 'log', 'queue_log'), 'utf8').match(/\|CONNECT\|([0-9]+)\|/);
    expect(Number(connected?.[1])).toBeGreaterThanOrEqual(3);
    expect(await pbx.cli('queue show rules')).toContain('Rule: newco-sales');
    await api('PATCH', `/queues/${queueId}`, { penaltySteps: [] });
    expect((await settled()).counts).toMatchObject({ failed: 0, drift: 0 });
    expect(await pbx.cli('queue show rules')).not.toContain('newco-sales');
  });

  it('downloads prompts and music on hold from the console, and caches them', async () => {
    const pcm = Int16Array.from({ length: 8000 }, (_, i) =>
      Math.round(8000 * Math.sin((i / 8000) * 2 * Math.PI * 440)),
    );
    const audio = Buffer.from(telephoneWav(new Uint8Array(pcm.buffer))).toString('base64');
    const sound = await api<Prompt>('POST', '/prompts', { customerId, name: 'Welcome', audio });
    const prompt = uploadedSound(sound.id);
    const menu = { customerId, serverId, name: 'Main', extension: '710', prompt, timeoutSeconds: 1, attempts: 1 };
    const { id: menuId } = await api<Row>('POST', '/ivrs', menu);
    await api('PATCH', `/queues/${queueId}`, { musicClass: prompt });
    expect((await settled()).counts).toMatchObject({ failed: 0, drift: 0 });
    const address = `${ringside.url}/api${sound.path}`;
    await pbx.cli('core set verbose 5');
    const log = (): string => readFileSync(join(pbx.folder, 'log', 'full'), 'utf8');
    call('710', 'newco-out');
    await expect.poll(log, PATIENCE).toContain(`Playing '${address}`);
    expect(await pbx.cli('media cache show all')).toContain(address);
    const [music] = await objects(musicClass('newco', sound.id));
    expect(music).toMatchObject({ kind: 'music', state: 'applied', resource: 'prompt', resourceId: sound.id });
    call('700', 'newco-out');
    await expect.poll(log, PATIENCE).toMatch(new RegExp(`Started music on hold, class '${music?.name}'`));
    expect(log()).not.toMatch(/(does not exist|Unable to open|failed on).*api\/sounds/);
    await pbx.cli('core set verbose 0', 'channel request hangup all');
    expect((await ringside.api.raw('DELETE', `/prompts/${sound.id}`)).status).toBe(409);
    await api('PATCH', `/queues/${queueId}`, { musicClass: '' });
    await api('DELETE', `/ivrs/${menuId}`);
    await api('DELETE', `/prompts/${sound.id}`);
    await settled();
    expect(await objects(music?.name ?? '')).toEqual([]);
  });

  it('detects a manual change, adopts it if a field exists, and reverts it otherwise', async () => {
    const file = etc('ringside_queues.conf');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^maxlen *= *0$/m, 'maxlen = 7'));
    expect((await api<Provisioning>('POST', at('/check'))).counts.drift).toBe(1);
    expect(await objects('newco-sales')).toMatchObject([
      { state: 'drift', reason: 'changed-there', resourceId: queueId },
    ]);
    const { data } = await api<{ data: SectionDifference[] }>('GET', at('/difference'));
    expect(data).toMatchObject([{ sheet: 'queues', section: 'newco-sales', change: 'change' }]);
    expect(data[0]?.before).toContain('maxlen = 7');
    expect(await api('POST', at('/adopt'), { kind: 'queue', name: 'newco-sales' })).toMatchObject({ state: 'applied' });
    expect(await api('GET', `/queues/${queueId}`)).toMatchObject({ maxCallers: 7 });

    const phones = etc('ringside_endpoints.conf');
    writeFileSync(phones, readFileSync(phones, 'utf8').replace(/^rtp_symmetric *= *yes$/m, 'rtp_symmetric = no'));
    expect((await api<Provisioning>('POST', at('/check'))).counts.drift).toBe(1);
    const kept = await ringside.api.raw('POST', at('/adopt'), { kind: 'pjsip', name: 'newco-201' });
    expect(kept).toMatchObject({ status: 422, body: { errors: [{ code: 'not-adoptable' }] } });
    // Another change does not revert the drift: that is the administrator's decision.
    await api('PATCH', `/subscribers/${lines[1]?.id}`, { name: 'Renamed' });
    await settled();
    expect(readFileSync(phones, 'utf8')).toMatch(/^rtp_symmetric *= *no$/m);
    expect(await pbx.cli('pjsip show endpoint newco-202')).toContain('"Renamed" <202>');
    await api('POST', at('/apply'));
    await expect.poll(async () => (await state()).counts, PATIENCE).toMatchObject({ drift: 0, failed: 0, pending: 0 });
    expect(readFileSync(phones, 'utf8')).not.toMatch(/^rtp_symmetric *= *no$/m);
  });

  it('rewrites an unparsable file on apply', async () => {
    const file = etc('ringside_queues.conf');
    appendFileSync(file, '\n[no end of a name\n');
    await api('POST', at('/check'));
    const { problem } = await state();
    expect(problem).toMatchObject({ kind: 'file-invalid', params: { file: 'ringside_queues.conf' } });
    await api('POST', at('/apply'));
    await settled();
    expect(readFileSync(file, 'utf8')).not.toContain('no end of a name');
    expect(await pbx.cli('queue show newco-sales')).toMatch(/max 7\) in/);
  });

  it('rolls back to an earlier configuration, and holds changes there', async () => {
    const before = await state();
    expect(before.lastRun).toMatchObject({ restorable: true });
    await api('PATCH', `/subscribers/${lines[2]?.id}`, { name: 'Later' });
    await settled();
    await api('POST', at('/rollback'), { runId: before.lastRun?.id });
    await expect.poll(async () => (await state()).status, PATIENCE).toBe('held');
    await expect.poll(() => pbx.cli('pjsip show endpoint newco-203'), PATIENCE).toContain('"Phone 203" <203>');
    await api('POST', at('/apply'));
    await settled();
    await expect.poll(() => pbx.cli('pjsip show endpoint newco-203'), PATIENCE).toContain('"Later" <203>');
  });

  it('completes an apply that a crash of the PBX interrupted', async () => {
    const range = { customerId, serverId, from: '300', to: '399', namePrefix: 'Bulk' };
    await api('POST', '/subscribers/bulk', range);
    await expect
      .poll(() => ownFiles().some((name) => readFileSync(etc(name), 'utf8').includes('newco-310')), PATIENCE)
      .toBe(true);
    await killPbx();
    await expect.poll(async () => (await state()).problem?.kind, PATIENCE).toBe('link');
    expect((await state()).counts.pending).toBeGreaterThan(0);
    // The console goes down too. Pending changes are in its database.
    await ringside.kill();
    const kept = ownFiles().map((name) => [name, readFileSync(etc(name))] as const);
    await pbx.up();
    for (const [name, bytes] of kept) writeFileSync(etc(name), bytes);
    await prepareForConsole(pbx);
    await pbx.cli('core reload');
    await ringside.start();
    const mended = await settled();
    expect(mended.counts).toMatchObject({ pending: 0, failed: 0, drift: 0 });
    expect(mended.counts.applied).toBeGreaterThanOrEqual(108);
    expect((await pbx.cli('pjsip show endpoints')).match(/Endpoint: {2}newco-3/g)).toHaveLength(100);
  });

  it('removes the devices of a terminated customer, restores them, and leaves nothing of a deleted customer', async () => {
    await api('PATCH', `/customers/${customerId}`, { status: 'terminated' });
    await settled();
    expect(await pbx.cli('pjsip show endpoints')).not.toContain('newco-');
    await api('PATCH', `/customers/${customerId}`, { status: 'active' });
    await settled();
    const { data } = await api<{ data: Row[] }>('GET', '/subscribers?perPage=500');
    for (const { id } of data) await api('DELETE', `/subscribers/${id}`);
    await api('DELETE', `/queues/${queueId}`);
    const { data: centers } = await api<{ data: Row[] }>('GET', '/callcenters');
    for (const { id } of centers) await api('DELETE', `/callcenters/${id}`);
    await api('DELETE', `/customers/${customerId}`);
    await expect
      .poll(async () => (await state()).counts, PATIENCE)
      .toEqual({ applied: 0, pending: 0, failed: 0, drift: 0 });
    await settled();
    for (const name of ownFiles()) expect(readFileSync(etc(name), 'utf8')).not.toMatch(/^[^;\s]/m);
    expect(await pbx.cli('pjsip show endpoints')).not.toContain('newco-');
    await expect.poll(() => pbx.cli('queue show newco-sales'), PATIENCE).toContain('No such queue');
    await expect
      .poll(() => pbx.cli('dialplan show newco-out').catch((error: unknown) => String(error)), PATIENCE)
      .toContain('There is no existence');
  });
});
