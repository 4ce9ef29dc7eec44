// Tracks callers in the queues of one PBX server, one row per waiting caller. `queue-visits.ts` decides how each visit ended.
import type { ChannelFact, EntryFact, PartyFact, PbxFact } from '../../asterisk/fact.ts';
import type { LiveEvent } from '../event.ts';
import { callerKey, channelKey, queueKey, type CallerRow } from '../state.ts';
import { joinedAtOf } from './pbx-seconds.ts';
import { createQueueVisits, newVisit } from './queue-visits.ts';
import type { Tracked } from './tracked.ts';

const rowOf = (t: Tracked, queue: string, c: ChannelFact, position: number, joinedAt: number): CallerRow => ({
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

const listedRow = (t: Tracked, e: EntryFact, known: CallerRow | undefined, at: number): CallerRow => ({
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
  joinedAt: known ? joinedAtOf(known.joinedAt, e.waitSeconds, at) : at - e.waitSeconds * 1000,
  answeredAt: known?.answeredAt ?? null,
});

/** Returns the rows of the caller with this channel, one per queue. */
const rowsOf = (t: Tracked, uniqueid: string): CallerRow[] =>
  t.state.callers.rowsWith('caller', channelKey(t.serverId, uniqueid));

const countIn = (t: Tracked, queue: string): number => t.state.callers.countWith('queue', queueKey(t.serverId, queue));

/** Fields of a waiting caller that its channel can change. */
const CALLER_ID_FIELDS = ['callerIdNum', 'callerIdName', 'connectedLineNum', 'connectedLineName'] as const;

type Joined = Extract<LiveEvent, { kind: 'caller' }>['joined'];

const emitCaller = (t: Tracked, at: number, row: CallerRow, joined?: Joined): void =>
  t.emit({ kind: 'caller', serverId: t.serverId, at, row, ...(joined === undefined ? {} : { joined }) });

const emitLeft = (t: Tracked, queue: string, caller: PartyFact, position: number, count: number, at: number): void => {
  const owner = t.owners.ofQueue(t.serverId, queue);
  const { uniqueid } = caller;
  t.emit({ kind: 'caller-left', serverId: t.serverId, at, owner, queue, uniqueid, position, count, caller });
};

const emitAbandoned = (t: Tracked, f: Extract<PbxFact, { kind: 'caller-abandoned' }>, at: number): void => {
  const { queue, position, originalPosition, holdSeconds, caller } = f;
  const owner = t.owners.ofQueue(t.serverId, queue);
  t.emit({
    ...{ kind: 'caller-abandoned', serverId: t.serverId, at, owner, queue, uniqueid: caller.uniqueid },
    ...{ position, originalPosition, holdSeconds, caller },
  });
  const row = t.state.queues.get(queueKey(t.serverId, queue));
  if (row) t.emit({ kind: 'queue', serverId: t.serverId, at, row: { ...row, abandoned: row.abandoned + 1 } });
};

/** The channel `now` takes the place of the waiting caller. */
const emitReplaced = (t: Tracked, row: CallerRow, now: ChannelFact, at: number): void => {
  const { queue, position } = row;
  const count = countIn(t, queue);
  emitLeft(t, queue, { ...row, linkedid: row.linkedid ?? '' }, position, count - 1, at);
  const next = { ...rowOf(t, queue, now, position, row.joinedAt), priority: row.priority, status: row.status };
  emitCaller(t, at, next, { count, state: now.state, stateDesc: now.stateDesc });
};

export const createTrackedCallers = (t: Tracked) => {
  const stays = createQueueVisits(t);
  /** Corrects the join time from the list when the join event arrived too late. */
  const listed = (e: EntryFact, at: number): CallerRow => {
    const known = t.state.callers.get(callerKey(t.serverId, e.queue, e.uniqueid));
    const row = listedRow(t, e, known, at);
    const stay = stays.get(e.uniqueid);
    if (stay === undefined) stays.set(newVisit(e.queue, row, row.joinedAt));
    else if (known !== undefined && stay.queue === e.queue) {
      const { joinedAt, callerIdNum: callerNumber, callerIdName: callerName } = row;
      stays.set({ ...stay, joinedAt, callerNumber, callerName });
    }
    return row;
  };
  const { held, running, status, secondsSinceLeaving, settle, keepOnly, keepRunning } = stays;
  return {
    ...{ held, running, status, secondsSinceLeaving, settle, keepOnly, keepRunning },
    joined(queue: string, position: number, count: number, c: ChannelFact, at: number): void {
      const before = stays.get(c.uniqueid);
      if (before && before.queue === queue && before.leftAt === null) return;
      if (before) stays.conclude(before, at);
      const row = rowOf(t, queue, c, position, at);
      stays.set(newVisit(queue, c, at));
      emitCaller(t, at, row, { count, state: c.state, stateDesc: c.stateDesc });
    },
    left(queue: string, position: number, count: number, c: PartyFact, at: number): void {
      const stay = stays.get(c.uniqueid);
      if (stay && stay.queue === queue) stays.set({ ...stay, leftAt: at });
      emitLeft(t, queue, c, position, count, at);
    },
    abandoned(f: Extract<PbxFact, { kind: 'caller-abandoned' }>, at: number): void {
      const { queue, holdSeconds, caller } = f;
      const stay = stays.get(caller.uniqueid) ?? newVisit(queue, caller, at - holdSeconds * 1000);
      stays.set({ ...stay, abandoned: true, holdSeconds });
      emitAbandoned(t, f, at);
    },
    answered(f: Extract<PbxFact, { kind: 'agent-connect' }>, at: number): void {
      const { queue, caller, holdSeconds } = f;
      const row = t.state.callers.get(callerKey(t.serverId, queue, caller.uniqueid));
      if (row) emitCaller(t, at, { ...row, status: 2, answeredAt: at });
      const stay = stays.get(caller.uniqueid) ?? newVisit(queue, caller, at - holdSeconds * 1000);
      const agent = { interface: f.interface, name: f.memberName };
      stays.decide({ ...stay, holdSeconds, leftAt: null }, 'answered', at, agent);
    },
    hungUp(uniqueid: string, at: number): void {
      stays.hungUp(uniqueid, at);
      for (const row of rowsOf(t, uniqueid))
        emitLeft(t, row.queue, { ...row, linkedid: row.linkedid ?? '' }, row.position, 0, at);
    },
    /** Updates a waiting caller after a change of its channel. The queue lists the caller with the channel's current data. */
    changed(f: ChannelFact, at: number): void {
      const { callerIdNum, callerIdName, connectedLineNum, connectedLineName } = f;
      for (const row of rowsOf(t, f.uniqueid)) {
        if (row.status !== 1) continue;
        const next = { ...row, callerIdNum, callerIdName, connectedLineNum, connectedLineName };
        if (CALLER_ID_FIELDS.some((field) => next[field] !== row[field])) emitCaller(t, at, next);
      }
      const stay = stays.get(f.uniqueid);
      if (stay) stays.set({ ...stay, callerNumber: callerIdNum, callerName: callerIdName });
    },
    /** Handles an attended transfer into a queue: the caller takes the position of the consulting channel. */
    replaced(before: string, now: ChannelFact, at: number): void {
      const stay = stays.get(before);
      stays.drop(before);
      const { callerIdNum: callerNumber, callerIdName: callerName, uniqueid, linkedid } = now;
      if (stay) stays.set({ ...stay, uniqueid, linkedid, callerNumber, callerName });
      for (const row of rowsOf(t, before)) emitReplaced(t, row, now, at);
    },
    /** Handles an unsolicited list entry. */
    listed(e: EntryFact, at: number): void {
      if (!t.state.callers.has(callerKey(t.serverId, e.queue, e.uniqueid))) emitCaller(t, at, listed(e, at));
    },
    /** Returns the rows of a list. A known caller keeps the join time unless the join event arrived too late. */
    rows: (entries: readonly EntryFact[], at: number): CallerRow[] => entries.map((e) => listed(e, at)),
  };
};

export type TrackedCallers = ReturnType<typeof createTrackedCallers>;
