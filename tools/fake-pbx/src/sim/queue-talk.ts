// A queue call from answer to end: by either party, by a transfer, or by a console.
import { bridge, dialEnd, hangup, leaveBridge, requestHangup, setConnected, settle, softHangup } from './channels.ts';
import { hangupLegs, legChannels, pickUp } from './agent-legs.ts';
import { emitCdr, keepCdr, keepRing, type CdrOf } from './cdr.ts';
import { dialExtension } from './dial.ts';
import { emitChannel, emitPair, emitTransfer } from './emit.ts';
import type { AgentLegs, Channel, Driver, Entry, Fork, Member, World } from './model.ts';
import { countCompleted, countHold } from './queue-counters.ts';
import { continueStatus, farewell, leave, secondsBetween } from './queue-entry.ts';

interface QueueCall {
  readonly caller: Channel;
  readonly agent: Channel;
  readonly legs: AgentLegs;
  readonly member: Member;
  readonly holdSeconds: number;
  readonly connectedAt: number;
  readonly rangAt: number;
  ended: boolean;
}

/** Answers on the phone of `fork` and stops all other phones. */
export const answer = (world: World, entry: Entry, fork: Fork): void => {
  if (fork.ended || entry.gone) return;
  const caller = entry.channel;
  const losers = entry.forks.filter((f) => f !== fork && !f.ended);
  for (const f of entry.forks) {
    f.ended = true;
    for (const timer of f.timers) timer.cancelled = true;
  }
  const now = world.clock.now();
  const holdSeconds = secondsBetween(entry.joinedAt, now);
  pickUp(world, fork.legs);
  dialEnd(world, caller, fork.channel, 'ANSWER');
  for (const loser of losers) {
    dialEnd(world, caller, loser.channel, 'CANCEL');
    keepRing(world, entry, loser, 'NO ANSWER');
  }
  setConnected(world, caller, fork.channel.callerNum, fork.channel.callerName);
  settle(world, ...legChannels(fork.legs));
  for (const loser of losers) {
    dialEnd(world, caller, loser.channel, 'CANCEL');
    hangupLegs(world, loser.legs, { cause: 26 });
  }
  emitChannel(world, 'MusicOnHoldStop', caller);
  fork.member.inCall = true;
  countHold(entry.queue, holdSeconds);
  leave(world, entry, false);
  emitPair(world, 'AgentConnect', caller, fork.channel, [
    ['Queue', entry.queue.name],
    ['Interface', fork.member.interface],
    ['MemberName', fork.member.name],
    ['HoldTime', holdSeconds],
    ['RingTime', secondsBetween(fork.startedAt, now)],
  ]);
  settle(world, ...losers.flatMap((l) => legChannels(l.legs)));
  bridge(world, fork.channel, caller);
  const call: QueueCall = {
    caller,
    agent: fork.channel,
    legs: fork.legs,
    member: fork.member,
    holdSeconds,
    connectedAt: now,
    rangAt: fork.startedAt,
    ended: false,
  };
  drive(world, call);
  if (losers.length > 0) world.dispatch();
};

const drive = (world: World, call: QueueCall): void => {
  const { caller, member } = call;
  const plan = member.queue.plan;
  caller.driver = {
    hangup: () => end(world, call, 'caller'),
    release: () => takeAway(world, call),
  };
  const driver: Driver = {
    hangup: () => end(world, call, 'agent'),
    release: () => false,
    transfer: (_c, exten, context) => transfer(world, call, exten, context),
  };
  for (const c of legChannels(call.legs)) c.driver = driver;
  if (world.plan.still) return;
  const talkMs = Math.max(4000, world.random.logNormal(plan.talk, 0.7) * 1000);
  if (talkMs > 30_000 && world.random.chance(0.14)) planHold(world, call, talkMs);
  world.clock.after(talkMs, () => {
    if (call.ended || caller.gone) return;
    if (world.random.chance(plan.transfers)) {
      const colleague = world.random.pick(world.agents.filter((a) => a.plan.tenant === plan.tenant));
      if (colleague.device !== member.device)
        return void transfer(world, call, colleague.plan.extension, `${plan.tenant}-internal`);
    }
    return end(world, call, world.random.chance(0.55) ? 'caller' : 'agent');
  });
};

