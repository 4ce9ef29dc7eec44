// Identifies the channels of a call: the customer's own phone and the other party. The browser names a call that it may see. This module
// selects the channel to act on.
import type { Owner } from '@ringside/core/live/state.ts';
import { deviceOf, type CallLeg } from '@ringside/core/live/tracker/tracked-calls.ts';
import { refuse, type CommandContext } from './commands/command-context.ts';

export interface CallParts {
  readonly owner: Owner;
  readonly linkedid: string;
  readonly legs: readonly CallLeg[];
  /** The channel that the request named. */
  readonly named: CallLeg | null;
  /**
   * The customer's connected phone, or for an agent behind a Local channel, the channel that the queue connected. `null` before an answer.
   */
  readonly own: CallLeg | null;
  /** The physical channel of the same phone, which ChanSpy can listen to. */
  readonly phone: CallLeg | null;
  /** The connected party, or the waiting caller. */
  readonly other: CallLeg | null;
  /** Whether all parties of the call belong to this customer. */
  readonly wholly: boolean;
}

const UP = 6;
const isLocal = (leg: CallLeg): boolean => leg.channel.startsWith('Local/');
const isPhone = (leg: CallLeg): boolean => !isLocal(leg);

/** @throws Refusal `not-found` for a channel out of the caller's scope; `pbx-refused` when the call has ended. */
export const callParts = async (ctx: CommandContext, channel: string): Promise<CallParts> => {
  const { targets, owners } = ctx;
  const { owner, linkedid, memberChannels, wholly } = targets.call(channel);
  const legs = await ctx.legs(linkedid);
  if (legs.length === 0) throw refuse('The call has ended');
  const isAgent = (leg: CallLeg): boolean => memberChannels.has(leg.channel);
  const isOwn = (leg: CallLeg): boolean => {
    const device = deviceOf(leg.channel);
    if (isAgent(leg) || targets.isMember(device)) return true;
    const { customerId } = owners.ofDevice(ctx.serverId, device);
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
