// Tests queue options, destinations of callers, the order of members, and the voicemail box of a line.
import { configText } from '@ringside/core/asterisk/testing/config-text.ts';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWanted } from '../../pbx/provisioning/wanted-queries.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let own: string;
let queueId: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  own = world.a.tokens['customer-admin'] ?? '';
  const { callcenterId, endpointId } = world.a;
  const made = await server.call(admin, 'POST', '/queues', {
    ...{ callcenterId, serverId: endpointId, name: 'twin-a-orders', managed: true, extension: '770' },
  });
  expect(made.body).toMatchObject({ maxWaitSeconds: 300, ringInUse: false, autofill: true, timeoutDestination: null });
  queueId = made.body.id;
});
afterAll(() => server.close());

const change = (body: object, id = queueId) => server.call(own, 'PATCH', `/queues/${id}`, body);
const line = async (extension: string): Promise<{ id: string; voicemailPin: string }> => {
  const made = await server.call(own, 'POST', '/subscribers', {
    ...{ extension, name: `Line ${extension}`, serverId: world.a.endpointId },
  });
  expect(made.status).toBe(201);
  return made.body;
};
const written = async (): Promise<string> => {
  const { pbx } = await readWanted(server.deps.db, server.deps.secrets, world.a.endpointId, 'http://console.test/api');
  const { files, refused } = renderPbx(pbx);
  expect(refused.filter(({ kind }) => kind === 'queue' || kind === 'subscriber')).toEqual([]);
  return files.map(configText).join('\n');
};

