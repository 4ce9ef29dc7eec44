// Random live events of two customers, and histories of them.
import fc from 'fast-check';
import type { LiveEvent } from '../event.ts';
import { addQuality } from '../quality.ts';
import type { Owner, QualityRow } from '../state.ts';
import {
  call,
  caller,
  count,
  iface,
  maybe,
  member,
  moment,
  name,
  owner,
  ownerOfQueue,
  owners,
  queue,
  queueName,
  server,
  serverId,
  uniqueid,
} from './arbitrary-row.ts';

type Of<K extends LiveEvent['kind']> = Extract<LiveEvent, { kind: K }>;

const quality = (id: number): fc.Arbitrary<Of<'quality'>> =>
  fc
    .record({
      at: moment,
      owner,
      uniqueid,
      linkedid: uniqueid,
      channel: fc.constant('PJSIP/101-00000001'),
      lp: count,
      rlp: count,
      rxcount: count,
      txcount: count,
      rtt: maybe(fc.constantFrom(0.04, 0.0123)),
      rxjitter: fc.constantFrom(0, 0.002),
      txjitter: fc.constantFrom(0, 0.0015),
    })
    .map((q) => ({ kind: 'quality', serverId: id, ...q }));

const distinct = <R>(rows: readonly R[], key: (r: R) => string): R[] => [
  ...new Map(rows.map((r) => [key(r), r])).values(),
];

const serverSnapshot = (id: number): fc.Arbitrary<LiveEvent> =>
  fc
    .record({
      at: moment,
      server: server(id),
      calls: fc.array(call(id), { maxLength: 4 }),
      reports: fc.array(quality(id), { maxLength: 3 }),
    })
    .map(({ at, server: row, calls, reports }) => ({
      kind: 'server-snapshot',
      serverId: id,
      at,
      server: row,
      calls: distinct(calls, (c) => c.linkedid),
      quality: distinct(
        reports.map((r): QualityRow => addQuality(undefined, r)),
        (q) => JSON.stringify(q.owner),
      ),
    }));

const queuesSnapshot = (id: number): fc.Arbitrary<LiveEvent> =>
  maybe(queueName).chain((only) => {
    const of = only === null ? queueName : fc.constant(only);
    return fc
      .record({
        at: moment,
        queues: fc.array(queue(id, of)),
        members: fc.array(member(id, of)),
        callers: fc.array(caller(id, of)),
      })
      .map(({ at, queues, members, callers }) => ({
        kind: 'queues-snapshot',
        serverId: id,
        at,
        queue: only,
        queues: distinct(queues, (q) => q.name),
        members: distinct(members, (m) => `${m.queue} ${m.interface}`),
        callers: distinct(callers, (c) => `${c.queue} ${c.uniqueid}`),
      }));
  });

const ofQueue = (id: number) =>
  fc.record({ at: moment, queue: queueName }).map((b) => ({ ...b, serverId: id, owner: ownerOfQueue(id, b.queue) }));

const TODAY = {
  day: '2026-11-21',
  received: 3,
  answered: 2,
  answeredInTime: 1,
  abandonedShort: 0,
  abandonedLong: 1,
  abandonedInTime: 0,
  timedOut: 0,
  leftByKey: 0,
  noAgent: 0,
  full: 0,
  withdrawn: 0,
  waitSeconds: 9,
  longestWaitSeconds: 8,
  talkSeconds: 60,
  completed: 1,
  formula: 3,
  thresholdSeconds: 20,
  serviceLevel: 33_333,
};

