// Follows the streams of all PBX servers on the bus. After a gap it requests the server's slice and holds newer batches until it arrives.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { LIVE_TOPIC, SLICES_REQUEST, type LiveBatch, type Slice } from './live-batch.ts';

export interface StreamFollower {
  /** Number of gaps so far. */
  gaps(): number;
  close(): void;
}

interface FollowerParts {
  readonly bus: Bus;
  /** Receives every event, in the order of its PBX's stream. */
  readonly apply: (events: readonly LiveEvent[]) => void;
  /** Returns whether the state has the PBX server. */
  readonly knows: (serverId: number) => boolean;
  readonly onError: (error: unknown) => void;
}

const SLICE_TIMEOUT_MS = 5_000;
const SLICE_RETRY_MS = 1_000;

/** Position in a stream. `held` has the batches that arrived during a slice request. */
interface Place {
  stream: string;
  seq: number;
  held: LiveBatch[] | null;
}

export const followStreams = ({ bus, apply, knows, onError }: FollowerParts): StreamFollower => {
  const places = new Map<number, Place>();
  let gaps = 0;
  let closed = false;

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
      // No node serves this PBX server anymore.
      if (knows(serverId)) apply([{ kind: 'server-removed', serverId, at: Date.now() }]);
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
        const slices = await bus.request(SLICES_REQUEST, { serverId }, SLICE_TIMEOUT_MS);
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
  const unsubscribe = bus.subscribe(LIVE_TOPIC, receive);

  return {
    gaps: () => gaps,
    close: () => {
      closed = true;
      unsubscribe();
    },
  };
};
