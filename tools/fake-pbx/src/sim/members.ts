// Queue memberships: add, remove and pause, with app_queue's events and error texts.
import { emitDevice, emitMember } from './emit.ts';
import type { Agent, Device, Member, Queue, World } from './model.ts';

const seconds = (world: World): number => Math.floor(world.clock.now() / 1000);

const pauseDevice = (m: Member): string => `Queue:${m.queue.name}_pause_${m.interface}`;

interface NewMember {
  readonly name: string;
  readonly interface: string;
  readonly stateInterface: string;
  readonly penalty: number;
  readonly paused: boolean;
  readonly reason: string;
  readonly dynamic: boolean;
}

/** Returns the interfaces of an agent: the phone, or a Local channel to it with the extension's hint as state. */
export const interfacesOf = (agent: Agent): { readonly interface: string; readonly stateInterface: string } => {
  const { extension, tenant, local } = agent.plan;
  if (local !== true) return { interface: agent.device.name, stateInterface: agent.device.name };
  return { interface: `Local/${extension}@${tenant}-agents/n`, stateInterface: `hint:${extension}@${tenant}-hints` };
};

/** Returns the phone of an interface: by its name, or by the extension in `Local/101@acme-agents/n` or `hint:101@acme`. */
const deviceOf = (world: World, stateInterface: string): Device | null => {
  const direct = world.devices.get(stateInterface);
  if (direct) return direct;
  const parts = /^(?:Local\/|hint:)(\w+)@([^/]+)/.exec(stateInterface);
  if (!parts) return null;
  return (
    [...world.devices.values()].find((d) => d.extension === parts[1] && parts[2]!.startsWith(`${d.tenant?.name}-`)) ??
    null
  );
};

export const findMember = (queue: Queue, iface: string): Member | undefined =>
  queue.members.find((m) => m.interface === iface);

/** Returns null if the interface is already in the queue. */
export const addMember = (world: World, queue: Queue, n: NewMember): Member | null => {
  if (findMember(queue, n.interface)) return null;
  const device = deviceOf(world, n.stateInterface);
  const member: Member = {
    queue,
    name: n.name,
    interface: n.interface,
    stateInterface: n.stateInterface,
    dynamic: n.dynamic,
    device,
    penalty: n.penalty,
    callsTaken: 0,
    lastCall: 0,
    lastPause: n.paused ? seconds(world) : 0,
    loginTime: seconds(world),
    inCall: false,
    status: device ? device.state : 4,
    paused: n.paused,
    reason: n.paused ? n.reason : '',
    ringInUse: false,
    order: queue.memberOrder++,
  };
  queue.members.push(member);
  device?.members.push(member);
  if (n.dynamic) {
    emitDevice(world, pauseDevice(member), member.paused ? 2 : 1);
    emitMember(world, 'QueueMemberAdded', member);
    world.dispatch();
  }
  return member;
};

export const removeMember = (world: World, member: Member): void => {
  member.queue.members = member.queue.members.filter((m) => m !== member);
  if (member.device) member.device.members = member.device.members.filter((m) => m !== member);
  emitMember(world, 'QueueMemberRemoved', member);
};

/** Pauses or unpauses a member. A repeated pause changes the reason, and a repeated unpause also sends an event. */
export const pauseMember = (world: World, member: Member, paused: boolean, reason: string): void => {
  const changed = member.paused !== paused;
  member.paused = paused;
  member.reason = paused ? reason : '';
  if (paused && changed) member.lastPause = seconds(world);
  if (changed) emitDevice(world, pauseDevice(member), paused ? 2 : 1);
  emitMember(world, 'QueueMemberPause', member);
  if (!paused && changed) world.dispatch();
};

export const setPenalty = (world: World, member: Member, penalty: number): void => {
  member.penalty = penalty;
  emitMember(world, 'QueueMemberPenalty', member);
};

export const setRingInUse = (world: World, member: Member, on: boolean): void => {
  member.ringInUse = on;
  emitMember(world, 'QueueMemberRinginuse', member);
};
