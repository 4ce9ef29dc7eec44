// Generates random rows of the live state and their values.
import fc from 'fast-check';
import type { CallRow, CallerRow, CallerStatus, MemberRow, Owner, QueueRow, ServerRow } from '../state.ts';
import { OWNERS } from './owners-and-viewers.ts';

/** Returns the owner of a queue by server and name, as the console's own table does. */
export const ownerOfQueue = (serverId: number, queue: string): Owner =>
  OWNERS[(serverId * 7 + queue.length * 3 + queue.charCodeAt(0)) % OWNERS.length] as Owner;

export const serverId = fc.integer({ min: 1, max: 2 });
export const queueName = fc.constantFrom('sales', 'support', 'orders', 'תמיכה', 'q');
export const iface = fc.constantFrom('PJSIP/101', 'PJSIP/102', 'Local/203@agents/n');
export const uniqueid = fc.constantFrom('pbx-1.1', 'pbx-1.2', 'pbx-1.3', 'pbx-1.4');
export const moment = fc.integer({ min: 1_795_000_000_000, max: 1_795_000_600_000 });
const second = fc.integer({ min: 1_795_000_000, max: 1_795_000_600 }).map((s) => s * 1000);
export const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
export const name = fc.constantFrom('', "O'Neil & Sons", 'José Núñez', 'שרה כהן', 'Zoé <x>');
const phone = fc.constantFrom('', '+972501234567', '101', '+442079460958');
export const count = fc.nat(500);
export const owner = fc.constantFrom(...OWNERS);

export const server = (id: number): fc.Arbitrary<ServerRow> =>
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

export const queue = (id: number, queueOf: fc.Arbitrary<string> = queueName): fc.Arbitrary<QueueRow> =>
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

export const member = (id: number, queueOf: fc.Arbitrary<string> = queueName): fc.Arbitrary<MemberRow> =>
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
    .map((m) => ({
      ...{ ...m, serverId: id, owner: ownerOfQueue(id, m.queue), busyElsewhere: false },
      // A device may be a member of queues of several customers and shows the call of any of them.
      callOwner: m.callQueue === null ? null : ownerOfQueue(id, m.callQueue),
    }));

export const caller = (id: number, queueOf: fc.Arbitrary<string> = queueName): fc.Arbitrary<CallerRow> =>
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

export const owners = fc.uniqueArray(owner, { minLength: 1, maxLength: 3 });

export const call = (id: number): fc.Arbitrary<CallRow> =>
  fc
    .record({
      linkedid: uniqueid,
      uniqueid,
      channel: fc.constant('PJSIP/carrier-00000002'),
      owners,
      channelOwner: owner,
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
    .map((c) => {
      const queueOwner = c.queue === null ? null : ownerOfQueue(id, c.queue);
      const of = queueOwner === null || queueOwner.customerId === null ? [] : [queueOwner];
      const owners = [...new Set([...of, ...c.owners])];
      return { ...c, owners, serverId: id, queueOwner };
    });
