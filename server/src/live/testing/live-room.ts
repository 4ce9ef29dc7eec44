// The live side without PBX and database: facts go straight to the authority, sockets are real ones on the loopback.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';
import { emptyState, type LiveState, type Table } from '@ringside/core/live/state.ts';
import { createWireReader } from '@ringside/core/live/wire-reader.ts';
import type { WireMessage } from '@ringside/core/live/wire-rows.ts';
import { createInProcessBus } from '../../bus/in-process.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Caller } from '../../http/context.ts';
import type { SessionStore } from '../../sessions/store.ts';
import { createAuthority, type Authority } from '../authority.ts';
import type { RunCommand } from '../commands.ts';
import type { EventStore } from '../event-store.ts';
import { createHub, type Hub } from '../hub.ts';
import { LIVE_TOPIC } from '../live-batch.ts';
import { createOwners, type Owners } from '../owners.ts';
import { createRealtime, type Realtime } from '../realtime.ts';

/** Keeps nothing on disk. */
const memoryStore = (): EventStore & { readonly events: LiveEvent[] } => {
  const events: LiveEvent[] = [];
  return {
    events,
    append: (more) => void events.push(...more),
    flush: async () => undefined,
    lastId: () => events.length,
    countedSince: async (serverId, queue, since, upTo) =>
      events
        .slice(0, upTo)
        .filter((e) => e.serverId === serverId && e.at >= since)
        .filter((e) => queue === null || ('queue' in e ? e.queue : e.kind === 'member' ? e.row.queue : null) === queue),
    stats: () => ({ waiting: 0, written: events.length, lost: 0 }),
    close: async () => undefined,
  };
};

const callerFor = (name: string, viewer: Viewer): Caller => ({
  sessionId: name,
  userId: name,
  username: name,
  customerId:
    viewer.reach === 'platform'
      ? null
      : viewer.reach === 'subtree'
        ? (viewer.customerIds[0] ?? null)
        : viewer.customerId,
  role: 'test',
  level: 0,
  reach: viewer.reach === 'board' ? 'own' : viewer.reach,
  callcenterIds: [],
  abilities: [
    { action: 'read', resource: 'live' },
    { action: 'operate', resource: 'live' },
  ],
  viewer,
  language: 'en',
  ip: '127.0.0.1',
  userAgent: 'test',
});

export interface Client {
  readonly name: string;
  readonly socket: WebSocket;
  readonly messages: WireMessage[];
  readonly state: LiveState;
  closeCode(): number | null;
  send(message: object): void;
  /** Asks for everything; the state is exact once it is answered. */
  sync(): Promise<void>;
  /** Everything that the console had sent so far has arrived. */
  caughtUp(): Promise<void>;
}

export interface LiveRoom {
  readonly bus: Bus;
  readonly owners: Owners;
  readonly authority: Authority;
  readonly hub: Hub;
  readonly realtime: Realtime;
  readonly callers: Map<string, Caller>;
  /** What the authority holds, of all PBXs. */
  truth(): LiveState;
  /** The next batches do not reach the hub: a node was cut off. */
  loseBatches(count: number): void;
  endSession(name: string): void;
  connect(name: string, options?: { readonly batch?: boolean; readonly compress?: boolean }): Promise<Client>;
  close(): Promise<void>;
}

export const until = async (what: string, test: () => boolean, tries = 800): Promise<void> => {
  for (let i = 0; i < tries; i++) {
    if (test()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`Never came: ${what}`);
};

const openClient = async (
  url: string,
  name: string,
  options: { readonly batch?: boolean; readonly compress?: boolean },
): Promise<Client> => {
  const socket = new WebSocket(`${url}?token=${name}${options.batch === true ? '&batch=1' : ''}`, {
    perMessageDeflate: options.compress === true,
  });
  const messages: WireMessage[] = [];
  const state = emptyState();
  const reader = createWireReader();
  let code: number | null = null;
  let asked = 0;
  socket.on('message', (data) => {
    const read = JSON.parse(String(data)) as WireMessage | WireMessage[];
    if (Array.isArray(read) !== (options.batch === true)) throw new Error('A frame of the wrong style');
    for (const m of Array.isArray(read) ? read : [read]) {
      messages.push(m);
      for (const e of reader.read(m)) reduce(state, e);
    }
  });
  socket.on('close', (c) => (code = c));
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('open', resolve);
    socket.once('close', () => resolve());
  });
  const send = (message: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ method: 'cmd', ...message }));
  };
  const answered = (id: string) =>
    until(
      `answer to ${id} for ${name}`,
      () => code !== null || messages.some((m) => m.Type === 4 && m.ActionID === id),
    );
  return {
    name,
    socket,
    messages,
    state,
    closeCode: () => code,
    send,
    sync: async () => {
      const id = `sync-${++asked}`;
      send({ action: 'CoreStatus' });
      send({ action: 'QueueStatus' });
      send({ action: 'Queues', ActionID: id });
      await answered(id);
    },
    caughtUp: async () => {
      const id = `here-${++asked}`;
      send({ action: 'Queues', ActionID: id });
      await answered(id);
    },
  };
};

/** `viewers`: by name; the name is the token too. */
export const openLiveRoom = async (
  viewers: Readonly<Record<string, Viewer>>,
  run: RunCommand = async () => ({ message: 'done', confirmed: true, space: null }),
): Promise<LiveRoom> => {
  const bus = createInProcessBus((error) => {
    throw error;
  });
  let losing = 0;
  const cutBus: Bus = {
    ...bus,
    publish: (topic, message) => {
      if (topic === LIVE_TOPIC && losing > 0) losing--;
      else bus.publish(topic, message);
    },
  };
  const onError = (error: unknown): void => {
    throw error;
  };
  const owners = createOwners();
  let streams = 0;
  const authority = createAuthority({
    bus: cutBus,
    owners,
    store: memoryStore(),
    now: Date.now,
    newStream: () => `stream ${++streams}`,
    onError,
  });
  const hub = createHub(bus, onError);
  const callers = new Map(Object.entries(viewers).map(([name, viewer]) => [name, callerFor(name, viewer)]));
  const ended = new Set<(ids: readonly string[]) => void>();
  const sessions = {
    tickets: { isTicket: () => false },
    byToken: async (token: string) => callers.get(token) ?? null,
    bySession: async (id: string) => callers.get(id) ?? null,
    touch: async () => undefined,
    onEnded: (listener: (ids: readonly string[]) => void) => {
      ended.add(listener);
      return () => ended.delete(listener);
    },
    onChanged: () => () => undefined,
  } as unknown as SessionStore;
  const realtime = createRealtime({
    hub,
    run,
    bus,
    sessions,
    ticketsOnly: false,
    publicUrl: null,
    now: Date.now,
    onError,
  });
  const http = createServer();
  http.on('upgrade', (request, socket, head) => void realtime.accept(request, socket, head, '127.0.0.1'));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/realtime`;

  return {
    bus,
    owners,
    authority,
    hub,
    realtime,
    callers,
    truth: () => {
      const all = emptyState();
      for (const id of [1, 2, 3]) {
        const state = authority.pbx(id)?.state;
        if (state === undefined) continue;
        for (const table of Object.keys(all) as Table[])
          for (const [key, row] of state[table]) (all[table] as Map<string, unknown>).set(key, row);
      }
      return all;
    },
    loseBatches: (count) => (losing = count),
    endSession: (name) => {
      callers.delete(name);
      for (const listener of ended) listener([name]);
    },
    connect: (name, options = {}) => openClient(url, name, options),
    close: async () => {
      realtime.close();
      authority.close();
      hub.close();
      await bus.close();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
};
