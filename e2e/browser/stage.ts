// A console with one simulated PBX without traffic of its own.
import { createFakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import type { FakePbx } from '@ringside/fake-pbx/create-fake-pbx.ts';
import { labPlan } from '@ringside/fake-pbx/lab-world.ts';
import { signIn } from '@ringside/fake-pbx/sim/habits.ts';
import { answer } from '@ringside/fake-pbx/sim/queue-talk.ts';
import { callQueue } from '@ringside/fake-pbx/sim/traffic.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Cable } from '../lab/cut-proxy.ts';
import { createCable } from '../lab/cut-proxy.ts';
import type { LabSetup } from '../lab/tenants.ts';
import { setUpTenants, isUp, waitForLink } from '../lab/tenants.ts';

export interface Stage {
  readonly pbx: FakePbx;
  readonly console: RunningConsole;
  /** URL for the browser: the console through a connection that tests can cut. */
  readonly url: string;
  readonly cable: Cable;
  readonly house: LabSetup;
  /** A caller reaches the queue. Returns a function that hangs up. */
  call(queue: string, person: { readonly number: string; readonly name: string }): () => void;
  /** The first ringing agent of the queue's first caller answers. */
  pickUp(queue: string): void;
  /** Interfaces of the queue's members on the PBX. */
  members(queue: string): string[];
  /** One membership on the PBX. */
  member(queue: string, interface_: string): { readonly paused: boolean } | undefined;
  /** Queue events of the PBX so far. */
  readonly events: { readonly name: string; readonly queue: string; readonly interface: string }[];
  close(): Promise<void>;
}

export const SIGN_INS = {
  administrator: { username: 'admin', password: 'a long enough pass phrase' },
  acme: { username: 'acme-admin', password: 'pass phrase of acme' },
} as const;

const membersOf = (pbx: FakePbx, queue: string) => pbx.state().queues.find((q) => q.name === queue)?.members ?? [];

export const setStage = async (): Promise<Stage> => {
  const events: { name: string; queue: string; interface: string }[] = [];
  const pbx = createFakePbx({
    plan: { ...labPlan, agents: labPlan.agents.map((a) => ({ ...a, picksUpIn: 3 })) },
    onEvent: (name, block) => {
      const field = (key: string): string => new RegExp(`^${key}: (.*?)\\r?$`, 'm').exec(block)?.[1] ?? '';
      if (name.startsWith('Queue')) events.push({ name, queue: field('Queue'), interface: field('Interface') });
    },
  });
  const { host, port } = await pbx.listen();
  for (const agent of pbx.world().agents) signIn(pbx.world(), agent);
  const console = await startConsole();
  const link = { name: 'North', host, port, username: 'ringside', secret: 'ringside' };
  const house = await setUpTenants(console.api, [link]);
  for (const id of house.serverIds) await waitForLink(console, id, isUp);
  const { hostname, port: httpPort } = new URL(console.url);
  const cable = await createCable(hostname, Number(httpPort));
  return {
    pbx,
    console,
    cable,
    house,
    url: `http://127.0.0.1:${cable.port}`,
    call: (name, person) => {
      const queue = pbx.world().queues.get(name);
      if (!queue) throw new Error(`The PBX has no queue ${name}`);
      const channel = callQueue(pbx.world(), queue, person);
      return () => channel.driver?.hangup(channel, 16);
    },
    pickUp: (name) => {
      const entry = pbx.world().queues.get(name)?.entries[0];
      const fork = entry?.forks[0];
      if (!entry || !fork) throw new Error(`No phone rings for ${name}`);
      answer(pbx.world(), entry, fork);
    },
    events,
    members: (name) => membersOf(pbx, name).map((m) => m.interface),
    member: (name, interface_) => membersOf(pbx, name).find((m) => m.interface === interface_),
    close: async () => {
      await cable.close();
      await console.close();
      await pbx.close();
    },
  };
};
