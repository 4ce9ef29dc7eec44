// The live side without PBX and database: tests pass facts to the authority, and clients connect over real sockets on the loopback.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';
import { emptyState, type LiveState, type Table } from '@ringside/core/live/state.ts';
import { createWireReader } from '@ringside/core/live/wire-reader.ts';
import type { WireMessage } from '@ringside/core/live/wire-rows.ts';
import { createInProcessBus } from '../../platform/bus/in-process.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import { createAuthority, type Authority } from '../authority.ts';
import type { RunCommand } from '../commands/commands.ts';
import type { EventStore } from '../event-store.ts';
import { createHub, type Hub } from '../hub.ts';
import { busFeed, LIVE_TOPIC, SNAPSHOT_REQUEST } from '../live-batch.ts';
import { createOwners, type Owners } from '../owners.ts';
import { createRealtime, type Realtime } from '../socket/realtime.ts';

/** Stores events in memory. */
export const memoryStore = (): EventStore & { readonly events: LiveEvent[] } => {
  const events: LiveEvent[] = [];
  const counted: EventStore['countedSince'] = async (serverId, queue, since, upTo) =>
    events
      .slice(0, upTo)
      .filter((e) => e.serverId === serverId && e.at >= since)
      .filter((e) => queue === null || ('queue' in e ? e.queue : e.kind === 'member' ? e.row.queue : null) === queue);
  return {
    events,
    append: (more) => void events.push(...more),
    flush: async () => undefined,
    countedSoFar: (serverId, queue, since) => counted(serverId, queue, since, events.length),
    lastId: () => events.length,
    countedSince: counted,
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
  /** Requests all rows. The state is exact once the answer has come. */
  sync(): Promise<void>;
  /** Resolves when all messages sent by the console so far have arrived. */
  caughtUp(): Promise<void>;
}

export interface LiveHarness {
  readonly bus: Bus;
  readonly owners: Owners;
  readonly authority: Authority;
  readonly hub: Hub;
  readonly realtime: Realtime;
  readonly callers: Map<string, Caller>;
  /** The authority's rows of all PBXs. */
  truth(): LiveState;
  /** Drops the next batches on their way to the hub, as if a node were cut off. */
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

/** Sessions of callers whose name is their token. `end` announces the end of a session. */
const sessionsOf = (callers: Map<string, Caller>) => {
  const listeners = new Set<(ids: readonly string[]) => void>();
  const store = {
    tickets: { isTicket: () => false },
    byToken: async (token: string) => callers.get(token) ?? null,
    bySession: async (id: string) => callers.get(id) ?? null,
    touch: async () => undefined,
    onEnded: (listener: (ids: readonly string[]) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onChanged: () => () => undefined,
  } as unknown as SessionStore;
  return {
    store,
    end: (name: string): void => {
      callers.delete(name);
      for (const listener of listeners) listener([name]);
    },
  };
};

/** A bus that can drop the next live batches. */
const lossyBus = (bus: Bus) => {
  let losing = 0;
  return {
    bus: {
      ...bus,
      publish: (topic, message) => {
        if (topic === LIVE_TOPIC && losing > 0) losing--;
        else bus.publish(topic, message);
      },
    } satisfies Bus,
    lose: (count: number): void => void (losing = count),
  };
};

const listen = async (realtime: Realtime) => {
  const http = createServer();
  http.on('upgrade', (request, socket, head) => void realtime.accept(request, socket, head, '127.0.0.1'));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/realtime`,
    close: () => new Promise<void>((resolve) => http.close(() => resolve())),
  };
};

/** The rows of the PBX servers 1 to 3 together. */
const stateOfAll = (authority: Authority): LiveState => {
  const all = emptyState();
  for (const id of [1, 2, 3]) {
    const state = authority.pbx(id)?.state;
    if (state === undefined) continue;
    for (const table of Object.keys(all) as Table[])
      for (const [key, row] of state[table]) (all[table] as Map<string, unknown>).set(key, row);
  }
  return all;
};

const throwError = (error: unknown): void => {
  throw error;
};

/** `viewers` by name. The name is also the token. */
export const openLiveHarness = async (
  viewers: Readonly<Record<string, Viewer>>,
  run: RunCommand = async () => ({ message: 'done', confirmed: true, space: null }),
): Promise<LiveHarness> => {
  const bus = createInProcessBus(throwError);
  const lossy = lossyBus(bus);
  const owners = createOwners();
  const store = memoryStore();
  let epochs = 0;
  const authority = createAuthority({
    ...{ owners, counted: store, now: Date.now, onError: throwError },
    publish: (batch) => {
      store.append(batch.events);
      lossy.bus.publish(LIVE_TOPIC, batch);
    },
    report: () => undefined,
    newEpoch: () => ++epochs,
    dayEnded: () => undefined,
  });
  bus.serve(SNAPSHOT_REQUEST, async ({ serverId }) => authority.snapshot(serverId));
  const hub = createHub(busFeed(bus), throwError);
  const callers = new Map(Object.entries(viewers).map(([name, viewer]) => [name, callerFor(name, viewer)]));
  const sessions = sessionsOf(callers);
  const realtime = createRealtime({
    ...{ hub, run, bus, sessions: sessions.store, now: Date.now, onError: throwError },
    ticketsOnly: false,
    allowsOrigin: () => true,
    build: 'test',
  });
  const http = await listen(realtime);

  return {
    ...{ bus, owners, authority, hub, realtime, callers },
    truth: () => stateOfAll(authority),
    loseBatches: lossy.lose,
    endSession: sessions.end,
    connect: (name, options = {}) => openClient(http.url, name, options),
    close: async () => {
      realtime.close();
      authority.close();
      hub.close();
      await bus.close();
      await http.close();
    },
  };
};
