// Setup of the live-action suites: a PBX with agents, a console that watches it, and a supervisor with their own phone.
import { startConsole } from './console.ts';
import { createWitness } from './ami-witness.ts';
import { createLab, sleep } from './lab.ts';
import type { Lab } from './lab.ts';
import { setUpTenants, isUp, waitForLink } from './tenants.ts';

interface Shown {
  readonly Channel?: string;
  readonly Application?: string;
  readonly ApplicationData?: string;
  readonly BridgeId?: string;
  readonly Context?: string;
  readonly Exten?: string;
}
export const onDevice = (channels: readonly Shown[], device: string): Shown | undefined =>
  channels.find((c) => c.Channel?.startsWith(`${device}-`));

interface Answer {
  readonly status: number;
  readonly body: {
    readonly message?: string;
    readonly confirmed?: boolean;
    readonly space?: string;
    readonly detail?: string;
  };
}
interface LiveCalls {
  readonly calls: readonly {
    readonly serverId: number;
    readonly channel: string;
    readonly source: { readonly raw: string };
    readonly destination: { readonly raw: string };
    readonly queue: string | null;
    readonly agent: string | null;
  }[];
  readonly queues: readonly {
    readonly serverId: number;
    readonly name: string;
    readonly callers: readonly {
      readonly channel: string;
      readonly uniqueid: string;
      readonly callerIdNum: string;
      readonly callerIdName: string;
      readonly position: number;
      readonly status: number;
    }[];
  }[];
}
export const ANN = 'PJSIP/acme-101';
export const BOB = 'PJSIP/acme-102';
export const BOSS = 'PJSIP/acme-104';
export const CARRIER = 'PJSIP/carrier';

const setUpStage = async (lab: Lab, number: number) => {
  const pbx = lab.pbx(number);
  await pbx.up({ fresh: true });
  const witness = await createWitness(pbx.host, pbx.amiPort);
  const console_ = await startConsole();
  const link = { host: pbx.host, port: pbx.amiPort };
  const setup = await setUpTenants(console_.api, [
    { ...link, name: 'North', username: 'console', secret: 'console-secret' },
    { ...link, name: 'North, as documented', username: 'slim', secret: 'slim-secret' },
  ]);
  const [serverId = -1, slimId = -1] = setup.serverIds;
  for (const id of setup.serverIds) await waitForLink(console_, id, isUp);
  const users = await console_.api.call<{ data: { id: string; username: string }[] }>('GET', '/users?perPage=100');
  const userId = users.data.find((u) => u.username === 'acme-admin')?.id;
  for (const id of [serverId, slimId]) {
    const line = { customerId: setup.customerIds.acme, serverId: id, extension: '104', name: 'Boss', userId };
    await console_.api.call('POST', '/subscribers', line);
  }
  const boss = await console_.signIn('acme-admin', 'pass phrase of acme');
  const globex = await console_.signIn('globex-admin', 'pass phrase of globex');
  const shown = async (): Promise<readonly Shown[]> => witness.list('CoreShowChannels');
  const until = async <T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> => {
    for (let i = 0; i < 200; i++) {
      const found = await look();
      if (found) return found;
      await sleep(100);
    }
    throw new Error(`Timed out: ${what}\n${await pbx.cli('core show channels concise')}`);
  };
  /** Whether both devices are in one bridge. */
  const talk = async (a: string, b: string): Promise<boolean> => {
    const channels = await shown();
    const bridges = channels.filter((c) => c.Channel?.startsWith(`${a}-`)).map((c) => c.BridgeId);
    return channels.some((c) => c.Channel?.startsWith(`${b}-`) && c.BridgeId !== '' && bridges.includes(c.BridgeId));
  };
  const command = async (action: string, fields: object, api = boss, id = serverId): Promise<Answer> =>
    (await api.raw('POST', '/live/commands', { serverId: id, action, ...fields })) as Answer;
  const live = (api = boss) => api.call<LiveCalls>('GET', '/live');
  const pauseOthers = async (paused: boolean): Promise<void> => {
    for (const iface of [BOB, 'PJSIP/acme-103'])
      await witness.ask('QueuePause', { Queue: 'acme-sales', Interface: iface, Paused: String(paused) });
  };

  /** Starts an external call and waits until Ann answers. Returns the channel as shown by the console. */
  const callAnn = async (): Promise<string> => {
    await pbx.callers({ calls: 1, rate: 1, patience: '120000' });
    await until('the call is answered', () => talk(CARRIER, ANN));
    return until('the console shows the call', async () => {
      const call = (await live()).calls.find((c) => c.serverId === serverId && c.agent !== null);
      return call?.channel;
    });
  };
  const endAll = async (): Promise<void> => {
    await pbx.killSipp('callers').catch(() => undefined);
    await until('the PBX has no channels', async () => {
      for (const { Channel } of await shown()) if (Channel) await witness.ask('Hangup', { Channel });
      return (await shown()).length === 0;
    });
    await until('the console shows no calls', async () => (await live(console_.api)).calls.length === 0);
  };
  await pbx.agents(8, { ring: '300', talk: '120000' });
  await pauseOthers(true);
  return {
    ...{ pbx, witness, console_, boss, globex, serverId, slimId },
    ...{ shown, until, talk, command, live, pauseOthers, callAnn, endAll },
    close: async (): Promise<void> => {
      witness.close();
      await console_.close();
      await lab.close();
    },
  };
};
export type Supervised = Awaited<ReturnType<typeof setUpStage>>;

/** `number`: the number of the lab PBX. */
export const openSupervised = async (number: number): Promise<Supervised> => {
  const lab = createLab();
  try {
    return await setUpStage(lab, number);
  } catch (error) {
    await lab.close();
    throw error;
  }
};
