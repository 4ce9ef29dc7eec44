// A queue_log as live events: the same outcomes, talks, pauses and log-ins that the console sees by AMI, so that reports
// tell of times when it saw nothing. What an old Asterisk did not write is taken from the lines before.
import type { LiveEvent, MemberCause, Outcome } from '../live/event.ts';
import type { MemberRow, Owner } from '../live/state.ts';
import { createOpenTalks } from './open-talks.ts';
import type { QueueLogRow } from './queue-log-line.ts';

export interface LoggedAgent {
  readonly interface: string;
  readonly name: string;
}

export interface QueueLogWorld {
  readonly serverId: number;
  ownerOf(queue: string): Owner;
  /** How long the queue leaves its agents alone after a call, seconds: no log tells it. */
  wrapupOf(queue: string): number;
  /** The member whom the log calls so: by his name, or by his interface. */
  agentOf(text: string): LoggedAgent;
  /** Queues in which the whole log names the agent: who logs in as `Agent/7` logs in to all of them. */
  queuesOf(agentInterface: string): readonly string[];
}

export interface QueueLogFold {
  take(row: QueueLogRow): readonly LiveEvent[];
  /** Callers and memberships that are remembered: bounded by what is up at one time. */
  held(): number;
}

interface Stay {
  readonly joinedAt: number;
  readonly callerNumber: string;
  readonly connectedAt: number | null;
}

interface Standing {
  readonly paused: boolean;
  readonly reason: string;
  readonly pausedSince: number | null;
  readonly loginAt: number | null;
}

const ABSENT: Standing = { paused: false, reason: '', pausedSince: null, loginAt: null };

/** Nobody waits or talks longer: a call whose end was never written is forgotten. */
const LONGEST_CALL_MS = 24 * 3_600_000;
const FORGET_EVERY = 20_000;

/** Ways to leave without an answer: the outcome, and which field has the wait. */
const ENDS: Readonly<Record<string, { readonly outcome: Outcome; readonly wait: number }>> = {
  ABANDON: { outcome: 'abandoned', wait: 2 },
  EXITWITHTIMEOUT: { outcome: 'timed-out', wait: 2 },
  EXITWITHKEY: { outcome: 'left-by-key', wait: 3 },
  EXITEMPTY: { outcome: 'no-agent', wait: 2 },
  WITHDRAW: { outcome: 'withdrawn', wait: 2 },
};

/** `LEFT` with QUEUESTATUS is what a dialplan writes of a caller whom the queue refused: Asterisk itself writes nothing. */
const REFUSALS: Readonly<Record<string, Outcome>> = { FULL: 'full', JOINEMPTY: 'no-agent', JOINUNAVAIL: 'no-agent' };

const COMPLETIONS: Readonly<Record<string, string>> = {
  COMPLETECALLER: 'caller',
  COMPLETEAGENT: 'agent',
  TRANSFER: 'transfer',
  BLINDTRANSFER: 'transfer',
  ATTENDEDTRANSFER: 'transfer',
};

const LOGINS: ReadonlySet<string> = new Set(['AGENTLOGIN', 'AGENTCALLBACKLOGIN']);
const LOGOFFS: ReadonlySet<string> = new Set(['AGENTLOGOFF', 'AGENTCALLBACKLOGOFF']);

/** Whole seconds; null for no number. */
const secondsOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Hold and talk of a finished call. Transfers have where to in front; before 1.8 nothing else. */
const timesOf = ({ event, data }: QueueLogRow): { readonly hold: number | null; readonly talk: number | null } => {
  if (event.startsWith('COMPLETE')) return { hold: secondsOf(data[0]), talk: secondsOf(data[1]) };
  const tail = data.length >= 5 ? data.slice(-3) : data.slice(2);
  return { hold: secondsOf(tail[0]), talk: secondsOf(tail[1]) };
};

const isNone = (text: string): boolean => text === '' || text === 'NONE';

