// What the parts of a tracker share: the slice of one PBX, kept by the same reducer as everywhere, and the events made.
import { createMemberIndex, type MemberIndex } from './attempts.ts';
import type { LiveEvent } from './event.ts';
import type { ChannelFact } from './fact.ts';
import { reduce } from './reduce.ts';
import { emptyState, type LiveState, type Owner } from './state.ts';

/** Who owns what on a PBX. Answers at once, from memory. */
export interface OwnerLookup {
  ofQueue(serverId: number, queue: string): Owner;
  ofChannel(serverId: number, channel: Pick<ChannelFact, 'tenantId' | 'accountCode' | 'context' | 'channel'>): Owner;
  /** How long the queue leaves its agents alone after a call, seconds: the PBX tells it of a member, never of a queue. */
  wrapupOf?(serverId: number, queue: string): number;
}

export interface Tracked {
  readonly serverId: number;
  readonly owners: OwnerLookup;
  readonly state: LiveState;
  /** Memberships by agent, as `state` has them. */
  readonly members: Pick<MemberIndex, 'of'>;
  /** Applies the event to `state` and keeps it for `drain`. */
  emit(event: LiveEvent): void;
  drain(): LiveEvent[];
}

export const createTracked = (serverId: number, owners: OwnerLookup): Tracked => {
  const state = emptyState();
  const members = createMemberIndex();
  let made: LiveEvent[] = [];
  return {
    serverId,
    owners,
    state,
    members,
    emit(event) {
      for (const [table, key] of reduce(state, event))
        if (table === 'members') members.touch(key, state.members.get(key));
      made.push(event);
    },
    drain() {
      const events = made;
      made = [];
      return events;
    },
  };
};
