// Runs simulated PBXs in a separate process. They regularly pause an agent with the time of writing as reason, and count the received
// actions.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createFakePbx } from '../tools/fake-pbx/src/create-fake-pbx.ts';
import type { FakePbx } from '../tools/fake-pbx/src/create-fake-pbx.ts';
import { loadPlan } from '../tools/fake-pbx/src/sim/load-plan.ts';
import { pauseMember } from '../tools/fake-pbx/src/sim/members.ts';
import type { Load } from './load.ts';
import { MARK } from './readers.ts';

interface MarkedSettings {
  readonly count: number;
  /** Per PBX. */
  readonly queues: number;
  readonly agents: number;
  readonly eventsPerSecond: number;
  /** The queue whose first agents are paused repeatedly. */
  readonly markedQueue: string;
  /** Average of the watched PBX, and of each other one. */
  readonly watchedEveryMs: number;
  readonly markEveryMs: number;
}

export interface MarkedPbxs extends Load {
  /** Returns the counts so far by lower-case name, all PBXs together. */
  actions(): Promise<Readonly<Record<string, number>>>;
  /** Index of the PBX that the page shows: it marks more events. */
  watch(index: number): void;
  /** Stops all traffic. */
  hold(): void;
}

export const startMarkedPbxs = async (settings: MarkedSettings): Promise<MarkedPbxs> => {
  const child = fork(fileURLToPath(import.meta.url), ['--marked']);
  const next = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      child.once('message', (message) => resolve(message as T));
      child.once('exit', () => reject(new Error('The simulated PBXs ended')));
    });
  const ready = next<Load['addresses']>();
  child.send(settings);
  const addresses = await ready;
  return {
    addresses,
    username: 'ringside',
    secret: 'ringside',
    actions: () => {
      const counts = next<Record<string, number>>();
      child.send('actions');
      return counts;
    },
    watch: (index) => void child.send(index),
    hold: () => void child.send('hold'),
    stop: async () => {
      const over = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await over;
    },
  };
};

const MARKED_AGENTS = 5;

/**
 * Marks the next agent who has no call: the page shows the other party of a call instead of the mark. Intervals are random between zero and
 * twice the mean, so that marks do not synchronize with anything.
 */
const markForever = (pbx: FakePbx, queue: string, meanMs: () => number, held: () => boolean, turn = 0): void => {
  setTimeout(
    () => {
      if (held()) return;
      const world = pbx.world();
      const free = world.queues
        .get(queue)
        ?.members.slice(0, MARKED_AGENTS)
        .filter((m) => !m.inCall && m.status === 1);
      const member = free?.[turn % Math.max(1, free.length)];
      if (member) pauseMember(world, member, true, `${MARK}${Date.now()}`);
      markForever(pbx, queue, meanMs, held, turn + 1);
    },
    Math.random() * 2 * meanMs(),
  );
};

const serve = (): void => {
  const actions: Record<string, number> = {};
  const pbxs: FakePbx[] = [];
  let held = false;
  let watched = 0;
  const begin = async (settings: MarkedSettings): Promise<void> => {
    const { count, queues, agents, eventsPerSecond, markedQueue } = settings;
    const addresses: Load['addresses'][number][] = [];
    for (let i = 1; i <= count; i++) {
      const pbx = createFakePbx({
        plan: loadPlan({ systemName: `pbx${i}`, seed: i, queues, agents }),
        pace: { kind: 'load', eventsPerSecond },
        onAction: (name) => void (actions[name] = (actions[name] ?? 0) + 1),
      });
      addresses.push(await pbx.listen());
      const meanMs = (): number => (watched === i - 1 ? settings.watchedEveryMs : settings.markEveryMs);
      markForever(pbx, markedQueue, meanMs, () => held);
      pbxs.push(pbx);
    }
    process.send?.(addresses);
  };
  process.on('message', (message) => {
    if (message === 'actions') process.send?.(actions);
    else if (typeof message === 'number') watched = message;
    else if (message === 'hold') {
      held = true;
      for (const pbx of pbxs) pbx.setPace({ kind: 'manual' });
    } else void begin(message as MarkedSettings);
  });
};

if (process.argv[2] === '--marked') serve();
