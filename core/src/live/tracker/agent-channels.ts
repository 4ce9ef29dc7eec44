// Applies channel events (hangup, hold, replacement) to the attempts to reach an agent.
import type { ChannelFact } from '../../asterisk/fact.ts';
import type { AttemptEnds } from './attempt-ends.ts';
import type { createAttempts } from './attempts.ts';

export interface CallChanges {
  /** The agent's part of a connected call ended. The caller's part may continue. */
  agentLeft(callerUniqueid: string, at: number): void;
  /** Another channel replaced the caller's channel. */
  callerReplaced(before: string, now: string): void;
}

export const createAgentChannels = (
  attempts: ReturnType<typeof createAttempts>,
  ends: AttemptEnds,
  on: CallChanges,
) => ({
  /** Returns true while an agent's phone rings for the caller or the agent is being briefed. */
  isCalling(callerUniqueid: string): boolean {
    return attempts
      .ofCaller(callerUniqueid)
      .some(([, a]) => !a.ended && a.connectedAt === null && a.channelUniqueid !== '');
  },
  /**
   * A Local channel is optimized away: the channel behind it replaces it in the bridge and the call continues. The Local channel belonged
   * to the agent or to a forwarded caller.
   */
  swapped(goneUniqueid: string, by: ChannelFact, at: number): void {
    for (const [key, a] of attempts.ofCaller(goneUniqueid))
      if (!a.ended && a.connectedAt !== null) {
        attempts.set(key, { ...a, callerUniqueid: by.uniqueid });
        on.callerReplaced(goneUniqueid, by.uniqueid);
      }
    for (const [key, a] of attempts.ofChannel(goneUniqueid)) {
      if (!a.channel.startsWith('Local/')) continue;
      const next = { ...a, channel: by.channel, channelUniqueid: by.uniqueid };
      attempts.set(key, next);
      ends.finish(next, at, 'QueueMemberStatus');
    }
  },
  /** A channel of an agent or a caller ended or left its bridge for good. */
  channelEnded(uniqueid: string, hungUp: boolean, at: number): void {
    for (const [key, a] of attempts.ofEither(uniqueid)) {
      if (a.channelUniqueid === uniqueid && a.connectedAt !== null) on.agentLeft(a.callerUniqueid, at);
      if (hungUp && a.callerUniqueid === uniqueid) ends.callerEnded(key, a, at);
      else if (hungUp && a.ended && a.channelUniqueid === uniqueid) ends.agentEnded(key, a, at);
      else if (!a.ended && a.channelUniqueid === uniqueid && (hungUp || a.connectedAt !== null)) {
        // For a transferred caller, AgentComplete arrives when the caller hangs up. Asterisk counts the call now.
        if (a.connectedAt === null) attempts.delete(key);
        else attempts.set(key, { ...a, ended: true, counted: hungUp });
        if (hungUp && a.connectedAt !== null) ends.complete(a, a.connectedAt, at);
        else ends.finish(a, at, 'QueueMemberStatus');
      }
    }
  },
  hold(channel: ChannelFact, onHold: boolean, at: number): void {
    for (const [key, a] of attempts.ofEither(channel.uniqueid))
      if (a.connectedAt !== null) {
        attempts.set(key, { ...a, onHold });
        ends.finish(a, at, 'QueueMemberStatus');
      }
  },
});
