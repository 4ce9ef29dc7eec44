// Callers in the queues of one PBX, and how their stay ended. Asterisk reports time-outs and withdrawals as abandons,
// refused joins not at all, and an exit by key as a mere leaving: the variable QUEUESTATUS, AgentConnect and the hang-up
// of the caller tell them apart, and they come after the leaving. So an outcome waits for them a moment.
import type { Outcome } from './event.ts';
import type { ChannelFact, EntryFact, PartyFact } from './fact.ts';
import { pbxSeconds } from './pbx-seconds.ts';
import { callerKey, type CallerRow } from './state.ts';
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

/** So long after leaving, no more news of the reason is expected. */
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

export const createTrackedCallers = (t: Tracked) => {
  const stays = new Map<string, Stay>();
  /** The queue that a channel's dialplan runs, until the channel ends. */
  const runs = new Map<string, string>();

  const decide = (stay: Stay, outcome: Outcome, at: number, agent?: { interface: string; name: string }): void => {
    stays.delete(stay.uniqueid);
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
  };

  const conclude = (stay: Stay, at: number): void => decide(stay, stay.abandoned ? 'abandoned' : 'left-by-key', at);

  const rowOf = (queue: string, c: ChannelFact, position: number, joinedAt: number): CallerRow => ({
    serverId: t.serverId,
    queue,
    owner: t.owners.ofQueue(t.serverId, queue),
    position,
    status: 1,
    channel: c.channel,
    uniqueid: c.uniqueid,
    linkedid: c.linkedid,
    callerIdNum: c.callerIdNum,
    callerIdName: c.callerIdName,
    connectedLineNum: c.connectedLineNum,
    connectedLineName: c.connectedLineName,
    priority: 0,
    joinedAt,
    answeredAt: null,
  });

  const stayOf = (queue: string, c: CallerOfStay, joinedAt: number): Stay => ({
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

  const listedRow = (e: EntryFact, at: number): CallerRow => {
    const known = t.state.callers.get(callerKey(t.serverId, e.queue, e.uniqueid));
    const row: CallerRow = {
      serverId: t.serverId,
      queue: e.queue,
      owner: t.owners.ofQueue(t.serverId, e.queue),
      position: e.position,
      status: known?.status ?? 1,
      channel: e.channel,
      uniqueid: e.uniqueid,
      linkedid: known?.linkedid ?? null,
      callerIdNum: e.callerIdNum,
      callerIdName: e.callerIdName,
      connectedLineNum: e.connectedLineNum,
      connectedLineName: e.connectedLineName,
      priority: e.priority,
      joinedAt: known?.joinedAt ?? at - e.waitSeconds * 1000,
      answeredAt: known?.answeredAt ?? null,
    };
    if (!stays.has(e.uniqueid)) stays.set(e.uniqueid, stayOf(e.queue, row, row.joinedAt));
    return row;
  };

  const leave = (queue: string, uniqueid: string, position: number, count: number, at: number): void => {
    const owner = t.owners.ofQueue(t.serverId, queue);
    t.emit({ kind: 'caller-left', serverId: t.serverId, at, owner, queue, uniqueid, position, count });
  };

  return {
    held: (): number => stays.size + runs.size,
    joined(queue: string, position: number, c: ChannelFact, at: number): void {
      const before = stays.get(c.uniqueid);
      if (before && before.queue === queue && before.leftAt === null) return;
      if (before) conclude(before, at);
      const row = rowOf(queue, c, position, at);
      stays.set(c.uniqueid, stayOf(queue, c, at));
      t.emit({ kind: 'caller', serverId: t.serverId, at, row });
    },
    left(queue: string, position: number, count: number, c: PartyFact, at: number): void {
      const stay = stays.get(c.uniqueid);
      if (stay && stay.queue === queue) stays.set(c.uniqueid, { ...stay, leftAt: at });
      leave(queue, c.uniqueid, position, count, at);
    },
    abandoned(
      queue: string,
      position: number,
      originalPosition: number,
      holdSeconds: number,
      c: PartyFact,
      at: number,
    ): void {
      const stay = stays.get(c.uniqueid) ?? stayOf(queue, c, at - holdSeconds * 1000);
      stays.set(c.uniqueid, { ...stay, abandoned: true, holdSeconds });
      const owner = t.owners.ofQueue(t.serverId, queue);
      const { uniqueid } = c;
      t.emit({
        kind: 'caller-abandoned',
        serverId: t.serverId,
        at,
        owner,
        queue,
        uniqueid,
        position,
        originalPosition,
        holdSeconds,
      });
    },
    answered(
      queue: string,
      c: PartyFact,
      holdSeconds: number,
      agent: { interface: string; name: string },
      at: number,
    ): void {
      const key = callerKey(t.serverId, queue, c.uniqueid);
      const row = t.state.callers.get(key);
      if (row) t.emit({ kind: 'caller', serverId: t.serverId, at, row: { ...row, status: 2, answeredAt: at } });
      const stay = stays.get(c.uniqueid) ?? stayOf(queue, c, at - holdSeconds * 1000);
      decide({ ...stay, holdSeconds, leftAt: null }, 'answered', at, agent);
    },
    running(uniqueid: string, queue: string): void {
      runs.set(uniqueid, queue);
    },
    /** QUEUESTATUS was set on the caller's channel. Without a stay, the queue that it ran refused it. */
    status(value: string, c: PartyFact, at: number): void {
      const outcome = BY_STATUS[value];
      if (outcome === undefined) return;
      const stay = stays.get(c.uniqueid);
      const queue = runs.get(c.uniqueid);
      runs.delete(c.uniqueid);
      if (stay) {
        if (outcome !== 'answered') decide(stay, outcome, at);
      } else if (queue !== undefined && (outcome === 'full' || outcome === 'no-agent'))
        decide(stayOf(queue, c, at), outcome, at);
    },
    hungUp(uniqueid: string, at: number): void {
      runs.delete(uniqueid);
      const stay = stays.get(uniqueid);
      if (stay) conclude(stay.leftAt === null && !stay.abandoned ? { ...stay, abandoned: true } : stay, at);
      for (const row of [...t.state.callers.values()])
        if (row.uniqueid === uniqueid) leave(row.queue, uniqueid, row.position, 0, at);
    },
    /** Seconds since the caller left the queue, 0 for one who has not. */
    secondsSinceLeaving(uniqueid: string, at: number): number {
      const leftAt = stays.get(uniqueid)?.leftAt ?? null;
      return leftAt === null ? 0 : Math.max(0, Math.floor((at - leftAt) / 1000));
    },
    /**
     * `isCalling`: an agent's phone is up for the caller. A queue may run a routine for its agent between the leaving
     * and AgentConnect, of any length.
     */
    settle(at: number, isCalling: (uniqueid: string) => boolean): void {
      for (const stay of [...stays.values()])
        if (stay.leftAt !== null && at - stay.leftAt >= SETTLED_AFTER_MS && !isCalling(stay.uniqueid))
          conclude(stay, at);
    },
    /** One of a list that came by itself. */
    listed(e: EntryFact, at: number): void {
      if (!t.state.callers.has(callerKey(t.serverId, e.queue, e.uniqueid)))
        t.emit({ kind: 'caller', serverId: t.serverId, at, row: listedRow(e, at) });
    },
    /** Rows of a list; a caller who was known keeps the moment of joining. */
    rows: (entries: readonly EntryFact[], at: number): CallerRow[] => entries.map((e) => listedRow(e, at)),
    /** Callers who left while the link was away: how, nobody saw. One who was seen to leave is still to be decided. */
    keepOnly(waiting: ReadonlySet<string>): void {
      for (const [id, stay] of [...stays]) if (stay.leftAt === null && !waiting.has(id)) stays.delete(id);
    },
    /** Channels that ended unseen run nothing. */
    keepRunning(alive: ReadonlySet<string>): void {
      for (const id of [...runs.keys()]) if (!alive.has(id)) runs.delete(id);
    },
    reown(at: number): void {
      for (const c of [...t.state.callers.values()])
        t.emit({
          kind: 'caller',
          serverId: t.serverId,
          at,
          row: { ...c, owner: t.owners.ofQueue(t.serverId, c.queue) },
        });
    },
  };
};

export type TrackedCallers = ReturnType<typeof createTrackedCallers>;
