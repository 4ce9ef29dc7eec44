// Reads one queue and makes facts of it: all of it, or its counters and the members whose calls just ended (Asterisk
// counts a member's call after it has told of it).
import type { PbxFact } from '@ringside/core/live/fact.ts';
import type { Connection } from './connection.ts';
import type { QueueReader } from './queue-checks.ts';
import { readQueueAlone } from './snapshot.ts';

/** A member filter that no member matches: the queue's parameters alone are wanted. */
const NO_MEMBER = '-';

export interface QueueRefresh {
  readonly read: QueueReader;
  saw(fact: PbxFact): void;
}

export const createQueueRefresh = (
  connection: () => Connection | null,
  waitMs: number,
  deliver: (fact: PbxFact) => void,
): QueueRefresh => {
  /** By queue, the members whose calls ended since the last reading. */
  const ended = new Map<string, Set<string>>();

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
    saw: (fact) => {
      if (fact.kind !== 'agent-complete') return;
      const members = ended.get(fact.queue) ?? new Set<string>();
      members.add(fact.interface);
      ended.set(fact.queue, members);
    },
  };
};
