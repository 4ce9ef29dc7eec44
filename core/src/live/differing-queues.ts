// Compares the queue lists of a PBX server with the live state.
import type { EntryFact, MemberFact, QueueFact } from '../asterisk/fact.ts';
import { joinedAtOf } from './tracker/pbx-seconds.ts';
import { callerKey, queueKey, type CallerRow, type LiveState, type MemberRow, type QueueRow } from './state.ts';

export interface QueueLists {
  readonly queues: readonly QueueFact[];
  readonly members: readonly MemberFact[];
  readonly entries: readonly EntryFact[];
}

const queueFacts = (q: QueueFact | QueueRow): string =>
  [
    ...[q.max, q.strategy, q.holdtime, q.talktime, q.completed, q.abandoned],
    ...[q.serviceLevel, q.serviceLevelPerf, q.weight],
  ].join('\t');

/** Converts an Asterisk time (epoch seconds, 0 for none) to epoch milliseconds or `null`. */
const moment = (seconds: number): number | null => (seconds > 0 ? seconds * 1000 : null);

const listedMember = (m: MemberFact): string =>
  [
    ...[m.interface, m.name, m.stateInterface || m.interface, m.membership, m.penalty, m.callsTaken],
    ...[moment(m.lastCall), m.status, m.paused, m.paused ? m.pausedReason : ''],
  ].join('\t');
const knownMember = (m: MemberRow): string =>
  [
    ...[m.interface, m.name, m.stateInterface, m.membership, m.penalty, m.callsTaken],
    ...[m.lastCall, m.status, m.paused, m.pausedReason],
  ].join('\t');

const callerFacts = (c: EntryFact | CallerRow): string =>
  [
    ...[c.uniqueid, c.position, c.channel, c.priority, c.callerIdNum, c.callerIdName],
    ...[c.connectedLineNum, c.connectedLineName],
  ].join('\t');

/**
 * Returns the names of queues whose list differs from the live state, including queues that only one of them has. A caller differs when its
 * join event arrived late. `at`: arrival of the list, epoch ms.
 */
export const differingQueues = (
  state: LiveState,
  serverId: number,
  lists: QueueLists,
  at: number,
): readonly string[] => {
  const listed = new Map<string, string[]>();
  const known = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, queue: string, facts: string): void => {
    const own = to.get(queue);
    if (own) own.push(facts);
    else to.set(queue, [facts]);
  };
  for (const q of lists.queues) add(listed, q.queue, queueFacts(q));
  for (const m of lists.members) add(listed, m.queue, listedMember(m));
  for (const c of lists.entries) {
    const seenAt = state.callers.get(callerKey(serverId, c.queue, c.uniqueid))?.joinedAt ?? 0;
    const isLate = joinedAtOf(seenAt, c.waitSeconds, at) !== seenAt;
    add(listed, c.queue, `${callerFacts(c)}${isLate ? '\tlate' : ''}`);
  }
  for (const q of state.queues.values()) if (q.serverId === serverId) add(known, q.name, queueFacts(q));
  for (const m of state.members.values()) if (m.serverId === serverId) add(known, m.queue, knownMember(m));
  for (const c of state.callers.values()) if (c.serverId === serverId) add(known, c.queue, callerFacts(c));
  const text = (facts: readonly string[] | undefined): string => (facts ?? []).toSorted().join('\n');
  return [...new Set([...listed.keys(), ...known.keys()])].filter(
    (queue) =>
      (state.queues.has(queueKey(serverId, queue)) || lists.queues.some((q) => q.queue === queue)) &&
      text(listed.get(queue)) !== text(known.get(queue)),
  );
};
