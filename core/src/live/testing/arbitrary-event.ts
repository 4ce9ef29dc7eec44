// Generates random live events of two customers, and histories of them.
import fc from 'fast-check';
import type { LiveEvent } from '../event.ts';
import type { PartyFact } from '../../asterisk/fact.ts';
import { addReport, withReport } from '../quality.ts';
import { queueKey, type CallRow, type Owner, type QualityRow } from '../state.ts';
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
    .map((q) => ({ kind: 'quality', serverId: id, ...q, ...addReport(undefined, q) }));

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
        reports.map((r): QualityRow => withReport(undefined, r)),
        (q) => JSON.stringify(q.owner),
      ),
    }));

const queuesSnapshot = (id: number, which = maybe<string>(queueName)): fc.Arbitrary<LiveEvent> =>
  which.chain((only) => {
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
        owner: only === null ? null : ownerOfQueue(id, only),
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

/** A call party as in AMI's Agent* and QueueCaller* events. */
const partyOf = (id: string): PartyFact => ({
  ...{ channel: `PJSIP/party-${id}`, state: 6, stateDesc: 'Up', callerIdNum: '+34910555123', callerIdName: 'Zoé' },
  ...{ connectedLineNum: '102', connectedLineName: 'Bob', uniqueid: id, linkedid: id },
});
const parties = fc.oneof(
  fc.constant({}),
  uniqueid.map((id) => ({ uniqueid: id, caller: partyOf(id) })),
  uniqueid.map((id) => ({ uniqueid: id, caller: partyOf(id), agent: partyOf(`${id}1`) })),
);

/** One arbitrary for each kind of event, so that a new kind without one does not compile. */
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
        parties,
      })
      .map(({ parties: ends, ...e }) => ({ kind: 'member', serverId: id, ...e, ...ends })),
  ),
  'member-removed': fc
    .tuple(serverId.chain(ofQueue), iface)
    .map(([e, i]) => ({ kind: 'member-removed', ...e, interface: i, name: 'Gil' })),
  caller: serverId.chain((id) =>
    fc.record({ at: moment, row: caller(id) }).map((e) => ({ kind: 'caller', serverId: id, ...e })),
  ),
  'caller-left': fc
    .tuple(serverId.chain(ofQueue), uniqueid)
    .map(([e, u]) => ({ kind: 'caller-left', ...e, uniqueid: u, position: 1, count: 2, caller: partyOf(u) })),
  'caller-abandoned': fc.tuple(serverId.chain(ofQueue), uniqueid).map(([e, u]) => ({
    kind: 'caller-abandoned',
    ...e,
    uniqueid: u,
    position: 1,
    originalPosition: 2,
    holdSeconds: 30,
    caller: partyOf(u),
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
        previousQueue: fc.constant(null),
        previousQueueOwner: fc.constant(null),
      })
      .map((e) => ({ kind: 'call', serverId: id, ...e })),
  ),
  'call-removed': fc
    .record({
      serverId,
      at: moment,
      owners,
      queue: fc.constant(null),
      queueOwner: fc.constant(null),
      linkedid: uniqueid,
      uniqueid,
      channel: fc.constant('PJSIP/x-00000001'),
      channelOwner: owner,
      hangupCause: count,
      hangupText: name,
    })
    .map((e) => ({ kind: 'call-removed', ...e })),
};

export const anyEvent: fc.Arbitrary<LiveEvent> = fc.oneof(...Object.values(EVENTS));

/** A change of a queue's owner: removed for the previous owner, sent in full to the new one. */
interface Reowned {
  readonly kind: 'reowned';
  readonly serverId: number;
  readonly queue: string;
  readonly owner: Owner;
  readonly rows: LiveEvent;
}

const reowned: fc.Arbitrary<Reowned> = serverId.chain((id) =>
  queueName.chain((name) =>
    fc.record({ owner, rows: queuesSnapshot(id, fc.constant(name)) }).map((r) => ({
      ...{ kind: 'reowned' as const, serverId: id, queue: name, ...r },
    })),
  ),
);

type PastCall = Pick<CallRow, 'owners' | 'queue' | 'queueOwner'>;

