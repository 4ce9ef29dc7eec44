// Chooses agents for waiting callers by the queue's strategy and rings their phones.
import { hangupLegs, legChannels, openLegs, reach, startRinging } from './agent-legs.ts';
import { dialEnd, requestHangup, setConnected, settle } from './channels.ts';
import { keepRing } from './cdr.ts';
import { emitDevice, emitMember, emitPair } from './emit.ts';
import type { Device, Entry, Fork, Member, Queue, World } from './model.ts';
import { sendOn } from './queue-entry.ts';
import { answer } from './queue-talk.ts';

const wrapUpEnds = (m: Member): number => {
  let last = 0;
  for (const one of m.device?.members ?? [m]) last = Math.max(last, one.lastCall);
  return last === 0 ? 0 : (last + m.queue.plan.wrapup) * 1000;
};

const isFree = (device: Device): boolean => device.registered && device.channels.size === 0;

const isAvailable = (world: World, m: Member): boolean =>
  !m.paused &&
  m.device !== null &&
  (isFree(m.device) || (m.ringInUse && m.device.registered)) &&
  wrapUpEnds(m) <= world.clock.now();

/** Returns the members to ring: one, or with ringall all of the lowest penalty. */
const choose = (world: World, queue: Queue): readonly Member[] => {
  const free = queue.members.filter((m) => isAvailable(world, m));
  if (free.length === 0) return [];
  const lowest = Math.min(...free.map((m) => m.penalty));
  const tier = free.filter((m) => m.penalty === lowest);
  const least = (value: (m: Member) => number): readonly Member[] => {
    const min = Math.min(...tier.map(value));
    return [tier.find((m) => value(m) === min)!];
  };
  switch (queue.plan.strategy) {
    case 'ringall':
      return tier;
    case 'leastrecent':
      return least((m) => m.lastCall);
    case 'fewestcalls':
      return least((m) => m.callsTaken);
    case 'random':
    case 'wrandom':
      return [world.random.pick(tier)];
    case 'linear':
      return [tier[0]!];
    case 'rrordered':
    case 'rrmemory': {
      const last = queue.members.find((m) => m.interface === queue.lastRung)?.order ?? -1;
      return [tier.find((m) => m.order > last) ?? tier[0]!];
    }
  }
};

/** Serves the waiting callers of all queues, highest weight first. Called whenever an agent may have become free. */
export const dispatch = (world: World): void => {
  const waiting = [...world.queues.values()].filter((q) => q.entries.length > 0);
  waiting.sort((a, b) => b.plan.weight - a.plan.weight);
  for (const queue of waiting) {
    for (const entry of queue.entries) {
      if (entry.gone || entry.forks.length > 0 || entry.retryTimer) continue;
      const chosen = choose(world, queue);
      if (chosen.length === 0) break;
      ring(world, entry, chosen);
    }
  }
};

const ring = (world: World, entry: Entry, members: readonly Member[]): void => {
  const { queue } = entry;
  for (const member of members) {
    queue.lastRung = member.interface;
    entry.forks.push(startFork(world, entry, member, members.length > 1));
  }
  entry.ringTimer = world.clock.after(queue.plan.timeout * 1000, () => ringTimeout(world, entry));
};

const startFork = (world: World, entry: Entry, member: Member, several: boolean): Fork => {
  const caller = entry.channel;
  const legs = openLegs(world, caller, member);
  const { channel } = legs;
  channel.connectedNum = caller.callerNum;
  channel.connectedName = caller.callerName;
  emitPair(world, 'AgentCalled', caller, channel, agentFields(member));
  channel.connectedNum = '';
  channel.connectedName = '';
  emitPair(world, 'DialBegin', caller, channel, [['DialString', member.interface]]);
  reach(world, legs, caller, member);
  if (!several) setConnected(world, caller, member.device!.extension, member.device!.ownerName);
  const fork: Fork = { member, channel, legs, startedAt: world.clock.now(), ended: false, timers: [] };
  for (const c of legChannels(legs))
    c.driver = { hangup: (_c, cause) => decline(world, entry, fork, cause, undefined), release: () => false };
  const agent = world.agents.find((a) => a.device === member.device);
  const busy = world.random.chance(0.012);
  fork.timers.push(
    world.clock.after(3, () => {
      if (busy) return decline(world, entry, fork, 17, 486);
      startRinging(world, legs, caller);
      return planAnswer(world, entry, fork, agent?.plan.answers ?? 0.95, agent?.plan.picksUpIn ?? 3);
    }),
  );
  return fork;
};

