import { createLiveness } from './liveness.ts';
import { createNamedTimers } from './named-timers.ts';
import { createPendingCommands, type CommandResult, type Reply } from './pending-commands.ts';
import { type Message, readFrame } from './read-frame.ts';
import type { SocketState } from './socket-state.ts';
import { createSyncWatch, type SyncMessage, type SyncWatch } from './sync-watch.ts';

export type { Message };

/** How the session stands when a ticket is refused or the console closes the connection for it. */
export type SessionVerdict = 'ok' | 'signed-out' | 'forbidden';

export interface SocketSetup {
  /** Asks for a single-use ticket; rejects when there is none to have. */
  readonly ticket: () => Promise<string>;
  readonly open: (ticket: string) => WebSocket;
  /** Asks the console whether the session still stands; rejects when it cannot be reached. */
  readonly checkSession: () => Promise<SessionVerdict>;
  readonly onMessages: (messages: readonly Message[]) => void;
  /** A Type 4 Error that answers no command of this page. */
  readonly onError: (message: Message) => void;
  readonly onState: (state: SocketState) => void;
  /** A new connection begins: what comes next is a snapshot. */
  readonly onOpen: () => void;
  /** Every server that is there has announced itself; others are gone. */
  readonly onSettled: (servers: ReadonlySet<number>) => void;
  /** Epoch ms on this browser's clock. */
  readonly now: () => number;
}

export interface LiveSocket {
  /** First check after `delayMs`. */
  start(delayMs: number): void;
  /** Closes for good (1000): nothing reconnects until `start`. */
  stop(reason: 'closed' | 'signed-out'): void;
  /** Does not wait for the next try. */
  retryNow(): void;
  /** The page came back from sleep or from the background: makes sure that the connection still lives. */
  probe(): void;
  command(action: string, fields: Message): Promise<CommandResult>;
  lastMessageAt(): number | null;
}

const COMMANDS_AFTER = 400;
const FIRST_DELAY = 2000;
const DELAY_AFTER_OPEN = 1000;
const DELAY_STEP = 1000;
const LONGEST_DELAY = 3000;
/** Snapshots that did not come by then will not: the page stops waiting for them. */
const SYNC_LIMIT = 3000;
const SETTLED_AFTER = 5000;
const OPEN_LIMIT = 10_000;
const COMMAND_LIMIT = 15_000;
/** Own close code: the other end no longer answers. */
const DEAD = 4000;

/** The console refused the ticket for a reason that no retry will change. */
export class TicketRefused extends Error {
  override readonly name = 'TicketRefused';
}

/**
 * The connection to `/realtime`: a fresh ticket each time, three opening commands 400 ms after the opening, reconnects
 * after any close but 1000 (2 s, or 1 s after a successful open, then one more each time up to 3 s), probes when it is
 * quiet, and pairs commands with their answers.
 */
