// Keeps one PBX watched: a session, and when it ends another one, after a pause that fits the reason.
import type { ActionFields } from '@ringside/core/ami/action.ts';
import type { AmiReply } from '@ringside/core/ami/reply.ts';
import type { PbxFact, Snapshot } from '@ringside/core/live/fact.ts';
import type { LinkProblem, LinkState } from '@ringside/core/live/link.ts';
import type { PbxVitals } from '@ringside/core/live/pbx-vitals.ts';
import { refusedDelayMs, retryDelayMs } from './back-off.ts';
import { LinkFailure } from './link-failure.ts';
import { CHECK_TIMES } from './queue-checks.ts';
import type { CheckTimes } from './queue-checks.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';
import { LINK_TIMES } from './settings.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';

export interface CollectorSettings extends LinkSettings {
  readonly id: number;
}

/** Called on the event loop, in the order of the link. `at` is the console's clock, epoch ms, and never goes back within a link. */
export interface CollectorSink {
  link(state: LinkState, at: number): void;
  /** Replaces everything that was known of the PBX. Comes after `link` said up, and again after a reload or late boot. */
  snapshot(snapshot: Snapshot, at: number): void;
  fact(fact: PbxFact, at: number): void;
  /** All facts of one piece of the stream were handed on: a good moment to publish them together. */
  chunkEnd?(at: number): void;
  /** What it tells of itself beside its state, whenever that is known better. */
  vitals?(vitals: PbxVitals): void;
  /** An event that nobody here knows; `sample` is its text, of the first of its name only. */
  unknown?(name: string, count: number, sample: string): void;
}

export interface Collector {
  start(): void;
  stop(): Promise<void>;
  /**
   * Sends one of the allowed actions and resolves with the PBX's own answer, good or bad.
   * @throws ActionRefused for what must not be sent, LinkFailure when the PBX is away or does not answer.
   */
  action(name: string, fields: ActionFields): Promise<AmiReply>;
  /** Reads the queue anew, until the reading is certain. */
  rereadQueue(queue: string): void;
  state(): LinkState;
}

export interface CollectorOptions {
  readonly times?: Partial<LinkTimes>;
  readonly checkTimes?: Partial<CheckTimes>;
  readonly chance?: () => number;
}

/** Actions that change a queue without an event. */
const SILENT_IN_QUEUE = new Set([
  'QueueChangePriorityCaller',
  'QueueReset',
  'QueueWithdrawCaller',
  'QueueMemberRingInUse',
]);
/** So many names of unknown events are told apart. */
const UNKNOWN_NAMES = 200;
const SAMPLE_CHARACTERS = 2_000;

const first: LinkState = { kind: 'connecting', attempt: 0, problem: null };

export const createCollector = (
  settings: CollectorSettings,
  sink: CollectorSink,
  options: CollectorOptions = {},
): Collector => {
  const times = { ...LINK_TIMES, ...options.times };
  const checkTimes = { ...CHECK_TIMES, ...options.checkTimes };
  const chance = options.chance ?? Math.random;
  const unknown = new Map<string, number>();
  let session: Session | null = null;
  let running = false;
  let state: LinkState = first;
  let attempt = 0;
  let timer: NodeJS.Timeout | undefined;

  const enter = (next: LinkState): void => {
    state = next;
    sink.link(next, Date.now());
  };

  const countUnknown = (name: string, block: string): void => {
    const key = unknown.has(name) || unknown.size < UNKNOWN_NAMES ? name : 'other';
    const count = (unknown.get(key) ?? 0) + 1;
    unknown.set(key, count);
    sink.unknown?.(key, count, count === 1 ? block.slice(0, SAMPLE_CHARACTERS) : '');
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
    session = startSession(settings, times, checkTimes, {
      booting: () => enter({ kind: 'connecting', attempt, problem: { code: 'pbx-booting', line: null } }),
      up: (version, problems) => {
        attempt = 0;
        enter({ kind: 'up', version, problems });
      },
      snapshot: (snapshot, at) => sink.snapshot(snapshot, at),
      fact: (fact, at) => sink.fact(fact, at),
      chunkEnd: () => sink.chunkEnd?.(Date.now()),
      vitals: (vitals) => sink.vitals?.(vitals),
      unknown: countUnknown,
      ended,
    });
  };

  const action = async (name: string, fields: ActionFields): Promise<AmiReply> => {
    const link = session?.connection() ?? null;
    if (link === null) throw new LinkFailure({ code: 'connection-lost', line: null });
    const reply = await link.request(name, fields);
    if (reply.success && SILENT_IN_QUEUE.has(name)) {
      const queue = fields['Queue'];
      if (queue === undefined) session?.rereadAll();
      else session?.rereadQueue(String(queue));
    }
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
    state: () => state,
  };
};
