// The channels of a call, told apart by what they are: the phone of the customer's own, and whom it speaks with. What the
// browser names is a call that it may see; which channel of it is meant is decided here.
import type { Owner } from '@ringside/core/live/state.ts';
import { deviceOf, type CallLeg } from '@ringside/core/live/tracked-calls.ts';
import { refuse, type CommandRoom } from './command-room.ts';

export interface CallParts {
  readonly owner: Owner;
  readonly linkedid: string;
  readonly legs: readonly CallLeg[];
  /** The channel that was named. */
  readonly named: CallLeg | null;
  /** The customer's phone that speaks; of an agent behind a Local channel, what the queue connected. null while nobody answered. */
  readonly own: CallLeg | null;
  /** The same phone's own channel: what can be listened to. */
  readonly phone: CallLeg | null;
  /** Whom it speaks with, or who waits. */
  readonly other: CallLeg | null;
  /** Nobody but the customer has a part in it. */
  readonly wholly: boolean;
}

const UP = 6;
const isLocal = (leg: CallLeg): boolean => leg.channel.startsWith('Local/');
const isPhone = (leg: CallLeg): boolean => !isLocal(leg);

/** @throws Refusal not-found for a channel out of the caller's scope; pbx-refused when the call has ended. */
export const callParts = async (room: CommandRoom, channel: string): Promise<CallParts> => {
  const { targets, owners } = room;
  const { owner, linkedid, memberChannels, wholly } = targets.call(channel);
  const legs = await room.legs(linkedid);
  if (legs.length === 0) throw refuse('The call has ended');
  const isAgent = (leg: CallLeg): boolean => memberChannels.has(leg.channel);
  const isOwn = (leg: CallLeg): boolean => {
    const device = deviceOf(leg.channel);
    if (isAgent(leg) || targets.isMember(device)) return true;
    const { customerId } = owners.ofDevice(device);
    return customerId !== null && customerId === owner.customerId;
  };
  const named = legs.find((leg) => leg.channel === channel) ?? null;
  const up = legs.filter((leg) => leg.state === UP && leg.bridged && !leg.parked);
  const mine = up.filter(isOwn);
  const own =
    mine.find(isAgent) ?? mine.find((leg) => leg === named && isPhone(leg)) ?? mine.find(isPhone) ?? mine[0] ?? null;
  const phone = own !== null && isLocal(own) ? (mine.find(isPhone) ?? own) : own;
  const others = legs.filter((leg) => leg !== own && leg !== phone && isPhone(leg));
  const other = others.find((leg) => leg.bridged || leg.parked) ?? others.find((leg) => !leg.dialled) ?? null;
  return { owner, linkedid, legs, named, own, phone, other, wholly };
};
