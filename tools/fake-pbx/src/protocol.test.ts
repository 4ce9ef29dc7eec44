import { createHash } from 'node:crypto';
import { connect } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { useBench } from './testing/bench.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './testing/certificate.ts';
import { callQueue } from './sim/traffic.ts';

const { start, client, signedIn } = useBench();

describe('login', () => {
  test('sends the greeting, accepts, and sends FullyBooted without a timestamp', async () => {
    const c = await signedIn(await start());
    expect(c.greeting()).toBe('Asterisk Call Manager/11.0.0');
    await c.until((b) => b.some((x) => x.name === 'FullyBooted'));
    const [reply, booted] = c.blocks();
    expect(reply!.headers).toEqual(['Response', 'ActionID', 'Message']);
    expect(reply!.get('Message')).toBe('Authentication accepted');
    expect(booted!.headers).toEqual(['Event', 'Privilege', 'Uptime', 'LastReload', 'Status']);
  });

  test('supports the MD5 challenge', async () => {
    const c = await client(await start());
    const { get } = await c.ask('Challenge', { AuthType: 'MD5' });
    const key = createHash('md5')
      .update(`${get('Challenge')}sécret`)
      .digest('hex');
    expect((await c.ask('Login', { AuthType: 'MD5', Username: 'console', Key: key })).get('Response')).toBe('Success');
  });

  test('answers a wrong secret, an unknown user and a wrong key alike, then closes', async () => {
    const pbx = await start();
    for (const fields of [
      { Username: 'console', Secret: 'x' },
      { Username: 'nobody', Secret: 'x' },
      { AuthType: 'MD5', Username: 'console', Key: 'x' },
    ]) {
      const c = await client(pbx);
      expect((await c.ask('Login', fields as unknown as Record<string, string>)).get('Message')).toBe(
        'Authentication failed',
      );
      await c.closed;
    }
  });

  test('rejects actions and sends no events before the login', async () => {
    const pbx = await start();
    const c = await client(pbx);
    expect((await c.ask('QueueStatus')).get('Message')).toBe('Permission denied');
    callQueue(pbx.world(), pbx.world().queues.get('acme-sales')!, { number: '+34911234567', name: 'x' });
    pbx.advance(1000);
    await c.ask('Ping');
    expect(c.blocks().every((b) => b.name === 'Response')).toBe(true);
  });

  test('has no queues during the boot, then sends FullyBooted', async () => {
    const pbx = await start();
    const restarted = pbx.restart(1, 60);
    await new Promise((done) => setTimeout(done, 20));
    const c = await signedIn(pbx);
    expect((await c.ask('QueueStatus')).get('Message')).toMatch(/^Invalid\/unknown command: QueueStatus\./);
    await c.until((b) => b.some((x) => x.name === 'FullyBooted'));
    expect((await c.list('QueueStatus', { Queue: 'acme-sales' })).length).toBe(4);
    await restarted;
  });
});

describe('TLS', () => {
  test('runs the same session over TLS', async () => {
    const pbx = await start({ tls: { key: TEST_KEY, cert: TEST_CERTIFICATE } });
    const socket = connect({ port: pbx.port(), host: '127.0.0.1', ca: TEST_CERTIFICATE });
    let text = '';
    await new Promise<void>((done, failed) => {
      socket.on('error', failed);
      socket.on('data', (chunk) => {
        text += chunk.toString();
        if (text.includes('FullyBooted')) done();
      });
      socket.write('Action: Login\r\nUsername: console\r\nSecret: sécret\r\n\r\n');
    });
    socket.destroy();
    expect(text).toMatch(/^Asterisk Call Manager\/11\.0\.0\r\nResponse: Success\r\n/);
  });
});

describe('framing', () => {
  test.each([
    ['hello\r\n\r\n', 'Missing action in request'],
    ['Action: \r\nActionID: 9\r\n\r\n', 'Missing action in request'],
    ['Action: Queues\r\n\r\n', 'Invalid/unknown command: Queues. Use Action: ListCommands to show available commands.'],
    [`Action: Ping\r\n${'X: 1\r\n'.repeat(200)}\r\n`, 'Too many lines in message or allocation failure'],
  ])('%j', async (sent, message) => {
    const c = await signedIn(await start());
    c.write(sent);
    await c.until((b) => b.some((x) => x.get('Message') === message));
  });

  test('accepts bare line feeds, any case, pipelining, and cuts inside a character', async () => {
    const c = await signedIn(await start());
    c.write('action: PING\nactionid: lf\n\nAction: Ping\r\nActionID: second\r\n\r\n');
    const bytes = Buffer.from('Action: UserEvent\r\nUserEvent: שלום\r\nNote: é\r\n\r\n');
    const cut = bytes.indexOf(0xd7) + 1;
    c.socket.write(bytes.subarray(0, cut));
    await c.until((b) => b.some((x) => x.get('ActionID') === 'second'));
    c.socket.write(bytes.subarray(cut));
    await c.until((b) =>
      b.some((x) => x.name === 'UserEvent' && x.get('UserEvent') === 'שלום' && x.get('Note') === 'é'),
    );
    expect(c.blocks().some((b) => b.get('Ping') === 'Pong' && b.get('ActionID') === 'lf')).toBe(true);
  });
});

