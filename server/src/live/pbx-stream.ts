// The stream of one PBX server: its tracker turns facts into live events, which are stored and published in numbered batches. The tracker's
// state is the authoritative one, so the stream keeps no copy.
import { differingQueues } from '@ringside/core/live/differing-queues.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { FactSink } from '@ringside/core/live/fact-sink.ts';
import type { LiveBatch, PbxSnapshot } from '@ringside/core/live/feed.ts';
import type { LinkState } from '@ringside/core/asterisk/link.ts';
import { NO_VITALS } from '@ringside/core/live/pbx-vitals.ts';
import type { PbxVitals } from '@ringside/core/live/pbx-vitals.ts';
import { queueKey, type LiveState, type Maintenance } from '@ringside/core/live/state.ts';
import type { CallLeg } from '@ringside/core/live/tracker/tracked-calls.ts';
import { createTracker, type Tracker } from '@ringside/core/live/tracker/tracker.ts';
import type { LinkReport } from './collector-topics.ts';
import type { Owners } from './owners.ts';
import { queuesSnapshotOf, serverSnapshotOf } from './slice.ts';
import type { Today } from './today.ts';

export interface PbxStream {
  readonly sink: FactSink;
  readonly state: LiveState;
  /** Publishes the events that wait for the end of the turn. */
  flush(): void;
  snapshot(at: number): PbxSnapshot;
  /** Channels of a call in progress. */
  legs(linkedid: string): readonly CallLeg[];
  maintain(maintenance: Maintenance | null, at: number): void;
  ownersChanged(at: number): void;
  recount(at: number): void;
  settle(at: number): void;
  /** Publishes today's figures that changed without an event. */
  publishToday(at: number): void;
  /** Publishes the last batch: the PBX server is removed. */
  end(at: number): void;
}

const RATE_SECONDS = 10;

/** Counts facts by the second. */
const createFactRate = () => {
  const counts = new Map<number, number>();
  return {
    count: (at: number): void => {
      const second = Math.floor(at / 1000);
      if (!counts.has(second))
        for (const old of [...counts.keys()]) if (old < second - RATE_SECONDS) counts.delete(old);
      counts.set(second, (counts.get(second) ?? 0) + 1);
    },
    /** Facts a second over the last full seconds, to one decimal. */
    perSecond: (at: number): number => {
      const now = Math.floor(at / 1000);
      let sum = 0;
      for (const [second, n] of counts) if (second < now && second >= now - RATE_SECONDS) sum += n;
      return Math.round((sum * 10) / RATE_SECONDS) / 10;
    },
  };
};

/** Reports the state of the link and its start, how often the link came up, what its sessions measured, and the rate of facts. */
const createLinkHistory = (serverId: number, send: (report: LinkReport) => void) => {
  const rate = createFactRate();
  let reportedRate = 0;
  let link: LinkState | null = null;
  let since = 0;
  let timesUp = 0;
  let vitals = NO_VITALS;

  /** Sends nothing before the first state. */
  const report = (at: number): void => {
    reportedRate = rate.perSecond(at);
    if (link === null) return;
    send({
      ...{ serverId, link, since, reconnects: Math.max(0, timesUp - 1), eventsPerSecond: reportedRate },
      vitals: link.kind === 'up' ? vitals : { ...vitals, clockSkewMs: null, lagMs: null },
    });
  };
  return {
    countFact: rate.count,
    report,
    enter: (next: LinkState, at: number): void => {
      if (link?.kind !== next.kind) {
        since = at;
        if (next.kind === 'up') timesUp += 1;
      }
      link = next;
    },
    measured: (next: PbxVitals, at: number): void => {
      vitals = next;
      report(at);
    },
    reportChangedRate: (at: number): void => {
      if (rate.perSecond(at) !== reportedRate) report(at);
    },
  };
};

