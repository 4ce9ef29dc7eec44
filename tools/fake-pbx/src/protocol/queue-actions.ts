// Actions that change queues and members, with the exact texts of app_queue.
import { addMember, findMember, pauseMember, removeMember, setPenalty, setRingInUse } from '../sim/members.ts';
import type { Member, Queue, World } from '../sim/model.ts';
import { withdraw } from '../sim/queue-ring.ts';
import { refusal, success } from './reply.ts';
import type { Request } from './request.ts';

const isTrue = (text: string): boolean => /^(yes|true|y|t|1|on)$/i.test(text);

export const queueAdd = (world: World, r: Request): string => {
  const [queueName, iface] = [r.get('Queue'), r.get('Interface')];
  if (queueName === '') return refusal(r, "'Queue' not specified.");
  if (iface === '') return refusal(r, "'Interface' not specified.");
  const queue = world.queues.get(queueName);
  if (!queue) return refusal(r, 'Unable to add interface to queue: No such queue');
  const penalty = Number.parseInt(r.get('Penalty'), 10);
  const member = addMember(world, queue, {
    name: r.get('MemberName') || iface,
    interface: iface,
    stateInterface: r.get('StateInterface') || iface,
    penalty: Number.isNaN(penalty) || penalty < 0 ? 0 : penalty,
    paused: isTrue(r.get('Paused')),
    reason: r.get('Reason'),
    dynamic: true,
  });
  return member ? success(r, 'Added interface to queue') : refusal(r, 'Unable to add interface: Already there');
};

export const queueRemove = (world: World, r: Request): string => {
  const [queueName, iface] = [r.get('Queue'), r.get('Interface')];
  if (queueName === '' || iface === '') return refusal(r, "Need 'Queue' and 'Interface' parameters.");
  const queue = world.queues.get(queueName);
  if (!queue) return refusal(r, 'Unable to remove interface from queue: No such queue');
  const member = findMember(queue, iface);
  if (!member) return refusal(r, 'Unable to remove interface: Not there');
  if (!member.dynamic) return refusal(r, 'Member not dynamic');
  removeMember(world, member);
  return success(r, 'Removed interface from queue');
};

/** Returns the memberships of an interface, in one queue or in all. */
const memberships = (world: World, queue: string, iface: string): readonly Member[] =>
  [...world.queues.values()].filter((q) => queue === '' || q.name === queue).flatMap((q) => findMember(q, iface) ?? []);

export const queuePause = (world: World, r: Request): string => {
  const [iface, paused] = [r.get('Interface'), r.get('Paused')];
  if (iface === '' || paused === '') return refusal(r, "Need 'Interface' and 'Paused' parameters.");
  const members = memberships(world, r.get('Queue'), iface);
  if (members.length === 0) return refusal(r, 'Interface not found');
  const on = isTrue(paused);
  for (const m of members) pauseMember(world, m, on, r.get('Reason'));
  return success(r, on ? 'Interface paused successfully' : 'Interface unpaused successfully');
};

export const queuePenalty = (world: World, r: Request): string => {
  const [iface, text] = [r.get('Interface'), r.get('Penalty')];
  if (iface === '' || text === '') return refusal(r, "Need 'Interface' and 'Penalty' parameters.");
  const members = memberships(world, r.get('Queue'), iface);
  const penalty = Number.parseInt(text, 10);
  if (members.length === 0 || Number.isNaN(penalty) || penalty < 0)
    return refusal(r, 'Invalid interface, queuename or penalty');
  for (const m of members) setPenalty(world, m, penalty);
  return success(r, 'Interface penalty set successfully');
};

export const queueRingInUse = (world: World, r: Request): string => {
  const [iface, text] = [r.get('Interface'), r.get('RingInUse')];
  if (iface === '' || text === '') return refusal(r, "Need 'Interface' and 'RingInUse' parameters.");
  const members = memberships(world, r.get('Queue'), iface);
  // Asterisk also sends this bare line feed before CRLF.
  if (members.length === 0) return refusal(r, 'Invalid interface, queuename, or ringinuse value\n');
  for (const m of members) setRingInUse(world, m, isTrue(text));
  return success(r, 'Interface ringinuse set successfully');
};

/** Returns Success for an unknown queue too. */
export const queueReset = (world: World, r: Request): string => {
  const wanted = r.get('Queue');
  for (const q of world.queues.values()) {
    if (wanted !== '' && q.name !== wanted) continue;
    Object.assign(q, {
      completed: 0,
      completedInLevel: 0,
      abandoned: 0,
      abandonedInLevel: 0,
      holdtime: 0,
      talktime: 0,
    });
    for (const m of q.members) Object.assign(m, { callsTaken: 0, lastCall: 0 });
  }
  return success(r, 'Queue stats reset successfully');
};

const waitingCaller = (queue: Queue, channel: string) => queue.entries.find((e) => e.channel.name === channel);

/** Reorders the callers without an event. */
export const queuePriority = (world: World, r: Request): string => {
  const [queueName, caller, text] = [r.get('Queue'), r.get('Caller'), r.get('Priority')];
  if (queueName === '') return refusal(r, "'Queue' not specified.");
  if (caller === '') return refusal(r, "'Caller' not specified.");
  if (text === '') return refusal(r, "'Priority' not specified.");
  const priority = Number.parseInt(text, 10);
  if (Number.isNaN(priority)) return refusal(r, "'Priority' not valid.");
  const queue = world.queues.get(queueName);
  if (!queue) return refusal(r, 'Unable to change priority caller on queue: No such queue');
  const entry = waitingCaller(queue, caller);
  if (!entry) return refusal(r, 'Unable to change priority caller on queue: No such caller');
  entry.priority = priority;
  if (isTrue(r.get('Immediate'))) {
    const order = new Map(queue.entries.map((e, i) => [e, i]));
    queue.entries.sort((a, b) => b.priority - a.priority || order.get(a)! - order.get(b)!);
  }
  return success(r, 'Priority change for caller on queue');
};

export const queueWithdraw = (world: World, r: Request): string => {
  const [queueName, caller] = [r.get('Queue'), r.get('Caller')];
  if (queueName === '') return refusal(r, "'Queue' not specified.");
  if (caller === '') return refusal(r, "'Caller' not specified.");
  const queue = world.queues.get(queueName);
  if (!queue) return refusal(r, 'Unable to request withdraw from queue: No such queue');
  const entry = waitingCaller(queue, caller);
  if (!entry) return refusal(r, 'Unable to request withdraw from queue: No such caller');
  withdraw(world, entry);
  return success(r, 'Withdraw requested successfully');
};
