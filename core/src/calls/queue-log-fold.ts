// Converts a queue_log to live events: the same outcomes, talks, pauses and logins as from AMI, so that reports cover data gaps. Data
// missing in old Asterisk versions is derived from earlier lines.
import type { LiveEvent, Outcome } from '../live/event.ts';
import { createLoggedEvents, type LoggedStay, type QueueLogWorld } from './logged-events.ts';
import { createLoggedPresence, type Presence, type LoggedAgent } from './logged-presence.ts';
import { createOpenTalks } from './open-talks.ts';
import type { QueueLogRow } from './queue-log-line.ts';

export interface QueueLogFold {
  take(row: QueueLogRow): readonly LiveEvent[];
  /** Number of stored callers and memberships, limited by those active at one time. */
  held(): number;
}

/** The longest call. A call without a logged end is dropped after it. */
const LONGEST_CALL_MS = 24 * 3_600_000;
const FORGET_EVERY = 20_000;

/** Ends without an answer: outcome, and index of the wait field. */
const ENDS: Readonly<Record<string, { readonly outcome: Outcome; readonly wait: number }>> = {
  ABANDON: { outcome: 'abandoned', wait: 2 },
  EXITWITHTIMEOUT: { outcome: 'timed-out', wait: 2 },
  EXITWITHKEY: { outcome: 'left-by-key', wait: 3 },
  EXITEMPTY: { outcome: 'no-agent', wait: 2 },
  WITHDRAW: { outcome: 'withdrawn', wait: 2 },
};

/** A dialplan logs `LEFT` with QUEUESTATUS for a refused caller. Asterisk itself logs nothing. */
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

/** Returns whole seconds, or `null` when invalid. */
const secondsOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Returns hold and talk time of a finished call. Transfers have the target first, and before 1.8 nothing else. */
const timesOf = ({ event, data }: QueueLogRow): { readonly hold: number | null; readonly talk: number | null } => {
  if (event.startsWith('COMPLETE')) return { hold: secondsOf(data[0]), talk: secondsOf(data[1]) };
  const tail = data.length >= 5 ? data.slice(-3) : data.slice(2);
  return { hold: secondsOf(tail[0]), talk: secondsOf(tail[1]) };
};

const isNone = (text: string): boolean => text === '' || text === 'NONE';

const stayKey = ({ queue, call }: QueueLogRow): string => `${queue}\t${call}`;

type AgentOf = (row: QueueLogRow) => LoggedAgent;
type LoggedEvents = ReturnType<typeof createLoggedEvents>;
type LoggedPresence = ReturnType<typeof createLoggedPresence>;
type LoggedTalks = ReturnType<typeof createOpenTalks<Presence, LoggedAgent>>;

/** Handles lines about an agent's calls. */
const createCallLines = (
  agentOf: AgentOf,
  stays: Map<string, LoggedStay>,
  presence: LoggedPresence,
  talks: LoggedTalks,
  { memberEvent, outcomeEvent }: LoggedEvents,
) => {
  const ringing = (row: QueueLogRow): readonly LiveEvent[] => {
    const ringMs = secondsOf(row.data[0]) ?? 0;
    const agent = agentOf(row);
    presence.unpauseCalled(row.queue, agent, row.at - ringMs);
    return [memberEvent(row, agent, 'AgentRingNoAnswer', { ringMs })];
  };
  const connected = (row: QueueLogRow): readonly LiveEvent[] => {
    const agent = agentOf(row);
    const holdSeconds = secondsOf(row.data[0]);
    // Asterisk writes the third field since 1.8, in whole seconds.
    const ringSeconds = secondsOf(row.data[2]);
    presence.unpauseCalled(row.queue, agent, row.at - (ringSeconds ?? 0) * 1000);
    const key = stayKey(row);
    const stay = stays.get(key);
    const made = outcomeEvent(row, 'answered', stay, holdSeconds, agent);
    stays.set(key, {
      joinedAt: stay?.joinedAt ?? row.at - (holdSeconds ?? 0) * 1000,
      callerNumber: stay?.callerNumber ?? '',
      connectedAt: row.at,
    });
    const ringMs = ringSeconds === null ? null : ringSeconds * 1000;
    talks.begun(row.queue, row.call, row.agent, agent, row.at, ringMs ?? 0);
    const more = { incall: true, caller: stay?.callerNumber, holdSeconds, ringMs };
    return [made, memberEvent(row, agent, 'AgentConnect', more)];
  };

  const completed = (row: QueueLogRow, reason: string): readonly LiveEvent[] => {
    const key = stayKey(row);
    const stay = stays.get(key);
    stays.delete(key);
    const { hold, talk } = timesOf(row);
    const since = stay?.connectedAt ?? null;
    const talkSeconds = talk ?? (since === null ? 0 : Math.max(0, Math.round((row.at - since) / 1000)));
    const agent = agentOf(row);
    const told = { queue: row.queue, call: row.call, agent: row.agent, who: agent, at: row.at, talkSeconds };
    const { as, call, at, who, ...end } = talks.ended(told, reason === 'caller');
    const more = { holdSeconds: hold, ...end, reason, caller: stay?.callerNumber, as };
    return [memberEvent({ ...row, call, at }, who, 'AgentComplete', more)];
  };
  return { ringing, connected, completed };
};

