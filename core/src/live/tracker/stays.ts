// Determines how queue visits of one PBX server ended. Asterisk reports timeouts and withdrawals as abandons, an exit by key only as a
// leave, and refused joins not at all. The variable QUEUESTATUS, AgentConnect and the caller's hangup tell them apart. They arrive after
// the leave event, so each outcome waits for them.
import type { PartyFact } from '../../asterisk/fact.ts';
import type { Outcome } from '../event.ts';
import type { CallerRow } from '../state.ts';
import { pbxSeconds } from './pbx-seconds.ts';
import type { Tracked } from './tracked.ts';

interface Stay {
  readonly queue: string;
  readonly uniqueid: string;
  readonly linkedid: string | null;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly joinedAt: number;
  readonly leftAt: number | null;
  readonly abandoned: boolean;
  readonly holdSeconds: number | null;
}

type CallerOfStay = Pick<CallerRow, 'uniqueid' | 'linkedid' | 'callerIdNum' | 'callerIdName'>;

interface AnsweringAgent {
  readonly interface: string;
  readonly name: string;
}

/** The reason of a leave event is known at most this long after it. */
const SETTLED_AFTER_MS = 3_000;

const BY_STATUS: Readonly<Record<string, Outcome>> = {
  TIMEOUT: 'timed-out',
  FULL: 'full',
  JOINEMPTY: 'no-agent',
  LEAVEEMPTY: 'no-agent',
  JOINUNAVAIL: 'no-agent',
  LEAVEUNAVAIL: 'no-agent',
  WITHDRAW: 'withdrawn',
  ABANDON: 'abandoned',
  CONTINUE: 'answered',
};

/** Creates the visit of a caller who still waits. */
export const newStay = (queue: string, c: CallerOfStay, joinedAt: number): Stay => ({
  queue,
  uniqueid: c.uniqueid,
  linkedid: c.linkedid,
  callerNumber: c.callerIdNum,
  callerName: c.callerIdName,
  joinedAt,
  leftAt: null,
  abandoned: false,
  holdSeconds: null,
});

const emitOutcome = (t: Tracked, stay: Stay, outcome: Outcome, at: number, agent?: AnsweringAgent): void =>
  t.emit({
    kind: 'outcome',
    serverId: t.serverId,
    at: stay.leftAt ?? at,
    owner: t.owners.ofQueue(t.serverId, stay.queue),
    queue: stay.queue,
    outcome,
    uniqueid: stay.uniqueid,
    linkedid: stay.linkedid,
    callerNumber: stay.callerNumber,
    callerName: stay.callerName,
    joinedAt: stay.joinedAt,
    waitSeconds: stay.holdSeconds ?? pbxSeconds(stay.joinedAt, stay.leftAt ?? at),
    agentInterface: agent?.interface ?? null,
    agentName: agent?.name ?? null,
  });

export const createStays = (t: Tracked) => {
  const stays = new Map<string, Stay>();
  /** The queue that a channel's dialplan runs, until the channel ends. */
  const runs = new Map<string, string>();

  const decide = (stay: Stay, outcome: Outcome, at: number, agent?: AnsweringAgent): void => {
    stays.delete(stay.uniqueid);
    emitOutcome(t, stay, outcome, at, agent);
  };
  const conclude = (stay: Stay, at: number): void => decide(stay, stay.abandoned ? 'abandoned' : 'left-by-key', at);

  return {
    decide,
    conclude,
    held: (): number => stays.size + runs.size,
    get: (uniqueid: string): Stay | undefined => stays.get(uniqueid),
    set: (stay: Stay): void => void stays.set(stay.uniqueid, stay),
    drop: (uniqueid: string): void => void stays.delete(uniqueid),
    running(uniqueid: string, queue: string): void {
      runs.set(uniqueid, queue);
    },
    /** Handles QUEUESTATUS on the caller's channel. Without a visit, the queue that the channel ran has refused the caller. */
    status(value: string, c: PartyFact, at: number): void {
      const outcome = BY_STATUS[value];
      if (outcome === undefined) return;
      const stay = stays.get(c.uniqueid);
      const queue = runs.get(c.uniqueid);
      runs.delete(c.uniqueid);
      if (stay) {
        if (outcome !== 'answered') decide(stay, outcome, at);
      } else if (queue !== undefined && (outcome === 'full' || outcome === 'no-agent'))
        decide(newStay(queue, c, at), outcome, at);
    },
    hungUp(uniqueid: string, at: number): void {
      runs.delete(uniqueid);
      const stay = stays.get(uniqueid);
      if (stay) conclude(stay.leftAt === null && !stay.abandoned ? { ...stay, abandoned: true } : stay, at);
    },
    /** Returns the seconds since the caller left the queue, 0 for a caller who is still in it. */
    secondsSinceLeaving(uniqueid: string, at: number): number {
      const leftAt = stays.get(uniqueid)?.leftAt ?? null;
      return leftAt === null ? 0 : Math.max(0, Math.floor((at - leftAt) / 1000));
    },
    /**
     * `isCalling`: an agent's phone is active for the caller. Between the leave event and AgentConnect a queue may run a subroutine of any
     * length for its agent.
     */
    settle(at: number, isCalling: (uniqueid: string) => boolean): void {
      for (const stay of [...stays.values()])
        if (stay.leftAt !== null && at - stay.leftAt >= SETTLED_AFTER_MS && !isCalling(stay.uniqueid))
          conclude(stay, at);
    },
    /**
     * Deletes the visits of callers who left while the link was down, because their outcome is unknown. Visits whose end was seen are kept
     * until settled.
     */
    keepOnly(waiting: ReadonlySet<string>): void {
      for (const [id, stay] of [...stays]) if (stay.leftAt === null && !waiting.has(id)) stays.delete(id);
    },
    /** Deletes the queues of channels that ended while the link was down. */
    keepRunning(alive: ReadonlySet<string>): void {
      for (const id of [...runs.keys()]) if (!alive.has(id)) runs.delete(id);
    },
  };
};
