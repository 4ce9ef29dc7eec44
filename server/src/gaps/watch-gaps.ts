// Knows when each PBX was not seen, through restarts and sudden deaths of the console too: while a PBX is seen that is
// noted every few seconds, and the next start begins where the notes end.
import type { ServerRow } from '@ringside/core/live/state.ts';
import type { GapCause } from '@ringside/core/contract/gaps.ts';
import type { Bus } from '../bus/bus.ts';
import { LIVE_TOPIC } from '../live/live-batch.ts';
import type { LiveBatch } from '../live/live-batch.ts';

export interface GapNotes {
  seen(serverIds: readonly number[], at: number): Promise<void>;
  /** `from` null: when it was seen last. */
  begin(serverId: number, from: number | null, cause: GapCause): Promise<void>;
  end(serverId: number, at: number): Promise<void>;
}

export interface GapWatch {
  /** Notes what is seen at this moment, then is silent. */
  close(): Promise<void>;
}

const NOTED_EVERY_MS = 5_000;
/** So long before it is noticed, a link that answers no ping may have been dead already (`server/ami/settings.ts`). */
const UNNOTICED_MS = 40_000;

/** When a PBX whose link just broke was heard for the last time. */
const lastHeard = ({ since, lastEventAt, problem }: ServerRow): number =>
  problem === 'no-answer' ? Math.min(since, Math.max(lastEventAt ?? 0, since - UNNOTICED_MS)) : since;

export const watchGaps = (
  parts: { readonly bus: Bus; readonly notes: GapNotes; readonly now: () => number },
  onError: (error: unknown) => void,
  everyMs = NOTED_EVERY_MS,
): GapWatch => {
  const { bus, notes, now } = parts;
  /** As last heard; absent: not heard since the start. */
  const connected = new Map<number, boolean>();
  /** One thing after another, as they happened. */
  let work: Promise<void> = Promise.resolve();
  const then = (run: () => Promise<void>): void => {
    work = work.then(run).catch(onError);
  };
  const up = (): number[] => [...connected].flatMap(([id, is]) => (is ? [id] : []));

  const heard = (row: ServerRow): void => {
    const { id } = row;
    const before = connected.get(id);
    if (before === row.connected) return;
    connected.set(id, row.connected);
    if (row.connected) {
      then(async () => {
        await notes.begin(id, null, 'console');
        await notes.end(id, row.since);
        await notes.seen([id], row.since);
      });
    } else if (before === undefined) then(() => notes.begin(id, null, 'console'));
    else then(() => notes.begin(id, lastHeard(row), 'link'));
  };

  const gone = (id: number, at: number): void => {
    // Its link ended a moment ago because of it.
    then(() => notes.begin(id, at, 'off'));
    connected.delete(id);
  };

  const stop = bus.subscribe(LIVE_TOPIC, (message) => {
    for (const e of (message as LiveBatch).events) {
      if (e.kind === 'server' || e.kind === 'server-snapshot') heard(e.server);
      else if (e.kind === 'server-removed') gone(e.serverId, e.at);
    }
  });
  const timer = setInterval(() => {
    const at = now();
    then(() => notes.seen(up(), at));
  }, everyMs).unref();

  return {
    close: async () => {
      stop();
      clearInterval(timer);
      const at = now();
      then(() => notes.seen(up(), at));
      await work;
    },
  };
};
