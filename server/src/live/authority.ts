// Holds the authoritative live state of this node's PBX servers, one stream each. Other nodes request it over the bus.
import type { Owner, QueueToday } from '@ringside/core/live/state.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { EventStore } from './event-store.ts';
import { LIVE_TOPIC, SLICES_REQUEST, type Slice } from './live-batch.ts';
import type { Owners } from './owners.ts';
import { createPbxStream, type PbxSink, type PbxStream } from './pbx-stream.ts';
import { createToday } from './today.ts';

export interface Authority {
  /** Loads today's figures, then returns the sink that accepts facts. */
  add(server: { readonly id: number; readonly name: string }): Promise<PbxSink>;
  remove(serverId: number): void;
  pbx(serverId: number): PbxStream | null;
  ownersChanged(): void;
  /** Recounts today's figures of a PBX after an import stored events that were not seen live. */
  recount(serverId: number): void;
  close(): void;
}

const SETTLE_MS = 1_000;

export const createAuthority = (parts: {
  readonly bus: Bus;
  readonly owners: Owners;
  readonly store: EventStore;
  readonly now: () => number;
  readonly newStream: () => string;
  readonly onError: (error: unknown) => void;
  /** Receives the figures of a queue when its day ends. */
  readonly dayEnded?: (serverId: number, queue: string, owner: Owner, figures: QueueToday) => void;
}): Authority => {
  const { bus, owners, store, now, onError } = parts;
  const streams = new Map<number, PbxStream>();

  const add: Authority['add'] = async (server) => {
    const ended = (queue: string, owner: Owner, figures: QueueToday): void =>
      parts.dayEnded?.(server.id, queue, owner, figures);
    const tell = (): void => streams.get(server.id)?.publishToday(now());
    const today = createToday(server.id, owners, store, tell, onError, ended);
    await today.load(now()).catch(onError);
    const stream = createPbxStream(server, parts.newStream(), { owners, store, today }, (batch) =>
      bus.publish(LIVE_TOPIC, batch),
    );
    streams.set(server.id, stream);
    return stream.sink;
  };

  const slices = (serverId: number | null): Slice[] =>
    [...streams].filter(([id]) => serverId === null || id === serverId).map(([, stream]) => stream.slice(now()));
  const stopServing = bus.serve(SLICES_REQUEST, async ({ serverId }) => slices(serverId));
  const each = (run: (stream: PbxStream) => void): void => {
    for (const stream of streams.values()) {
      try {
        run(stream);
      } catch (error) {
        onError(error);
      }
    }
  };
  const timer = setInterval(() => each((stream) => stream.settle(now())), SETTLE_MS).unref();

  return {
    add,
    remove: (serverId) => {
      streams.get(serverId)?.end(now());
      streams.delete(serverId);
    },
    pbx: (serverId) => streams.get(serverId) ?? null,
    recount: (serverId) => streams.get(serverId)?.recount(now()),
    ownersChanged: () => each((stream) => stream.ownersChanged(now())),
    close: () => {
      clearInterval(timer);
      stopServing();
    },
  };
};
