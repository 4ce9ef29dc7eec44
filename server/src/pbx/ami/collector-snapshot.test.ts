// Tests what a collector reads completely, and when.
import { describe, expect, it } from 'vitest';
import { bootedEvent, head, list, message, queueParams, refuse, unknownCommand } from './testing/test-peer.ts';
import { FAST, peerOf, watch, count, up, problem, join } from './testing/watch-collector.ts';

describe('the snapshot', () => {
  it('is delivered once and completely, followed by the events of its window in order', async () => {
    const peer = await peerOf();
    const listed = (f: Readonly<Record<string, string>>) =>
      list(
        f,
        [queueParams('support', 7), ['Event: QueueEntry', 'Queue: support', 'Position: 1', 'Uniqueid: u1', 'Wait: 2']],
        'QueueStatusComplete',
      );
    // Asterisk may send events before, between and after the lists. The repeated read finds the queue idle.
    peer.answer('QueueStatus', (f) =>
      f['Queue'] === undefined ? join('support', 'u1') + listed(f) + join('support', 'u2') : listed(f),
    );
    const w = watch(peer);
    await w.until('the second join', () => count(w, 'fact caller-joined') === 2);
    const order = w.kinds().filter((k) => k !== 'link connecting');
    expect(order.slice(0, 5)).toEqual([
      'link up',
      'snapshot',
      'fact fully-booted',
      'fact caller-joined',
      'fact caller-joined',
    ]);
    const snapshot = w.seen.find((e) => 'snapshot' in e);
    expect(snapshot).toMatchObject({
      snapshot: {
        startedAt: '2026-11-21T03:41:48',
        version: '22.10.1',
        systemName: 'pbx1',
        queues: [{ queue: 'support', completed: 7 }],
        entries: [{ uniqueid: 'u1', waitSeconds: 2 }],
        summaries: [{ queue: 'support' }],
      },
    });
    expect(w.facts().flatMap((f) => (f.kind === 'caller-joined' ? [f.caller.uniqueid] : []))).toEqual(['u1', 'u2']);
  });

  it('rereads a queue that changed during the snapshot until it is stable, and no other queue', async () => {
    const peer = await peerOf();
    let readings = 0;
    peer.answer('QueueStatus', (f) => {
      if (f['Queue'] === undefined) {
        return join('support', 'u1') + list(f, [queueParams('support'), queueParams('sales')], 'QueueStatusComplete');
      }
      readings++;
      // The queue changes right after each of the next two reads.
      return (
        list(f, [queueParams('support', readings)], 'QueueStatusComplete') +
        (readings < 3 ? join('support', `v${readings}`) : '')
      );
    });
    const w = watch(peer);
    await w.until('three readings', () => count(w, 'fact queue-read') === 3);
    await new Promise((done) => setTimeout(done, 200));
    expect(readings).toBe(3);
    const last = w.facts().findLast((f) => f.kind === 'queue-read');
    expect(last).toMatchObject({ queue: 'support', params: { completed: 3 } });
    expect(peer.sessions[0]?.actions.filter((f) => f['Queue'] === 'sales')).toEqual([]);
  });

  it('delivers a read to the sink before the events that the PBX sent after it', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    peer.answer(
      'QueueStatus',
      (f) => list(f, [queueParams('support', 5)], 'QueueStatusComplete') + join('support', 'late'),
    );
    w.collector.rereadQueue('support');
    await w.until('the join', () => count(w, 'fact caller-joined') > 0);
    const kinds = w.kinds();
    expect(kinds.indexOf('fact queue-read')).toBeLessThan(kinds.indexOf('fact caller-joined'));
  });

  it('reports a queue that the PBX no longer has as removed', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    peer.answer('QueueStatus', (f) => list(f, [], 'QueueStatusComplete'));
    w.collector.rereadQueue('support');
    await w.until('a reading', () => count(w, 'fact queue-read') > 0);
    expect(w.facts().find((f) => f.kind === 'queue-read')).toMatchObject({ queue: 'support', params: null });
  });

  it('lists the queues after a stall, because events arrived late', async () => {
    const peer = await peerOf();
    const held: string[] = [];
    let isStalled = false;
    peer.answer('Ping', (f) => {
      const pong = message(...head(f), 'Ping: Pong');
      if (!isStalled) return pong;
      held.push(pong);
      return null;
    });
    const w = watch(
      peer,
      {},
      {
        ...FAST,
        times: { ...FAST.times, pingsUnanswered: 1_000 },
        stallTimes: { quietBusyMs: 20, quietIdleMs: 20, stalledAfterMs: 20, tickMs: 10 },
        sweepTimes: { everyMs: 600_000, soonMs: 10, mostQueues: 20 },
      },
    );
    await up(w);
    const listed = peer.asked('QueueStatus');
    isStalled = true;
    await w.until('a stalled link', () => w.seen.some((e) => 'link' in e && e.link.kind === 'up' && e.link.stalled));
    expect(peer.asked('QueueStatus')).toBe(listed);
    isStalled = false;
    peer.say(held.splice(0).join(''));
    await w.until('a list', () => peer.asked('QueueStatus') > listed);
  });

  it('reads everything again after a reload of the queues', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    peer.say(message('Event: Reload', 'Module: pbx_config.so', 'Status: 0'));
    peer.say(message('Event: Reload', 'Module: app_queue.so', 'Status: 0'));
    await w.until('a second snapshot', () => count(w, 'snapshot') === 2);
  });

  it('is up for a login without access to the core, and reports the missing class', async () => {
    const peer = await peerOf();
    for (const action of ['CoreStatus', 'CoreSettings', 'CoreShowChannels'])
      peer.answer(action, refuse('Permission denied'));
    peer.answer('ListCommands', (f) => message(...head(f), 'Ping: Keepalive command  (Priv: <none>)'));
    peer.answer('Getvar', refuse('Permission denied'));
    const w = watch(peer);
    await w.until('all four classes', () => {
      const state = w.collector.state();
      return state.kind === 'up' && state.problems.length >= 4;
    });
    const state = w.collector.state();
    const found = state.kind === 'up' ? state.problems.map((p) => `${p.code} ${p.params?.['class']}`) : [];
    expect(found.sort()).toEqual(['agent', 'call', 'originate', 'reporting'].map((c) => `write-class-missing ${c}`));
  });
});

