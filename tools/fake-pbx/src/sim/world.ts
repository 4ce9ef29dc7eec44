// Creates a PBX from its plan: devices, queues, static members, and its traffic unless the plan is still.
import { createClock } from './clock.ts';
import { startHabits } from './habits.ts';
import { addMember, interfacesOf } from './members.ts';
import { createDisk, type Disk } from './config-disk.ts';
import { loadModule } from './load-modules.ts';
import { emptyLoaded } from './loaded.ts';
import type { Agent, World } from './model.ts';
import { createDevice, createQueue } from './objects.ts';
import type { PbxPlan } from './plan.ts';
import { dispatch } from './queue-ring.ts';
import { createRandom } from './random.ts';
import { startTraffic } from './traffic.ts';

const addStatic = (world: World, agent: Agent): void => {
  for (const { queue, penalty } of agent.plan.queues) {
    const found = world.queues.get(queue);
    if (!found) throw new Error(`Agent ${agent.plan.name}: no queue ${queue} in the plan`);
    if (agent.plan.dynamic) continue;
    addMember(world, found, {
      name: agent.plan.name,
      ...interfacesOf(agent),
      penalty,
      paused: false,
      reason: '',
      dynamic: false,
    });
  }
};

/** Creates the world. `disk`: its configuration folder, which survives restarts. Default: built from the plan. */
export const createWorld = (plan: PbxPlan, startAt: number, sink: World['sink'], disk?: Disk): World => {
  const trunk = createDevice('PJSIP/carrier', null, '', '');
  const world: World = {
    plan,
    clock: createClock(startAt),
    random: createRandom(`${plan.seed}/${plan.systemName}`),
    queues: new Map(plan.queues.map((q) => [q.name, createQueue(q)])),
    devices: new Map([[trunk.name, trunk]]),
    channels: new Map(),
    agents: [],
    dids: new Map(),
    trunk,
    loaded: emptyLoaded(disk ?? createDisk(plan, [])),
    parked: new Map(),
    startedAt: startAt,
    reloadedAt: startAt,
    channelNumber: 0,
    localNumber: 0,
    uniqueNumber: 0,
    cdrNumber: 0,
    processedCalls: 0,
    clockOffMs: 0,
    lastMicros: 0,
    emitted: 0,
    dispatch: () => dispatch(world),
    sink,
  };
  for (const queue of world.queues.values()) world.dids.set(queue.plan.did, queue);
  for (const a of plan.agents) {
    const tenant = plan.tenants.find((t) => t.name === a.tenant);
    if (!tenant) throw new Error(`Agent ${a.name}: no tenant ${a.tenant} in the plan`);
    const phone = createDevice(`PJSIP/${a.tenant}-${a.extension}`, tenant, a.extension, a.name);
    // With traffic, phones register when their agent's shift starts.
    phone.registered = plan.still;
    phone.state = plan.still ? 1 : 5;
    world.devices.set(phone.name, phone);
    const agent: Agent = { plan: a, device: phone, onShift: plan.still, pauseTimer: null };
    world.agents.push(agent);
    addStatic(world, agent);
  }
  loadModule(world, '');
  if (!plan.still) {
    startHabits(world);
    startTraffic(world);
  }
  return world;
};
