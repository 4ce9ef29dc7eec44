// The console's side with collectors in the same thread, which a test can end like an error would.
import { expect, it, onTestFinished } from 'vitest';
import type { FactSink } from '@ringside/core/live/fact-sink.ts';
import type { LinkState } from '@ringside/core/asterisk/link.ts';
import { createInProcessBus } from '../platform/bus/in-process.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { linkBus } from '../platform/bus/bus-link.ts';
import type { BusMessage } from '../platform/bus/bus-link.ts';
import { createCollectorSide, type CollectorEvents } from './collector-side.ts';
import { COLLECTOR_TOPICS, CONSOLE_TOPICS, STOP, type WantedPbx } from './collector-topics.ts';
import { createHub } from './hub.ts';
import { busFeed, commandTopic, LIVE_TOPIC } from './live-batch.ts';
import { runCollectors } from './run-collectors.ts';
import { memoryStore, until } from './testing/live-harness.ts';

const UP: LinkState = { kind: 'up', version: '22.10.1', problems: [] };
const PBX: WantedPbx = {
  ...{ id: 1, name: 'PBX 1', enabled: true, host: '192.0.2.1', port: 5038, tls: false, caPem: '' },
  ...{ username: 'console', secret: 's' },
};
const QUEUE = {
  ...{ queue: 'sales', max: 0, strategy: 'ringall', calls: 0, holdtime: 0, talktime: 0, completed: 0, abandoned: 0 },
  ...{ serviceLevel: 0, serviceLevelPerf: 0, serviceLevelPerf2: 0, weight: 0 },
};
const OWNED = {
  ...{ serverId: 1, name: 'sales', customerId: 'acme', callcenterId: 'north', timeZone: 'UTC', formula: 3 },
  ...{ thresholdSeconds: 20, shortAbandonSeconds: 5, wrapupSeconds: 0 },
};

const fail = (error: unknown): void => {
  throw error;
};

/** Two bus ports that deliver in order, a turn later. */
const createPorts = () => {
  const make = () => {
    let listener: (m: BusMessage) => void = () => undefined;
    return { deliver: (m: BusMessage) => listener(m), receive: (l: (m: BusMessage) => void) => void (listener = l) };
  };
  const [left, right] = [make(), make()];
  const sendTo = (other: typeof left) => (m: BusMessage) => void setImmediate(() => other.deliver(structuredClone(m)));
  return [
    { receive: left.receive, send: sendTo(right) },
    { receive: right.receive, send: sendTo(left) },
  ] as const;
};

const open = async () => {
  const bus = createInProcessBus(fail);
  const hub = createHub(busFeed(bus), () => undefined);
  const store = memoryStore();
  const sinks: FactSink[] = [];
  const lost: (() => void)[] = [];
  const records: unknown[] = [];

  const startIn = (local: Bus, events: CollectorEvents): (() => void) => {
    const [here, there] = createPorts();
    const link = linkBus(local, here, CONSOLE_TOPICS);
    const remote = createInProcessBus(fail);
    linkBus(remote, there, COLLECTOR_TOPICS);
    runCollectors(remote, {
      ...{ firstEpoch: events.firstEpoch(), now: Date.now },
      create: (_, sink) => {
        sinks.push(sink);
        return {
          ...{ start: () => sink.link(UP, Date.now()), stop: async () => undefined, state: () => UP },
          ...{ action: () => new Promise(() => undefined), rereadQueue: () => undefined, sweepSoon: () => undefined },
        };
      },
    });
    events.started();
    return () => link.close('ended');
  };
  const side = createCollectorSide({
    ...{ bus, store, now: Date.now, onError: () => undefined, readPbxs: async () => [PBX] },
    startCollectors: (local, events) => {
      let end = startIn(local, events);
      lost.push(() => {
        end();
        events.lost(new Error('broken'), 5);
        end = startIn(local, events);
      });
      return { close: async () => void (await local.request(STOP, null, 5_000)) };
    },
    sendOwners: async () => side.ownersChanged({ queues: [OWNED], names: [] }),
    listeners: {
      record: (message) => void records.push(message),
      ...{ credit: fail, channels: () => undefined, unknownEvent: fail, dayEnded: fail },
    },
  });
  await side.sync();
  onTestFinished(() => side.close());
  await until('a sink', () => sinks.length === 1);
  return { bus, hub, side, store, records, sinkOf: (n: number) => sinks[n], fail: () => lost[0]?.(), sinks };
};

const snapshot = {
  ...{ startedAt: null, version: '22.10.1', systemName: 'pbx', members: [], entries: [], summaries: [], channels: [] },
  queues: [QUEUE],
};

it('stores each batch and passes it to the hub, with owners that came before the first fact', async () => {
  const { hub, store, side, sinkOf } = await open();
  sinkOf(0)?.snapshot(snapshot, 1_795_000_000_000);
  await until('the queue', () => hub.state.queues.size === 1);
  expect([...hub.state.queues.values()]).toMatchObject([{ owner: { customerId: 'acme', callcenterId: 'north' } }]);
  expect(store.events.map((e) => e.kind)).toContain('server-snapshot');
  expect(side.links.of(1)).toMatchObject({ serverId: 1, link: { kind: 'up' }, reconnects: 0 });
});

it('keeps the rows as stale when the collectors end, and takes the state of the next ones', async () => {
  const { bus, hub, side, sinkOf, fail: end, sinks } = await open();
  const seen: unknown[] = [];
  bus.subscribe(LIVE_TOPIC, ({ epoch, seq, events }) => void seen.push([epoch, seq, events.map((e) => e.kind)]));
  sinkOf(0)?.snapshot(snapshot, Date.now());
  await until('the queue', () => hub.state.servers.get('1')?.connected === true && hub.state.queues.size === 1);
  const command = bus.request(commandTopic(1), { action: 'Ping', fields: {} }, 5_000);
  await new Promise((resolve) => setImmediate(resolve));
  seen.length = 0;
  end();
  expect(await command).toEqual({ kind: 'away' });
  expect(hub.state.servers.get('1')).toMatchObject({ connected: false, stale: true, problem: 'connection-lost' });
  expect(hub.state.queues.size).toBe(1);
  await until('another sink', () => sinks.length === 2);
  sinkOf(1)?.snapshot(snapshot, Date.now());
  await until('a fresh row', () => hub.state.servers.get('1')?.connected === true);
  expect([hub.state.queues.size, side.links.of(1)?.link.kind]).toEqual([1, 'up']);
  const epochs = new Set(seen.map((batch) => (batch as [number])[0]));
  expect(epochs.size).toBe(2);
});

it('passes call records on beside the live state', async () => {
  const { records, store, sinkOf } = await open();
  const before = store.events.length;
  sinkOf(0)?.fact({ kind: 'cdr', leg: { linkedid: '1.1' } as never, mapped: true }, 5);
  await until('the record', () => records.length === 1);
  expect([records, store.events.length]).toEqual([[{ serverId: 1, leg: { linkedid: '1.1' }, at: 5 }], before]);
});