describe('a queue', () => {
  it('stores every option and provisions it', async () => {
    const options = {
      ...{ joinEmpty: ['paused', 'wrapup'], leaveEmpty: ['unavailable'], autopause: 'all', announcePosition: 'more' },
      ...{ announceRoundSeconds: 10, exitKey: '#', musicClass: 'jazz', periodicAnnouncement: 'custom/wait' },
      ...{
        recording: 'all',
        recordingAnnouncement: 'custom/recorded',
        timeoutPriority: 'conf',
        logHiddenNumbers: false,
      },
    };
    const to = { kind: 'extension', id: world.a.subscriberId };
    const done = await change({ ...options, timeoutDestination: to, fullDestination: to, exitDestination: to });
    expect(done.body).toMatchObject({ ...options, timeoutDestination: to, fullDestination: to, exitDestination: to });
    expect(await written()).toMatch(/\[twin-a-orders\][^[]*joinempty = paused,wrapup\n[^[]*musicclass = jazz\n/);
    expect(await written()).toContain('"TIMEOUT"]?twin-a-out,100,1)');
  });

  it.each([
    [{ announceRoundSeconds: 7 }, 'announceRoundSeconds'],
    [{ joinEmpty: ['gone'] }, 'joinEmpty.0'],
    [{ musicClass: 'a;b' }, 'musicClass'],
    [{ recordingAnnouncement: '../../etc/passwd' }, 'recordingAnnouncement'],
    [{ exitKey: '12' }, 'exitKey'],
    [{ timeoutDestination: { kind: 'queue' } }, 'timeoutDestination'],
  ])('refuses %j and names the field', async (body, path) => {
    const refused = await change(body);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, path]);
  });

  it('leads only to destinations of its customer, which then cannot be deleted', async () => {
    const foreign = await change({ fullDestination: { kind: 'extension', id: world.b.subscriberId } });
    expect([foreign.status, foreign.body.errors[0]]).toMatchObject([404, { path: 'fullDestination', code: 'unknown' }]);
    const held = await server.call(admin, 'DELETE', `/subscribers/${world.a.subscriberId}`);
    const names = (held.body.errors as { params: { resource: string; names: string } }[]).map((e) => e.params);
    expect(held.status).toBe(409);
    expect(names).toContainEqual(expect.objectContaining({ resource: 'queue', names: 'twin-a-orders' }));
    await change({ timeoutDestination: null, fullDestination: null, exitDestination: null });
  });

  it('has another destination outside of the business hours of its call center and while it is paused', async () => {
    const path = `/callcenters/${world.a.callcenterId}`;
    const foreign = await server.call(own, 'PATCH', path, { hoursId: world.b.hoursId });
    expect([foreign.status, foreign.body.errors[0]]).toMatchObject([404, { path: 'hoursId', code: 'unknown' }]);
    const to = { kind: 'extension', id: world.a.subscriberId };
    expect((await change({ closedDestination: to })).body.closedDestination).toMatchObject(to);
    expect(await written()).not.toMatch(/Gosub\(twin-a-hours,[^\n]*\n[^\n]*\?open\)/);
    expect((await server.call(own, 'PATCH', path, { hoursId: world.a.hoursId })).body.hoursName).toBeTruthy();
    expect(await written()).toMatch(/Gosub\(twin-a-hours,[^\n]*\n[^\n]*\?open\)\n[^\n]*Goto\(twin-a-out,100,1\)/);
    const held = await server.call(admin, 'DELETE', `/hours/${world.a.hoursId}`);
    expect([held.status, JSON.stringify(held.body.errors)]).toEqual([409, expect.stringContaining('callcenter')]);
    await server.call(own, 'PATCH', path, { hoursId: null, status: 'paused' });
    expect(await written()).toMatch(/Hangup\(25\)\)\n[^\n]*Goto\(twin-a-out,100,1\)\n[^\n]*\n[^\n]*Answer\(\)/);
    await server.call(own, 'PATCH', path, { status: 'active' });
    await change({ closedDestination: null });
  });

  it('starts with the wrap-up time of its call center', async () => {
    await server.call(own, 'PATCH', `/callcenters/${world.a.callcenterId}`, { wrapupSeconds: 25 });
    const { callcenterId, endpointId } = world.a;
    const made = await server.call(admin, 'POST', '/queues', {
      callcenterId,
      serverId: endpointId,
      name: 'twin-a-late',
    });
    expect(made.body.wrapupSeconds).toBe(25);
    await server.call(admin, 'DELETE', `/queues/${made.body.id}`);
  });

  it('has an extension that no line has, and no line can take it', async () => {
    const taken = await change({ extension: '100' });
    expect([taken.status, taken.body.errors[0]]).toMatchObject([409, { path: 'extension', code: 'taken' }]);
    const body = { extension: '770', name: 'Late', serverId: world.a.endpointId };
    const late = await server.call(own, 'POST', '/subscribers', body);
    expect([late.status, late.body.errors[0]]).toMatchObject([409, { path: 'extension', code: 'taken' }]);
  });

  it('continues in the call flow of a number', async () => {
    await change({ timeoutDestination: { kind: 'ivr', id: world.a.ivrId }, maxWaitSeconds: 60 });
    const made = await server.call(admin, 'POST', '/dids', {
      ...{ customerId: world.a.customerId, serverId: world.a.endpointId, number: '+442079460199' },
      destination: { kind: 'queue', id: queueId },
    });
    const { data } = (await server.call(own, 'GET', `/dids/${made.body.id}/path`)).body;
    const stop = data.find((each: { id: string }) => each.id === queueId);
    expect(stop.next).toEqual([{ when: 'timeout', to: `ivr:${world.a.ivrId}` }]);
    await server.call(admin, 'DELETE', `/dids/${made.body.id}`);
  });
});

