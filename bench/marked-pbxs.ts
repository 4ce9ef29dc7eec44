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
  /** The queue whose first agent is paused repeatedly. */
  readonly markedQueue: string;
  /** Average per PBX. */
  readonly markEveryMs: number;
}

export interface MarkedPbxs extends Load {
  /** Returns the counts so far by lower-case name, all PBXs together. */
  actions(): Promise<Readonly<Record<string, number>>>;
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
    hold: () => void child.send('hold'),
    stop: async () => {
      const over = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await over;
    },
  };
};

/** Random intervals between zero and twice the mean, so that marks do not synchronize with anything. */
const markForEver = (pbx: FakePbx, queue: string, meanMs: number, held: () => boolean): void => {
  setTimeout(
    () => {
      if (held()) return;
      const world = pbx.world();
      const member = world.queues.get(queue)?.members[0];
      if (member) pauseMember(world, member, true, `${MARK}${Date.now()}`);
      markForEver(pbx, queue, meanMs, held);
    },
    Math.random() * 2 * meanMs,
  );
};

const serve = (): void => {
  const actions: Record<string, number> = {};
  const pbxs: FakePbx[] = [];
  let held = false;
  const begin = async (settings: MarkedSettings): Promise<void> => {
    const { count, queues, agents, eventsPerSecond, markedQueue, markEveryMs } = settings;
    const addresses: Load['addresses'][number][] = [];
    for (let i = 1; i <= count; i++) {
      const pbx = createFakePbx({
        plan: loadPlan({ systemName: `pbx${i}`, seed: i, queues, agents }),
        pace: { kind: 'load', eventsPerSecond },
        onAction: (name) => void (actions[name] = (actions[name] ?? 0) + 1),
      });
      addresses.push(await pbx.listen());
      markForEver(pbx, markedQueue, markEveryMs, () => held);
      pbxs.push(pbx);
    }
    process.send?.(addresses);
  };
  process.on('message', (message) => {
    if (message === 'actions') process.send?.(actions);
    else if (message === 'hold') {
      held = true;
      for (const pbx of pbxs) pbx.setPace({ kind: 'manual' });
    } else void begin(message as MarkedSettings);
  });
};

if (process.argv[2] === '--marked') serve();
