// State shared by the parts of a tracker: the rows of one PBX server, kept by the common reducer, and the emitted events.
import { createMemberIndex, type MemberIndex } from './attempts.ts';
import type { LiveEvent } from '../event.ts';
import type { ChannelFact } from '../../asterisk/fact.ts';
import { reduce } from '../reduce.ts';
import { emptyState, type LiveState, type Owner } from '../state.ts';

/** Looks up owners on a PBX server synchronously, from memory. */
export interface OwnerLookup {
  ofQueue(serverId: number, queue: string): Owner;
  ofChannel(serverId: number, channel: Pick<ChannelFact, 'tenantId' | 'accountCode' | 'context' | 'channel'>): Owner;
  /** Returns the queue's wrap-up time, seconds. The PBX server reports it for members, never for a queue. */
  wrapupOf?(serverId: number, queue: string): number;
}

export interface Tracked {
  readonly serverId: number;
  readonly owners: OwnerLookup;
  readonly state: LiveState;
  /** Member rows by agent, in sync with `state`. */
  readonly members: Pick<MemberIndex, 'of'>;
  /** Applies the event to `state` and stores it for `drain`. */
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
