// Tests that no live event of any kind reaches the socket of another customer with similar data.
import { expect, it } from 'vitest';
import { addReport } from '@ringside/core/live/quality.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';
import type { CallRow, CallerRow, MemberRow, Owner, QueueRow } from '@ringside/core/live/state.ts';
import { aCaller, aMember, aQueue } from '@ringside/core/live/testing/rows.ts';
import { LIVE_TOPIC } from './live-batch.ts';
import { openLiveHarness } from './testing/live-harness.ts';

const VIEWERS: Readonly<Record<string, Viewer>> = {
  a: { reach: 'customer', customerId: 'a', serverIds: [1] },
  b: { reach: 'customer', customerId: 'b', serverIds: [1] },
  teamB: { reach: 'team', customerId: 'b', callcenterIds: ['b-center'], serverIds: [1] },
  elsewhere: { reach: 'customer', customerId: 'a', serverIds: [2] },
};
const at = 1_795_240_000_000;
const base = { serverId: 1, at };
const mark = (owner: Owner): string => `secret-of-${owner.customerId}`;

const queueRow = (owner: Owner): QueueRow => aQueue({ name: `q ${mark(owner)}`, owner });
const memberRow = (owner: Owner): MemberRow => aMember({ owner, name: mark(owner), interface: 'PJSIP/1', since: at });
const callerRow = (owner: Owner): CallerRow =>
  aCaller({ owner, channel: 'c', uniqueid: 'u', callerIdNum: '1', callerIdName: mark(owner), joinedAt: at });
const before = (owner: Owner) => ({ previousOwners: [owner], previousQueue: null, previousQueueOwner: null });
const callRow = (owner: Owner): CallRow => ({
  serverId: 1,
  linkedid: `l ${mark(owner)}`,
  uniqueid: 'u',
  channel: 'c',
  owners: [owner],
  channelOwner: owner,
  queueOwner: null,
  state: 6,
  stateDesc: 'Up',
  startedAt: at,
  answeredAt: null,
  source: mark(owner),
  sourceName: '',
  destination: '',
  queue: null,
  agent: null,
  agentInterface: null,
  onHold: false,
  parked: false,
});
const server = {
  id: 1,
  name: 'PBX',
  connected: true,
  stale: false,
  since: at,
  lastEventAt: at,
  version: null,
  startedAt: null,
  maintenance: null,
  problem: 'secret-of-staff',
};
const quality = { lp: 0, rlp: 0, rxcount: 1, rtt: 0, rxjitter: 0, txjitter: 0 };
const today = { day: '2026-11-21' } as never;

/** One event of each kind for an owner. The type check requires an entry for every new kind. */
const EVENTS: { readonly [K in LiveEvent['kind']]: (owner: Owner) => Extract<LiveEvent, { kind: K }> } = {
  'server-snapshot': (owner) => ({
    kind: 'server-snapshot',
    ...base,
    server,
    calls: [callRow(owner)],
    quality: [{ serverId: 1, owner, reports: 1, rttReports: 0, minutes: [], ...quality }],
  }),
  'queues-snapshot': (owner) => ({
    kind: 'queues-snapshot',
    ...base,
    queue: null,
    owner: null,
    queues: [queueRow(owner)],
    members: [memberRow(owner)],
    callers: [callerRow(owner)],
  }),
  server: () => ({ kind: 'server', ...base, server }),
  'server-removed': () => ({ kind: 'server-removed', ...base }),
  quality: (owner) => ({
    kind: 'quality',
    ...base,
    owner,
    uniqueid: mark(owner),
    linkedid: 'l',
    channel: 'c',
    txcount: 1,
    ...quality,
    ...addReport(undefined, { ...base, ...quality, txcount: 1 }),
  }),
  queue: (owner) => ({ kind: 'queue', ...base, row: queueRow(owner) }),
  'queue-removed': (owner) => ({ kind: 'queue-removed', ...base, owner, queue: mark(owner) }),
  'queue-summary': (owner) => ({
    kind: 'queue-summary',
    ...base,
    owner,
    queue: mark(owner),
    holdtime: 1,
    talktime: 1,
  }),
  'queue-today': (owner) => ({ kind: 'queue-today', ...base, owner, queue: mark(owner), today }),
  member: (owner) => ({
    kind: 'member',
    ...base,
    cause: 'QueueMemberStatus',
    row: memberRow(owner),
    completes: false,
    holdSeconds: null,
    talkSeconds: null,
    ringMs: null,
    reason: null,
    uniqueid: null,
  }),
  'member-removed': (owner) => ({
    kind: 'member-removed',
    ...base,
    owner,
    queue: 'sales',
    interface: 'PJSIP/1',
    name: mark(owner),
  }),
  caller: (owner) => ({ kind: 'caller', ...base, row: callerRow(owner) }),
  'caller-left': (owner) => ({
    kind: 'caller-left',
    ...base,
    owner,
    queue: mark(owner),
    uniqueid: 'u',
    position: 1,
    count: 0,
  }),
  'caller-abandoned': (owner) => ({
    kind: 'caller-abandoned',
    ...base,
    owner,
    queue: mark(owner),
    uniqueid: 'u',
    position: 1,
    originalPosition: 1,
    holdSeconds: 1,
  }),
  outcome: (owner) => ({
    kind: 'outcome',
    ...base,
    owner,
    queue: 'sales',
    outcome: 'answered',
    uniqueid: 'u',
    linkedid: null,
    callerNumber: '1',
    callerName: mark(owner),
    joinedAt: at,
    waitSeconds: 1,
    agentInterface: null,
    agentName: null,
  }),
  call: (owner) => ({ kind: 'call', ...base, cause: 'Newchannel', row: callRow(owner), ...before(owner) }),
  'call-removed': (owner) => ({
    kind: 'call-removed',
    ...base,
    ...{ owners: [owner], queue: null, queueOwner: null, channelOwner: owner },
    linkedid: mark(owner),
    uniqueid: 'u',
    channel: 'c',
    hangupCause: 16,
    hangupText: '',
  }),
};

