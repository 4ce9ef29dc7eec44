// Runs the collectors and the authority behind a bus.
import type { FactSink } from '@ringside/core/live/fact-sink.ts';
import type { Collector, CollectorSettings } from '../pbx/ami/collector.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { createAuthority } from './authority.ts';
import {
  BATCH,
  CHANNELS,
  COMMAND,
  COUNTED,
  CREDIT,
  DAY_ENDED,
  FAULT,
  LEGS,
  LINK,
  OWNER_ROWS,
  RECORD,
  RECOUNT,
  SERVERS,
  SNAPSHOT,
  STOP,
  SWEEP,
  UNKNOWN_EVENT,
  faultOf,
} from './collector-topics.ts';
import type { StartCollectors } from './collector-side.ts';
import { createCollectors } from './collectors.ts';
import type { FactWatch } from './fact-watch.ts';
import { createOwners } from './owners.ts';

interface CollectorParts {
  /** The epoch of the first stream. Must be greater than every epoch before a restart. */
  readonly firstEpoch: number;
  readonly now: () => number;
  readonly create: (settings: CollectorSettings, sink: FactSink) => Collector;
  /** Called after each chunk that a PBX server sent. */
  readonly chunkEnd?: () => void;
}

/** Reading the stored events of a day may wait for a database that is busy. */
const COUNTED_MS = 60_000;

/** Call records and credit requests are no part of the live state. All other facts go to the stream and to waiting commands. */
const createSink =
  (bus: Bus, chunkEnd: () => void) =>
  (serverId: number, stream: FactSink, watch: FactWatch): FactSink => ({
    ...stream,
    snapshot: (snapshot, at) => {
      stream.snapshot(snapshot, at);
      bus.publish(CHANNELS, { serverId, channels: snapshot.channels });
    },
    fact: (fact, at) => {
      if (fact.kind === 'cdr') return bus.publish(RECORD, { serverId, leg: fact.leg, at });
      if (fact.kind === 'credit') return bus.publish(CREDIT, { serverId, fact });
      stream.fact(fact, at);
      watch.fact(fact);
    },
    chunkEnd: (at) => {
      stream.chunkEnd?.(at);
      chunkEnd();
    },
    unknown: (event, count, sample) => {
      if (count === 1) bus.publish(UNKNOWN_EVENT, { serverId, event, sample });
    },
  });

/** `STOP` on the bus ends it. */
export const runCollectors = (bus: Bus, parts: CollectorParts): void => {
  const { now, create, chunkEnd = () => undefined } = parts;
  const owners = createOwners();
  let epoch = parts.firstEpoch;
  const onError = (error: unknown): void => bus.publish(FAULT, faultOf(error));
  const authority = createAuthority({
    ...{ owners, now, onError },
    counted: {
      countedSoFar: (serverId, queue, since) => bus.request(COUNTED, { serverId, queue, since }, COUNTED_MS),
    },
    publish: (batch) => bus.publish(BATCH, batch),
    report: (report) => bus.publish(LINK, report),
    newEpoch: () => epoch++,
    dayEnded: (serverId, queue, owner, figures) => bus.publish(DAY_ENDED, { serverId, queue, owner, figures }),
  });
  const collectors = createCollectors({ authority, create, now, sinkOf: createSink(bus, chunkEnd) });

  const stops = [
    bus.subscribe(OWNER_ROWS, (rows) => {
      owners.replace(rows);
      authority.ownersChanged();
    }),
    bus.subscribe(SERVERS, (servers) => void collectors.sync(servers).catch(onError)),
    bus.subscribe(SWEEP, ({ serverId }) => collectors.sweepSoon(serverId)),
    bus.subscribe(RECOUNT, ({ serverId }) => authority.recount(serverId)),
    bus.serve(SNAPSHOT, async ({ serverId }) => authority.snapshot(serverId)),
    bus.serve(COMMAND, ({ serverId, command }) => collectors.command(serverId, command)),
    bus.serve(LEGS, async ({ serverId, linkedid }) => authority.pbx(serverId)?.legs(linkedid) ?? []),
    bus.serve(STOP, async () => {
      for (const stop of stops) stop();
      await collectors.stop();
      authority.close();
      return null;
    }),
  ];
};

const STOP_MS = 10_000;

/** Runs the collectors in this thread. */
export const collectHere =
  (create: CollectorParts['create']): StartCollectors =>
  (bus, events) => {
    runCollectors(bus, { firstEpoch: events.firstEpoch(), now: Date.now, create });
    events.started();
    return { close: async () => void (await bus.request(STOP, null, STOP_MS)) };
  };
