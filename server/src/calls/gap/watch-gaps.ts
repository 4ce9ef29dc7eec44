// Records when each PBX was not connected, even if the console crashes: while a PBX is connected, this is stored every few seconds, and the
// next start continues from the last note.
import type { ServerRow } from '@ringside/core/live/state.ts';
import type { GapCause } from '@ringside/core/contract/calls/gap.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { LIVE_TOPIC } from '../../live/live-batch.ts';

export interface GapNotes {
  seen(serverIds: readonly number[], at: number): Promise<void>;
  /** `from` null: the last time it was connected. */
  begin(serverId: number, from: number | null, cause: GapCause): Promise<void>;
  end(serverId: number, at: number): Promise<void>;
}

export interface GapWatch {
  /** Stores the current state, then stops. */
  close(): Promise<void>;
}

const NOTED_EVERY_MS = 5_000;
/** A link without answers to pings may have failed this long before detection (`server/pbx/ami/settings.ts`). */
const UNNOTICED_MS = 40_000;

/** Returns when a PBX with a broken link sent its last data. */
const lastHeard = ({ since, lastEventAt, problem }: ServerRow): number =>
  problem === 'no-answer' ? Math.min(since, Math.max(lastEventAt ?? 0, since - UNNOTICED_MS)) : since;

export const watchGaps = (
  parts: { readonly bus: Bus; readonly notes: GapNotes; readonly now: () => number },
  onError: (error: unknown) => void,
  everyMs = NOTED_EVERY_MS,
): GapWatch => {
  const { bus, notes, now } = parts;
  /** Last known state; absent if none since the start. */
  const connected = new Map<number, boolean>();
  /** Runs writes in the order of their events. */
  let work: Promise<void> = Promise.resolve();
  const then = (run: () => Promise<void>): void => {
    work = work.then(run).catch(onError);
  };
  const up = (): number[] => [...connected].flatMap(([id, is]) => (is ? [id] : []));

  const noteServer = (row: ServerRow): void => {
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
    // Its link ended a moment ago for the same reason.
    then(() => notes.begin(id, at, 'off'));
    connected.delete(id);
  };

  const stop = bus.subscribe(LIVE_TOPIC, ({ events }) => {
    for (const e of events) {
      if (e.kind === 'server' || e.kind === 'server-snapshot') noteServer(e.server);
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
