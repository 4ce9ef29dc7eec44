// Generates calls: arrivals at queues by hour of the working day, and internal and outbound calls of agents.
import { dialplan, newChannel, setState, settle } from './channels.ts';
import { activity } from './day-curve.ts';
import { dial, dialExtension } from './dial.ts';
import { emitChannel } from './emit.ts';
import type { Agent, Channel, Queue, World } from './model.ts';
import type { Person, TenantPlan } from './plan.ts';
import { joinQueue } from './queue-entry.ts';

const tenantOf = (world: World, name: string): TenantPlan => {
  const tenant = world.plan.tenants.find((t) => t.name === name);
  if (!tenant) throw new Error(`No tenant ${name} in the plan`);
  return tenant;
};

/** A call from the carrier reaches the dialplan of a number, before the queue. */
const arrive = (world: World, queue: Queue, person: Person): Channel => {
  const tenant = tenantOf(world, queue.plan.tenant);
  const { did } = queue.plan;
  const channel = newChannel(world, {
    device: world.trunk,
    state: 4,
    callerNum: person.number,
    callerName: person.name,
    account: '',
    context: 'from-trunk',
    exten: did,
    tenantId: tenant.tenantId,
  });
  dialplan(world, channel, { priority: 1 }, 'Set', `__TENANT=${tenant.name}`);
  dialplan(world, channel, { priority: 2 }, 'Set', '__QOPTS=tTkKxXhH');
  dialplan(world, channel, { priority: 3 }, 'Set', `CDR(accountcode)=${tenant.name}`);
  channel.account = tenant.name;
  emitChannel(world, 'NewAccountCode', channel, [['OldAccountCode', '']]);
  dialplan(world, channel, { priority: 4 }, 'Goto', `did,${did},1`);
  dialplan(
    world,
    channel,
    { context: 'did', priority: 1 },
    'Gosub',
    `enter-queue,s,1(${queue.name},${queue.plan.maxWait})`,
  );
  dialplan(world, channel, { context: 'enter-queue', exten: 's', priority: 1 }, 'Answer', '');
  setState(world, channel, 6);
  settle(world, channel);
  return channel;
};

const temperOf = (world: World, queue: Queue): { patience: number | null; keyAfter: number | null } => {
  if (world.plan.still) return { patience: null, keyAfter: null };
  if (world.random.chance(queue.plan.keyExit)) return { patience: null, keyAfter: world.random.between(15, 90) };
  return { patience: world.random.logNormal(queue.plan.patience, 0.9), keyAfter: null };
};

export const enterQueue = (world: World, queue: Queue, channel: Channel, priority = 0): void => {
  joinQueue(world, queue, channel, { ...temperOf(world, queue), priority });
};

/** A complete call to a queue. Answer takes a moment before Queue() runs. */
export const callQueue = (world: World, queue: Queue, person: Person): Channel => {
  const channel = arrive(world, queue, person);
  world.clock.after(24, () => {
    if (channel.gone) return;
    const file = `${queue.plan.tenant}/${queue.name}-${channel.uniqueid}.wav`;
    dialplan(world, channel, { priority: 2 }, 'Set', `__QUEUENAME_=${queue.name}`);
    dialplan(world, channel, { priority: 3 }, 'Set', `RECFILE=${file}`);
    dialplan(world, channel, { priority: 4 }, 'Set', `CDR(recordingfile)=${file}`);
    dialplan(world, channel, { priority: 5 }, 'Set', `CDR(tenant)=${queue.plan.tenant}`);
    dialplan(world, channel, { priority: 6 }, 'MixMonitor', `${file},bi(MIXMON)`);
    emitChannel(world, 'MixMonitorStart', channel);
    enterQueue(world, queue, channel);
  });
  return channel;
};

const freeAgent = (world: World, tenant: string): Agent | undefined => {
  const free = world.agents.filter(
    (a) => a.plan.tenant === tenant && a.device.registered && a.device.channels.size === 0,
  );
  return free.length === 0 ? undefined : world.random.pick(free);
};

/** An agent starts a call: a channel in state Ring in the tenant's context. */
const liftPhone = (world: World, agent: Agent, exten: string): Channel => {
  const channel = newChannel(world, {
    device: agent.device,
    state: 4,
    callerNum: agent.plan.extension,
    callerName: agent.plan.name,
    account: agent.plan.tenant,
    context: `${agent.plan.tenant}-internal`,
    exten,
  });
  settle(world, channel);
  return channel;
};

const callOut = (world: World, agent: Agent, person: Person): Channel => {
  const tenant = tenantOf(world, agent.plan.tenant);
  const channel = liftPhone(world, agent, person.number);
  dialplan(world, channel, {}, 'Set', `CALLERID(num)=${tenant.outboundNumber}`);
  channel.callerNum = tenant.outboundNumber;
  emitChannel(world, 'NewCallerid', channel, [['CID-CallingPres', '0 (Presentation Allowed, Not Screened)']]);
  dial(world, channel, {
    target: world.trunk,
    number: person.number,
    name: person.name,
    exten: person.number,
    context: `${tenant.name}-internal`,
    dialString: `${person.number}@carrier`,
    talkMs: Math.max(5000, world.random.logNormal(80, 0.8) * 1000),
    answers: 0.72,
    ringMs: world.random.between(3000, 14_000),
  });
  return channel;
};

const callColleague = (world: World, agent: Agent, to: Agent): Channel => {
  const channel = liftPhone(world, agent, to.plan.extension);
  dialExtension(world, channel, to.plan.extension, `${agent.plan.tenant}-internal`);
  return channel;
};

/** Repeats `act` as a Poisson process whose rate follows the day curve, by thinning the peak rate. */
const stream = (world: World, perHour: number, act: () => void): void => {
  if (perHour <= 0) return;
  const next = (): void => {
    world.clock.after(world.random.exponential(3_600_000 / perHour), () => {
      next();
      if (world.plan.flat || world.random.chance(activity(world.clock.now() + world.plan.dayOffset))) act();
    });
  };
  next();
};

export const startTraffic = (world: World): void => {
  for (const queue of world.queues.values()) {
    const tenant = tenantOf(world, queue.plan.tenant);
    stream(world, queue.plan.callsPerHour, () => callQueue(world, queue, world.random.pick(tenant.people)));
  }
  for (const tenant of world.plan.tenants) {
    stream(world, tenant.outboundPerHour, () => {
      const agent = freeAgent(world, tenant.name);
      if (agent) callOut(world, agent, world.random.pick(tenant.people));
    });
    stream(world, tenant.internalPerHour, () => {
      const agent = freeAgent(world, tenant.name);
      const other = freeAgent(world, tenant.name);
      if (agent && other && agent !== other) callColleague(world, agent, other);
    });
  }
};
