// One session with a PBX, from connecting to its end: login, boot, snapshot, then facts as they come.
import { decodeEvent, isKnownEvent } from '@ringside/core/asterisk/decode.ts';
import type { PbxFact, Snapshot } from '@ringside/core/asterisk/fact.ts';
import type { QueueLists } from '@ringside/core/live/differing-queues.ts';
import { createBootWait } from './boot-wait.ts';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { LinkFailure, failureOf } from './link-failure.ts';
import { createLinkReport } from './link-report.ts';
import type { LinkReportHandlers } from './link-report.ts';
import { login } from './login.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';
import type { StallTimes } from './stall-watch.ts';
import { createStateReader } from './state-reader.ts';
import type { StateTimes } from './state-reader.ts';
import { watchLink } from './watch-link.ts';

export interface SessionHandlers extends LinkReportHandlers {
  /** The login succeeded while the PBX still loads its modules. */
  booting(): void;
  snapshot(snapshot: Snapshot, at: number): void;
  fact(fact: PbxFact, at: number): void;
  chunkEnd(): void;
  /** The link is open but brings no data, or brings data again. */
  stalled(isStalled: boolean): void;
  /** Whether calls are in progress, so that events are due. */
  isBusy(): boolean;
  /** Returns the queues that differ from the known state in a list of the PBX. */
  differing(lists: QueueLists): readonly string[];
  unknown(name: string, block: string): void;
  ended(failure: LinkFailure): void;
}

interface SessionTimes extends StateTimes {
  readonly stallTimes: StallTimes;
}

export interface Session {
  /** `null` before the first snapshot begins. */
  connection(): Connection | null;
  rereadQueue(queue: string): void;
  rereadAll(): void;
  /** Compares all queues in a moment: they may have changed without an event. */
  sweepSoon(): void;
  close(): void;
}

type TakeFact = (fact: PbxFact) => void;

const decode = (name: string, block: string, take: TakeFact, unknown: SessionHandlers['unknown']): void => {
  const fact = decodeEvent(name, block);
  if (fact !== null) take(fact);
  else if (!isKnownEvent(name)) unknown(name, block);
};

const announcedShutdown = (fact: PbxFact): LinkFailure | null =>
  fact.kind === 'shutdown'
    ? new LinkFailure({ code: fact.restart ? 'pbx-restarting' : 'pbx-stopped', line: null })
    : null;

export const startSession = (
  settings: LinkSettings,
  times: LinkTimes,
  sessionTimes: SessionTimes,
  handlers: SessionHandlers,
): Session => {
  let connection: Connection | null = null;
  let shutdown: LinkFailure | null = null;
  let stopWatching: (() => void) | null = null;
  const boot = createBootWait(times);
  const opening = new AbortController();

  const end = (failure: LinkFailure): void => {
    if (isOver()) return;
    state.stop();
    stopWatching?.();
    boot.wake();
    connection?.close(failure);
    opening.abort();
    handlers.ended(shutdown ?? failure);
  };

  const state = createStateReader(() => connection, times.listMs, sessionTimes, {
    snapshot: (read) => {
      report.snapshotRead(read);
      handlers.snapshot(read.snapshot, Date.now());
    },
    fact: (fact) => handlers.fact(fact, Date.now()),
    differing: handlers.differing,
    failed: end,
  });
  const isOver = (): boolean => state.phase() === 'stopped';
  const report = createLinkReport(settings.username, state.phase, handlers);

  const take = (fact: PbxFact): void => {
    report.saw(fact.kind);
    if (fact.kind === 'fully-booted') boot.booted();
    shutdown = announcedShutdown(fact) ?? shutdown;
    state.take(fact);
  };

  const stalled = (isStalled: boolean): void => {
    // Events that the stall delayed carry the time of their arrival.
    if (!isStalled) state.sweepSoon();
    handlers.stalled(isStalled);
  };

  const run = async (): Promise<void> => {
    const event = (name: string, block: string): void => decode(name, block, take, handlers.unknown);
    const { chunkEnd } = handlers;
    const link = await openConnection(settings, times, { event, chunkEnd, ended: end }, opening.signal);
    if (isOver()) return link.close();
    connection = link;
    await login(link, settings, times);
    await boot.wait(link, () => state.phase() === 'waiting', handlers.booting);
    if (isOver()) return;
    // The first ping precedes the lists: an answer after them would measure how long they are.
    stopWatching = watchLink(link, times, sessionTimes.stallTimes, report.vitals, {
      isBusy: handlers.isBusy,
      stalled,
      checkProblems: report.checkProblems,
      failed: end,
    });
    state.takeSnapshot();
    await report.readLogin(link, boot.hasBooted());
  };

  run().catch((error: unknown) => end(failureOf(error, settings)));

  return {
    connection: () => (state.phase() === 'live' || state.phase() === 'reading' ? connection : null),
    rereadQueue: state.rereadQueue,
    rereadAll: state.takeSnapshot,
    sweepSoon: state.sweepSoon,
    close: () => {
      shutdown = null;
      end(new LinkFailure({ code: 'connection-lost', line: null }));
    },
  };
};
