import { describe, expect, test } from 'vitest';
import { answer } from './sim/queue-talk.ts';
import { callQueue } from './sim/traffic.ts';
import { useBench } from './testing/bench.ts';

const { start, signedIn } = useBench();

describe('AMI actions', () => {
  test('answer a caller, redirect them to another queue, and hang up', async () => {
    const pbx = await start();
    const c = await signedIn(pbx);
    const channel = callQueue(pbx.world(), pbx.world().queues.get('acme-sales')!, {
      number: '+34911234567',
      name: 'Íñigo',
    });
    pbx.advance(500);
    expect(pbx.state().queues[0]!.callers.map((x) => x.name)).toEqual(['Íñigo']);
    const redirected = await c.ask('Redirect', {
      Channel: channel.name,
      Context: 'did',
      Exten: '+442079460101',
      Priority: '1',
    });
    expect(redirected.get('Message')).toBe('Redirect successful');
    expect(pbx.state().queues.map((q) => q.callers.length)).toEqual([0, 0, 1, 0]);
    expect(pbx.state().queues[0]!.abandoned).toBe(1);
    expect((await c.ask('Hangup', { Channel: channel.name })).get('Message')).toBe('Channel Hungup');
    expect(pbx.state().channels).toEqual([]);
  });

  test('park a caller in a space, then ring the phone that parked them', async () => {
    const pbx = await start();
    const c = await signedIn(pbx);
    const queue = pbx.world().queues.get('acme-sales')!;
    const caller = callQueue(pbx.world(), queue, { number: '+34911234567', name: 'Íñigo' });
    pbx.advance(500);
    answer(pbx.world(), queue.entries[0]!, queue.entries[0]!.forks[0]!);
    expect((await c.ask('Park', { Channel: caller.name, Timeout: '30000' })).get('Message')).toBe('Park successful');
    const [parked] = await c.list('ParkedCalls');
    expect(['ParkeeChannel', 'ParkingSpace', 'ParkerDialString'].map((h) => parked!.get(h))).toEqual([
      caller.name,
      '701',
      'PJSIP/acme-101',
    ]);
    expect(pbx.state().channels.map((x) => x.name)).toEqual([caller.name]);
    pbx.advance(31_000);
    await c.until((b) => b.some((x) => x.name === 'ParkedCallTimeOut'));
    expect(await c.list('ParkedCalls')).toEqual([]);
    expect(pbx.state().channels.map((x) => x.name.replace(/-[^-]*$/, ''))).toEqual(['PJSIP/carrier', 'PJSIP/acme-101']);
    await c.ask('Hangup', { Channel: caller.name });
    // Delayed since the caller was taken from the agent. The agent's channel no longer exists.
    await c.until((b) => b.some((x) => x.name === 'AgentComplete' && !x.headers.includes('DestChannel')));
    expect(pbx.state().channels).toEqual([]);
  });

  test('listen to a call until it ends', async () => {
    const pbx = await start();
    const c = await signedIn(pbx);
    const queue = pbx.world().queues.get('acme-sales')!;
    const caller = callQueue(pbx.world(), queue, { number: '+34911234567', name: 'Íñigo' });
    pbx.advance(500);
    answer(pbx.world(), queue.entries[0]!, queue.entries[0]!.forks[0]!);
    await c.ask('Originate', {
      Channel: 'PJSIP/acme-104',
      Application: 'ChanSpy',
      Data: 'PJSIP/acme-101,qE',
      Async: 'true',
    });
    pbx.advance(5000);
    await c.until((b) =>
      b.some((x) => x.name === 'ChanSpyStart' && x.get('SpyeeChannel').startsWith('PJSIP/acme-101-')),
    );
    expect(
      c
        .blocks()
        .find((b) => b.name === 'OriginateResponse')!
        .get('Response'),
    ).toBe('Success');
    await c.ask('Hangup', { Channel: caller.name });
    pbx.advance(1000);
    await c.until((b) => b.some((x) => x.name === 'ChanSpyStop'));
    expect(pbx.state().channels).toEqual([]);
  });

  test('change the priority of callers without an event, and withdraw a caller after the ring', async () => {
    const pbx = await start();
    const c = await signedIn(pbx);
    const queue = pbx.world().queues.get('globex-billing')!;
    const callers = [1, 2, 3].map((n) => callQueue(pbx.world(), queue, { number: `+4420${n}`, name: '' }));
    pbx.advance(500);
    await c.ask('QueueChangePriorityCaller', {
      Queue: queue.name,
      Caller: callers[2]!.name,
      Priority: '10',
      Immediate: 'true',
    });
    expect(
      (await c.list('QueueStatus', { Queue: queue.name }))
        .filter((b) => b.name === 'QueueEntry')
        .map((b) => b.get('Channel')),
    ).toEqual([callers[2]!, callers[0]!, callers[1]!].map((x) => x.name));
    await c.ask('QueueWithdrawCaller', { Queue: queue.name, Caller: callers[0]!.name });
    await c.until((b) => b.some((x) => x.get('Variable') === 'QUEUESTATUS' && x.get('Value') === 'WITHDRAW'));
    expect(queue.entries.map((e) => e.channel)).toEqual([callers[2], callers[1]]);
  });

  test('events can be later than a list that includes them', async () => {
    const pbx = await start({ eventLagMs: 30 });
    const c = await signedIn(pbx);
    callQueue(pbx.world(), pbx.world().queues.get('acme-sales')!, { number: '1', name: '' });
    pbx.advance(500);
    await c.list('QueueStatus', { Queue: 'acme-sales' });
    await c.until((b) => b.some((x) => x.name === 'QueueCallerJoin'));
    const names = c.blocks().map((b) => b.name);
    expect(names.indexOf('QueueEntry')).toBeGreaterThan(0);
    expect(names.indexOf('QueueEntry')).toBeLessThan(names.indexOf('QueueCallerJoin'));
  });

  test('cutLinks closes connections without a message, and the PBX continues', async () => {
    const pbx = await start();
    const c = await signedIn(pbx);
    pbx.cutLinks();
    await c.closed;
    expect((await (await signedIn(pbx)).ask('Ping')).get('Ping')).toBe('Pong');
  });

  test('a restart sends Shutdown, ends calls and counters, and keeps dynamic members and pauses', async () => {
    const pbx = await start();
    const c = await signedIn(pbx);
    await c.ask('QueuePause', { Interface: 'PJSIP/acme-103', Paused: 'true', Reason: 'Lunch' });
    await c.ask('QueueAdd', { Queue: 'acme-sales', Interface: 'PJSIP/acme-104', MemberName: 'Dan Díaz' });
    callQueue(pbx.world(), pbx.world().queues.get('acme-sales')!, { number: '1', name: '' });
    pbx.advance(500);
    await pbx.restart(1);
    await c.closed;
    expect(c.blocks().at(-1)!.name).toBe('Shutdown');
    const { queues, channels } = pbx.state();
    expect(channels).toEqual([]);
    expect(queues[0]!.members.map((m) => [m.name, m.dynamic, m.reason])).toEqual([
      ['Ann Archer', false, ''],
      ['Bob Baker', false, ''],
      ['Cleo Cruz', false, 'Lunch'],
      ['Dan Díaz', true, ''],
    ]);
  });
});
