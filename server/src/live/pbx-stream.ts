// One PBX as the authority holds it: facts in, numbered batches of events out, and its slice of the state at any moment.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { PbxFact, Snapshot } from '@ringside/core/live/fact.ts';
import type { LinkState } from '@ringside/core/live/link.ts';
import { NO_VITALS } from '@ringside/core/live/pbx-vitals.ts';
import type { PbxVitals } from '@ringside/core/live/pbx-vitals.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { emptyState, queueKey, type LiveState, type Maintenance } from '@ringside/core/live/state.ts';
import type { CallLeg } from '@ringside/core/live/tracked-calls.ts';
import { createTracker } from '@ringside/core/live/tracker.ts';
import type { EventStore } from './event-store.ts';
import type { LiveBatch, Slice } from './live-batch.ts';
import type { Owners } from './owners.ts';
import { queuesSnapshotOf, serverSnapshotOf } from './slice.ts';
import type { Today } from './today.ts';

/** What a collector hands its facts to. `at`: epoch ms of their arrival. */
export interface PbxSink {
  link(state: LinkState, at: number): void;
  snapshot(snapshot: Snapshot, at: number): void;
  fact(fact: PbxFact, at: number): void;
  chunkEnd(at: number): void;
  vitals(vitals: PbxVitals): void;
}

export interface PbxStream {
  readonly sink: PbxSink;
  readonly state: LiveState;
  link(): LinkState | null;
  linkSince(): number | null;
  /** How often the link came up again after the first time. */
  reconnects(): number;
  /** As its last session learned them; of a clock nothing is known while it is away. */
  vitals(): PbxVitals;
  /** Facts a second, over the last ten. */
  eventsPerSecond(at: number): number;
  slice(at: number): Slice;
  /** Channels of a call that is up. */
  legs(linkedid: string): readonly CallLeg[];
  maintain(maintenance: Maintenance | null, at: number): void;
  ownersChanged(at: number): void;
  recount(at: number): void;
  settle(at: number): void;
  /** Figures of a queue changed beside the stream. */
  tellToday(at: number): void;
  /** The last batch: the PBX is watched no more. */
  end(at: number): void;
}

const RATE_SECONDS = 10;

export const createPbxStream = (
  server: { readonly id: number; readonly name: string },
  stream: string,
  parts: { readonly owners: Owners; readonly store: EventStore; readonly today: Today },
  publish: (batch: LiveBatch) => void,
): PbxStream => {
  const { owners, store, today } = parts;
  const tracker = createTracker(server, owners);
  const state = emptyState();
  let seq = 0;
  let made: LiveEvent[] = [];
  let scheduled: NodeJS.Immediate | null = null;
  let lastLink: LinkState | null = null;
  let linkSince: number | null = null;
  let timesUp = 0;
  let vitals = NO_VITALS;
  let ended = false;
  /** Facts of each of the last seconds, by the second. */
  const counted = new Map<number, number>();
  const count = (at: number): void => {
    const second = Math.floor(at / 1000);
    if (!counted.has(second))
      for (const old of [...counted.keys()]) if (old < second - RATE_SECONDS) counted.delete(old);
    counted.set(second, (counted.get(second) ?? 0) + 1);
  };

  const apply = (event: LiveEvent): void => {
    reduce(state, event);
    made.push(event);
  };

  /** Figures whose queue has none yet (a new row, a row in new hands), and those that changed. */
  const addToday = (events: readonly LiveEvent[], at: number): void => {
    const bare = events.flatMap((e) =>
      e.kind === 'queues-snapshot' ? e.queues.map((q) => q.name) : e.kind === 'queue' ? [e.row.name] : [],
    );
    const without = bare.filter((name) => state.queues.get(queueKey(server.id, name))?.today === null);
    for (const queue of new Set([...without, ...today.takeChanged()])) {
      const row = state.queues.get(queueKey(server.id, queue));
      if (row === undefined) continue;
      const figures = today.figuresOf(queue, at);
      if (row.today !== figures)
        apply({ kind: 'queue-today', serverId: server.id, at, owner: row.owner, queue, today: figures });
    }
  };

  const flush = (): void => {
    if (scheduled !== null) clearImmediate(scheduled);
    scheduled = null;
    if (made.length === 0) return;
    const events = made;
    made = [];
    publish({ serverId: server.id, stream, seq: ++seq, events });
  };

  const take = (events: readonly LiveEvent[], at: number): void => {
    if (ended) return;
    for (const event of events) apply(event);
    store.append(events);
    for (const event of events) today.fold(event);
    addToday(events, at);
    // What comes in the same turn travels together.
    if (made.length > 0) scheduled ??= setImmediate(flush);
  };

  return {
    state,
    sink: {
      link: (link, at) => {
        if (lastLink?.kind !== link.kind) {
          linkSince = at;
          if (link.kind === 'up') timesUp += 1;
        }
        lastLink = link;
        take(tracker.link(link, at), at);
        flush();
      },
      snapshot: (snapshot, at) => {
        take(tracker.snapshot(snapshot, at), at);
        flush();
      },
      fact: (fact, at) => {
        count(at);
        take(tracker.fact(fact, at), at);
      },
      chunkEnd: flush,
      vitals: (told) => {
        vitals = told;
      },
    },
    link: () => lastLink,
    linkSince: () => linkSince,
    vitals: () => (lastLink?.kind === 'up' ? vitals : { ...vitals, clockSkewMs: null, lagMs: null }),
    reconnects: () => Math.max(0, timesUp - 1),
    eventsPerSecond: (at) => {
      const now = Math.floor(at / 1000);
      let sum = 0;
      for (const [second, n] of counted) if (second < now && second >= now - RATE_SECONDS) sum += n;
      return Math.round((sum * 10) / RATE_SECONDS) / 10;
    },
    legs: (linkedid) => tracker.legs(linkedid),
    slice: (at) => {
      flush();
      const head = serverSnapshotOf(state, server.id, at);
      const events = head === null ? [] : [head, queuesSnapshotOf(state, server.id, null, at)];
      return { serverId: server.id, stream, seq, events };
    },
    maintain: (maintenance, at) => {
      take(tracker.maintain(maintenance, at), at);
      flush();
    },
    ownersChanged: (at) => {
      today.ownersChanged(at);
      take(tracker.ownersChanged(at), at);
      flush();
    },
    recount: (at) => today.recount(at),
    settle: (at) => {
      today.settle(at);
      take(tracker.settle(at), at);
      flush();
    },
    tellToday: (at) => take([], at),
    end: (at) => {
      take([{ kind: 'server-removed', serverId: server.id, at }], at);
      ended = true;
      flush();
    },
  };
};
