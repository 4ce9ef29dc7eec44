// Determines the owners of a call: the owner of its queue and the customers whose devices placed or took it. A device that only a queue
// rings does not make its customer an owner, because it may be a member of queues of several customers.
import { NOBODY, type Owner } from '../state.ts';

/** The queue that a call is in or came from, and the agent who answered it there. */
export interface QueuePart {
  readonly queue: string;
  readonly callerUniqueid: string;
  readonly agent: string | null;
  readonly agentInterface: string | null;
  /** The agent left and the caller continues with another party. */
  readonly handedOver: boolean;
}

/** Part of a caller who joined the queue. */
export const waitingPart = (queue: string, callerUniqueid: string): QueuePart => ({
  ...{ queue, callerUniqueid, agent: null, agentInterface: null, handedOver: false },
});

/** Part of a caller who was answered by an agent. */
export const answeredPart = (
  queue: string,
  callerUniqueid: string,
  agent: string,
  agentInterface: string,
): QueuePart => ({
  ...waitingPart(queue, callerUniqueid),
  ...{ agent, agentInterface },
});

/** Returns the sequence number of a unique ID (42 of `pbx-1795000000.42`). Asterisk numbers channels in order of creation. */
const serialOf = (uniqueid: string): number => Number(uniqueid.slice(uniqueid.lastIndexOf('.') + 1)) || 0;

/** Returns true for a channel created after the queue's caller. */
export const isAfterCaller = (part: QueuePart, uniqueid: string): boolean =>
  serialOf(uniqueid) > serialOf(part.callerUniqueid);

export const sameOwner = (a: Owner, b: Owner): boolean =>
  a.customerId === b.customerId && a.callcenterId === b.callcenterId;

export const sameOwners = (a: readonly Owner[], b: readonly Owner[]): boolean =>
  a.length === b.length && a.every((o) => b.some((p) => sameOwner(o, p)));

interface Leg {
  readonly uniqueid: string;
  readonly owner: Owner;
  /** The queue created the channel to reach an agent. */
  readonly rung: boolean;
}

/** Returns the owners, the queue's owner first. `[NOBODY]` when no customer owns a part. */
export const callOwners = (part: QueuePart | undefined, queueOwner: Owner | null, legs: readonly Leg[]): Owner[] => {
  const found: Owner[] = [];
  const add = (o: Owner): void => {
    if (o.customerId !== null && !found.some((f) => sameOwner(f, o))) found.push(o);
  };
  if (queueOwner !== null) add(queueOwner);
  for (const leg of legs) {
    const isParty = part === undefined || part.handedOver ? !leg.rung : !isAfterCaller(part, leg.uniqueid);
    if (isParty) add(leg.owner);
  }
  return found.length > 0 ? found : [NOBODY];
};