/** Handles lines about an agent's logins and pauses. */
const createPresenceLines = (
  agentOf: AgentOf,
  presence: LoggedPresence,
  { memberEvent, memberRemoved }: LoggedEvents,
) => {
  const paused = (row: QueueLogRow, is: boolean): readonly LiveEvent[] => {
    const agent = agentOf(row);
    presence.pause(row.queue, agent, is ? (row.data[0] ?? '') : null, row.at);
    return [memberEvent(row, agent, 'QueueMemberPause')];
  };
  const loggedIn = (row: QueueLogRow, queues: readonly string[], isPaused: boolean): readonly LiveEvent[] => {
    const agent = agentOf(row);
    return queues.map((queue) => {
      presence.logIn(queue, agent, isPaused, row.at);
      return memberEvent(row, agent, 'QueueMemberAdded', { queue });
    });
  };
  const loggedOff = (row: QueueLogRow, queues: readonly string[]): readonly LiveEvent[] => {
    const agent = agentOf(row);
    return queues.map((queue) => {
      presence.logOff(queue, agent);
      return memberRemoved(row, queue, agent);
    });
  };
  return { paused, loggedIn, loggedOff };
};

export const createQueueLogFold = (world: QueueLogWorld): QueueLogFold => {
  const stays = new Map<string, LoggedStay>();
  const presence = createLoggedPresence();
  const talks = createOpenTalks(presence.of);
  const events = createLoggedEvents(world, presence.of);
  let taken = 0;

  const agentOf = (row: QueueLogRow): LoggedAgent => world.agentOf(row.agent, row.at, row.queue);
  const { ringing, connected, completed } = createCallLines(agentOf, stays, presence, talks, events);
  const { paused, loggedIn, loggedOff } = createPresenceLines(agentOf, presence, events);

  const forget = (now: number): void => {
    for (const [key, stay] of stays) if (now - stay.joinedAt > LONGEST_CALL_MS) stays.delete(key);
    talks.forget(now - LONGEST_CALL_MS);
  };

  const ofAgent = (row: QueueLogRow): readonly LiveEvent[] => {
    const { event, queue } = row;
    if (isNone(row.agent)) return [];
    if (LOGINS.has(event)) return loggedIn(row, world.queuesOf(agentOf(row).interface), false);
    if (LOGOFFS.has(event)) return loggedOff(row, world.queuesOf(agentOf(row).interface));
    if (isNone(queue)) return [];
    switch (event) {
      case 'ADDMEMBER':
        return loggedIn(row, [queue], row.data[0] === 'PAUSED');
      case 'REMOVEMEMBER':
        return loggedOff(row, [queue]);
      case 'PAUSE':
      case 'UNPAUSE':
        return paused(row, event === 'PAUSE');
      case 'RINGNOANSWER':
        return ringing(row);
      case 'CONNECT':
        return connected(row);
      default: {
        const reason = COMPLETIONS[event];
        return reason === undefined ? [] : completed(row, reason);
      }
    }
  };

  return {
    held: () => stays.size + presence.held() + talks.held(),
    take: (row) => {
      if (++taken % FORGET_EVERY === 0) forget(row.at);
      const { event, queue } = row;
      if (event === 'QUEUESTART') {
        // Asterisk restarted, so all calls have ended.
        stays.clear();
        talks.clear();
        return [];
      }
      const refused = event === 'LEFT' ? REFUSALS[row.data[0] ?? ''] : undefined;
      if (refused !== undefined && !isNone(queue))
        return [events.outcomeEvent(row, refused, stays.get(stayKey(row)), 0, null)];
      if (event === 'ENTERQUEUE') {
        talks.entered(row.call, row.at);
        stays.set(stayKey(row), { joinedAt: row.at, callerNumber: row.data[1] ?? '', connectedAt: null });
        return [];
      }
      const end = ENDS[event];
      if (end === undefined || isNone(queue)) return ofAgent(row);
      const made = events.outcomeEvent(row, end.outcome, stays.get(stayKey(row)), secondsOf(row.data[end.wait]), null);
      stays.delete(stayKey(row));
      return [made];
    },
  };
};
