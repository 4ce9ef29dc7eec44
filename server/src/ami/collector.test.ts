import { afterEach, describe, expect, it } from 'vitest';
import type { PbxFact, Snapshot } from '@ringside/core/live/fact.ts';
import type { LinkState } from '@ringside/core/live/link.ts';
import { createCollector } from './collector.ts';
import type { Collector, CollectorOptions, CollectorSettings } from './collector.ts';
import { TEST_CERTIFICATE } from './testing/test-certificate.ts';
import {
  SECRET,
  USER,
  bootedEvent,
  head,
  list,
  message,
  queueParams,
  refuse,
  startTestPeer,
  unknownCommand,
} from './testing/test-peer.ts';
import type { PeerOptions, TestPeer } from './testing/test-peer.ts';

type Entry =
  | { readonly link: LinkState }
  | { readonly snapshot: Snapshot }
  | { readonly fact: PbxFact }
  | { readonly unknown: string; readonly count: number };

const FAST: CollectorOptions = {
  times: { bootMs: 30, bootRetryMs: 30, noQueuesMs: 400, pingMs: 40, replyMs: 1_000 },
  checkTimes: { quietMs: 40, firstRetryMs: 10, lastRetryMs: 40, countersAfterMs: 10, countersEveryMs: 40 },
  // The least of every pause; those after a refusal stay long.
  chance: () => 0,
};

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

const peerOf = async (options?: PeerOptions): Promise<TestPeer> => {
  const peer = await startTestPeer(options);
  cleanUp.push(() => peer.close());
  return peer;
};

interface Watch {
  readonly collector: Collector;
  readonly seen: Entry[];
  until(what: string, test: () => boolean): Promise<void>;
  kinds(): string[];
  facts(): PbxFact[];
}