const planAnswer = (world: World, entry: Entry, fork: Fork, answers: number, picksUpIn: number): void => {
  if (world.plan.still || !world.random.chance(answers)) return;
  const delay = Math.max(700, world.random.logNormal(picksUpIn, 0.5) * 1000);
  fork.timers.push(world.clock.after(delay, () => answer(world, entry, fork)));
};

const agentFields = (m: Member): readonly (readonly [string, string])[] => [
  ['Queue', m.queue.name],
  ['Interface', m.interface],
  ['MemberName', m.name],
];

/** RingTime is in milliseconds here, but in seconds in AgentConnect. */
const noAnswer = (world: World, entry: Entry, fork: Fork, ringMs: number): void =>
  emitPair(world, 'AgentRingNoAnswer', entry.channel, fork.channel, [
    ...agentFields(fork.member),
    ['RingTime', ringMs],
  ]);

const autopause = (world: World, m: Member): void => {
  if (!m.queue.plan.autopause || m.paused) return;
  m.paused = true;
  m.reason = 'Auto-Pause';
  m.lastPause = Math.floor(world.clock.now() / 1000);
  emitDevice(world, `Queue:${m.queue.name}_pause_${m.interface}`, 2);
  emitMember(world, 'QueueMemberPause', m);
};

/** The phone rejects the call (busy or declined). The other phones keep ringing. */
const decline = (world: World, entry: Entry, fork: Fork, cause: number, techCause: number | undefined): void => {
  if (fork.ended) return;
  fork.ended = true;
  for (const timer of fork.timers) timer.cancelled = true;
  requestHangup(world, fork.legs.phone ?? fork.channel, cause, techCause);
  dialEnd(world, entry.channel, fork.channel, 'NOANSWER');
  keepRing(world, entry, fork, 'NO ANSWER');
  noAnswer(world, entry, fork, 0);
  autopause(world, fork.member);
  hangupLegs(world, fork.legs, { cause, techCause, reported: true });
  settle(world, ...legChannels(fork.legs));
  entry.forks = entry.forks.filter((f) => f !== fork);
  if (entry.forks.length > 0) return;
  if (entry.ringTimer) entry.ringTimer.cancelled = true;
  tryAgain(world, entry, 0);
};

const ringTimeout = (world: World, entry: Entry): void => {
  if (entry.gone) return;
  const forks = entry.forks.filter((f) => !f.ended);
  for (const fork of forks) {
    fork.ended = true;
    for (const timer of fork.timers) timer.cancelled = true;
    noAnswer(world, entry, fork, entry.queue.plan.timeout * 1000);
    autopause(world, fork.member);
  }
  for (const fork of forks) {
    dialEnd(world, entry.channel, fork.channel, 'NOANSWER');
    dialEnd(world, entry.channel, fork.channel, 'CANCEL');
    keepRing(world, entry, fork, 'NO ANSWER');
    hangupLegs(world, fork.legs, { cause: 0 });
  }
  entry.forks = [];
  settle(world, ...forks.flatMap((f) => legChannels(f.legs)));
  tryAgain(world, entry, entry.queue.plan.retry);
};

const tryAgain = (world: World, entry: Entry, retrySeconds: number): void => {
  if (entry.withdrawn) return sendOn(world, entry, 'WITHDRAW');
  entry.retryTimer = world.clock.after(retrySeconds * 1000, () => {
    entry.retryTimer = null;
    world.dispatch();
  });
  return undefined;
};

/** A withdrawn caller leaves at the end of the current ring attempt, or at once if no phone rings. */
export const withdraw = (world: World, entry: Entry): void => {
  entry.withdrawn = true;
  if (entry.forks.length === 0) sendOn(world, entry, 'WITHDRAW');
};