/**
 * Generates a history as a tracker would write it. The previous owners of a call come from its previous row, a removal names the owners of
 * the removed row, and rows of a queue carry its current owner.
 */
export const history = (length: number): fc.Arbitrary<LiveEvent[]> =>
  fc
    .array(fc.oneof({ weight: 12, arbitrary: anyEvent }, { weight: 1, arbitrary: reowned }), {
      minLength: 1,
      maxLength: length,
    })
    .map((steps) => {
      const owned = new Map<string, PastCall>();
      const hands = new Map<string, Owner>();
      return steps.flatMap((e): LiveEvent[] => {
        if (e.kind !== 'reowned') return [withPast(withOwners(e, hands), owned)];
        const key = queueKey(e.serverId, e.queue);
        const before = hands.get(key) ?? ownerOfQueue(e.serverId, e.queue);
        hands.set(key, e.owner);
        const { serverId: id, queue } = e;
        const gone: LiveEvent = { kind: 'queue-removed', serverId: id, at: e.rows.at, owner: before, queue };
        return [gone, withOwners(e.rows, hands)];
      });
    });

/** Sets the owner next to each queue name, in the event and in every row of it. */
const withOwners = (e: LiveEvent, hands: ReadonlyMap<string, Owner>): LiveEvent => {
  const of = (queue: unknown): Owner | undefined =>
    typeof queue === 'string' ? hands.get(queueKey(e.serverId, queue)) : undefined;
  const fix = <T extends object>(row: T, nameOf: string, ownerOf: string): T => {
    const is = of((row as Record<string, unknown>)[nameOf]);
    return is === undefined || !(ownerOf in row) ? row : { ...row, [ownerOf]: is };
  };
  const rowOf = <T extends object>(row: T): T => {
    const own = 'max' in row ? fix(row, 'name', 'owner') : fix(row, 'queue', 'owner');
    return fix(fix(own, 'callQueue', 'callOwner'), 'queue', 'queueOwner');
  };
  switch (e.kind) {
    case 'queues-snapshot':
      return {
        ...fix(e, 'queue', 'owner'),
        ...{ queues: e.queues.map(rowOf), members: e.members.map(rowOf), callers: e.callers.map(rowOf) },
      };
    case 'server-snapshot':
      return { ...e, calls: e.calls.map((c) => withQueueOwner(rowOf(c))) };
    case 'call':
      return { ...e, row: withQueueOwner(rowOf(e.row)) };
    case 'queue':
      return { ...e, row: rowOf(e.row) };
    case 'member':
      return { ...e, row: rowOf(e.row) };
    case 'caller':
      return { ...e, row: rowOf(e.row) };
    default:
      return 'queue' in e && e.kind !== 'call-removed' ? fix(e, 'queue', 'owner') : e;
  }
};

/** Makes sure that the owner of a call's queue is one of the call's owners. */
const withQueueOwner = (row: CallRow): CallRow =>
  row.queueOwner === null || row.queueOwner.customerId === null || row.owners.includes(row.queueOwner)
    ? row
    : { ...row, owners: [row.queueOwner, ...row.owners] };

const withPast = (e: LiveEvent, owned: Map<string, PastCall>): LiveEvent => {
  const of = (linkedid: string): string => `${e.serverId} ${linkedid}`;
  switch (e.kind) {
    case 'server-snapshot':
    case 'server-removed':
      for (const key of [...owned.keys()]) if (key.startsWith(`${e.serverId} `)) owned.delete(key);
      if (e.kind === 'server-snapshot') for (const c of e.calls) owned.set(of(c.linkedid), c);
      return e;
    case 'call': {
      const before = owned.get(of(e.row.linkedid)) ?? e.row;
      owned.set(of(e.row.linkedid), e.row);
      return {
        ...e,
        ...{ previousOwners: before.owners, previousQueue: before.queue, previousQueueOwner: before.queueOwner },
      };
    }
    case 'call-removed': {
      const { owners: all, queue, queueOwner } = owned.get(of(e.linkedid)) ?? e;
      owned.delete(of(e.linkedid));
      return { ...e, owners: all, queue, queueOwner };
    }
    default:
      return e;
  }
};
