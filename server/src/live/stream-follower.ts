// Follows the feed of all PBX servers. After a gap it takes a snapshot of the server and holds newer batches until it arrives.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { LiveBatch, LiveFeed, PbxSnapshot } from '@ringside/core/live/feed.ts';

interface StreamFollower {
  /** Number of gaps so far. */
  gaps(): number;
  close(): void;
}

interface FollowerParts {
  readonly feed: LiveFeed;
  /** Receives every event, in the order of its PBX's stream. */
  readonly apply: (events: readonly LiveEvent[]) => void;
  /** Returns whether the state has the PBX server. */
  readonly knows: (serverId: number) => boolean;
  readonly onError: (error: unknown) => void;
}

const SNAPSHOT_RETRY_MS = 1_000;

/** Position in the stream of a PBX server. `held` has the batches that arrived while a snapshot was taken. */
interface Place {
  epoch: number;
  seq: number;
  held: LiveBatch[] | null;
}

export const followStreams = ({ feed, apply, knows, onError }: FollowerParts): StreamFollower => {
  const places = new Map<number, Place>();
  let gaps = 0;
  let closed = false;

  const step = (place: Place, batch: LiveBatch): void => {
    if (batch.epoch < place.epoch || (batch.epoch === place.epoch && batch.seq <= place.seq)) return;
    if (batch.epoch !== place.epoch || batch.seq !== place.seq + 1) return mend(place, batch);
    place.seq = batch.seq;
    apply(batch.events);
    if (batch.events.at(-1)?.kind === 'server-removed') places.delete(batch.serverId);
  };

  const mend = (place: Place, batch: LiveBatch): void => {
    gaps++;
    place.held = [batch];
    void takeSnapshot(batch.serverId, place);
  };

  const settle = (place: Place, serverId: number, snapshot: PbxSnapshot | null): void => {
    const held = place.held ?? [];
    place.held = null;
    if (snapshot === null) {
      // No node serves this PBX server anymore.
      if (knows(serverId)) apply([{ kind: 'server-removed', serverId, at: Date.now() }]);
      places.delete(serverId);
    } else {
      place.epoch = snapshot.epoch;
      place.seq = snapshot.seq;
      apply(snapshot.events);
    }
    for (const batch of held) if (snapshot !== null && batch.epoch >= snapshot.epoch) receive(batch);
  };

  const takeSnapshot = async (serverId: number, place: Place): Promise<void> => {
    while (!closed && places.get(serverId) === place) {
      try {
        return settle(place, serverId, await feed.snapshot(serverId));
      } catch (error) {
        onError(error);
        await new Promise((resolve) => setTimeout(resolve, SNAPSHOT_RETRY_MS).unref());
      }
    }
  };

  const receive = (batch: LiveBatch): void => {
    const place = places.get(batch.serverId);
    if (place === undefined) {
      const made: Place = { epoch: batch.epoch, seq: 0, held: null };
      places.set(batch.serverId, made);
      return step(made, batch);
    }
    if (place.held !== null) place.held.push(batch);
    else step(place, batch);
  };
  const unsubscribe = feed.subscribe(receive);

  return {
    gaps: () => gaps,
    close: () => {
      closed = true;
      unsubscribe();
    },
  };
};