/** Numbers the events of an epoch in batches. Events of one turn of the event loop travel in one batch. */
const createBatcher = (serverId: number, epoch: number, publish: (batch: LiveBatch) => void) => {
  let seq = 0;
  let made: LiveEvent[] = [];
  let scheduled: NodeJS.Immediate | null = null;
  const flush = (): void => {
    if (scheduled !== null) clearImmediate(scheduled);
    scheduled = null;
    const last = made.at(-1);
    if (last === undefined) return;
    const events = made;
    made = [];
    publish({ serverId, epoch, seq: ++seq, at: last.at, events });
  };
  return {
    add: (events: readonly LiveEvent[]): void => {
      for (const event of events) made.push(event);
    },
    flush,
    flushSoon: (): void => {
      if (made.length > 0) scheduled ??= setImmediate(flush);
    },
    /** Number of the last published batch. */
    seq: (): number => seq,
  };
};

/** Names of queues that have a new row, or a row with a new owner. */
const queuesWithNewRows = (events: readonly LiveEvent[]): readonly string[] =>
  events.flatMap((e) =>
    e.kind === 'queues-snapshot' ? e.queues.map((q) => q.name) : e.kind === 'queue' ? [e.row.name] : [],
  );

/** Returns the events that bring today's figures into the rows: figures that changed, and rows that have none yet. */
const todayEvents = (
  serverId: number,
  tracker: Tracker,
  today: Today,
  events: readonly LiveEvent[],
  at: number,
): readonly LiveEvent[] => {
  const { queues } = tracker.state;
  const without = queuesWithNewRows(events).filter((name) => queues.get(queueKey(serverId, name))?.today === null);
  return [...new Set([...without, ...today.takeChanged()])].flatMap((queue) =>
    queues.has(queueKey(serverId, queue)) ? tracker.today(queue, today.figuresOf(queue, at), at) : [],
  );
};

interface StreamParts {
  readonly owners: Owners;
  readonly today: Today;
  readonly publish: (batch: LiveBatch) => void;
  readonly report: (report: LinkReport) => void;
}

export const createPbxStream = (
  server: { readonly id: number; readonly name: string },
  epoch: number,
  { owners, today, publish, report }: StreamParts,
): PbxStream => {
  const tracker = createTracker(server, owners);
  const { state } = tracker;
  const batcher = createBatcher(server.id, epoch, publish);
  const { flush } = batcher;
  const history = createLinkHistory(server.id, report);
  let ended = false;

  const take = (events: readonly LiveEvent[], at: number): void => {
    if (ended) return;
    if (events.length > 0) {
      batcher.add(events);
      for (const event of events) today.fold(event);
    }
    if (events.length > 0 || today.hasChanged()) batcher.add(todayEvents(server.id, tracker, today, events, at));
    batcher.flushSoon();
  };
  const takeNow = (events: readonly LiveEvent[], at: number): void => {
    take(events, at);
    flush();
  };

  return {
    state,
    flush,
    sink: {
      link: (link, at) => {
        history.enter(link, at);
        takeNow(tracker.link(link, at), at);
        history.report(at);
      },
      snapshot: (snapshot, at) => takeNow(tracker.snapshot(snapshot, at), at),
      fact: (fact, at) => {
        history.countFact(at);
        take(tracker.fact(fact, at), at);
      },
      chunkEnd: flush,
      isBusy: () => state.calls.size > 0 || state.callers.size > 0,
      differing: (lists) => differingQueues(state, server.id, lists, Date.now()),
      vitals: (vitals) => history.measured(vitals, Date.now()),
    },
    legs: (linkedid) => tracker.legs(linkedid),
    snapshot: (at) => {
      flush();
      const head = serverSnapshotOf(state, server.id, at);
      const events = head === null ? [] : [head, queuesSnapshotOf(state, server.id, null, at)];
      return { serverId: server.id, epoch, seq: batcher.seq(), at, events };
    },
    maintain: (maintenance, at) => takeNow(tracker.maintain(maintenance, at), at),
    ownersChanged: (at) => {
      today.ownersChanged(at);
      takeNow(tracker.ownersChanged(at), at);
    },
    recount: (at) => today.recount(at),
    settle: (at) => {
      today.settle(at);
      takeNow(tracker.settle(at), at);
      history.reportChangedRate(at);
    },
    publishToday: (at) => take([], at),
    end: (at) => {
      take(tracker.end(at), at);
      ended = true;
      flush();
    },
  };
};