const watch = (peer: TestPeer, settings: Partial<CollectorSettings> = {}, options = FAST): Watch => {
  const seen: Entry[] = [];
  const collector = createCollector(
    { id: 1, host: '127.0.0.1', port: peer.port, tls: false, caPem: '', username: USER, secret: SECRET, ...settings },
    {
      link: (link) => void seen.push({ link }),
      snapshot: (snapshot) => void seen.push({ snapshot }),
      fact: (fact) => void seen.push({ fact }),
      unknown: (unknown, count) => void seen.push({ unknown, count }),
    },
    options,
  );
  cleanUp.push(() => collector.stop());
  collector.start();
  const until = async (what: string, test: () => boolean): Promise<void> => {
    for (let i = 0; !test(); i++) {
      if (i > 1_000) throw new Error(`${what} never came: ${JSON.stringify(seen)}`);
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const nameOf = (entry: Entry): string =>
    'link' in entry
      ? `link ${entry.link.kind}`
      : 'fact' in entry
        ? `fact ${entry.fact.kind}`
        : 'snapshot' in entry
          ? 'snapshot'
          : `unknown ${entry.unknown}`;
  return {
    collector,
    seen,
    until,
    kinds: () => seen.map(nameOf),
    facts: () => seen.flatMap((entry) => ('fact' in entry ? [entry.fact] : [])),
  };
};

const count = (w: Watch, kind: string): number => w.kinds().filter((k) => k === kind).length;
const up = (w: Watch) => w.until('a snapshot', () => w.kinds().includes('snapshot'));
const problem = (w: Watch): unknown => {
  const link = w.collector.state();
  return 'problem' in link ? link.problem : null;
};

const lastAsked = (peer: TestPeer, action: string) =>
  peer.sessions.flatMap((s) => s.actions).findLast((f) => f['Action'] === action);

const join = (queue: string, uniqueid: string): string =>
  message(
    'Event: QueueCallerJoin',
    'Channel: c',
    `Uniqueid: ${uniqueid}`,
    `Queue: ${queue}`,
    'Position: 1',
    'Count: 1',
  );
const complete = (queue: string): string =>
  message('Event: AgentComplete', 'Channel: c', `Queue: ${queue}`, 'Interface: PJSIP/1', 'TalkTime: 3');

describe('logging in', () => {
  it('by MD5 where a challenge is offered: the secret is not sent', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    expect(peer.sessions[0]?.actions[1]).toMatchObject({ Action: 'Login', AuthType: 'MD5', Username: USER });
    expect(JSON.stringify(peer.sessions[0]?.actions)).not.toContain(SECRET);
  });

  it('plainly where none is offered', async () => {
    const peer = await peerOf();
    peer.answer('Challenge', refuse('Must specify AuthType'));
    const w = watch(peer);
    await up(w);
    expect(peer.sessions[0]?.actions[1]).toMatchObject({ Action: 'Login', Secret: SECRET });
  });

  it('over TLS, trusting the own CA and nobody else', async () => {
    const peer = await peerOf({ tls: true });
    const trusting = watch(peer, { tls: true, caPem: TEST_CERTIFICATE });
    await up(trusting);
    const w = watch(peer, { tls: true });
    await w.until('a refusal', () => w.collector.state().kind === 'refused');
    expect(problem(w)).toMatchObject({ code: 'tls-untrusted', params: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  });

  it('a wrong secret is shown as refused, and not tried again soon', async () => {
    const peer = await peerOf();
    const w = watch(peer, { secret: 'wrong' });
    await w.until('a refusal', () => w.collector.state().kind === 'refused');
    expect(problem(w)).toEqual({
      code: 'login-refused',
      params: { username: USER, address: '127.0.0.1' },
      line: `[${USER}]`,
    });
    const state = w.collector.state();
    expect(state.kind === 'refused' && state.retryInMs).toBeGreaterThanOrEqual(45_000);
    await new Promise((done) => setTimeout(done, 100));
    expect(peer.asked('Login')).toBe(1);
  });

  it('a secret that would break the protocol is not sent', async () => {
    const peer = await peerOf();
    peer.answer('Challenge', refuse('no'));
    const w = watch(peer, { secret: 'a\r\nAction: Logoff' });
    await w.until('a refusal', () => w.collector.state().kind === 'refused');
    expect(problem(w)).toMatchObject({ code: 'settings-unusable', params: { field: 'Secret' } });
    expect(peer.asked('Login')).toBe(0);
  });
});

describe('the snapshot', () => {
  it('comes once and whole, and the events of its window after it, in their order', async () => {
    const peer = await peerOf();
    // What Asterisk may do: an event before the list, between lists, and after them.
    peer.answer(
      'QueueStatus',
      (f) =>
        join('support', 'u1') +
        list(
          f,
          [
            queueParams('support', 7),
            ['Event: QueueEntry', 'Queue: support', 'Position: 1', 'Uniqueid: u1', 'Wait: 2'],
          ],
          'QueueStatusComplete',
        ) +
        join('support', 'u2'),
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

  it('a queue that moved in its window is read again until it is quiet, others are not', async () => {
    const peer = await peerOf();
    let readings = 0;
    peer.answer('QueueStatus', (f) => {
      if (f['Queue'] === undefined) {
        return join('support', 'u1') + list(f, [queueParams('support'), queueParams('sales')], 'QueueStatusComplete');
      }
      readings++;
      // Twice more something moves just after the reading.
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

  it('a reading reaches the sink before the events that the PBX sent after it', async () => {
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

  it('a queue that the PBX has no more is read as gone', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    peer.answer('QueueStatus', (f) => list(f, [], 'QueueStatusComplete'));
    w.collector.rereadQueue('support');
    await w.until('a reading', () => count(w, 'fact queue-read') > 0);
    expect(w.facts().find((f) => f.kind === 'queue-read')).toMatchObject({ queue: 'support', params: null });
  });

  it('after a reload of the queues everything is read again', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    peer.say(message('Event: Reload', 'Module: pbx_config.so', 'Status: 0'));
    peer.say(message('Event: Reload', 'Module: app_queue.so', 'Status: 0'));
    await w.until('a second snapshot', () => count(w, 'snapshot') === 2);
  });

  it('a login that may not read the core is up, and says which class it lacks', async () => {
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

describe('counters without an event', () => {
  it('are read a moment after calls end, with the member whose call it was', async () => {
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

  it('are read in the other queues of the member too: with shared_lastcall its call counts in all of them', async () => {
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

  it('are read when the agent hangs up without AgentComplete: the caller was sent elsewhere', async () => {
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

  it('a storm of calls costs few readings', async () => {
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

describe('boot and restart', () => {
  const accepted = (f: Parameters<typeof head>[0]) => message(...head(f), 'Message: Authentication accepted');

  it('waits for a PBX that still loads, and says so', async () => {
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

  it('a login without class system goes on without FullyBooted and is told', async () => {
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

  it('FullyBooted after the first snapshot: what was read while it loaded is read again', async () => {
    const peer = await peerOf();
    peer.answer('Login', accepted);
    const w = watch(peer);
    await up(w);
    peer.say(bootedEvent);
    await w.until('a second snapshot', () => count(w, 'snapshot') === 2);
  });

  it('a PBX without app_queue is watched, and the module named', async () => {
    const peer = await peerOf();
    for (const action of ['QueueStatus', 'QueueSummary']) peer.answer(action, unknownCommand);
    const w = watch(peer);
    await up(w);
    expect(w.collector.state()).toMatchObject({
      kind: 'up',
      problems: [{ code: 'queues-not-loaded', line: 'modules.conf: load = app_queue.so' }],
    });
  });

  it('a shutdown is named, and the link comes back with a new snapshot', async () => {
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

describe('a link that breaks', () => {
  it('a cut is away, then up again; what is asked meanwhile is refused', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    peer.cut();
    await w.until('away', () => w.collector.state().kind === 'away');
    expect(problem(w)).toEqual({ code: 'connection-lost', line: null });
    await expect(w.collector.action('Ping', {})).rejects.toThrow('connection-lost');
    await w.until('a second snapshot', () => count(w, 'snapshot') === 2);
    expect(peer.sessions).toHaveLength(2);
  });

  it('a PBX that stops answering is left', async () => {
    const peer = await peerOf();
    peer.answer('Ping', () => null);
    const w = watch(peer);
    await up(w);
    await w.until('away', () => w.collector.state().kind === 'away');
    expect(problem(w)).toMatchObject({ code: 'no-answer' });
    expect(peer.asked('Ping')).toBeGreaterThanOrEqual(1);
  });

  it('events are as good as pongs', async () => {
    const peer = await peerOf();
    peer.answer('Ping', () => null);
    const w = watch(peer);
    await up(w);
    for (let i = 0; i < 20; i++) {
      peer.say(message('Event: Newexten', 'Channel: c'));
      await new Promise((done) => setTimeout(done, 15));
    }
    expect(w.collector.state().kind).toBe('up');
  });

  it('nobody there: tried again, longer each time', async () => {
    const peer = await peerOf();
    await peer.close();
    const w = watch(peer);
    await w.until('two tries', () => count(w, 'link away') === 2);
    const waits = w.seen.flatMap((e) => ('link' in e && e.link.kind === 'away' ? [e.link.retryInMs] : []));
    expect(waits).toEqual([500, 1000]);
    expect(problem(w)).toMatchObject({ code: 'connection-refused', params: { port: peer.port } });
  });

  it('a stop in any state is silent and final', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    await w.collector.stop();
    const before = w.seen.length;
    peer.say(join('support', 'u'));
    await new Promise((done) => setTimeout(done, 60));
    expect(w.seen).toHaveLength(before);
    expect(peer.sessions).toHaveLength(1);
  });
});

describe('actions', () => {
  it('resolve with the answer of the PBX, good or bad, whatever comes between', async () => {
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

  it('what changes a queue without an event makes it be read', async () => {
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

it('events nobody knows are counted, not thrown', async () => {
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
