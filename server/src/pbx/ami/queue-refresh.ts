// Reads one queue and turns the answer into facts: either the whole queue, or its counters and the members whose calls just ended. Asterisk
// updates a member's call count after it sent the event.
import type { MemberFact, PbxFact } from '@ringside/core/asterisk/fact.ts';
import type { Connection } from './connection.ts';
import type { QueueReader } from './queue-checks.ts';
import { readQueueAlone } from './snapshot.ts';

/** A member filter that matches no member, to read only the queue's parameters. */
const NO_MEMBER = '-';

interface QueueRefresh {
  readonly read: QueueReader;
  /** Returns queues whose counters the fact may have moved, beyond the one that it names. */
  saw(fact: PbxFact): readonly string[];
  /** Replaces the known memberships with those of a snapshot. */
  begin(members: readonly MemberFact[]): void;
}

export const createQueueRefresh = (
  connection: () => Connection | null,
  waitMs: number,
  deliver: (fact: PbxFact) => void,
): QueueRefresh => {
  /** Members whose calls ended since the last read, by queue. */
  const ended = new Map<string, Set<string>>();
  /** Queues by member. With `shared_lastcall`, Asterisk counts a call in every queue of the member, without events. */
  const queuesOf = new Map<string, Set<string>>();

  /** Agents' channels in queue calls. */
  const talking = new Map<string, { readonly queue: string; readonly interface: string }>();

  /** Marks the counters of all queues of the member. Returns the queues other than the one of the call. */
  const callEnded = (queue: string, iface: string): readonly string[] => {
    const others = [...(queuesOf.get(iface) ?? [])].filter((other) => other !== queue);
    for (const each of [queue, ...others]) addTo(ended, each, iface);
    return others;
  };

  const addTo = (sets: Map<string, Set<string>>, key: string, value: string): void => {
    const set = sets.get(key) ?? new Set<string>();
    set.add(value);
    sets.set(key, set);
  };

  const read: QueueReader = (queue, whole, done) => {
    const link = connection();
    if (link === null) return done();
    const members = ended.get(queue);
    ended.delete(queue);
    const one = members?.size === 1 ? [...members][0] : undefined;
    const filter = whole || (members !== undefined && one === undefined) ? null : (one ?? NO_MEMBER);
    readQueueAlone(link, queue, filter, waitMs, (found) => {
      if (found !== null && whole) deliver({ kind: 'queue-read', ...found });
      else if (found !== null && found.params !== null) {
        deliver({ kind: 'queue-params', ...found.params });
        for (const member of found.members) {
          if (members?.has(member.interface)) deliver({ kind: 'member', cause: 'QueueMember', ...member });
        }
      }
      done();
    });
  };

  return {
    read,
    begin: (members) => {
      queuesOf.clear();
      talking.clear();
      for (const m of members) addTo(queuesOf, m.interface, m.queue);
    },
    saw: (fact) => {
      if (fact.kind === 'member') addTo(queuesOf, fact.interface, fact.queue);
      if (fact.kind === 'queue-read') for (const m of fact.members) addTo(queuesOf, m.interface, m.queue);
      if (fact.kind === 'member-removed') {
        queuesOf.get(fact.interface)?.delete(fact.queue);
        if (queuesOf.get(fact.interface)?.size === 0) queuesOf.delete(fact.interface);
      }
      if (fact.kind === 'agent-connect' && fact.agent !== null) {
        talking.set(fact.agent.uniqueid, { queue: fact.queue, interface: fact.interface });
      }
      if (fact.kind === 'agent-complete') {
        if (fact.agent !== null) talking.delete(fact.agent.uniqueid);
        return callEnded(fact.queue, fact.interface);
      }
      // Usually AgentComplete precedes the agent's Hangup. After a transfer it follows when the caller hangs up, although Asterisk has
      // counted the call at once.
      const sentOn = fact.kind === 'hangup' ? talking.get(fact.uniqueid) : undefined;
      if (fact.kind !== 'hangup' || sentOn === undefined) return [];
      talking.delete(fact.uniqueid);
      return [sentOn.queue, ...callEnded(sentOn.queue, sentOn.interface)];
    },
  };
};
