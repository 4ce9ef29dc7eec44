// A simulated PBX on a TCP port. Tests, the demo and load runs create it in their own process; `main.ts` is its command line.
import type { AmiUser } from './protocol/ami-user.ts';
import { createListener } from './protocol/listener.ts';
import { createPacer, type Pace } from './pacer.ts';
import { emit } from './sim/emit.ts';
import { createDisk, type Disk } from './sim/config-disk.ts';
import type { World } from './sim/model.ts';
import type { PbxPlan } from './sim/plan.ts';
import { addMember, findMember, removeMember } from './sim/members.ts';
import { truthOf, type Truth } from './sim/truth.ts';
import { createWorld } from './sim/world.ts';

export interface FakePbxOptions {
  readonly plan: PbxPlan;
  readonly users?: readonly AmiUser[];
  /** Default: loopback. Port 0 takes a free port. */
  readonly host?: string;
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Speed of the simulated time. `manual` waits for `advance`. Default: the real clock. */
  readonly pace?: Pace;
  /** Epoch ms at which the simulation starts. Default: now. */
  readonly startAt?: number;
  /** Its configuration folder. Default: built from the plan and the users. */
  readonly disk?: Disk;
  readonly refusalDelayMs?: number;
  /** Delay of events after replies in ms, as in a busy Asterisk. A list may then include the change of a later event. */
  readonly eventLagMs?: number;
  /** Receives every event in-process, before and after `listen`. History is generated this way. */
  readonly onEvent?: (name: string, block: string, at: number) => void;
  /** Receives the lower-case name of every action. */
  readonly onAction?: (name: string) => void;
}

export interface FakePbx {
  readonly listen: () => Promise<{ host: string; port: number }>;
  readonly close: () => Promise<void>;
  /** Restarts Asterisk: ends calls, resets counters, and keeps dynamic members and pauses. */
  readonly restart: (downMs?: number, bootMs?: number) => Promise<void>;
  /** Cuts every connection without a message. The PBX keeps running. */
  readonly cutLinks: () => void;
  /** Refuses connections until `reopen`, like a firewall or a cut cable. */
  readonly shut: () => Promise<void>;
  readonly reopen: () => Promise<void>;
  /** Returns the current state for comparisons. */
  readonly state: () => Truth;
  /** With pace `manual`: advances the simulated time. */
  readonly advance: (ms: number) => void;
  /** Changes the pace. */
  readonly setPace: (pace: Pace) => void;
  readonly world: () => World;
  readonly port: () => number;
  readonly connections: () => number;
}

const DEFAULT_USERS: readonly AmiUser[] = [{ username: 'ringside', secret: 'ringside' }];

/** Pauses and dynamic members survive a restart (`persistentmembers`). Counters and log-in times do not. */
const keepMembers = (from: World, to: World): void => {
  for (const fresh of to.queues.values()) {
    const old = from.queues.get(fresh.name)?.members ?? [];
    for (const m of fresh.members) if (m.dynamic && !old.some((x) => x.interface === m.interface)) removeMember(to, m);
    for (const m of old) {
      const same = findMember(fresh, m.interface) ?? (m.dynamic ? addMember(to, fresh, m) : null);
      if (same) Object.assign(same, { paused: m.paused, reason: m.reason, lastPause: m.lastPause, penalty: m.penalty });
    }
  }
};

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export const createFakePbx = (options: FakePbxOptions): FakePbx => {
  const address = options.host ?? '127.0.0.1';
  const users = options.users ?? DEFAULT_USERS;
  const disk = options.disk ?? createDisk(options.plan, users);
  let boots = 0;
  let booted = true;
  // Events during the creation of a world are not sent, because nothing is connected yet.
  let silent = true;
  const sink = (name: string, block: string): void => {
    if (silent) return;
    options.onEvent?.(name, block, world.clock.now());
    for (const session of listener.sessions()) session.event(name, block);
  };
  const make = (at: number): World => {
    const seed = boots === 0 ? options.plan.seed : `${options.plan.seed}#${boots}`;
    return createWorld({ ...options.plan, seed }, at, sink, disk);
  };
  let world = make(options.startAt ?? Date.now());
  silent = false;
  const pacer = createPacer(() => world);
  const listener = createListener(
    { host: address, port: options.port ?? 0, tls: options.tls },
    {
      world: () => world,
      users,
      booted: () => booted,
      refusalDelayMs: options.refusalDelayMs ?? 1000,
      eventLagMs: options.eventLagMs ?? 0,
      onAction: options.onAction,
    },
  );

  const restart = async (downMs: number, bootMs: number): Promise<void> => {
    emit(world, 'Shutdown', 'Shutdown: Cleanly\r\nRestart: True\r\n');
    for (const session of listener.sessions()) session.end();
    // Lets the last events be sent before the connection closes.
    await wait(1);
    await listener.shut();
    pacer.hold();
    await wait(downMs);
    boots++;
    silent = true;
    const old = world;
    world = make(old.clock.now() + downMs);
    keepMembers(old, world);
    silent = false;
    booted = bootMs === 0;
    await listener.open();
    pacer.resume();
    if (booted) return;
    await wait(bootMs);
    booted = true;
    for (const session of listener.sessions()) session.fullyBooted();
  };

  return {
    listen: async () => {
      const port = await listener.open();
      pacer.start(options.pace ?? { kind: 'real' });
      return { host: address, port };
    },
    close: async () => {
      pacer.stop();
      await listener.shut();
    },
    restart: (downMs = 50, bootMs = 0) => restart(downMs, bootMs),
    cutLinks: listener.cut,
    shut: listener.shut,
    reopen: async () => {
      await listener.open();
    },
    state: () => truthOf(world),
    advance: (ms) => world.clock.runTo(world.clock.now() + ms),
    setPace: (pace) => pacer.start(pace),
    world: () => world,
    port: listener.port,
    connections: listener.connections,
  };
};
