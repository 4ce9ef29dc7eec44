// Holds the live state that this node's sockets see: a replica that the same reducer builds from the feed. A snapshot that fills a gap also
// goes to the sockets.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { scopeEvent, type Viewer } from '@ringside/core/live/scope.ts';
import { emptyState, serverKey, type LiveState } from '@ringside/core/live/state.ts';
import { toWire } from '@ringside/core/live/wire.ts';
import type { LiveFeed } from '@ringside/core/live/feed.ts';
import { createAudienceIndex } from './audience-index.ts';
import { createAudience, type Audience, type Listener, type Question } from './socket/audience.ts';
import { followStreams } from './stream-follower.ts';

export interface Hub {
  /** Read-only for callers. */
  readonly state: LiveState;
  /** Starts sending live events to the listener. Returns a function that removes it. */
  join(viewer: Viewer, listener: Listener): () => void;
  /** Moves a listener to another view. Its unanswered questions are answered in the new view. Returns a function that removes it. */
  move(from: Viewer, to: Viewer, listener: Listener): () => void;
  /** Sends the answer after all earlier events and before all later ones. */
  ask(viewer: Viewer, question: Question): void;
  stats(): { readonly listeners: number; readonly audiences: number; readonly gaps: number };
  close(): void;
}

const SHORTEST_MS = 20;
const LONGEST_MS = 114;
const LISTENERS_A_MS = 33;

/**
 * Returns how long a batch gathers, in milliseconds: 20 ms for a few listeners, 26 for 200, 50 for 1,000, 114 from 3,100 on.
 * The cost of a socket write hardly depends on its size, so the fan-out cost is listeners times batches.
 */
const batchMs = (listeners: number): number =>
  Math.min(LONGEST_MS, SHORTEST_MS + Math.round(listeners / LISTENERS_A_MS));

export const createHub = (feed: LiveFeed, onError: (error: unknown) => void): Hub => {
  const state = emptyState();
  const audiences = createAudienceIndex();
  let listeners = 0;

  const apply = (events: readonly LiveEvent[]): void => {
    for (const event of events) {
      reduce(state, event);
      // Audiences that see the whole event share the same texts.
      let whole: string[] | null = null;
      for (const audience of audiences.of(event)) {
        const seen = scopeEvent(event, audience.viewer);
        if (seen === null) continue;
        if (seen === event) whole ??= toWire(event).map((m) => JSON.stringify(m));
        audience.push(seen === event && whole !== null ? whole : toWire(seen).map((m) => JSON.stringify(m)));
      }
    }
  };
  const streams = followStreams({ feed, apply, knows: (id) => state.servers.has(serverKey(id)), onError });

  const audienceOf = (viewer: Viewer): Audience => {
    const known = audiences.find(viewer);
    if (known !== undefined) return known;
    const audience = createAudience(viewer, () => batchMs(listeners), onError);
    audiences.add(audience);
    return audience;
  };

  const left = (audience: Audience): void => {
    listeners--;
    if (audience.listeners.size > 0) return;
    audience.close();
    audiences.remove(audience);
  };
  const join: Hub['join'] = (viewer, listener) => {
    const audience = audienceOf(viewer);
    audience.listeners.add(listener);
    listeners++;
    return () => {
      if (audience.listeners.delete(listener)) left(audience);
    };
  };

  return {
    state,
    join,
    move: (from, to, listener) => {
      const old = audiences.find(from);
      // The listener may have left in the meantime.
      if (old?.listeners.has(listener) !== true) return () => undefined;
      const questions = old.release(listener);
      left(old);
      const leave = join(to, listener);
      for (const question of questions) audienceOf(to).ask(question);
      return leave;
    },
    ask: (viewer, question) => {
      // The listener may have left in the meantime.
      const audience = audiences.find(viewer);
      if (audience?.listeners.has(question.listener) === true) audience.ask(question);
    },
    stats: () => ({ listeners, audiences: audiences.size, gaps: streams.gaps() }),
    close: () => {
      streams.close();
      for (const audience of audiences.all()) audience.close();
    },
  };
};