it('sends events of every kind only to the customer that owns them', async () => {
  const room = await openLiveHarness(VIEWERS);
  try {
    const clients = await Promise.all(Object.keys(VIEWERS).map((name) => room.connect(name, { batch: true })));
    const owners: readonly Owner[] = [
      { customerId: 'a', callcenterId: 'a-center' },
      { customerId: 'b', callcenterId: 'b-center' },
      { customerId: null, callcenterId: null },
    ];
    let seq = 0;
    for (const [kind, make] of Object.entries(EVENTS)) {
      for (const owner of owners) {
        for (const c of clients) c.messages.length = 0;
        room.bus.publish(LIVE_TOPIC, { serverId: 1, epoch: 1, at, seq: ++seq, events: [make(owner)] });
        // The stream of a removed server restarts.
        if (kind === 'server-removed') seq = 0;
        await Promise.all(clients.map((c) => c.caughtUp()));
        for (const c of clients) {
          const heard = JSON.stringify(c.messages);
          const foreign = ['a', 'b', 'null', 'staff'].filter((who) => who !== c.name.at(-1)?.toLowerCase());
          for (const who of foreign)
            expect([kind, c.name, heard.includes(`secret-of-${who}`)]).toEqual([kind, c.name, false]);
          const isOwn = owner.customerId === c.name.at(-1)?.toLowerCase() && c.name !== 'elsewhere';
          const hasMark = !['server', 'server-removed'].includes(kind);
          if (isOwn && hasMark) expect([kind, c.name, heard.includes(mark(owner))]).toEqual([kind, c.name, true]);
        }
      }
    }
  } finally {
    await room.close();
  }
});

it(
  'closes a socket that does not read with 4408 while other sockets receive everything',
  { timeout: 60_000 },
  async () => {
    const room = await openLiveHarness(VIEWERS);
    try {
      const sleeper = await room.connect('a', { batch: true });
      const awake = await room.connect('a', { batch: true });
      sleeper.socket.pause();
      const owner = { customerId: 'a', callcenterId: 'a-center' };
      const sent = { batches: 0, events: 0 };
      while (room.realtime.stats().cut === 0 && sent.batches < 600) {
        const events = Array.from({ length: 200 }, () => EVENTS.member(owner));
        room.bus.publish(LIVE_TOPIC, { serverId: 1, epoch: 1, at, seq: ++sent.batches, events });
        sent.events += events.length;
        await new Promise((resolve) => setTimeout(resolve, 22));
      }
      expect(room.realtime.stats().cut).toBe(1);
      sleeper.socket.resume();
      await awake.caughtUp();
      expect(awake.messages.filter((m) => m.Type === 3 && m['Event'] !== 'Welcome').length).toBe(sent.events);
      for (let i = 0; i < 400 && sleeper.closeCode() === null; i++)
        await new Promise((resolve) => setTimeout(resolve, 10));
      expect([sleeper.closeCode(), awake.closeCode()]).toEqual([4408, null]);
    } finally {
      await room.close();
    }
  },
);
