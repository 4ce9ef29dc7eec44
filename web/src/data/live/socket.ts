import { createLiveness } from './liveness.ts';
import { createPendingCommands, type CommandResult, type PendingCommands } from './pending-commands.ts';
import { createReconnect, type SessionVerdict } from './reconnect.ts';
import type { SocketState } from './socket-state.ts';
import { createSyncWatch, type SyncWatch } from './sync-watch.ts';

export type Message = Readonly<Record<string, unknown>>;

/** Returns the messages of a frame: one object or an array of objects. Ignores anything else. */
const readFrame = (data: unknown): readonly Message[] => {
  if (typeof data !== 'string') return [];
  try {
    const read: unknown = JSON.parse(data);
    const list: readonly unknown[] = Array.isArray(read) ? read : [read];
    return list.filter((m): m is Message => typeof m === 'object' && m !== null && !Array.isArray(m));
  } catch {
    return [];
  }
};

interface SocketSetup {
  /** Requests a single-use ticket. Rejects when none is available. */
  readonly ticket: () => Promise<string>;
  readonly open: (ticket: string) => WebSocket;
  /** Asks the console whether the session is still valid. Rejects when the console is unreachable. */
  readonly checkSession: () => Promise<SessionVerdict>;
  readonly onMessages: (messages: readonly Message[]) => void;
  /** Called with a Type 4 Error that answers no command of this page. */
  readonly onError: (message: Message) => void;
  readonly onState: (state: SocketState) => void;
  /** Called for a new connection. The next messages are a snapshot. */
  readonly onOpen: () => void;
  /** Called when all present servers have announced themselves. Other servers no longer exist. */
  readonly onSettled: (servers: ReadonlySet<number>) => void;
  /** Returns epoch ms on this browser's clock. */
  readonly now: () => number;
}

export interface LiveSocket {
  /** Connects after `delayMs`. */
  start(delayMs: number): void;
  /** Closes the connection (code 1000). It stays closed until `start`. */
  stop(reason: 'closed' | 'signed-out'): void;
  /** Skips the delay before the next attempt. */
  retryNow(): void;
  /** Checks that the connection is alive after sleep or background. */
  probe(): void;
  command(action: string, fields: Message): Promise<CommandResult>;
  lastMessageAt(): number | null;
}

const OPENING_COMMANDS = ['Queues', 'CoreStatus', 'QueueStatus'];
const COMMANDS_AFTER = 400;
/** Time limit of the initial snapshots, in ms. */
const SYNC_LIMIT = 3000;
const SETTLED_AFTER = 5000;
const OPEN_LIMIT = 10_000;
const COMMAND_LIMIT = 15_000;
/** Internal close code: the other end no longer answers. */
const DEAD = 4000;

/** One timer for each name. Setting a timer again replaces the earlier one. */
interface NamedTimers<Name extends string> {
  later(name: Name, ms: number, run: () => void): void;
  clear(name: Name): void;
  clearAll(): void;
}