export const createSocket = (setup: SocketSetup): LiveSocket => {
  const pending = createPendingCommands(COMMAND_LIMIT);
  let state: SocketState = { kind: 'idle' };
  let socket: WebSocket | null = null;
  let watch: SyncWatch = createSyncWatch();
  let delay = FIRST_DELAY;
  let attempt = 0;
  /** The console asked for another connection, and nothing went wrong since. */
  let renewal = false;
  let lastMessageAt: number | null = null;
  /** Each connection attempt has its own number: whatever an older one still says is not heard. */
  let round = 0;
  const timers = createNamedTimers<'next' | 'commands' | 'sync' | 'settled' | 'quiet'>();
  const { later } = timers;
  const become = (next: SocketState): void => {
    state = next;
    setup.onState(next);
  };
  const send = (message: Message): void => {
    if (socket?.readyState === 1) socket.send(JSON.stringify({ method: 'cmd', ...message }));
  };

  const end = (reason: 'closed' | 'signed-out' | 'forbidden'): void => {
    round++;
    timers.clearAll();
    pending.lose();
    const old = socket;
    socket = null;
    become({ kind: 'ended', reason });
    old?.close(1000);
  };

  const retry = (closeCode: number, renews = false): void => {
    renewal = renews;
    round++;
    timers.clearAll();
    pending.lose();
    socket = null;
    const wait = delay;
    delay = Math.min(delay + DELAY_STEP, LONGEST_DELAY);
    attempt++;
    become({ kind: 'waiting', attempt, retryAt: setup.now() + wait, closeCode, renewal });
    later('next', wait, connect);
  };

  const closed = (code: number): void => {
    if (code === 1000) end('closed');
    else if (code === 4401 || code === 4403) void recheck(code);
    else retry(code);
  };

  /** The console no longer takes this session's word: is there still a session, before anything is tried again? */
  const recheck = async (code: number): Promise<void> => {
    const changed = code === 4403 && state.kind === 'live';
    retry(code, changed);
    const mine = round;
    const verdict = await setup.checkSession().catch((): null => null);
    if (mine !== round) return;
    if (verdict !== null && verdict !== 'ok') end(verdict);
    // It stands, with other rights.
    else if (verdict === 'ok' && changed) connect();
  };

  const connect = (): void => {
    const mine = ++round;
    timers.clearAll();
    become({ kind: 'connecting', attempt, renewal });
    setup.ticket().then(
      (ticket) => mine === round && attach(ticket, mine),
      async (error: unknown) => {
        if (mine !== round) return;
        if (!(error instanceof TicketRefused)) return retry(0);
        await recheck(4401);
      },
    );
  };

  const attach = (ticket: string, mine: number): void => {
    const opening = setup.open(ticket);
    socket = opening;
    watch = createSyncWatch();
    // A network that swallows everything lets an opening hang for minutes.
    later('sync', OPEN_LIMIT, () => {
      opening.close();
      if (mine === round) retry(DEAD);
    });
    opening.onopen = () => mine === round && opened();
    opening.onmessage = (e: MessageEvent) => mine === round && received(e.data);
    opening.onclose = (e: CloseEvent) => mine === round && closed(e.code);
    opening.onerror = () => mine === round && opening.close();
  };

  const opened = (): void => {
    delay = DELAY_AFTER_OPEN;
    become({ kind: 'syncing', attempt, renewal });
    setup.onOpen();
    heard();
    later('commands', COMMANDS_AFTER, () => {
      send({ action: 'Queues' });
      send({ action: 'CoreStatus' });
      send({ action: 'QueueStatus' });
    });
    later('sync', COMMANDS_AFTER + SYNC_LIMIT, synced);
    later('settled', COMMANDS_AFTER + SETTLED_AFTER, () => setup.onSettled(watch.servers));
  };

  const synced = (): void => {
    if (state.kind !== 'syncing') return;
    timers.clear('sync');
    attempt = 0;
    renewal = false;
    become({ kind: 'live' });
  };

  const liveness = createLiveness({
    later: (ms, run) => later('quiet', ms, run),
    kind: () => state.kind,
    become: (kind) => become({ kind }),
    question: () => send({ action: 'Queues' }),
    giveUp: () => {
      const asked = socket;
      return () => {
        if (asked !== socket) return;
        asked?.close(DEAD);
        // A dead network keeps `close` from being answered; the page does not wait for it.
        if (asked === socket) retry(DEAD);
      };
    },
  });
  const heard = (): void => {
    lastMessageAt = setup.now();
    liveness.heard();
  };

  const received = (data: unknown): void => {
    heard();
    const messages = readFrame(data);
    for (const m of messages) {
      if (m['Type'] !== 4) continue;
      const ours = m['ActionID'] !== undefined && pending.settle(m as Reply);
      if (!ours && m['Response'] === 'Error') setup.onError(m);
    }
    setup.onMessages(messages);
    // The whole frame first: its last message may still announce another server.
    let complete = false;
    for (const m of messages) complete = watch.see(m as SyncMessage);
    if (complete) synced();
  };

  return {
    start: (delayMs) => {
      if (state.kind !== 'idle' && state.kind !== 'ended') return;
      delay = FIRST_DELAY;
      attempt = 0;
      become({ kind: 'idle' });
      later('next', delayMs, connect);
    },
    stop: (reason) => {
      if (state.kind !== 'ended') end(reason);
    },
    retryNow: () => {
      if (state.kind === 'waiting' || state.kind === 'ended') connect();
    },
    probe: () => (state.kind === 'waiting' ? connect() : liveness.probe()),
    command: async (action, fields) => {
      if (state.kind !== 'live') return { kind: 'offline' };
      const { id, result } = pending.open();
      send({ ...fields, action, ActionID: id });
      return result;
    },
    lastMessageAt: () => lastMessageAt,
  };
};