/** Response texts of app_queue and manager, from lab/transcripts/06, 08 and 04. */
describe('responses', () => {
  test.each([
    [
      'QueueAdd',
      { Queue: 'acme-sales', Interface: 'PJSIP/acme-104', MemberName: 'Dan Díaz', Penalty: '2' },
      'Added interface to queue',
    ],
    ['QueueAdd', { Queue: 'acme-sales', Interface: 'PJSIP/acme-101' }, 'Unable to add interface: Already there'],
    ['QueueAdd', { Queue: 'nope', Interface: 'PJSIP/acme-104' }, 'Unable to add interface to queue: No such queue'],
    ['QueueAdd', { Queue: 'acme-sales' }, "'Interface' not specified."],
    ['QueueAdd', { Interface: 'PJSIP/x' }, "'Queue' not specified."],
    ['QueuePause', { Interface: 'PJSIP/acme-103', Paused: 'true', Reason: 'Meeting' }, 'Interface paused successfully'],
    ['QueuePause', { Interface: 'PJSIP/acme-103', Paused: 'false' }, 'Interface unpaused successfully'],
    ['QueuePause', { Interface: 'PJSIP/none', Paused: 'true' }, 'Interface not found'],
    ['QueuePause', { Queue: 'nope', Interface: 'PJSIP/acme-103', Paused: 'true' }, 'Interface not found'],
    ['QueuePause', { Interface: 'PJSIP/acme-103' }, "Need 'Interface' and 'Paused' parameters."],
    ['QueuePenalty', { Interface: 'PJSIP/acme-103', Penalty: '3' }, 'Interface penalty set successfully'],
    ['QueuePenalty', { Interface: 'PJSIP/acme-103', Penalty: '-1' }, 'Invalid interface, queuename or penalty'],
    ['QueueRemove', { Queue: 'acme-sales', Interface: 'PJSIP/acme-104' }, 'Unable to remove interface: Not there'],
    ['QueueRemove', { Queue: 'acme-sales', Interface: 'PJSIP/acme-102' }, 'Member not dynamic'],
    ['QueueReset', { Queue: 'nope' }, 'Queue stats reset successfully'],
    [
      'QueueWithdrawCaller',
      { Queue: 'acme-sales', Caller: 'PJSIP/none-1' },
      'Unable to request withdraw from queue: No such caller',
    ],
    ['Hangup', { Channel: 'PJSIP/none-1' }, 'No such channel'],
    ['BlindTransfer', { Channel: 'PJSIP/none-1', Exten: '1' }, 'Channel specified does not exist'],
    ['Atxfer', { Channel: 'PJSIP/none', Exten: '1' }, 'Channel specified does not exist'],
    ['Redirect', { Channel: 'PJSIP/none', Exten: '1', Priority: '1' }, 'Context not specified'],
    ['Park', { Channel: 'PJSIP/none' }, 'Channel does not exist: PJSIP/none'],
    [
      'Originate',
      { Channel: 'PJSIP/acme-102', Context: 'acme-internal', Exten: '101', Priority: '1' },
      'Originate successfully queued',
    ],
    ['UserEvent', { UserEvent: 'Note' }, 'Event Sent'],
  ])('%s %j → %s', async (action, fields, message) => {
    const c = await signedIn(await start());
    expect((await c.ask(action, fields as unknown as Record<string, string>)).get('Message')).toBe(message);
  });

  test("rejects actions without their class, and sends only events of the user's classes", async () => {
    const pbx = await start();
    const c = await client(pbx);
    await c.ask('Login', { Username: 'watch', Secret: 'w' });
    expect((await c.ask('QueuePause', { Interface: 'PJSIP/acme-101', Paused: '1' })).get('Message')).toBe(
      'Permission denied',
    );
    expect((await c.list('QueueStatus')).length).toBe(11);
    callQueue(pbx.world(), pbx.world().queues.get('acme-sales')!, { number: '+34911234567', name: 'x' });
    pbx.advance(1000);
    await c.until((b) => b.some((x) => x.name === 'AgentCalled'));
    expect(
      c
        .blocks()
        .filter((b) => b.get('Privilege') !== '')
        .every((b) => b.get('Privilege') === 'agent,all'),
    ).toBe(true);
  });

  test('sends the reply before the events of its action', async () => {
    const c = await signedIn(await start());
    await c.ask('QueuePause', { Interface: 'PJSIP/acme-103', Paused: 'true', Reason: 'הפסקה' });
    await c.until((b) => b.filter((x) => x.name === 'QueueMemberPause').length === 2);
    const names = c.blocks().map((b) => b.name);
    expect(names.indexOf('QueueMemberPause')).toBeGreaterThan(names.lastIndexOf('Response'));
    expect(
      c
        .blocks()
        .find((b) => b.name === 'QueueMemberPause')!
        .get('PausedReason'),
    ).toBe('הפסקה');
  });
});
