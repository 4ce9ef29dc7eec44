// Notifies about queues in breach: a caller waits longer than the call center allows, or the day's service level is below target.
// Notifies once per breach that lasts, and again only after five calm minutes.
import { CALM, nextAlarm } from '@ringside/core/boards/threshold.ts';
import type { Alarm, ThresholdRule } from '@ringside/core/boards/threshold.ts';
import { serverKey } from '@ringside/core/live/state.ts';
import type { LiveState, QueueRow } from '@ringside/core/live/state.ts';
import { notify, notifyEnd } from './notify.ts';
import type { NotifyDeps } from './notify.ts';
import { queueAims } from './queries.ts';
import type { QueueAim } from './queries.ts';

/** A shorter breach of the maximum wait is ignored. */
const WAIT_HOLD_SECONDS = 5;
const LEVEL_HOLD_SECONDS = 60;
/** The service level must exceed its target by this margin to end a breach, in thousandths of a percent. */
const LEVEL_MARGIN = 2000;
/** Time without a breach after which the next one notifies again, ms. */
const CALM_MS = 5 * 60_000;
/** With fewer calls the day's service level is ignored. */
const FEWEST_CALLS = 10;

const BREACHES = ['queue-breach', 'queue-level'] as const;
type Breach = (typeof BREACHES)[number];

interface Watched {
  readonly alarm: Alarm;
  /** `unknown`: not checked since the start, so a notification from before it may still be open. */
  readonly told: boolean | 'unknown';
  /** Epoch ms; null while in breach. */
  readonly calmSince: number | null;
}

const keyOf = (kind: Breach, { serverId, name }: QueueRow): string => `${kind}:${serverId}:${name}`;

interface Waiting {
  count: number;
  since: number;
}

/** Callers waiting, by key `serverId\tqueue`. */
const waitingIn = (state: LiveState): ReadonlyMap<string, Waiting> => {
  const found = new Map<string, Waiting>();
  for (const { serverId, queue, joinedAt, status } of state.callers.values()) {
    if (status === 2 || status === 3) continue;
    const key = `${serverId}\t${queue}`;
    const row = found.get(key);
    if (row === undefined) found.set(key, { count: 1, since: joinedAt });
    else {
      row.count += 1;
      row.since = Math.min(row.since, joinedAt);
    }
  }
  return found;
};

const ruleOf = (kind: Breach, aim: QueueAim): ThresholdRule =>
  kind === 'queue-breach'
    ? { worse: 'high', warn: null, bad: aim.maxWaitSeconds, holdSeconds: WAIT_HOLD_SECONDS, margin: 0 }
    : {
        ...{ worse: 'low', warn: null, bad: aim.targetPercent * 1000 - 1 },
        ...{ holdSeconds: LEVEL_HOLD_SECONDS, margin: LEVEL_MARGIN },
      };

const levelOf = ({ today }: QueueRow): number | null =>
  today === null || today.answered + today.abandonedShort + today.abandonedLong < FEWEST_CALLS
    ? null
    : today.serviceLevel;

/** `look` checks every queue once; the caller repeats it. */
export const createQueueWatch = (
  deps: NotifyDeps,
  state: LiveState,
): { readonly look: () => Promise<void>; readonly watched: () => number } => {
  const watched = new Map<string, Watched>();

  const tell = (kind: Breach, queue: QueueRow, aim: QueueAim, waiting: Waiting | undefined): Promise<void> => {
    const serverName = state.servers.get(serverKey(queue.serverId))?.name ?? String(queue.serverId);
    const of = { serverId: queue.serverId, serverName, queue: aim.label === '' ? queue.name : aim.label };
    const since = waiting?.since ?? deps.now();
    const longestSeconds = Math.max(0, Math.round((deps.now() - since) / 1000));
    const news =
      kind === 'queue-breach'
        ? { kind, params: { ...of, waiting: waiting?.count ?? 0, longestSeconds } }
        : {
            kind,
            params: { ...of, level: Math.round((queue.today?.serviceLevel ?? 0) / 1000), target: aim.targetPercent },
          };
    const { customerId, callcenterId } = aim;
    return notify(deps, { ...news, to: { kind: 'callcenter', customerId, callcenterId }, openKey: keyOf(kind, queue) });
  };

  /** Sends or ends the notification of one queue, and returns its next state. */
  const nextState = async (
    kind: Breach,
    queue: QueueRow,
    aim: QueueAim,
    waiting: Waiting | undefined,
    before: Watched,
  ): Promise<Watched> => {
    const now = deps.now();
    const value =
      kind === 'queue-level' ? levelOf(queue) : waiting === undefined ? 0 : Math.floor((now - waiting.since) / 1000);
    const alarm = nextAlarm(before.alarm, value, ruleOf(kind, aim), now);
    if (alarm.level === 'bad') {
      if (before.told !== true) await tell(kind, queue, aim, waiting);
      return { alarm, told: true, calmSince: null };
    }
    const calmSince = before.calmSince ?? now;
    if (before.told === false || now - calmSince < CALM_MS) return { alarm, told: before.told, calmSince };
    await notifyEnd(deps, keyOf(kind, queue), () => null);
    return { alarm, told: false, calmSince };
  };

  const look = async (): Promise<void> => {
    const aims = await queueAims(deps.db);
    const waiting = waitingIn(state);
    const there = new Set<string>();
    for (const [key, queue] of state.queues) {
      const aim = aims.get(`${queue.serverId}\t${queue.name}`);
      const server = state.servers.get(serverKey(queue.serverId));
      if (aim === undefined || server === undefined) continue;
      for (const kind of BREACHES) {
        const name = `${kind}\t${key}`;
        there.add(name);
        // Skips PBXs that are unreachable, since their last values are outdated, and PBXs in maintenance.
        if (!server.connected || server.maintenance !== null) continue;
        const before = watched.get(name) ?? { alarm: CALM, told: 'unknown', calmSince: null };
        watched.set(name, await nextState(kind, queue, aim, waiting.get(`${queue.serverId}\t${queue.name}`), before));
      }
    }
    for (const name of watched.keys()) if (!there.has(name)) watched.delete(name);
  };

  return { look, watched: () => watched.size };
};
