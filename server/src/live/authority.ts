// Holds the authoritative live state of this process's PBX servers, one stream each.
import type { FactSink } from '@ringside/core/live/fact-sink.ts';
import type { LiveBatch, PbxSnapshot } from '@ringside/core/live/feed.ts';
import type { Owner, QueueToday } from '@ringside/core/live/state.ts';
import type { LinkReport } from './collector-topics.ts';
import type { Owners } from './owners.ts';
import { createPbxStream, type PbxStream } from './pbx-stream.ts';
import { createToday, type CountedEvents } from './today.ts';

export interface Authority {
  /** Loads today's figures, then returns the sink that accepts facts. */
  add(server: { readonly id: number; readonly name: string }): Promise<FactSink>;
  remove(serverId: number): void;
  pbx(serverId: number): PbxStream | null;
  snapshot(serverId: number): PbxSnapshot | null;
  ownersChanged(): void;
  /** Recounts today's figures of a PBX after an import stored events that were not seen live. */
  recount(serverId: number): void;
  close(): void;
}

const SETTLE_MS = 1_000;

export const createAuthority = (parts: {
  readonly owners: Owners;
  /** Must include the events of all batches published before the call. */
  readonly counted: CountedEvents;
  readonly publish: (batch: LiveBatch) => void;
  readonly report: (report: LinkReport) => void;
  readonly now: () => number;
  /** Returns a greater number at each call. */
  readonly newEpoch: () => number;
  readonly onError: (error: unknown) => void;
  /** Receives the figures of a queue when its day ends. */
  readonly dayEnded: (serverId: number, queue: string, owner: Owner, figures: QueueToday) => void;
}): Authority => {
  const { owners, publish, report, now, newEpoch, onError } = parts;
  const streams = new Map<number, PbxStream>();
  const counted: CountedEvents = {
    countedSoFar: (serverId, queue, since) => {
      streams.get(serverId)?.flush();
      return parts.counted.countedSoFar(serverId, queue, since);
    },
  };

  const add: Authority['add'] = async (server) => {
    const ended = (queue: string, owner: Owner, figures: QueueToday): void =>
      parts.dayEnded(server.id, queue, owner, figures);
    const recounted = (): void => streams.get(server.id)?.publishToday(now());
    const today = createToday(server.id, owners, counted, recounted, onError, ended);
    await today.load(now()).catch(onError);
    const stream = createPbxStream(server, newEpoch(), { owners, today, publish, report });
    streams.set(server.id, stream);
    return stream.sink;
  };

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
    snapshot: (serverId) => streams.get(serverId)?.snapshot(now()) ?? null,
    recount: (serverId) => streams.get(serverId)?.recount(now()),
    ownersChanged: () => each((stream) => stream.ownersChanged(now())),
    close: () => clearInterval(timer),
  };
};
