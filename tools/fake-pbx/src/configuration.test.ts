// Compares the configuration files of the simulated PBX with recorded answers of Asterisk 22.10.1.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AmiUser } from './protocol/ami-user.ts';
import { useBench } from './testing/bench.ts';
import type { RawClient } from './testing/raw-client.ts';
import { blocksOf } from './testing/transcript.ts';

const { start, client, signedIn } = useBench();

interface Exchange {
  readonly sent: string;
  readonly reply: string;
}
const RECORDED = readFileSync(
  new URL('../../../lab/transcripts/22-configuration-answers.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row) as Exchange);

/** Returns the complete answer to one action, without ActionID. */
const answerTo = async (c: RawClient, text: string): Promise<string> => {
  const from = c.text().length;
  const [first = '', ...rest] = text.split('\n');
  c.write(`${[first, 'ActionID: x', ...rest].join('\r\n')}\r\n\r\nAction: Ping\r\nActionID: end${from}\r\n\r\n`);
  await c.until((blocks) => blocks.some((b) => b.get('ActionID') === `end${from}`));
  const [before = ''] = c.text().slice(from).split(`Response: Success\r\nActionID: end${from}`);
  return before
    .replaceAll('\r\n', '\n')
    .replaceAll(/\nActionID: x(?=\n)/g, '')
    .replace(/\n+$/, '');
};

const FILE_ACTION =
  /^Action: (CreateConfig|UpdateConfig|GetConfig|GetConfigJSON|ListCategories|Reload|Module\w+)\n|^Action: \w+$/;

describe('files', () => {
  test('answer as recorded, in sequence', async () => {
    const c = await signedIn(await start());
    await c.ask('Events', { EventMask: 'off' });
    // The lab's own queues.conf has a template and other sections.
    const asked = RECORDED.filter(
      ({ sent }) =>
        FILE_ACTION.test(sent) && !sent.startsWith('Action: PJSIP') && !sent.includes('Filename: queues.conf'),
    );
    expect(asked.length).toBeGreaterThan(55);
    for (const { sent, reply } of asked) expect(await answerTo(c, sent), sent).toBe(reply);
  });

  test.each([
    'Action: PJSIPShowEndpoint\nEndpoint: nope',
    'Action: PJSIPShowEndpoint',
    'Action: ShowDialPlan\nContext: nope',
  ])('rejects %j as recorded', async (sent) => {
    const recorded = RECORDED.find((row) => row.sent === sent)?.reply;
    expect(await answerTo(await signedIn(await start()), sent)).toBe(recorded);
  });

  test('does not return an ActionID after the 128th line', async () => {
    const c = await signedIn(await start());
    c.write(`Action: Ping\r\n${'X: 1\r\n'.repeat(130)}ActionID: lost\r\n\r\n`);
    await c.ask('Ping');
    expect(
      c
        .blocks()
        .find((b) => b.get('Message').startsWith('Too many lines'))
        ?.get('ActionID'),
    ).toBe('');
    expect(c.text()).not.toContain('lost');
  });

  test('writes a line break in a value as a separate line', async () => {
    const c = await signedIn(await start());
    await c.ask('CreateConfig', { Filename: 'ringside_queues.conf' });
    c.write(
      'Action: UpdateConfig\r\nActionID: i\r\nSrcFilename: ringside_queues.conf\r\nDstFilename: ringside_queues.conf\r\n' +
        'Action-000000: NewCat\r\nCat-000000: q\r\nAction-000001: Append\r\nCat-000001: q\r\nVar-000001: context\r\n' +
        'Value-000001: a\r\nAction-000002: NewCat\r\nCat-000002: injected\r\n\r\n',
    );
    const { headers } = await c.ask('ListCategories', { Filename: 'ringside_queues.conf' });
    expect(headers).toContain('Category-000001');
  });

  test('a variable named #include makes the file unreadable', async () => {
    const c = await signedIn(await start());
    const file = { SrcFilename: 'a.conf', DstFilename: 'a.conf' };
    await c.ask('CreateConfig', { Filename: 'a.conf' });
    const bad = { 'Action-000001': 'Append', 'Cat-000001': 's', 'Var-000001': '#include', 'Value-000001': 'x' };
    const first = await c.ask('UpdateConfig', { ...file, 'Action-000000': 'NewCat', 'Cat-000000': 's', ...bad });
    expect(first.get('Response')).toBe('Success');
    const next = await c.ask('UpdateConfig', { ...file, 'Action-000000': 'NewCat', 'Cat-000000': 't' });
    expect(next.get('Message')).toBe('Config file has invalid format');
  });
});

const write = (c: RawClient, file: string, section: string, lines: readonly string[]) =>
  c.ask('UpdateConfig', {
    SrcFilename: file,
    DstFilename: file,
    'Action-000000': 'NewCat',
    'Cat-000000': section,
    ...Object.fromEntries(
      lines.flatMap((line, i) => {
        const n = String(i + 1).padStart(6, '0');
        const at = line.indexOf('=');
        return [
          [`Action-${n}`, 'Append'],
          [`Cat-${n}`, section],
          [`Var-${n}`, line.slice(0, at)],
          [`Value-${n}`, line.slice(at + 1)],
        ];
      }),
    ),
  });

describe('written configuration takes effect after its reload', () => {
  test('files included by a pattern are read in the order of their names', async () => {
    const c = await signedIn(await start());
    for (const name of ['ringside_queues_2.conf', 'ringside_queues_1.conf']) {
      await c.ask('CreateConfig', { Filename: name });
      await write(c, name, `acme-${name.replace(/\D/g, '')}`, ['strategy=ringall']);
    }
    const { headers, get } = await c.ask('ListCategories', { Filename: 'queues.conf' });
    expect(headers.slice(-2).map(get)).toEqual(['acme-1', 'acme-2']);
  });

  test('a queue with its members appears, changes and disappears', async () => {
    const pbx = await start();
    const c = await signedIn(pbx);
    const names = () => pbx.state().queues.map((q) => q.name);
    await c.ask('CreateConfig', { Filename: 'ringside_queues.conf' });
    await write(c, 'ringside_queues.conf', 'acme-new', [
      'strategy=linear',
      'maxlen=9',
      'servicelevel=33',
      'member=>PJSIP/acme-101,2,Ann; שלום',
    ]);
    expect(names()).not.toContain('acme-new');
    expect((await c.ask('Reload', { Module: 'app_queue.so' })).get('Message')).toBe('Module Reloaded');
    const [params, member] = await c.list('QueueStatus', { Queue: 'acme-new' });
    expect(['Strategy', 'Max', 'ServiceLevel'].map((h) => params!.get(h))).toEqual(['linear', '9', '33']);
    expect(['Name', 'Location', 'Membership', 'Penalty', 'Status'].map((h) => member!.get(h))).toEqual([
      'Ann; שלום',
      'PJSIP/acme-101',
      'static',
      '2',
      '1',
    ]);
    await pbx.restart();
    expect(names()).toContain('acme-new');
    const again = await signedIn(pbx);
    await again.ask('UpdateConfig', {
      SrcFilename: 'ringside_queues.conf',
      DstFilename: 'ringside_queues.conf',
      Reload: 'app_queue.so',
      'Action-000000': 'DelCat',
      'Cat-000000': 'acme-new',
    });
    expect(names()).not.toContain('acme-new');
    expect(names()).toContain('acme-sales');
  });

  const phone = async (c: RawClient, more: readonly string[] = []): Promise<void> => {
    for (const kind of ['endpoints', 'auths', 'aors'])
      await c.ask('CreateConfig', { Filename: `ringside_${kind}.conf` });
    await write(c, 'ringside_endpoints.conf', 'newco-201', [
      'type=endpoint',
      'context=newco-out',
      'aors=newco-201',
      'auth=newco-201',
      'disallow=all',
      'allow=ulaw,alaw',
      'callerid="Zoë" <201>',
      'direct_media=no',
      ...more,
    ]);
    await write(c, 'ringside_auths.conf', 'newco-201', [
      'type=auth',
      'auth_type=userpass',
      'username=newco-201',
      'password=s3cret',
    ]);
    await write(c, 'ringside_aors.conf', 'newco-201', ['type=aor', 'max_contacts=1', 'remove_existing=yes']);
    await c.ask('ModuleLoad', { Module: 'res_pjsip.so', LoadType: 'reload' });
  };

  test('a phone is listed with all details, and is not registered', async () => {
    const pbx = await start();
    const c = await signedIn(pbx);
    await phone(c);
    const endpoints = await c.list('PJSIPShowEndpoints');
    expect(endpoints.find((b) => b.get('ObjectName') === 'newco-201')?.get('DeviceState')).toBe('Unavailable');
    expect(endpoints.find((b) => b.get('ObjectName') === 'acme-101')?.get('DeviceState')).toBe('Not in use');
    const parts = await c.list('PJSIPShowEndpoint', { Endpoint: 'newco-201' });
    expect(parts.map((b) => b.name)).toEqual(['EndpointDetail', 'AuthDetail', 'AorDetail']);
    const [endpoint, auth, aor] = parts;
    expect(['Context', 'Callerid', 'Allow', 'DirectMedia', 'Webrtc'].map((h) => endpoint!.get(h))).toEqual([
      'newco-out',
      '"Zoë" <201>',
      '(ulaw|alaw)',
      'false',
      'no',
    ]);
    expect([auth!.get('AuthType'), auth!.get('Password')]).toEqual(['digest', 's3cret']);
    expect([aor!.get('MaxContacts'), aor!.get('RemoveExisting')]).toEqual(['1', 'true']);
  });

  test('a trunk shows the address in its file and the addresses that identify its calls', async () => {
    const c = await signedIn(await start());
    await phone(c);
    await write(c, 'ringside_endpoints.conf', 'trunk.x', ['type=endpoint', 'context=in', 'aors=trunk.x', 'allow=ulaw']);
    await write(c, 'ringside_aors.conf', 'trunk.x', ['type=aor', 'contact=sip:192.0.2.1:5060']);
    await write(c, 'ringside_endpoints.conf', 'trunk.x.identify', [
      'type=identify',
      'endpoint=trunk.x',
      'match=192.0.2.1',
      'match=198.51.100.0/24',
    ]);
    await c.ask('ModuleLoad', { Module: 'res_pjsip.so', LoadType: 'reload' });
    const parts = await c.list('PJSIPShowEndpoint', { Endpoint: 'trunk.x' });
    const of = (event: string) => parts.find((b) => b.name === event);
    expect(of('AorDetail')?.get('Contacts')).toBe('trunk.x/sip:192.0.2.1:5060');
    expect([of('IdentifyDetail')?.get('ObjectName'), of('IdentifyDetail')?.get('Match')]).toEqual([
      'trunk.x.identify',
      '192.0.2.1/255.255.255.255,198.51.100.0/255.255.255.0',
    ]);
  });

  test.each(['allow=nosuchcodec', 'nosuchoption=1', 'direct_media=perhaps'])(
    '%s: every action succeeds and no endpoint exists',
    async (line) => {
      const c = await signedIn(await start());
      await phone(c, [line]);
      const shown = await c.ask('PJSIPShowEndpoint', { Endpoint: 'newco-201' });
      expect(shown.get('Response')).toBe('Error');
    },
  );

  test('details have the headers of a real Asterisk, in its order', async () => {
    const c = await signedIn(await start());
    const recorded = RECORDED.find(({ sent }) => sent === 'Action: PJSIPShowEndpoint\nEndpoint: acme-101')!;
    const real = blocksOf(`${recorded.reply.replaceAll('\n', '\r\n')}\r\n\r\n`)
      .filter((b) => b.name.endsWith('Detail') && b.name !== 'TransportDetail')
      .map((b) => [b.name, ...b.headers]);
    const shown = await c.list('PJSIPShowEndpoint', { Endpoint: 'acme-101' });
    expect(shown.map((b) => [b.name, ...b.headers.filter((h) => h !== 'ActionID')])).toEqual(real);
    expect(Number((await c.list('PJSIPShowContacts'))[0]!.get('RoundtripUsec'))).toBeGreaterThan(0);
  });

  test('the list of contacts is an error when no phone is registered', async () => {
    const pbx = await start();
    for (const device of pbx.world().devices.values()) device.registered = false;
    const answer = await (await signedIn(pbx)).ask('PJSIPShowContacts');
    expect([answer.get('Response'), answer.get('Message')]).toEqual(['Error', 'No Contacts found']);
  });

  test('a dialplan is listed step by step', async () => {
    const c = await signedIn(await start());
    await c.ask('CreateConfig', { Filename: 'ringside_extensions.conf' });
    await write(c, 'ringside_extensions.conf', 'newco-out', [
      'exten=>201,hint,PJSIP/newco-201',
      'exten=>201,1,Dial(PJSIP/newco-201,20)',
      'exten=>201,n,Hangup()',
    ]);
    expect((await c.ask('ShowDialPlan', { Context: 'newco-out' })).get('Response')).toBe('Error');
    await c.ask('Reload', { Module: 'pbx_config.so' });
    const steps = await c.list('ShowDialPlan', { Context: 'newco-out', Extension: '201' });
    expect(steps.map((b) => ['Priority', 'Application', 'AppData'].map((h) => b.get(h)))).toEqual([
      ['hint', 'PJSIP/newco-201', ''],
      ['1', 'Dial', 'PJSIP/newco-201,20'],
      ['2', 'Hangup', ''],
    ]);
  });
});

test('a login without the config class can neither write nor read files', async () => {
  const live: AmiUser = { username: 'live', secret: 'l', write: ['agent', 'call', 'originate', 'reporting'] };
  const pbx = await start({ users: [live, { username: 'prov', secret: 'p', write: ['config', 'system'] }] });
  const c = await client(pbx);
  await c.ask('Login', { Username: 'live', Secret: 'l' });
  for (const action of [
    'CreateConfig',
    'UpdateConfig',
    'GetConfig',
    'GetConfigJSON',
    'ListCategories',
    'Reload',
    'PJSIPShowAuths',
  ])
    expect((await c.ask(action, { Filename: 'manager.conf' })).get('Message'), action).toBe('Permission denied');
  const prov = await client(pbx);
  await prov.ask('Login', { Username: 'prov', Secret: 'p', Events: 'off' });
  expect((await prov.ask('GetConfig', { Filename: 'manager.conf' })).get('Line-000001-000000')).toBe('secret=l');
  expect((await prov.ask('QueuePause', { Interface: 'x', Paused: '1' })).get('Message')).toBe('Permission denied');
});
