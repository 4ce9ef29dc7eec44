// Determines how queue visits of one PBX server ended. Asterisk reports timeouts and withdrawals as abandons, an exit by key only as a
// leave, and refused joins not at all. The variable QUEUESTATUS, AgentConnect and the caller's hangup tell them apart. They arrive after
// the leave event, so each outcome waits for them.
import type { PartyFact } from '../../asterisk/fact.ts';
import type { Outcome } from '../event.ts';
import type { CallerRow } from '../state.ts';
import { pbxSeconds } from './pbx-seconds.ts';
import type { Tracked } from './tracked.ts';

interface QueueVisit {
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

type VisitCaller = Pick<CallerRow, 'uniqueid' | 'linkedid' | 'callerIdNum' | 'callerIdName'>;

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
export const newVisit = (queue: string, c: VisitCaller, joinedAt: number): QueueVisit => ({
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

const emitOutcome = (t: Tracked, visit: QueueVisit, outcome: Outcome, at: number, agent?: AnsweringAgent): void =>
  t.emit({
    kind: 'outcome',
    serverId: t.serverId,
    at: visit.leftAt ?? at,
    owner: t.owners.ofQueue(t.serverId, visit.queue),
    queue: visit.queue,
    outcome,
    uniqueid: visit.uniqueid,
    linkedid: visit.linkedid,
    callerNumber: visit.callerNumber,
    callerName: visit.callerName,
    joinedAt: visit.joinedAt,
    waitSeconds: visit.holdSeconds ?? pbxSeconds(visit.joinedAt, visit.leftAt ?? at),
    agentInterface: agent?.interface ?? null,
    agentName: agent?.name ?? null,
  });

export const createQueueVisits = (t: Tracked) => {
  const visits = new Map<string, QueueVisit>();
  /** The queue that a channel's dialplan runs, until the channel ends. */
  const runs = new Map<string, string>();

  const decide = (visit: QueueVisit, outcome: Outcome, at: number, agent?: AnsweringAgent): void => {
    visits.delete(visit.uniqueid);
    emitOutcome(t, visit, outcome, at, agent);
  };
  const conclude = (visit: QueueVisit, at: number): void =>
    decide(visit, visit.abandoned ? 'abandoned' : 'left-by-key', at);

  return {
    decide,
    conclude,
    held: (): number => visits.size + runs.size,
    get: (uniqueid: string): QueueVisit | undefined => visits.get(uniqueid),
    set: (visit: QueueVisit): void => void visits.set(visit.uniqueid, visit),
    drop: (uniqueid: string): void => void visits.delete(uniqueid),
    running(uniqueid: string, queue: string): void {
      runs.set(uniqueid, queue);
    },
    /** Handles QUEUESTATUS on the caller's channel. Without a visit, the queue that the channel ran has refused the caller. */
    status(value: string, c: PartyFact, at: number): void {
      const outcome = BY_STATUS[value];
      if (outcome === undefined) return;
      const visit = visits.get(c.uniqueid);
      const queue = runs.get(c.uniqueid);
      runs.delete(c.uniqueid);
      if (visit) {
        if (outcome !== 'answered') decide(visit, outcome, at);
      } else if (queue !== undefined && (outcome === 'full' || outcome === 'no-agent'))
        decide(newVisit(queue, c, at), outcome, at);
    },
    hungUp(uniqueid: string, at: number): void {
      runs.delete(uniqueid);
      const visit = visits.get(uniqueid);
      if (visit) conclude(visit.leftAt === null && !visit.abandoned ? { ...visit, abandoned: true } : visit, at);
    },
    /** Returns the seconds since the caller left the queue, 0 for a caller who is still in it. */
    secondsSinceLeaving(uniqueid: string, at: number): number {
      const leftAt = visits.get(uniqueid)?.leftAt ?? null;
      return leftAt === null ? 0 : Math.max(0, Math.floor((at - leftAt) / 1000));
    },
    /**
     * `isCalling`: an agent's phone is active for the caller. Between the leave event and AgentConnect a queue may run a subroutine of any
     * length for its agent.
     */
    settle(at: number, isCalling: (uniqueid: string) => boolean): void {
      for (const visit of [...visits.values()])
        if (visit.leftAt !== null && at - visit.leftAt >= SETTLED_AFTER_MS && !isCalling(visit.uniqueid))
          conclude(visit, at);
    },
    /**
     * Deletes the visits of callers who left while the link was down, because their outcome is unknown. Visits whose end was seen are kept
     * until settled.
     */
    keepOnly(waiting: ReadonlySet<string>): void {
      for (const [id, visit] of [...visits]) if (visit.leftAt === null && !waiting.has(id)) visits.delete(id);
    },
    /** Deletes the queues of channels that ended while the link was down. */
    keepRunning(alive: ReadonlySet<string>): void {
      for (const id of [...runs.keys()]) if (!alive.has(id)) runs.delete(id);
    },
  };
};
