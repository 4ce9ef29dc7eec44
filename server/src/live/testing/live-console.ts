// Starts a real console with two identical simulated PBX servers, one for customer A and one for B. Covers TCP, collector, authority, bus,
// hub, sockets and commands.
import { WebSocket } from 'ws';
import type { Live } from '@ringside/core/contract/live/live.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { emptyState } from '@ringside/core/live/state.ts';
import type { LiveState } from '@ringside/core/live/state.ts';
import { createWireReader } from '@ringside/core/live/wire-reader.ts';
import type { WireMessage } from '@ringside/core/live/wire-rows.ts';
import { createFakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import type { FakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { labPlan } from '../../../../tools/fake-pbx/src/lab-world.ts';
import type { Answer, TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

/** Queues on both PBX servers that belong to the customers. */
export const QUEUE = 'acme-support';
export const OTHER_QUEUE = 'acme-sales';

export const until = async (what: string, test: () => boolean | Promise<boolean>): Promise<void> => {
  for (let i = 0; i < 600; i++) {
    if (await test()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Never came: ${what}`);
};

export interface LiveClient {
  readonly socket: WebSocket;
  readonly messages: WireMessage[];
  readonly state: LiveState;
  closed(): number | null;
  send(message: object): void;
  answer(message: object): Promise<WireMessage>;
}

interface LivePbx {
  readonly pbx: FakePbx;
  readonly serverId: number;
  /** Receives the name of each AMI action before the simulated PBX runs it. */
  onAction: (name: string) => void;
}

export interface LiveConsole {
  readonly server: TestConsole;
  readonly world: World;
  /** Token of the platform administrator. */
  readonly admin: string;
  readonly a: LivePbx;
  readonly b: LivePbx;
  live(token: string): Promise<Live>;
  queueIn(token: string, serverId: number): Promise<Live['queues'][number] | undefined>;
  command(token: string, serverId: number, action: string, fields: object): Promise<Answer>;
  connect(query: string, headers?: Record<string, string>): Promise<LiveClient>;
  close(): Promise<void>;
}

const openClient = async (url: string, headers: Record<string, string>): Promise<LiveClient> => {
  const socket = new WebSocket(url, { headers });
  const messages: WireMessage[] = [];
  const state = emptyState();
  const reader = createWireReader();
  let code: number | null = null;
  let asked = 0;
  socket.on('message', (data) => {
    const read = JSON.parse(String(data)) as WireMessage | WireMessage[];
    for (const m of Array.isArray(read) ? read : [read]) {
      messages.push(m);
      for (const e of reader.read(m)) reduce(state, e);
    }
  });
  socket.on('close', (c) => (code = c));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const send = (message: object): void => socket.send(JSON.stringify({ method: 'cmd', ...message }));
  return {
    socket,
    messages,
    state,
    closed: () => code,
    send,
    answer: async (message) => {
      const id = `a-${++asked}`;
      send({ ...message, ActionID: id });
      const find = () => messages.find((m) => m.Type === 4 && m.ActionID === id);
      await until(`answer to ${JSON.stringify(message)}`, () => find() !== undefined);
      return find() as WireMessage;
    },
  };
};

/** Opens the console. `environment`: settings in addition to those of every test. */
export const openLiveConsole = async (environment: Record<string, string> = {}): Promise<LiveConsole> => {
  const { server, world } = await startTwins(environment);
  const admin = world.platform['administrator'] ?? '';
  const live = async (token: string) => (await server.call(token, 'GET', '/live')).body as Live;

  const addPbx = async (mark: 'a' | 'b'): Promise<LivePbx> => {
    const made: { onAction: (name: string) => void } = { onAction: () => undefined };
    const pbx = createFakePbx({
      plan: labPlan,
      users: [{ username: 'console', secret: 's' }],
      pace: { kind: 'manual' },
      onAction: (name) => made.onAction(name),
    });
    const { port } = await pbx.listen();
    const answer = await server.call(admin, 'POST', '/endpoints', {
      name: `Lab ${mark}`,
      amiHost: '127.0.0.1',
      amiPort: port,
      amiUsername: 'console',
      amiSecret: 's',
    });
    const { id } = answer.body as { id: number };
    for (const name of [QUEUE, OTHER_QUEUE])
      await server.call(admin, 'POST', '/queues', { callcenterId: world[mark].callcenterId, serverId: id, name });
    await until('link', async () => (await live(admin)).servers.some((s) => s.id === id && s.connected));
    // Owners load in parallel with API answers, so a customer's users see their queues a moment later.
    const own = world[mark].tokens['customer-admin'] ?? '';
    await until('owners', async () => (await live(own)).queues.filter((q) => q.serverId === id).length === 2);
    return Object.assign(made, { pbx, serverId: id });
  };
  const a = await addPbx('a');
  const b = await addPbx('b');

  return {
    server,
    world,
    admin,
    a,
    b,
    live,
    queueIn: async (token, serverId) =>
      (await live(token)).queues.find((q) => q.serverId === serverId && q.name === QUEUE),
    command: (token, serverId, action, fields) =>
      server.call(token, 'POST', '/live/commands', { serverId, action, ...fields }),
    connect: (query, headers = {}) => openClient(`${server.url.replace('http', 'ws')}/realtime?${query}`, headers),
    close: async () => {
      await server.close();
      await a.pbx.close();
      await b.pbx.close();
    },
  };
};