export const createQueueLogFold = (world: QueueLogWorld): QueueLogFold => {
  const { serverId } = world;
  const stays = new Map<string, Stay>();
  const standings = new Map<string, Standing>();
  let taken = 0;

  const keyOf = (queue: string, of: string): string => `${queue}\t${of}`;
  const standing = (queue: string, agent: LoggedAgent): Standing =>
    standings.get(keyOf(queue, agent.interface)) ?? ABSENT;
  const talks = createOpenTalks((queue, of) => standings.get(keyOf(queue, of)) ?? ABSENT);

  const memberEvent = (
    row: QueueLogRow,
    agent: LoggedAgent,
    cause: MemberCause,
    more: {
      readonly incall?: boolean;
      readonly caller?: string | undefined;
      readonly holdSeconds?: number | null;
      readonly talkSeconds?: number | null;
      readonly ringMs?: number | null;
      readonly reason?: string | null;
      readonly queue?: string;
      /** As he stood then; absent: as he stands. */
      readonly as?: Standing | null;
    } = {},
  ): LiveEvent => {
    const queue = more.queue ?? row.queue;
    const is = more.as ?? standing(queue, agent);
    const incall = more.incall ?? false;
    const member: MemberRow = {
      ...{ serverId, queue, owner: world.ownerOf(queue), name: agent.name, interface: agent.interface },
      ...{ stateInterface: agent.interface, membership: is.loginAt === null ? 'static' : 'dynamic' },
      ...{ penalty: 0, callsTaken: 0, lastCall: null, status: 0, ringing: false },
      ...{ paused: is.paused, pausedReason: is.reason, pausedSince: is.pausedSince, loginAt: is.loginAt },
      ...{
        wrapupSeconds: world.wrapupOf(queue),
        lastHoldtime: more.holdSeconds ?? null,
        lastTalktime: more.talkSeconds ?? null,
      },
      ...{ incall, incallSince: incall ? row.at : null, onHold: false, channel: null },
      ...{ linkedid: incall ? row.call : null, callerNumber: more.caller ?? null, callerName: null },
      ...{ callQueue: incall ? queue : null, since: row.at },
    };
    return {
      ...{ kind: 'member', serverId, at: row.at, cause, row: member, completes: cause === 'AgentComplete' },
      ...{ holdSeconds: more.holdSeconds ?? null, talkSeconds: more.talkSeconds ?? null, ringMs: more.ringMs ?? null },
      ...{ reason: more.reason ?? null, uniqueid: cause.startsWith('Agent') ? row.call : null },
    };
  };

  const outcome = (row: QueueLogRow, kind: Outcome, wait: number | null, agent: LoggedAgent | null): LiveEvent => {
    const stay = stays.get(keyOf(row.queue, row.call));
    const joinedAt = stay?.joinedAt ?? row.at - (wait ?? 0) * 1000;
    return {
      ...{ kind: 'outcome', serverId, at: row.at, owner: world.ownerOf(row.queue), queue: row.queue, outcome: kind },
      ...{ uniqueid: row.call, linkedid: row.call, callerNumber: stay?.callerNumber ?? '', callerName: '' },
      ...{ joinedAt, waitSeconds: wait ?? Math.max(0, Math.floor((row.at - joinedAt) / 1000)) },
      ...{ agentInterface: agent?.interface ?? null, agentName: agent?.name ?? null },
    };
  };

  const connected = (row: QueueLogRow): readonly LiveEvent[] => {
    const agent = world.agentOf(row.agent);
    const holdSeconds = secondsOf(row.data[0]);
    // The third field is there since 1.8, whole seconds.
    const ringSeconds = secondsOf(row.data[2]);
    unpauseUnseen(row, agent, (ringSeconds ?? 0) * 1000);
    const made = outcome(row, 'answered', holdSeconds, agent);
    const key = keyOf(row.queue, row.call);
    const stay = stays.get(key);
    stays.set(key, {
      joinedAt: stay?.joinedAt ?? row.at - (holdSeconds ?? 0) * 1000,
      callerNumber: stay?.callerNumber ?? '',
      connectedAt: row.at,
    });
    const ringMs = ringSeconds === null ? null : ringSeconds * 1000;
    talks.begun(row.queue, row.call, agent.interface, row.at, ringMs ?? 0);
    const more = { incall: true, caller: stay?.callerNumber, holdSeconds, ringMs };
    return [made, memberEvent(row, agent, 'AgentConnect', more)];
  };

  /** Who is called is not paused: the end of that pause was not written. */
  const unpauseUnseen = (row: QueueLogRow, agent: LoggedAgent, ringMs: number): void => {
    const is = standing(row.queue, agent);
    if (!is.paused || (is.pausedSince ?? 0) >= row.at - ringMs - 1000) return;
    standings.set(keyOf(row.queue, agent.interface), { ...is, paused: false, reason: '', pausedSince: null });
  };

  const completed = (row: QueueLogRow, reason: string): readonly LiveEvent[] => {
    const key = keyOf(row.queue, row.call);
    const stay = stays.get(key);
    stays.delete(key);
    const { hold, talk } = timesOf(row);
    const since = stay?.connectedAt ?? null;
    const talkSeconds = talk ?? (since === null ? 0 : Math.max(0, Math.round((row.at - since) / 1000)));
    const agent = world.agentOf(row.agent);
    const told = { queue: row.queue, call: row.call, agent: agent.interface, at: row.at, talkSeconds };
    const { as, call, at, ...end } = talks.ended(told, reason === 'caller');
    const more = { holdSeconds: hold, ...end, reason, caller: stay?.callerNumber, as };
    return [memberEvent({ ...row, call, at }, agent, 'AgentComplete', more)];
  };

  const paused = (row: QueueLogRow, is: boolean): readonly LiveEvent[] => {
    const agent = world.agentOf(row.agent);
    const before = standing(row.queue, agent);
    const since = before.paused ? before.pausedSince : row.at;
    standings.set(keyOf(row.queue, agent.interface), {
      ...before,
      ...{ paused: is, reason: is ? (row.data[0] ?? '') : '', pausedSince: is ? since : null },
    });
    return [memberEvent(row, agent, 'QueueMemberPause')];
  };

  const cameIn = (row: QueueLogRow, queues: readonly string[], isPaused: boolean): readonly LiveEvent[] => {
    const agent = world.agentOf(row.agent);
    return queues.map((queue) => {
      const pausedSince = isPaused ? row.at : null;
      standings.set(keyOf(queue, agent.interface), { paused: isPaused, reason: '', pausedSince, loginAt: row.at });
      return memberEvent(row, agent, 'QueueMemberAdded', { queue });
    });
  };

  const wentOut = (row: QueueLogRow, queues: readonly string[]): readonly LiveEvent[] => {
    const agent = world.agentOf(row.agent);
    return queues.map((queue) => {
      standings.delete(keyOf(queue, agent.interface));
      const owner = world.ownerOf(queue);
      return { kind: 'member-removed', serverId, at: row.at, owner, queue, ...agent };
    });
  };

  const forget = (now: number): void => {
    for (const [key, stay] of stays) if (now - stay.joinedAt > LONGEST_CALL_MS) stays.delete(key);
    talks.forget(now - LONGEST_CALL_MS);
  };

  const ofAgent = (row: QueueLogRow): readonly LiveEvent[] => {
    const { event, queue } = row;
    if (isNone(row.agent)) return [];
    if (LOGINS.has(event)) return cameIn(row, world.queuesOf(world.agentOf(row.agent).interface), false);
    if (LOGOFFS.has(event)) return wentOut(row, world.queuesOf(world.agentOf(row.agent).interface));
    if (isNone(queue)) return [];
    switch (event) {
      case 'ADDMEMBER':
        return cameIn(row, [queue], row.data[0] === 'PAUSED');
      case 'REMOVEMEMBER':
        return wentOut(row, [queue]);
      case 'PAUSE':
      case 'UNPAUSE':
        return paused(row, event === 'PAUSE');
      case 'RINGNOANSWER': {
        const ringMs = secondsOf(row.data[0]) ?? 0;
        const agent = world.agentOf(row.agent);
        unpauseUnseen(row, agent, ringMs);
        return [memberEvent(row, agent, 'AgentRingNoAnswer', { ringMs })];
      }
      case 'CONNECT':
        return connected(row);
      default: {
        const reason = COMPLETIONS[event];
        return reason === undefined ? [] : completed(row, reason);
      }
    }
  };

  return {
    held: () => stays.size + standings.size + talks.held(),
    take: (row) => {
      if (++taken % FORGET_EVERY === 0) forget(row.at);
      const { event, queue } = row;
      if (event === 'QUEUESTART') {
        // Asterisk began anew: whoever was in a call is not any more.
        stays.clear();
        talks.clear();
        return [];
      }
      const refused = event === 'LEFT' ? REFUSALS[row.data[0] ?? ''] : undefined;
      if (refused !== undefined && !isNone(queue)) return [outcome(row, refused, 0, null)];
      if (event === 'ENTERQUEUE') {
        talks.entered(row.call, row.at);
        stays.set(keyOf(queue, row.call), { joinedAt: row.at, callerNumber: row.data[1] ?? '', connectedAt: null });
        return [];
      }
      const end = ENDS[event];
      if (end === undefined || isNone(queue)) return ofAgent(row);
      const made = outcome(row, end.outcome, secondsOf(row.data[end.wait]), null);
      stays.delete(keyOf(queue, row.call));
      return [made];
    },
  };
};
