// Keeps one PBX connected: starts a session, and after its end another one. The reason of the end decides the delay.
import type { ActionFields } from '@ringside/core/asterisk/action.ts';
import type { AmiReply } from '@ringside/core/asterisk/reply.ts';
import type { FactSink } from '@ringside/core/live/fact-sink.ts';
import type { LinkProblem, LinkState } from '@ringside/core/asterisk/link.ts';
import { refusedDelayMs, retryDelayMs } from './back-off.ts';
import { LinkFailure } from './link-failure.ts';
import { CHECK_TIMES } from './queue-checks.ts';
import type { CheckTimes } from './queue-checks.ts';
import { SWEEP_TIMES, type SweepTimes } from './queue-sweep.ts';
import { startSession } from './session.ts';
import type { Session, SessionHandlers } from './session.ts';
import { LINK_TIMES } from './settings.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';
import { STALL_TIMES, type StallTimes } from './stall-watch.ts';

export interface CollectorSettings extends LinkSettings {
  readonly id: number;
}

export interface Collector {
  start(): void;
  stop(): Promise<void>;
  /**
   * Sends one of the allowed actions and resolves with the PBX's reply, success or error.
   * @throws ActionRefused if the action is not allowed, LinkFailure if the PBX is not connected or does not answer.
   */
  action(name: string, fields: ActionFields): Promise<AmiReply>;
  /** Reads the queue again until a read is consistent. */
  rereadQueue(queue: string): void;
  /** Compares all queues with the PBX's own list in a moment. */
  sweepSoon(): void;
  state(): LinkState;
}

export interface CollectorOptions {
  readonly times?: Partial<LinkTimes>;
  readonly checkTimes?: Partial<CheckTimes>;
  readonly stallTimes?: Partial<StallTimes>;
  readonly sweepTimes?: Partial<SweepTimes>;
  readonly chance?: () => number;
}

/** Actions that change a queue without an event and always need a new reading. */
const SILENT_IN_QUEUE = new Set([
  'QueueChangePriorityCaller',
  'QueueReset',
  'QueueWithdrawCaller',
  'QueueMemberRingInUse',
]);
const READS = new Set(['QueueStatus', 'QueueSummary']);
/** Maximum number of unknown event names to count separately. */
const UNKNOWN_NAMES = 200;
const SAMPLE_CHARACTERS = 2_000;

const first: LinkState = { kind: 'connecting', attempt: 0, problem: null };

/** Counts unknown events by name. Names beyond the limit count as `other`. */
const countUnknown = (sink: FactSink): SessionHandlers['unknown'] => {
  const counts = new Map<string, number>();
  return (name, block) => {
    const key = counts.has(name) || counts.size < UNKNOWN_NAMES ? name : 'other';
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    sink.unknown?.(key, count, count === 1 ? block.slice(0, SAMPLE_CHARACTERS) : '');
  };
};

/** The handlers of a session that pass on to the sink without regard to the link's state. */
const passTo = (
  sink: FactSink,
): Pick<SessionHandlers, 'snapshot' | 'fact' | 'chunkEnd' | 'vitals' | 'isBusy' | 'differing'> => ({
  snapshot: (snapshot, at) => sink.snapshot(snapshot, at),
  fact: (fact, at) => sink.fact(fact, at),
  chunkEnd: () => sink.chunkEnd?.(Date.now()),
  vitals: (vitals) => sink.vitals?.(vitals),
  isBusy: () => sink.isBusy?.() ?? false,
  differing: (lists) => sink.differing?.(lists) ?? [],
});

/** Reads again what a successful action may have changed without an event. */
const rereadAfter = (session: Session | null, name: string, fields: ActionFields): void => {
  if (SILENT_IN_QUEUE.has(name)) {
    const queue = fields['Queue'];
    if (queue === undefined) session?.rereadAll();
    else session?.rereadQueue(String(queue));
  } else if (name.startsWith('Queue') && !READS.has(name)) session?.sweepSoon();
};

export const createCollector = (
  settings: CollectorSettings,
  sink: FactSink,
  options: CollectorOptions = {},
): Collector => {
  const times = { ...LINK_TIMES, ...options.times };
  const sessionTimes = {
    checkTimes: { ...CHECK_TIMES, ...options.checkTimes },
    stallTimes: { ...STALL_TIMES, ...options.stallTimes },
    sweepTimes: { ...SWEEP_TIMES, ...options.sweepTimes },
  };
  const chance = options.chance ?? Math.random;
  const passed = { ...passTo(sink), unknown: countUnknown(sink) };
  let session: Session | null = null;
  let running = false;
  let state: LinkState = first;
  let attempt = 0;
  let timer: NodeJS.Timeout | undefined;

  const enter = (next: LinkState): void => {
    state = next;
    sink.link(next, Date.now());
  };

  const ended = (failure: LinkFailure): void => {
    session = null;
    if (!running) return;
    const { problem, refused } = failure;
    const retryInMs = refused ? refusedDelayMs(attempt, chance) : retryDelayMs(attempt, chance);
    attempt++;
    enter({ kind: refused ? 'refused' : 'away', problem, retryInMs });
    timer = setTimeout(() => connect(problem), retryInMs);
  };

  const connect = (problem: LinkProblem | null): void => {
    enter({ kind: 'connecting', attempt, problem });
    session = startSession(settings, times, sessionTimes, {
      ...passed,
      booting: () => enter({ kind: 'connecting', attempt, problem: { code: 'pbx-booting', line: null } }),
      up: (version, problems) => {
        attempt = 0;
        enter({ kind: 'up', version, problems, stalled: state.kind === 'up' && state.stalled === true });
      },
      stalled: (stalled) => {
        if (state.kind === 'up') enter({ ...state, stalled });
      },
      ended,
    });
  };

  const action = async (name: string, fields: ActionFields): Promise<AmiReply> => {
    const link = session?.connection() ?? null;
    if (link === null) throw new LinkFailure({ code: 'connection-lost', line: null });
    const reply = await link.request(name, fields);
    if (reply.success) rereadAfter(session, name, fields);
    return reply;
  };

  return {
    start: () => {
      if (running) return;
      running = true;
      attempt = 0;
      connect(null);
    },
    stop: () => {
      running = false;
      clearTimeout(timer);
      session?.close();
      session = null;
      return Promise.resolve();
    },
    action,
    rereadQueue: (queue) => session?.rereadQueue(queue),
    sweepSoon: () => session?.sweepSoon(),
    state: () => state,
  };
};
