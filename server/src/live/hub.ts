// The state as this node's sockets see it: a replica of the authorities' state, made by the same reducer from the bus.
// What mends a gap in a stream goes out to the sockets as a fresh snapshot.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { scopeEvent, viewerKey, type Viewer } from '@ringside/core/live/scope.ts';
import { emptyState, serverKey, type LiveState } from '@ringside/core/live/state.ts';
import { toWire } from '@ringside/core/live/wire.ts';
import type { Bus } from '../bus/bus.ts';
import { createAudience, type Audience, type Listener } from './audience.ts';
import { followStreams } from './stream-follower.ts';

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

const SHORTEST_MS = 20;
const LONGEST_MS = 114;
const LISTENERS_A_MS = 33;

/**
 * The more listeners, the longer a batch: 20 ms for a few, 26 for 200, 50 for 1,000, 114 from 3,100 on. What a write to a
 * socket costs hardly depends on its size, so the fan-out costs as many writes as there are listeners and batches.
 */
export const batchMs = (listeners: number): number =>
  Math.min(LONGEST_MS, SHORTEST_MS + Math.round(listeners / LISTENERS_A_MS));

export const createHub = (bus: Bus, onError: (error: unknown) => void): Hub => {
  const state = emptyState();
  const audiences = new Map<string, Audience>();
  let listeners = 0;

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
  };
  const streams = followStreams({ bus, apply, knows: (id) => state.servers.has(serverKey(id)), onError });

  const audienceOf = (viewer: Viewer): Audience => {
    const key = viewerKey(viewer);
    const audience = audiences.get(key) ?? createAudience(viewer, () => batchMs(listeners));
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
        if (audience.listeners.size > 0) return;
        audience.close();
        audiences.delete(viewerKey(viewer));
      };
    },
    ask: (viewer, listener, key, answer) => {
      // Who left meanwhile is told nothing more.
      const audience = audiences.get(viewerKey(viewer));
      if (audience?.listeners.has(listener) === true) audience.ask({ listener, key, answer });
    },
    stats: () => ({ listeners, audiences: audiences.size, gaps: streams.gaps() }),
    close: () => {
      streams.close();
      for (const audience of audiences.values()) audience.close();
    },
  };
};