/** Plans a hold by the agent. */
const planHold = (world: World, call: QueueCall, talkMs: number): void => {
  const from = talkMs * world.random.between(0.2, 0.5);
  const lasts = Math.min(talkMs * 0.4, world.random.between(8000, 60_000));
  world.clock.after(from, () => {
    if (call.ended || call.caller.gone) return;
    call.agent.onHold = true;
    emitChannel(world, 'Hold', call.agent);
    emitChannel(world, 'MusicOnHoldStart', call.caller, [['Class', 'default']]);
    world.clock.after(lasts, () => unhold(world, call));
  });
};

const unhold = (world: World, call: QueueCall): void => {
  if (call.ended || !call.agent.onHold) return;
  call.agent.onHold = false;
  emitChannel(world, 'Unhold', call.agent);
  emitChannel(world, 'MusicOnHoldStop', call.caller);
};

const talkSeconds = (world: World, call: QueueCall): number => secondsBetween(call.connectedAt, world.clock.now());

const complete = (world: World, call: QueueCall, reason: 'agent' | 'caller' | 'transfer'): void => {
  const seconds = talkSeconds(world, call);
  countCompleted(world, call.member, call.holdSeconds, seconds);
  emitPair(world, 'AgentComplete', call.caller, call.agent, [
    ['Queue', call.member.queue.name],
    ['Interface', call.member.interface],
    ['MemberName', call.member.name],
    ['HoldTime', call.holdSeconds],
    ['TalkTime', seconds],
    ['Reason', reason],
  ]);
};

const talkOf = (call: QueueCall): CdrOf => ({
  channel: call.caller,
  peer: call.agent,
  destination: call.member.queue.plan.did,
  context: 'did',
  answered: true,
  disposition: 'ANSWERED',
  from: call.rangAt,
});

/** Lets the agent take the next call after the wrap-up. */
const freeAgent = (world: World, call: QueueCall): void => {
  const wrapup = Math.max(0, ...(call.member.device?.members ?? []).map((m) => m.queue.plan.wrapup));
  world.dispatch();
  if (wrapup > 0) world.clock.after((wrapup + 1) * 1000, () => world.dispatch());
};

const end = (world: World, call: QueueCall, by: 'agent' | 'caller'): void => {
  if (call.ended) return;
  call.ended = true;
  const { caller, agent } = call;
  const first = by === 'agent' ? agent : caller;
  const second = by === 'agent' ? caller : agent;
  requestHangup(world, by === 'agent' ? (call.legs.phone ?? agent) : caller, 16);
  complete(world, call, by);
  leaveBridge(world, first);
  leaveBridge(world, second);
  const continues = call.member.queue.plan.continues;
  if (continues) continueStatus(world, caller);
  if (continues && by === 'agent') {
    keepCdr(world, talkOf(call));
    hangupLegs(world, call.legs, { cause: 16, reported: true });
    settle(world, ...legChannels(call.legs));
    farewell(world, caller, call.member.queue);
  } else {
    softHangup(world, caller);
    emitCdr(world, talkOf(call));
    hangup(world, caller, { cause: 16, reported: by === 'caller' });
    hangupLegs(world, call.legs, { cause: 16, reported: by === 'agent' });
    settle(world, caller, ...legChannels(call.legs));
  }
  freeAgent(world, call);
};

/** The agent transfers the caller to an extension (blind transfer). */
const transfer = (world: World, call: QueueCall, exten: string, context: string): boolean => {
  const { caller, agent } = call;
  const b = caller.bridge;
  if (call.ended || !b) return false;
  unhold(world, call);
  call.ended = true;
  keepCdr(world, talkOf(call));
  emitTransfer(world, agent, caller, b, context, exten);
  complete(world, call, 'transfer');
  leaveBridge(world, agent);
  hangupLegs(world, call.legs, { cause: 16 });
  leaveBridge(world, caller);
  settle(world, ...legChannels(call.legs));
  dialExtension(world, caller, exten, context);
  freeAgent(world, call);
  return true;
};

/** A console redirects the caller: the agent is free at once, and AgentComplete is delayed until the caller hangs up. */
const takeAway = (world: World, call: QueueCall): boolean => {
  if (call.ended) return false;
  call.ended = true;
  keepCdr(world, talkOf(call));
  const { caller, agent, member } = call;
  caller.owed ??= { queue: member.queue, member, holdSeconds: call.holdSeconds, connectedAt: call.connectedAt };
  countCompleted(world, member, call.holdSeconds, talkSeconds(world, call));
  leaveBridge(world, caller);
  leaveBridge(world, agent);
  hangupLegs(world, call.legs, { cause: 16 });
  settle(world, ...legChannels(call.legs));
  freeAgent(world, call);
  return true;
};
