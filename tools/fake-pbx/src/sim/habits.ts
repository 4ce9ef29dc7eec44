// Agent behavior besides calls: shifts, pauses with a reason, overlong pauses, phones that disconnect for a while.
import { setRegistered } from './contacts.ts';
import { hourOf } from './day-curve.ts';
import { addMember, findMember, interfacesOf, pauseMember, removeMember } from './members.ts';
import type { Agent, Member, World } from './model.ts';

const membershipsOf = (agent: Agent): readonly Member[] => agent.device.members;

const inShift = (world: World, agent: Agent): boolean => {
  if (world.plan.flat) return true;
  const [from, to] = agent.plan.shift;
  const hour = hourOf(world.clock.now() + world.plan.dayOffset);
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
};

export const signIn = (world: World, agent: Agent): void => {
  agent.onShift = true;
  setRegistered(world, agent.device, true);
  if (agent.plan.dynamic)
    for (const { queue, penalty } of agent.plan.queues) {
      const found = world.queues.get(queue);
      if (found)
        addMember(world, found, {
          name: agent.plan.name,
          ...interfacesOf(agent),
          penalty,
          paused: false,
          reason: '',
          dynamic: true,
        });
    }
  else for (const m of membershipsOf(agent)) if (m.paused) pauseMember(world, m, false, '');
  world.dispatch();
};

const signOut = (world: World, agent: Agent): void => {
  agent.onShift = false;
  if (agent.plan.dynamic) {
    for (const { queue } of agent.plan.queues) {
      const found = world.queues.get(queue);
      const member = found && findMember(found, interfacesOf(agent).interface);
      if (member) removeMember(world, member);
    }
  }
  // Disconnects the phone after the last call.
  const unplug = (): void => {
    if (agent.onShift) return;
    if (agent.device.channels.size > 0) return void world.clock.after(20_000, unplug);
    setRegistered(world, agent.device, false);
  };
  unplug();
};

const takeBreak = (world: World, agent: Agent): void => {
  const pauses = agent.device.tenant?.pauses ?? [];
  if (pauses.length === 0) return;
  const { reason, minutes } = world.random.pick(pauses);
  for (const m of membershipsOf(agent)) pauseMember(world, m, true, reason);
  agent.pauseTimer = world.clock.after(world.random.between(...minutes) * 60_000, () => {
    agent.pauseTimer = null;
    if (!agent.onShift) return;
    for (const m of membershipsOf(agent)) if (m.paused && m.reason === reason) pauseMember(world, m, false, '');
  });
};

const planBreaks = (world: World, agent: Agent): void => {
  world.clock.after(world.random.exponential(95 * 60_000), () => {
    planBreaks(world, agent);
    if (agent.onShift && agent.pauseTimer === null) takeBreak(world, agent);
  });
};

/** Agents who return to their desk end their auto-pause. */
const comeBack = (world: World): void => {
  world.clock.after(60_000, () => {
    comeBack(world);
    for (const queue of world.queues.values())
      for (const m of queue.members)
        if (m.paused && m.reason === 'Auto-Pause' && world.random.chance(0.3)) pauseMember(world, m, false, '');
  });
};

export const startHabits = (world: World): void => {
  for (const agent of world.agents) {
    if (inShift(world, agent)) signIn(world, agent);
    planBreaks(world, agent);
  }
  const watchShifts = (): void => {
    world.clock.after(60_000, () => {
      watchShifts();
      for (const agent of world.agents) {
        const should = inShift(world, agent);
        if (should && !agent.onShift) signIn(world, agent);
        else if (!should && agent.onShift && world.random.chance(0.2)) signOut(world, agent);
      }
    });
  };
  watchShifts();
  comeBack(world);
};
