// Asterisk's own counters of a queue, and the delayed AgentComplete.
import { emit, channelText, render } from './emit.ts';
import type { Channel, Member, Queue, World } from './model.ts';

/** Integer exponential average with a quarter weight for the newest value. The first call sets it. */
const average = (old: number, latest: number, first: boolean): number =>
  first ? latest : ((old << 2) - old + latest) >> 2;

export const countHold = (queue: Queue, holdSeconds: number): void => {
  queue.holdtime = average(queue.holdtime, holdSeconds, queue.holdtime === 0);
};

/** Updates all counters when a call is completed, not when it is connected. */
export const countCompleted = (world: World, member: Member, holdSeconds: number, talkSeconds: number): void => {
  const { queue } = member;
  queue.talktime = average(queue.talktime, talkSeconds, queue.completed === 0);
  queue.completed++;
  if (holdSeconds <= queue.plan.serviceLevel) queue.completedInLevel++;
  member.callsTaken++;
  member.lastCall = Math.floor(world.clock.now() / 1000);
  member.inCall = false;
};

/** After a Redirect or Park of the caller, AgentComplete comes only at the caller's hang-up, and without the agent's channel. */
export const owedComplete = (world: World, caller: Channel): void => {
  const owed = caller.owed;
  if (!owed) return;
  caller.owed = null;
  emit(
    world,
    'AgentComplete',
    channelText(caller) +
      render([
        ['Queue', owed.queue.name],
        ['Interface', owed.member.interface],
        ['MemberName', owed.member.name],
        ['HoldTime', owed.holdSeconds],
        ['TalkTime', Math.floor((world.clock.now() - owed.connectedAt) / 1000)],
        ['Reason', 'caller'],
      ]),
  );
};

export const serviceLevels = (q: Queue): { perf: string; perf2: string } => {
  const all = q.completed + q.abandoned;
  return {
    perf: (q.completed === 0 ? 0 : (100 * q.completedInLevel) / q.completed).toFixed(1),
    perf2: (all === 0 ? 0 : (100 * (q.completedInLevel + q.abandonedInLevel)) / all).toFixed(1),
  };
};