/** One arbitrary a kind of event, so that a new kind without one does not compile. */
export const EVENTS: { readonly [K in LiveEvent['kind']]: fc.Arbitrary<LiveEvent> } = {
  'server-snapshot': serverId.chain(serverSnapshot),
  'queues-snapshot': serverId.chain(queuesSnapshot),
  server: serverId.chain((id) =>
    fc.record({ at: moment, server: server(id) }).map((e) => ({ kind: 'server', serverId: id, ...e })),
  ),
  'server-removed': fc.record({ serverId, at: moment }).map((e) => ({ kind: 'server-removed', ...e })),
  quality: serverId.chain(quality),
  queue: serverId.chain((id) =>
    fc.record({ at: moment, row: queue(id) }).map((e) => ({ kind: 'queue', serverId: id, ...e })),
  ),
  'queue-removed': serverId.chain(ofQueue).map((e) => ({ kind: 'queue-removed', ...e })),
  'queue-summary': serverId.chain(ofQueue).map((e) => ({ kind: 'queue-summary', ...e, holdtime: 7, talktime: 90 })),
  'queue-today': serverId.chain(ofQueue).map((e) => ({ kind: 'queue-today', ...e, today: TODAY })),
  member: serverId.chain((id) =>
    fc
      .record({
        at: moment,
        cause: fc.constantFrom(
          'QueueMember' as const,
          'QueueMemberStatus' as const,
          'AgentCalled' as const,
          'AgentComplete' as const,
        ),
        row: member(id),
        completes: fc.boolean(),
        holdSeconds: maybe(count),
        talkSeconds: maybe(count),
        ringMs: maybe(count),
        reason: maybe(fc.constantFrom('agent', 'caller', 'transfer')),
        uniqueid: maybe(uniqueid),
      })
      .map((e) => ({ kind: 'member', serverId: id, ...e })),
  ),
  'member-removed': fc
    .tuple(serverId.chain(ofQueue), iface)
    .map(([e, i]) => ({ kind: 'member-removed', ...e, interface: i, name: 'Gil' })),
  caller: serverId.chain((id) =>
    fc.record({ at: moment, row: caller(id) }).map((e) => ({ kind: 'caller', serverId: id, ...e })),
  ),
  'caller-left': fc
    .tuple(serverId.chain(ofQueue), uniqueid)
    .map(([e, u]) => ({ kind: 'caller-left', ...e, uniqueid: u, position: 1, count: 2 })),
  'caller-abandoned': fc.tuple(serverId.chain(ofQueue), uniqueid).map(([e, u]) => ({
    kind: 'caller-abandoned',
    ...e,
    uniqueid: u,
    position: 1,
    originalPosition: 2,
    holdSeconds: 30,
  })),
  outcome: fc
    .tuple(serverId.chain(ofQueue), uniqueid, fc.constantFrom('answered' as const, 'timed-out' as const))
    .map(([e, u, outcome]) => ({
      kind: 'outcome',
      ...e,
      outcome,
      uniqueid: u,
      linkedid: null,
      callerNumber: '+34',
      callerName: 'Zoé',
      joinedAt: e.at,
      waitSeconds: 3,
      agentInterface: 'PJSIP/101',
      agentName: 'Eve',
    })),
  call: serverId.chain((id) =>
    fc
      .record({
        at: moment,
        cause: fc.constantFrom('Newchannel' as const, 'Newstate' as const),
        row: call(id),
        previousOwners: owners,
      })
      .map((e) => ({ kind: 'call', serverId: id, ...e })),
  ),
  'call-removed': fc
    .record({
      serverId,
      at: moment,
      owners,
      linkedid: uniqueid,
      uniqueid,
      channel: fc.constant('PJSIP/x-00000001'),
      hangupCause: count,
      hangupText: name,
    })
    .map((e) => ({ kind: 'call-removed', ...e })),
};

export const anyEvent: fc.Arbitrary<LiveEvent> = fc.oneof(...Object.values(EVENTS));

/**
 * A history as a tracker would write it: who saw a call before is what the row before says, and a removal names the
 * owners of what it removes.
 */
export const history = (length: number): fc.Arbitrary<LiveEvent[]> =>
  fc.array(anyEvent, { minLength: 1, maxLength: length }).map((events) => {
    const owned = new Map<string, readonly Owner[]>();
    const of = (e: { serverId: number }, linkedid: string): string => `${e.serverId} ${linkedid}`;
    return events.map((e): LiveEvent => {
      switch (e.kind) {
        case 'server-snapshot':
        case 'server-removed':
          for (const key of [...owned.keys()]) if (key.startsWith(`${e.serverId} `)) owned.delete(key);
          if (e.kind === 'server-snapshot') for (const c of e.calls) owned.set(of(e, c.linkedid), c.owners);
          return e;
        case 'call': {
          const previousOwners = owned.get(of(e, e.row.linkedid)) ?? e.row.owners;
          owned.set(of(e, e.row.linkedid), e.row.owners);
          return { ...e, previousOwners };
        }
        case 'call-removed': {
          const before = owned.get(of(e, e.linkedid)) ?? e.owners;
          owned.delete(of(e, e.linkedid));
          return { ...e, owners: before };
        }
        default:
          return e;
      }
    });
  });
