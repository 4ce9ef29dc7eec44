// Converts `queue_log` lines to live events with whole rows.
import type { LiveEvent, MemberCause, Outcome } from '../live/event.ts';
import type { MemberRow, Owner } from '../live/state.ts';
import type { LoggedAgent, Presence } from './logged-presence.ts';
import type { QueueLogRow } from './queue-log-line.ts';

export interface QueueLogWorld {
  readonly serverId: number;
  ownerOf(queue: string): Owner;
  /** Wrap-up time of the queue in seconds, which no log contains. */
  wrapupOf(queue: string): number;
  /** Returns the member that the log names `text` (name or interface) at that time (epoch ms) in that queue. */
  agentOf(text: string, at: number, queue: string): LoggedAgent;
  /** Returns all queues in which the log names the agent. `Agent/7` logs in to all of them. */
  queuesOf(agentInterface: string): readonly string[];
}

export interface LoggedStay {
  readonly joinedAt: number;
  readonly callerNumber: string;
  readonly connectedAt: number | null;
}

interface MemberDetails {
  readonly incall?: boolean;
  readonly caller?: string | undefined;
  readonly holdSeconds?: number | null;
  readonly talkSeconds?: number | null;
  readonly ringMs?: number | null;
  readonly reason?: string | null;
  readonly queue?: string;
  /** The agent's presence at that time. Absent: the presence now. */
  readonly as?: Presence | null;
}

export const createLoggedEvents = (
  world: QueueLogWorld,
  presenceOf: (queue: string, agent: LoggedAgent) => Presence,
) => {
  const { serverId } = world;

  const memberRow = (row: QueueLogRow, agent: LoggedAgent, more: MemberDetails): MemberRow => {
    const queue = more.queue ?? row.queue;
    const is = more.as ?? presenceOf(queue, agent);
    const incall = more.incall ?? false;
    return {
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
      ...{ callQueue: incall ? queue : null, callOwner: incall ? world.ownerOf(queue) : null, busyElsewhere: false },
      since: row.at,
    };
  };

  return {
    memberEvent: (row: QueueLogRow, agent: LoggedAgent, cause: MemberCause, more: MemberDetails = {}): LiveEvent => ({
      ...{ kind: 'member', serverId, at: row.at, cause, row: memberRow(row, agent, more) },
      completes: cause === 'AgentComplete',
      ...{ holdSeconds: more.holdSeconds ?? null, talkSeconds: more.talkSeconds ?? null, ringMs: more.ringMs ?? null },
      ...{ reason: more.reason ?? null, uniqueid: cause.startsWith('Agent') ? row.call : null },
    }),
    memberRemoved: (row: QueueLogRow, queue: string, agent: LoggedAgent): LiveEvent => ({
      ...{ kind: 'member-removed', serverId, at: row.at, owner: world.ownerOf(queue), queue },
      ...agent,
    }),
    /** `wait`: from the log, seconds. */
    outcomeEvent: (
      row: QueueLogRow,
      outcome: Outcome,
      stay: LoggedStay | undefined,
      wait: number | null,
      agent: LoggedAgent | null,
    ): LiveEvent => {
      const joinedAt = stay?.joinedAt ?? row.at - (wait ?? 0) * 1000;
      return {
        ...{ kind: 'outcome', serverId, at: row.at, owner: world.ownerOf(row.queue), queue: row.queue, outcome },
        ...{ uniqueid: row.call, linkedid: row.call, callerNumber: stay?.callerNumber ?? '', callerName: '' },
        ...{ joinedAt, waitSeconds: wait ?? Math.max(0, Math.floor((row.at - joinedAt) / 1000)) },
        ...{ agentInterface: agent?.interface ?? null, agentName: agent?.name ?? null },
      };
    },
  };
};
