// The state as this node's sockets see it: a replica of the authorities' state, made by the same reducer from the bus.
// A gap in a stream is mended by the PBX's slice, which goes out to the sockets as a fresh snapshot.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { scopeEvent, viewerKey, type Viewer } from '@ringside/core/live/scope.ts';
import { emptyState, serverKey, type LiveState } from '@ringside/core/live/state.ts';
import { toWire } from '@ringside/core/live/wire.ts';
import type { Bus } from '../bus/bus.ts';
import { createAudience, type Audience, type Listener } from './audience.ts';
import { LIVE_TOPIC, SLICES_REQUEST, type LiveBatch, type Slice } from './live-batch.ts';

export interface Hub {
  /** Not to be mutated. */
  readonly state: LiveState;
  /** Begins to send live events to the listener; the answer takes it away again. */
  join(viewer: Viewer, listener: Listener): () => void;
  /** Answered after everything that was sent so far, before everything after it. `key` tells equal answers. */
  ask(viewer: Viewer, listener: Listener, key: string, answer: () => readonly string[]): void;
  stats(): { readonly listeners: number; readonly audiences: number; readonly gaps: number };
  close(): void;
}

const SLICE_TIMEOUT_MS = 5_000;
const SLICE_RETRY_MS = 1_000;
const SHORTEST_MS = 20;
const LONGEST_MS = 114;
const LISTENERS_A_MS = 33;

/**
 * The more listeners, the longer a batch: 20 ms for a few, 26 for 200, 50 for 1,000, 114 from 3,100 on. What a write to a
 * socket costs hardly depends on its size, so the fan-out costs as many writes as there are listeners and batches.
 */
export const batchMs = (listeners: number): number =>
  Math.min(LONGEST_MS, SHORTEST_MS + Math.round(listeners / LISTENERS_A_MS));

/** Where a stream stands; `held`: what came while its slice was asked for. */
interface Place {
  stream: string;
  seq: number;
  held: LiveBatch[] | null;
}

export const createHub = (bus: Bus, onError: (error: unknown) => void): Hub => {
  const state = emptyState();
  const audiences = new Map<string, Audience>();
  const places = new Map<number, Place>();
  let listeners = 0;
  let gaps = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const flush = (): void => {
    timer = undefined;
    for (const audience of audiences.values()) audience.flush();
  };
  const soon = (): void => {
    timer ??= setTimeout(flush, batchMs(listeners));
  };

  const apply = (events: readonly LiveEvent[]): void => {
    for (const event of events) {
      reduce(state, event);
      // Two audiences that see the whole event get the same texts.
      let whole: string[] | null = null;
      for (const audience of audiences.values()) {
        const seen = scopeEvent(event, audience.viewer);
        if (seen === null) continue;
        if (seen === event) whole ??= toWire(event).map((m) => JSON.stringify(m));
        audience.push(seen === event && whole !== null ? whole : toWire(seen).map((m) => JSON.stringify(m)));
      }
    }
    if (audiences.size > 0 && events.length > 0) soon();
  };

  const step = (place: Place, batch: LiveBatch): void => {
    if (batch.stream === place.stream && batch.seq <= place.seq) return;
    if (batch.stream !== place.stream || batch.seq !== place.seq + 1) return mend(place, batch);
    place.seq = batch.seq;
    apply(batch.events);
    if (batch.events.at(-1)?.kind === 'server-removed') places.delete(batch.serverId);
  };

  const mend = (place: Place, batch: LiveBatch): void => {
    gaps++;
    place.held = [batch];
    void askSlice(batch.serverId, place);
  };

  const settle = (place: Place, serverId: number, slice: Slice | undefined): void => {
    const held = place.held ?? [];
    place.held = null;
    if (slice === undefined) {
      // Nobody watches it any more.
      if (state.servers.has(serverKey(serverId))) apply([{ kind: 'server-removed', serverId, at: Date.now() }]);
      places.delete(serverId);
    } else {
      place.stream = slice.stream;
      place.seq = slice.seq;
      apply(slice.events);
    }
    for (const batch of held) if (batch.stream === slice?.stream) receive(batch);
  };

  const askSlice = async (serverId: number, place: Place): Promise<void> => {
    while (!closed && places.get(serverId) === place) {
      try {
        const slices = (await bus.request(SLICES_REQUEST, { serverId }, SLICE_TIMEOUT_MS)) as readonly Slice[];
        return settle(place, serverId, slices[0]);
      } catch (error) {
        onError(error);
        await new Promise((resolve) => setTimeout(resolve, SLICE_RETRY_MS).unref());
      }
    }
  };

  const receive = (batch: LiveBatch): void => {
    const place = places.get(batch.serverId);
    if (place === undefined) {
      const made: Place = { stream: batch.stream, seq: 0, held: null };
      places.set(batch.serverId, made);
      return step(made, batch);
    }
    if (place.held !== null) place.held.push(batch);
    else step(place, batch);
  };
  const unsubscribe = bus.subscribe(LIVE_TOPIC, (message) => receive(message as LiveBatch));

  const audienceOf = (viewer: Viewer): Audience => {
    const key = viewerKey(viewer);
    const audience = audiences.get(key) ?? createAudience(viewer);
    audiences.set(key, audience);
    return audience;
  };

  return {
    state,
    join: (viewer, listener) => {
      const audience = audienceOf(viewer);
      audience.listeners.add(listener);
      listeners++;
      return () => {
        if (!audience.listeners.delete(listener)) return;
        listeners--;
        if (audience.listeners.size === 0) audiences.delete(viewerKey(viewer));
      };
    },
    ask: (viewer, listener, key, answer) => {
      // Who left meanwhile is told nothing more.
      const audience = audiences.get(viewerKey(viewer));
      if (audience?.listeners.has(listener) !== true) return;
      audience.ask({ listener, key, answer });
      soon();
    },
    stats: () => ({ listeners, audiences: audiences.size, gaps }),
    close: () => {
      closed = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
};
