// Days of callers and agents, made by a dice that falls alike everywhere: what reports are held against.
import type { LiveEvent, MemberCause, Outcome } from '@ringside/core/live/event.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import type { Owners } from '../../live/owners.ts';

const HOUR = 3_600_000;
const OUTCOMES: readonly Outcome[] = [
  ...(['answered', 'answered', 'answered', 'abandoned', 'abandoned'] as const),
  ...(['timed-out', 'left-by-key', 'no-agent', 'full', 'withdrawn'] as const),
];

/** The same numbers on every machine. */
const createDice = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

/** @param from epoch ms */
export const createMadeDays = (owners: Owners, from: number, days: number) => {
  const dice = createDice(11);
  const events: LiveEvent[] = [];
  const tell = (
    serverId: number,
    queue: string,
    who: string,
    at: number,
    cause: MemberCause,
    told: object = {},
  ): void => {
    const {
      row = {},
      talkSeconds = null,
      call = null,
      ringMs = null,
      reason = null,
    } = told as {
      row?: Partial<MemberRow>;
      talkSeconds?: number;
      call?: string;
      ringMs?: number;
      reason?: string;
    };
    const whole = {
      ...{ serverId, queue, owner: owners.ofQueue(serverId, queue), name: who.slice(-3), interface: who },
      ...{ stateInterface: who, membership: 'dynamic', penalty: 0, callsTaken: 0, lastCall: null, status: 1 },
      ...{ ringing: false, paused: false, pausedReason: '', pausedSince: null, loginAt: null, wrapupSeconds: 20 },
      ...{ lastHoldtime: null, lastTalktime: null, incall: cause === 'AgentConnect', incallSince: null, onHold: false },
      ...{ channel: null, linkedid: call, callerNumber: '+34600111222', callerName: '', callQueue: null, since: at },
      ...row,
    } as MemberRow;
    events.push({
      ...{ kind: 'member', serverId, at, cause, row: whole, completes: cause === 'AgentComplete' },
      ...{ holdSeconds: null, talkSeconds, ringMs, reason, uniqueid: call },
    });
  };

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

  /** Days of one agent: in and out, pauses, calls taken and missed; now and then something is never told. */
  const shifts = (serverId: number, queues: readonly string[], who: string): void => {
    for (let day = 0; day < days; day++) {
      let at = from + day * 24 * HOUR + (6 + dice(6)) * HOUR;
      const queue = (): string => queues[dice(queues.length)] ?? '';
      for (const one of queues) tell(serverId, one, who, at, 'QueueMemberAdded');
      for (let i = 0; i < 12; i++) {
        at += (5 + dice(40)) * 60_000;
        const call = `${who}-${day}-${i}`;
        const where = queue();
        const kind = dice(5);
        if (kind === 0) {
          tell(serverId, where, who, at, 'AgentRingNoAnswer', { ringMs: 15_000, call });
          continue;
        }
        if (kind === 1) {
          const paused = { paused: true, pausedReason: dice(2) === 0 ? 'lunch' : '' };
          for (const one of queues) tell(serverId, one, who, at, 'QueueMemberPause', { row: paused });
          at += (5 + dice(45)) * 60_000;
          if (dice(4) > 0) for (const one of queues) tell(serverId, one, who, at, 'QueueMemberPause');
          continue;
        }
        tell(serverId, where, who, at, 'AgentConnect', { ringMs: dice(9) * 1000, call });
        const talkSeconds = 10 + dice(1200);
        at += talkSeconds * 1000;
        const reason = dice(4) === 0 ? 'transfer' : 'agent';
        if (dice(8) > 0) tell(serverId, where, who, at, 'AgentComplete', { talkSeconds, call, reason });
      }
      at += 30 * 60_000;
      const out = { kind: 'member-removed', serverId, at, interface: who, name: who.slice(-3) } as const;
      if (dice(4) > 0)
        for (const one of queues) events.push({ ...out, queue: one, owner: owners.ofQueue(serverId, one) });
    }
  };
  return { events, stays, shifts };
};
