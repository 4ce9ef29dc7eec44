// Tests what a collector reads beside events, and which actions it sends.
import { describe, expect, it } from 'vitest';
import { head, list, message, queueParams } from './testing/test-peer.ts';
import { FAST, peerOf, watch, count, up, lastAsked, join, complete } from './testing/watch-collector.ts';

describe('counters that change without an event', () => {
  it('are read shortly after calls end, with the member of the call', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    await new Promise((done) => setTimeout(done, 60));
    peer.answer('QueueStatus', (f) =>
      list(
        f,
        [
          queueParams('support', 9),
          ['Event: QueueMember', 'Queue: support', 'Name: Ann', 'Location: PJSIP/1', 'CallsTaken: 4'],
        ],
        'QueueStatusComplete',
      ),
    );
    peer.say(complete('support'));
    await w.until('the member', () => count(w, 'fact member') === 1);
    expect(w.facts()).toContainEqual(expect.objectContaining({ kind: 'queue-params', completed: 9 }));
    expect(w.facts()).toContainEqual(expect.objectContaining({ kind: 'member', cause: 'QueueMember', callsTaken: 4 }));
    expect(lastAsked(peer, 'QueueStatus')).toMatchObject({
      Queue: 'support',
      Member: 'PJSIP/1',
    });
  });

  it("are read in the member's other queues too, because shared_lastcall counts the call in all of them", async () => {
    const peer = await peerOf();
    const member = (queue: string, taken: number): string[] => [
      'Event: QueueMember',
      `Queue: ${queue}`,
      'Name: Ann',
      'Location: PJSIP/1',
      `CallsTaken: ${taken}`,
    ];
    let ended = false;
    peer.answer('QueueStatus', (f) =>
      list(
        f,
        ['support', 'sales', 'night']
          .filter((queue) => f['Queue'] === undefined || f['Queue'] === queue)
          .flatMap((queue) => [queueParams(queue), ...(queue === 'night' ? [] : [member(queue, ended ? 1 : 0)])]),
        'QueueStatusComplete',
      ),
    );
    const w = watch(peer);
    await up(w);
    await new Promise((done) => setTimeout(done, 60));
    ended = true;
    peer.say(complete('support'));
    await w.until('both memberships', () => count(w, 'fact member') === 2);
    const read = w.facts().flatMap((f) => (f.kind === 'member' ? [`${f.queue} ${f.callsTaken}`] : []));
    expect(read.sort()).toEqual(['sales 1', 'support 1']);
    expect(peer.sessions[0]?.actions.filter((f) => f['Queue'] === 'night')).toEqual([]);
  });

  it('are read when the agent hangs up without AgentComplete because the caller was transferred', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    await new Promise((done) => setTimeout(done, 60));
    const parties = ['Uniqueid: c1', 'Linkedid: c1', 'DestChannel: PJSIP/1-1', 'DestUniqueid: a1', 'DestLinkedid: c1'];
    const connect = ['Event: AgentConnect', 'Queue: support', 'Interface: PJSIP/1', 'MemberName: Ann', 'HoldTime: 1'];
    peer.say(message(...connect, 'RingTime: 1', 'Channel: PJSIP/t-1', ...parties));
    await w.until('the reading after the answer', () => count(w, 'fact queue-params') === 1);
    await new Promise((done) => setTimeout(done, 100));
    peer.say(message('Event: Hangup', 'Channel: PJSIP/1-1', 'Uniqueid: a1', 'Linkedid: c1', 'Cause: 16'));
    await w.until('the reading after the hangup', () => count(w, 'fact queue-params') === 2);
    expect(lastAsked(peer, 'QueueStatus')).toMatchObject({ Queue: 'support', Member: 'PJSIP/1' });
  });

  it('are read only a few times during many calls', async () => {
    const peer = await peerOf();
    const w = watch(peer, {}, { ...FAST, checkTimes: { ...FAST.checkTimes, countersEveryMs: 10_000 } });
    await up(w);
    await new Promise((done) => setTimeout(done, 60));
    for (let i = 0; i < 50; i++) peer.say(complete('support'));
    await w.until('the storm', () => count(w, 'fact agent-complete') === 50);
    await new Promise((done) => setTimeout(done, 100));
    expect(count(w, 'fact queue-params')).toBe(1);
  });
});

describe('actions', () => {
  it('resolve with the response of the PBX, success or error, even with events in between', async () => {
    const peer = await peerOf();
    peer.answer(
      'QueuePause',
      (f) => join('support', 'u') + message(...head(f, 'Error'), 'Message: Interface not found'),
    );
    const w = watch(peer);
    await up(w);
    const reply = await w.collector.action('QueuePause', { Interface: 'PJSIP/é', Paused: 'true', Reason: 'הפסקה' });
    expect(reply).toMatchObject({ success: false, message: 'Interface not found' });
    expect(lastAsked(peer, 'QueuePause')).toMatchObject({ Interface: 'PJSIP/é', Reason: 'הפסקה' });
    await expect(w.collector.action('Command', {})).rejects.toThrow('unknown-action');
  });

  it('read the queue again when they change it without an event', async () => {
    const peer = await peerOf();
    peer.answer('QueueChangePriorityCaller', (f) =>
      message(...head(f), 'Message: Priority change for caller on queue'),
    );
    const w = watch(peer);
    await up(w);
    await w.collector.action('QueueChangePriorityCaller', { Queue: 'support', Caller: 'c', Priority: '5' });
    await w.until('a reading', () => count(w, 'fact queue-read') > 0);
  });
});

it('counts unknown events without throwing', async () => {
  const peer = await peerOf();
  const w = watch(peer);
  await up(w);
  peer.say(
    message('Event: Brandnew', 'X: 1') +
      message('no header at all') +
      message('Event: Brandnew') +
      join('support', 'u'),
  );
  await w.until('the join', () => count(w, 'fact caller-joined') === 1);
  expect(w.seen.filter((e) => 'unknown' in e)).toEqual([
    { unknown: 'Brandnew', count: 1 },
    { unknown: 'Brandnew', count: 2 },
  ]);
});
