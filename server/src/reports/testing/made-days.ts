// Generates days of callers and agents for report tests, from a fixed pseudo-random sequence.
import type { LiveEvent, MemberCause, Outcome } from '@ringside/core/live/event.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import type { Owners } from '../../live/owners.ts';

const HOUR = 3_600_000;
const OUTCOMES: readonly Outcome[] = [
  ...(['answered', 'answered', 'answered', 'abandoned', 'abandoned'] as const),
  ...(['timed-out', 'left-by-key', 'no-agent', 'full', 'withdrawn'] as const),
];

/** Returns a number from 0 up to `below`. */
type Dice = (below: number) => number;

/** Returns the same sequence on every machine. */
const createDice = (seed: number): Dice => {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

/** Fields of a member event besides its cause. */
interface MemberDetails {
  readonly row?: Partial<MemberRow>;
  readonly talkSeconds?: number;
  readonly call?: string;
  readonly ringMs?: number;
  readonly reason?: string;
}
/** Adds a member event of one agent. */
type AddMember = (queue: string, at: number, cause: MemberCause, details?: MemberDetails) => void;

const memberEvent = (
  owners: Owners,
  serverId: number,
  queue: string,
  who: string,
  at: number,
  cause: MemberCause,
  { row = {}, talkSeconds, call, ringMs, reason }: MemberDetails = {},
): LiveEvent => {
  const whole = {
    ...{ serverId, queue, owner: owners.ofQueue(serverId, queue), name: who.slice(-3), interface: who },
    ...{ stateInterface: who, membership: 'dynamic', penalty: 0, callsTaken: 0, lastCall: null, status: 1 },
    ...{ ringing: false, paused: false, pausedReason: '', pausedSince: null, loginAt: null, wrapupSeconds: 20 },
    ...{ lastHoldtime: null, lastTalktime: null, incall: cause === 'AgentConnect', incallSince: null, onHold: false },
    ...{ channel: null, linkedid: call ?? null, callerNumber: '+34600111222', callerName: '', callQueue: null },
    ...{ since: at, callOwner: null, busyElsewhere: false },
    ...row,
  } as MemberRow;
  return {
    ...{ kind: 'member', serverId, at, cause, row: whole, completes: cause === 'AgentComplete', holdSeconds: null },
    ...{ talkSeconds: talkSeconds ?? null, ringMs: ringMs ?? null, reason: reason ?? null, uniqueid: call ?? null },
  };
};

/** The calls and pauses of one shift. Some pauses and calls have no end event. Returns the time of the last event. */
const workShift = (
  dice: Dice,
  queues: readonly string[],
  begin: number,
  callName: (i: number) => string,
  add: AddMember,
): number => {
  let at = begin;
  for (let i = 0; i < 12; i++) {
    at += (5 + dice(40)) * 60_000;
    const call = callName(i);
    const where = queues[dice(queues.length)] ?? '';
    const kind = dice(5);
    if (kind === 0) {
      add(where, at, 'AgentRingNoAnswer', { ringMs: 15_000, call });
      continue;
    }
    if (kind === 1) {
      const paused = { paused: true, pausedReason: dice(2) === 0 ? 'lunch' : '' };
      for (const one of queues) add(one, at, 'QueueMemberPause', { row: paused });
      at += (5 + dice(45)) * 60_000;
      if (dice(4) > 0) for (const one of queues) add(one, at, 'QueueMemberPause');
      continue;
    }
    add(where, at, 'AgentConnect', { ringMs: dice(9) * 1000, call });
    const talkSeconds = 10 + dice(1200);
    at += talkSeconds * 1000;
    const reason = dice(4) === 0 ? 'transfer' : 'agent';
    if (dice(8) > 0) add(where, at, 'AgentComplete', { talkSeconds, call, reason });
  }
  return at;
};

/** @param from epoch ms */
export const createMadeDays = (owners: Owners, from: number, days: number) => {
  const dice = createDice(11);
  const events: LiveEvent[] = [];

  const stays = (serverId: number, queue: string): void => {
    for (let i = 0; i < 120; i++) {
      const at = from + dice(days * 24 * HOUR);
      const waitSeconds = dice(5) === 0 ? dice(900) : dice(40);
      const outcome = OUTCOMES[dice(OUTCOMES.length)] ?? 'answered';
      const uniqueid = `${serverId}-${queue}-${i}`;
      events.push({
        ...{ kind: 'outcome', serverId, queue, outcome, at, waitSeconds, owner: owners.ofQueue(serverId, queue) },
        ...{ uniqueid, linkedid: uniqueid, callerNumber: '+34600111222', callerName: 'Ana' },
        ...{ joinedAt: at - waitSeconds * 1000, agentInterface: null, agentName: null },
      });
    }
  };

  /** Days of one agent: login, calls taken and missed, pauses, logout. Some days have no logout event. */
  const shifts = (serverId: number, queues: readonly string[], who: string): void => {
    const add: AddMember = (queue, at, cause, details) =>
      void events.push(memberEvent(owners, serverId, queue, who, at, cause, details));
    for (let day = 0; day < days; day++) {
      const begin = from + day * 24 * HOUR + (6 + dice(6)) * HOUR;
      for (const one of queues) add(one, begin, 'QueueMemberAdded');
      const at = workShift(dice, queues, begin, (i) => `${who}-${day}-${i}`, add) + 30 * 60_000;
      const out = { kind: 'member-removed', serverId, at, interface: who, name: who.slice(-3) } as const;
      if (dice(4) > 0)
        for (const one of queues) events.push({ ...out, queue: one, owner: owners.ofQueue(serverId, one) });
    }
  };
  return { events, stays, shifts };
};
