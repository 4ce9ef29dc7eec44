// A PBX made from its plan: devices, queues, static members; then, unless it is to stand still, its traffic.
import { createClock } from './clock.ts';
import { startHabits } from './habits.ts';
import { addMember, interfacesOf } from './members.ts';
import type { Agent, Device, Queue, World } from './model.ts';
import type { PbxPlan, QueuePlan, TenantPlan } from './plan.ts';
import { dispatch } from './queue-ring.ts';
import { createRandom } from './random.ts';
import { startTraffic } from './traffic.ts';

const device = (name: string, tenant: TenantPlan | null, extension: string, ownerName: string): Device => ({
  name,
  endpoint: name.replace(/^\w+\//, ''),
  noCallWaiting: tenant?.noCallWaiting ?? false,
  tenant,
  extension,
  ownerName,
  channels: new Set(),
  registered: true,
  state: 1,
  members: [],
});

const queueOf = (plan: QueuePlan): Queue => ({
  plan,
  name: plan.name,
  members: [],
  entries: [],
  completed: 0,
  completedInLevel: 0,
  abandoned: 0,
  abandonedInLevel: 0,
  holdtime: 0,
  talktime: 0,
  lastRung: '',
  memberOrder: 0,
});

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

export const createWorld = (plan: PbxPlan, startAt: number, sink: World['sink']): World => {
  const trunk = device('PJSIP/carrier', null, '', '');
  const world: World = {
    plan,
    clock: createClock(startAt),
    random: createRandom(`${plan.seed}/${plan.systemName}`),
    queues: new Map(plan.queues.map((q) => [q.name, queueOf(q)])),
    devices: new Map([[trunk.name, trunk]]),
    channels: new Map(),
    agents: [],
    dids: new Map(),
    trunk,
    parked: new Map(),
    startedAt: startAt,
    reloadedAt: startAt,
    channelNumber: 0,
    localNumber: 0,
    uniqueNumber: 0,
    cdrNumber: 0,
    processedCalls: 0,
    lastMicros: 0,
    emitted: 0,
    dispatch: () => dispatch(world),
    sink,
  };
  for (const queue of world.queues.values()) world.dids.set(queue.plan.did, queue);
  for (const a of plan.agents) {
    const tenant = plan.tenants.find((t) => t.name === a.tenant);
    if (!tenant) throw new Error(`Agent ${a.name}: no tenant ${a.tenant} in the plan`);
    const phone = device(`PJSIP/${a.tenant}-${a.extension}`, tenant, a.extension, a.name);
    // Phones of a moving world register when their owner's shift begins.
    phone.registered = plan.still;
    phone.state = plan.still ? 1 : 5;
    world.devices.set(phone.name, phone);
    const agent: Agent = { plan: a, device: phone, onShift: plan.still, pauseTimer: null };
    world.agents.push(agent);
    addStatic(world, agent);
  }
  if (!plan.still) {
    startHabits(world);
    startTraffic(world);
  }
  return world;
};
