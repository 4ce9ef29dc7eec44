// Random live events of two customers whose queues, agents and numbers bear the same names: what one may see of the
// other is then a matter of owners alone.
import type { RowLimits } from '../../base/row-limits.ts';
import fc from 'fast-check';
import type { LiveEvent } from '../event.ts';
import type { CallRow, CallerRow, CallerStatus, MemberRow, Owner, QualityRow, QueueRow, ServerRow } from '../state.ts';
import { addQuality } from '../quality.ts';
import type { Viewer } from '../scope.ts';

export const OWNERS: readonly Owner[] = [
  { customerId: null, callcenterId: null },
  { customerId: 'acme', callcenterId: 'acme-north' },
  { customerId: 'acme', callcenterId: 'acme-south' },
  { customerId: 'acme', callcenterId: null },
  { customerId: 'globex', callcenterId: 'globex-main' },
];

const ANY = { customerIds: [], callcenterIds: [], queueKeys: [], serverIds: [], ownOnly: false, allBut: false };
const RULED: readonly RowLimits[] = [
  { denied: [{ ...ANY, queueKeys: ['1\tsales', '2\tq'] }], only: null },
  { denied: [{ ...ANY, callcenterIds: ['acme-north'], allBut: true }], only: null },
  {
    denied: [],
    only: [
      { ...ANY, queueKeys: ['1\tsales', '2\tsupport'] },
      { ...ANY, serverIds: [2] },
    ],
  },
  { denied: [{ ...ANY, serverIds: [1] }], only: null },
];

export const VIEWERS: readonly Viewer[] = [
  { reach: 'platform' },
  { reach: 'customer', customerId: 'acme', serverIds: [1, 2] },
  { reach: 'customer', customerId: 'globex', serverIds: [2] },
  { reach: 'team', customerId: 'acme', callcenterIds: ['acme-north'], serverIds: [1] },
  { reach: 'customer', customerId: 'nobody', serverIds: [] },
  { reach: 'subtree', customerIds: ['acme', 'initech'], serverIds: [1, 2] },
  { reach: 'board', customerId: 'acme', serverIds: [1, 2], queues: ['1\tsales', '1\tq', '2\tsupport', '2\torders'] },
  { reach: 'board', customerId: 'globex', serverIds: [2], queues: ['1\tsales', '2\tsales', '2\tq', '2\tתמיכה'] },
  { reach: 'platform', masks: ['caller-number', 'caller-name'] },
  ...RULED.map((limits) => ({ reach: 'customer' as const, customerId: 'acme', serverIds: [1, 2], limits })),
];

/** A queue belongs to one owner, by server and name, as in the console's own table. */
const ownerOfQueue = (serverId: number, queue: string): Owner =>
  OWNERS[(serverId * 7 + queue.length * 3 + queue.charCodeAt(0)) % OWNERS.length] as Owner;

const serverId = fc.integer({ min: 1, max: 2 });
const queueName = fc.constantFrom('sales', 'support', 'orders', 'תמיכה', 'q');
const iface = fc.constantFrom('PJSIP/101', 'PJSIP/102', 'Local/203@agents/n');
const uniqueid = fc.constantFrom('pbx-1.1', 'pbx-1.2', 'pbx-1.3', 'pbx-1.4');
const moment = fc.integer({ min: 1_795_000_000_000, max: 1_795_000_600_000 });
const second = fc.integer({ min: 1_795_000_000, max: 1_795_000_600 }).map((s) => s * 1000);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const name = fc.constantFrom('', "O'Neil & Sons", 'José Núñez', 'שרה כהן', 'Zoé <x>');
const phone = fc.constantFrom('', '+972501234567', '101', '+442079460958');
const count = fc.nat(500);
const owner = fc.constantFrom(...OWNERS);

const server = (id: number): fc.Arbitrary<ServerRow> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(`PBX ${id}`),
    connected: fc.boolean(),
    stale: fc.boolean(),
    since: moment,
    lastEventAt: maybe(moment),
    version: maybe(fc.constant('22.10.1')),
    startedAt: maybe(fc.constant('2026-11-21T03:42:10')),
    problem: maybe(fc.constant('login-refused')),
    maintenance: maybe(fc.record({ until: maybe(moment), reason: fc.constantFrom('', 'new disks') })),
  });

const queue = (id: number, queueOf: fc.Arbitrary<string> = queueName): fc.Arbitrary<QueueRow> =>
  fc
    .record({
      name: queueOf,
      max: count,
      strategy: fc.constantFrom('ringall', 'rrmemory'),
      holdtime: count,
      talktime: count,
      completed: count,
      abandoned: count,
      serviceLevel: count,
      serviceLevelPerf: fc.integer({ min: 0, max: 100_000 }),
      weight: count,
    })
    .map((q) => ({ ...q, serverId: id, owner: ownerOfQueue(id, q.name), today: null }));

const member = (id: number, queueOf: fc.Arbitrary<string> = queueName): fc.Arbitrary<MemberRow> =>
  fc
    .record({
      queue: queueOf,
      name,
      interface: iface,
      stateInterface: iface,
      membership: fc.constantFrom('static' as const, 'dynamic' as const),
      penalty: count,
      callsTaken: count,
      lastCall: maybe(second),
      status: fc.nat(8),
      ringing: fc.boolean(),
      paused: fc.boolean(),
      pausedReason: name,
      pausedSince: maybe(moment),
      loginAt: maybe(second),
      wrapupSeconds: count,
      lastHoldtime: maybe(count),
      lastTalktime: maybe(count),
      incall: fc.boolean(),
      incallSince: maybe(moment),
      onHold: fc.boolean(),
      channel: maybe(fc.constant('PJSIP/101-00000001')),
      linkedid: maybe(uniqueid),
      callerNumber: maybe(phone),
      callerName: maybe(name),
      callQueue: maybe(queueName),
      since: moment,
    })
    .map((m) => ({ ...m, serverId: id, owner: ownerOfQueue(id, m.queue) }));

const caller = (id: number, queueOf: fc.Arbitrary<string> = queueName): fc.Arbitrary<CallerRow> =>
  fc
    .record({
      queue: queueOf,
      position: fc.integer({ min: 1, max: 5 }),
      status: fc.constantFrom<CallerStatus>(1, 2, 3),
      channel: fc.constant('PJSIP/carrier-00000002'),
      uniqueid,
      linkedid: maybe(uniqueid),
      callerIdNum: phone,
      callerIdName: name,
      connectedLineNum: phone,
      connectedLineName: name,
      priority: count,
      joinedAt: moment,
      answeredAt: maybe(moment),
    })
    .map((c) => ({ ...c, serverId: id, owner: ownerOfQueue(id, c.queue) }));

const owners = fc.uniqueArray(owner, { minLength: 1, maxLength: 3 });

const call = (id: number): fc.Arbitrary<CallRow> =>
  fc
    .record({
      linkedid: uniqueid,
      uniqueid,
      channel: fc.constant('PJSIP/carrier-00000002'),
      owners,
      state: fc.nat(7),
      stateDesc: fc.constantFrom('Ring', 'Ringing', 'Up'),
      startedAt: moment,
      answeredAt: maybe(moment),
      source: phone,
      sourceName: name,
      destination: phone,
      queue: maybe(queueName),
      agent: maybe(name),
      agentInterface: maybe(iface),
      onHold: fc.boolean(),
      parked: fc.boolean(),
    })
    .map((c) => ({ ...c, serverId: id }));

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
