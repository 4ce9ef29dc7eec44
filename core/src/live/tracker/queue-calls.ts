// Finds the agents in a snapshot who ring or talk for a queue. The caller's channel runs Queue(), the agent's channel was created by it,
// and both share a linked ID. A shared bridge means that they talk.
import type { MemberFact, ShownChannelFact, Snapshot } from '../../asterisk/fact.ts';
import { deviceOf } from './tracked-calls.ts';

interface QueueCall {
  readonly member: MemberFact;
  readonly caller: ShownChannelFact;
  readonly agent: ShownChannelFact;
  readonly connected: boolean;
}

/** Removes the options of a Local device: `Local/203@agents/n` and `Local/203@agents` are the same device. */
const bare = (device: string): string => (device.startsWith('Local/') ? device.replace(/\/[a-z]+$/, '') : device);

export const queueCalls = (s: Pick<Snapshot, 'channels' | 'members'>): QueueCall[] => {
  const callers = new Map<string, ShownChannelFact>();
  for (const c of s.channels) if (c.application === 'Queue') callers.set(c.linkedid, c);
  return s.channels.flatMap((agent): QueueCall[] => {
    const caller = callers.get(agent.linkedid);
    if (!caller || caller === agent) return [];
    const connected = agent.bridgeId !== '' && agent.bridgeId === caller.bridgeId;
    // When its Local channel was optimized away, a phone's application is AppDial, but it is in the caller's bridge.
    if (agent.application !== 'AppQueue' && !connected) return [];
    const queue = caller.applicationData.split(',')[0];
    const device = bare(deviceOf(agent.channel));
    const ofQueue = s.members.filter((m) => m.queue === queue);
    const member =
      ofQueue.find((m) => bare(m.interface) === device) ??
      ofQueue.find((m) => connected && m.stateInterface === device);
    return member ? [{ member, caller, agent, connected }] : [];
  });
};
