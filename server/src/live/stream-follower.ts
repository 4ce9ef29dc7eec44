// Follows the streams of all PBXs on the bus. A gap in a stream is mended by the PBX's slice; what comes while it is
// asked for waits.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Bus } from '../bus/bus.ts';
import { LIVE_TOPIC, SLICES_REQUEST, type LiveBatch, type Slice } from './live-batch.ts';

export interface StreamFollower {
  /** Gaps so far. */
  gaps(): number;
  close(): void;
}

export interface FollowerParts {
  readonly bus: Bus;
  /** Hears every event, in the order of its PBX's stream. */
  readonly apply: (events: readonly LiveEvent[]) => void;
  /** Whether anything is known of the PBX. */
  readonly knows: (serverId: number) => boolean;
  readonly onError: (error: unknown) => void;
}

const SLICE_TIMEOUT_MS = 5_000;
const SLICE_RETRY_MS = 1_000;

/** Where a stream stands; `held`: what came while its slice was asked for. */
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
      // Nobody watches it any more.
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

  return {
    gaps: () => gaps,
    close: () => {
      closed = true;
      unsubscribe();
    },
  };
};