describe('the members of a queue', () => {
  const members = async (): Promise<{ id: string; extension: string; position: number }[]> =>
    (await server.call(own, 'GET', `/queues/${queueId}/members`)).body.data;
  const order = async (): Promise<string[]> => (await members()).map((m) => m.extension);
  const edit = (id: string, body: object) => server.call(own, 'PATCH', `/queues/${queueId}/members/${id}`, body);

  it('keep their order without gaps when one is moved or removed', async () => {
    for (const extension of ['781', '782', '783', '784']) {
      const { id } = await line(extension);
      const added = await server.call(own, 'POST', `/queues/${queueId}/members`, { subscriberId: id });
      expect(added.body).toMatchObject({ kind: 'static', penalty: 0, interface: `PJSIP/twin-a-${extension}` });
    }
    const ids = new Map((await members()).map((m) => [m.extension, m.id]));
    await edit(ids.get('784') ?? '', { position: 2 });
    expect(await order()).toEqual(['781', '784', '782', '783']);
    await edit(ids.get('781') ?? '', { position: 3 });
    expect(await order()).toEqual(['784', '782', '781', '783']);
    await edit(ids.get('784') ?? '', { position: 99 });
    expect(await order()).toEqual(['782', '781', '783', '784']);
    await server.call(own, 'DELETE', `/queues/${queueId}/members/${ids.get('781') ?? ''}`);
    expect((await members()).map((m) => m.position)).toEqual([1, 2, 3]);
    expect(await written()).toMatch(/twin-a-782,0,[^\n]*\n[^\n]*twin-a-783,0,[^\n]*\n[^\n]*twin-a-784,0/);
  });

  it('of kind dynamic ring only after their agents have logged in', async () => {
    const [first] = await members();
    const changed = await edit(first?.id ?? '', { kind: 'dynamic', penalty: 4 });
    expect(changed.body).toMatchObject({ kind: 'dynamic', penalty: 4, position: 1 });
    const text = await written();
    expect(text).not.toContain('member => PJSIP/twin-a-782');
    expect(text).toContain('AddQueueMember(twin-a-orders,PJSIP/twin-a-782,4');
  });
});

describe('a voicemail box', () => {
  it('has a PIN that is shown once, stored encrypted and replaced by one shown once', async () => {
    const { id, voicemailPin } = await line('791');
    expect(voicemailPin).toMatch(/^[0-9]{6}$/);
    expect(await written()).not.toContain('mailboxes = 791@twin-a');
    const on = await server.call(own, 'PATCH', `/subscribers/${id}`, {
      voicemail: true,
      voicemailEmail: 'a@b.example',
    });
    expect(JSON.stringify(on.body)).not.toContain(voicemailPin);
    expect(await written()).toContain(`791 => ${voicemailPin},Line 791,a@b.example,,attach=yes`);
    const { body: made } = await server.call(own, 'POST', `/subscribers/${id}/voicemail/pin`);
    expect(await written()).toContain(`791 => ${made.pin},`);
    const row = await server.deps.db
      .selectFrom('subscribers')
      .select('voicemailPin')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.voicemailPin).not.toContain(made.pin);
    const trail = await server.call(admin, 'GET', `/audit?resourceId=${id}`);
    expect(JSON.stringify(trail.body)).not.toContain(made.pin);
    expect((await server.call(own, 'GET', `/subscribers/${id}/voicemail`)).body).toMatchObject({ reason: 'away' });
  });

  it('gets a PIN when it is enabled on a line without one', async () => {
    const { id } = await line('792');
    await server.deps.db.updateTable('subscribers').set({ voicemailPin: '' }).where('id', '=', id).execute();
    expect(await written()).not.toContain('792 =>');
    await server.call(own, 'PATCH', `/subscribers/${id}`, { voicemail: true });
    expect(await written()).toMatch(/\n792 => [0-9]{6},/);
  });
});

it('pause reasons can have labels in each language', async () => {
  const reasons = [{ code: 'lunch', label: 'Lunch', labels: { he: 'הפסקת צהריים' }, paid: false, maxMinutes: 30 }];
  const path = `/callcenters/${world.a.callcenterId}`;
  expect((await server.call(own, 'PATCH', path, { pauseReasons: reasons })).body.pauseReasons).toEqual(reasons);
  const refused = await server.call(own, 'PATCH', path, { pauseReasons: [{ ...reasons[0], labels: { xx: 'x' } }] });
  expect(refused.status).toBe(422);
  expect(await written()).toContain('Set(RINGSIDE_WHY=lunch)');
});
