// A simulated PBX on a TCP port. Tests, the demo and load runs make it in their own process; `main.ts` is its command line.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createSession, type AmiUser, type Session, type SessionHost } from './protocol/session.ts';
import { createPacer, type Pace } from './pacer.ts';
import { emit, render } from './sim/emit.ts';
import type { World } from './sim/model.ts';
import type { PbxPlan } from './sim/plan.ts';
import { addMember, findMember, removeMember } from './sim/members.ts';
import { truthOf, type Truth } from './sim/truth.ts';
import { createWorld } from './sim/world.ts';

export interface FakePbxOptions {
  readonly plan: PbxPlan;
  readonly users?: readonly AmiUser[];
  /** Loopback unless said; port 0 takes a free one. */
  readonly host?: string;
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** How time moves; `manual` waits for `advance`. Default: the real clock. */
  readonly pace?: Pace;
  /** Epoch ms at which the simulation begins; default now. */
  readonly startAt?: number;
  readonly refusalDelayMs?: number;
  /** Sees every event in-process, before and after `listen`: history is made this way. */
  readonly onEvent?: (name: string, block: string, at: number) => void;
}

export interface FakePbx {
  readonly listen: () => Promise<{ host: string; port: number }>;
  readonly close: () => Promise<void>;
  /** Asterisk ends and starts again: calls are gone, counters zero, dynamic members and pauses kept. */
  readonly restart: (downMs?: number, bootMs?: number) => Promise<void>;
  /** Cuts every connection without a word; the PBX itself goes on. */
  readonly cutLinks: () => void;
  /** Refuses connections until `reopen`: a firewall, a cable. */
  readonly shut: () => Promise<void>;
  readonly reopen: () => Promise<void>;
  /** The truth of this moment, for comparisons. */
  readonly state: () => Truth;
  /** Of pace `manual`: moves the simulation on. */
  readonly advance: (ms: number) => void;
  /** From now on time moves so. */
  readonly setPace: (pace: Pace) => void;
  readonly world: () => World;
  readonly port: () => number;
  readonly connections: () => number;
}

const DEFAULT_USERS: readonly AmiUser[] = [{ username: 'ringside', secret: 'ringside' }];

/** Pauses and dynamic members survive a restart (`persistentmembers`); counters and log-in times do not. */
const keepMembers = (from: World, to: World): void => {
  for (const fresh of to.queues.values()) {
    const old = from.queues.get(fresh.name)?.members ?? [];
    for (const m of [...fresh.members])
      if (m.dynamic && !old.some((x) => x.interface === m.interface)) removeMember(to, m);
    for (const m of old) {
      const same = findMember(fresh, m.interface) ?? (m.dynamic ? addMember(to, fresh, m) : null);
      if (same) Object.assign(same, { paused: m.paused, reason: m.reason, lastPause: m.lastPause, penalty: m.penalty });
    }
  }
};

const listenOn = async (server: Server, host: string, port: number): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

export const createFakePbx = (options: FakePbxOptions): FakePbx => {
  const address = options.host ?? '127.0.0.1';
  let port = options.port ?? 0;
  let boots = 0;
  let booted = true;
  let server: Server | null = null;
  const sessions = new Map<Socket, Session>();

  const sink = (name: string, block: string): void => {
    options.onEvent?.(name, block, world.clock.now());
    for (const session of sessions.values()) session.event(name, block);
  };
  const make = (at: number): World =>
    createWorld(
      { ...options.plan, seed: boots === 0 ? options.plan.seed : `${options.plan.seed}#${boots}` },
      at,
      (n, b) => {
        if (!booting) sink(n, b);
      },
    );
  // The first events of a world come while it is being made, when nobody can listen yet.
  let booting = true;
  let world = make(options.startAt ?? Date.now());
  booting = false;
  const pacer = createPacer(() => world);
  const host: SessionHost = {
    world: () => world,
    users: options.users ?? DEFAULT_USERS,
    booted: () => booted,
    refusalDelayMs: options.refusalDelayMs ?? 1000,
  };

  const accept = (socket: Socket): void => {
    sessions.set(
      socket,
      createSession(socket, host, () => sessions.delete(socket)),
    );
  };
  const open = async (): Promise<void> => {
    server = options.tls ? createTlsServer(options.tls, accept) : createServer(accept);
    server.on('error', () => undefined);
    port = await listenOn(server, address, port);
  };
  const cutLinks = (): void => {
    for (const socket of sessions.keys()) socket.destroy();
    sessions.clear();
  };
  const shut = async (): Promise<void> => {
    const old = server;
    server = null;
    cutLinks();
    if (old) await new Promise<void>((done) => old.close(() => done()));
  };

  return {
    listen: async () => {
      await open();
      pacer.start(options.pace ?? { kind: 'real' });
      return { host: address, port };
    },
    close: async () => {
      pacer.stop();
      await shut();
    },
    restart: async (downMs = 50, bootMs = 0) => {
      emit(
        world,
        'Shutdown',
        render([
          ['Shutdown', 'Cleanly'],
          ['Restart', 'True'],
        ]),
      );
      for (const session of sessions.values()) session.end();
      // The last words reach the wire before the connection goes.
      await new Promise((done) => setImmediate(done));
      await shut();
      pacer.hold();
      boots++;
      const old = world;
      await new Promise((done) => setTimeout(done, downMs));
      booting = true;
      world = make(old.clock.now() + downMs);
      keepMembers(old, world);
      booting = false;
      booted = bootMs === 0;
      await open();
      pacer.resume();
      if (bootMs > 0) {
        await new Promise((done) => setTimeout(done, bootMs));
        booted = true;
        for (const session of sessions.values()) session.fullyBooted();
      }
    },
    cutLinks,
    shut,
    reopen: open,
    state: () => truthOf(world),
    advance: (ms) => world.clock.runTo(world.clock.now() + ms),
    setPace: (pace) => pacer.start(pace),
    world: () => world,
    port: () => port,
    connections: () => sessions.size,
  };
};