describe('boot and restart', () => {
  const accepted = (f: Parameters<typeof head>[0]) => message(...head(f), 'Message: Authentication accepted');

  it('waits for a PBX that is still loading and reports it', async () => {
    const peer = await peerOf();
    peer.answer('Login', accepted);
    peer.answer('QueueSummary', unknownCommand);
    const w = watch(peer, {}, { ...FAST, times: { ...FAST.times, noQueuesMs: 60_000 } });
    await w.until('booting', () => (problem(w) as { code?: string } | null)?.code === 'pbx-booting');
    expect(peer.asked('QueueStatus')).toBe(0);
    peer.answer('QueueSummary', (f) => list(f, [], 'QueueSummaryComplete'));
    peer.say(bootedEvent);
    await up(w);
    expect(w.collector.state().kind).toBe('up');
  });

  it('continues without FullyBooted for a login without class system, and reports the class', async () => {
    const peer = await peerOf();
    peer.answer('Login', accepted);
    peer.answer('Getvar', (f) => message(...head(f), 'Value: call,agent,dialplan'));
    const w = watch(peer);
    await w.until('the problem', () => {
      const state = w.collector.state();
      return state.kind === 'up' && state.problems.length > 0;
    });
    expect(w.collector.state()).toMatchObject({
      problems: [
        {
          code: 'read-class-missing',
          params: { class: 'system' },
          line: 'read = system,call,agent,reporting,dialplan',
        },
      ],
    });
  });

  it('reads again on FullyBooted after the first snapshot', async () => {
    const peer = await peerOf();
    peer.answer('Login', accepted);
    const w = watch(peer);
    await up(w);
    peer.say(bootedEvent);
    await w.until('a second snapshot', () => count(w, 'snapshot') === 2);
  });

  it('watches a PBX without app_queue and names the missing module', async () => {
    const peer = await peerOf();
    for (const action of ['QueueStatus', 'QueueSummary']) peer.answer(action, unknownCommand);
    const w = watch(peer);
    await up(w);
    expect(w.collector.state()).toMatchObject({
      kind: 'up',
      problems: [{ code: 'queues-not-loaded', line: 'modules.conf: load = app_queue.so' }],
    });
  });

  it('reports a shutdown and reconnects with a new snapshot', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    peer.sessions[0]?.cut(message('Event: Shutdown', 'Shutdown: Cleanly', 'Restart: True') + 'Event: Hangup\r\nChan');
    await w.until('away', () => w.collector.state().kind === 'away');
    expect(problem(w)).toMatchObject({ code: 'pbx-restarting' });
    await w.until('a second snapshot', () => count(w, 'snapshot') === 2);
    expect(count(w, 'fact hangup')).toBe(0);
  });
});