const createNamedTimers = <Name extends string>(): NamedTimers<Name> => {
  const timers = new Map<Name, ReturnType<typeof setTimeout>>();
  return {
    later: (name, ms, run) => {
      clearTimeout(timers.get(name));
      timers.set(name, setTimeout(run, ms));
    },
    clear: (name) => clearTimeout(timers.get(name)),
    clearAll: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
};

/** Settles commands, passes on the messages of a frame, and follows the first snapshots of a connection. */
const createFrameReader = (setup: SocketSetup, pending: PendingCommands) => {
  let watch: SyncWatch = createSyncWatch();
  return {
    restart: (): void => {
      watch = createSyncWatch();
    },
    /** Servers that announced themselves on this connection. */
    servers: (): ReadonlySet<number> => watch.servers,
    /** Returns whether every server has sent its first snapshots. */
    read: (data: unknown): boolean => {
      const messages = readFrame(data);
      for (const m of messages) {
        if (m['Type'] !== 4) continue;
        const ours = m['ActionID'] !== undefined && pending.settle(m);
        if (!ours && m['Response'] === 'Error') setup.onError(m);
      }
      setup.onMessages(messages);
      // Reads the whole frame first, because its last message may announce another server.
      let complete = false;
      for (const m of messages) complete = watch.see(m);
      return complete;
    },
  };
};

interface SocketEvents {
  opened(): void;
  received(data: unknown): void;
  closed(code: number): void;
}

/** Passes the events of a connection on while it is the current one. An error closes it. */
const listen = (socket: WebSocket, isCurrent: () => boolean, { opened, received, closed }: SocketEvents): void => {
  socket.onopen = () => isCurrent() && opened();
  socket.onmessage = (e: MessageEvent) => isCurrent() && received(e.data);
  socket.onclose = (e: CloseEvent) => isCurrent() && closed(e.code);
  socket.onerror = () => isCurrent() && socket.close();
};

/**
 * Creates the connection to `/realtime`: a new ticket for each attempt, three commands 400 ms after opening, probes when the connection is
 * quiet, and commands matched with their answers. `createReconnect` decides when to connect.
 */
export const createSocket = (setup: SocketSetup): LiveSocket => {
  const pending = createPendingCommands(COMMAND_LIMIT);
  const frames = createFrameReader(setup, pending);
  const timers = createNamedTimers<'next' | 'commands' | 'sync' | 'settled' | 'quiet'>();
  let socket: WebSocket | null = null;
  let lastMessageAt: number | null = null;
  const send = (message: Message): void => {
    if (socket?.readyState === 1) socket.send(JSON.stringify({ method: 'cmd', ...message }));
  };
  const attach = (ticket: string, isCurrent: () => boolean): void => {
    const opening = setup.open(ticket);
    socket = opening;
    frames.restart();
    // A network that drops every packet can keep an opening pending for minutes.
    timers.later('sync', OPEN_LIMIT, () => {
      opening.close();
      if (isCurrent()) reconnect.retry(DEAD);
    });
    listen(opening, isCurrent, { opened, received, closed: reconnect.closed });
  };
  const detach = (): WebSocket | null => {
    timers.clearAll();
    pending.lose();
    const old = socket;
    socket = null;
    return old;
  };
  const reconnect = createReconnect({ setup, attach, detach, later: (ms, run) => timers.later('next', ms, run) });
  const { states } = reconnect;
  const opened = (): void => {
    states.syncing();
    setup.onOpen();
    alive();
    timers.later('commands', COMMANDS_AFTER, () => OPENING_COMMANDS.forEach((action) => send({ action })));
    timers.later('sync', COMMANDS_AFTER + SYNC_LIMIT, synced);
    timers.later('settled', COMMANDS_AFTER + SETTLED_AFTER, () => setup.onSettled(frames.servers()));
  };
  const synced = (): void => {
    if (states.live()) timers.clear('sync');
  };
  const giveUp = (): (() => void) => {
    const asked = socket;
    return () => {
      if (asked !== socket) return;
      asked?.close(DEAD);
      // On a dead network `close` gets no answer, so the page does not wait for it.
      if (asked === socket) reconnect.retry(DEAD);
    };
  };
  const liveness = createLiveness({
    later: (ms, run) => timers.later('quiet', ms, run),
    states,
    question: () => send({ action: 'Queues' }),
    giveUp,
  });
  const alive = (): void => {
    lastMessageAt = setup.now();
    liveness.heard();
  };

  const received = (data: unknown): void => {
    alive();
    if (frames.read(data)) synced();
  };

  const { start, stop, retryNow } = reconnect;
  return {
    ...{ start, stop, retryNow },
    probe: () => (states.current().kind === 'waiting' ? retryNow() : liveness.probe()),
    command: async (action, fields) => {
      if (states.current().kind !== 'live') return { kind: 'offline' };
      const { id, result } = pending.open();
      send({ ...fields, action, ActionID: id });
      return result;
    },
    lastMessageAt: () => lastMessageAt,
  };
};
