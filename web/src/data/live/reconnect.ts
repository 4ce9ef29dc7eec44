import type { SocketState } from './socket-state.ts';

/** Answer of the console when a ticket is refused or a connection is closed because of the session. */
export type SessionVerdict = 'ok' | 'signed-out' | 'forbidden';

const FIRST_DELAY = 2000;
const DELAY_AFTER_OPEN = 1000;
const DELAY_STEP = 1000;
const LONGEST_DELAY = 3000;

/** The console refused the ticket for a reason that no retry will change. */
export class TicketRefused extends Error {
  override readonly name = 'TicketRefused';
  /** `origin`: the page's address is not one that the console accepts. */
  readonly because: 'session' | 'origin';
  constructor(because: 'session' | 'origin' = 'session') {
    super();
    this.because = because;
  }
}

interface ReconnectParts {
  readonly setup: {
    readonly ticket: () => Promise<string>;
    readonly checkSession: () => Promise<SessionVerdict>;
    readonly onState: (state: SocketState) => void;
    readonly now: () => number;
  };
  /** Opens a connection. Its events count only while `isCurrent` returns true. */
  readonly attach: (ticket: string, isCurrent: () => boolean) => void;
  /** Stops all timers and detaches the connection, which it returns without closing it. */
  readonly detach: () => WebSocket | null;
  readonly later: (ms: number, connect: () => void) => void;
}

/** The state that the page shows, and the delay before the next attempt. */
const createStates = (onState: (state: SocketState) => void, now: () => number) => {
  let state: SocketState = { kind: 'idle' };
  let delay = FIRST_DELAY;
  let attempt = 0;
  /** The console asked for a new connection, and no error has occurred since. */
  let renewal = false;
  const become = (next: SocketState): void => {
    state = next;
    onState(next);
  };
  return {
    become,
    current: (): SocketState => state,
    idle: (): void => {
      delay = FIRST_DELAY;
      attempt = 0;
      become({ kind: 'idle' });
    },
    connecting: (): void => become({ kind: 'connecting', attempt, renewal }),
    syncing: (): void => {
      delay = DELAY_AFTER_OPEN;
      become({ kind: 'syncing', attempt, renewal });
    },
    /** The first snapshots are complete. Returns false if the connection was not waiting for them. */
    live: (): boolean => {
      if (state.kind !== 'syncing') return false;
      attempt = 0;
      renewal = false;
      become({ kind: 'live' });
      return true;
    },
    /** Returns the delay before the next attempt, in ms. */
    waiting: (closeCode: number, renews: boolean): number => {
      renewal = renews;
      const wait = delay;
      delay = Math.min(delay + DELAY_STEP, LONGEST_DELAY);
      attempt++;
      become({ kind: 'waiting', attempt, retryAt: now() + wait, closeCode, renewal });
      return wait;
    },
  };
};

/**
 * Decides when the page connects. After any close but 1000 it tries again in 2 s (1 s after a successful open), and one
 * second later after each failure, at most 3 s.
 */
export const createReconnect = ({ setup, attach, detach, later }: ReconnectParts) => {
  const states = createStates(setup.onState, setup.now);
  const kind = (): SocketState['kind'] => states.current().kind;
  /** Number of the connection attempt. Events of older attempts are ignored. */
  let round = 0;

  const end = (reason: 'closed' | 'signed-out' | 'forbidden' | 'origin'): void => {
    round++;
    const old = detach();
    states.become({ kind: 'ended', reason });
    old?.close(1000);
  };
  const retry = (closeCode: number, renews = false): void => {
    round++;
    detach();
    later(states.waiting(closeCode, renews), connect);
  };
  /** Checks the session before it tries again, because the console rejected it. */
  const recheck = async (code: number): Promise<void> => {
    const changed = code === 4403 && kind() === 'live';
    retry(code, changed);
    const mine = round;
    const verdict = await setup.checkSession().catch((): null => null);
    if (mine !== round) return;
    if (verdict !== null && verdict !== 'ok') end(verdict);
    // The session is valid but its permissions changed.
    else if (verdict === 'ok' && changed) connect();
  };
  const connect = (): void => {
    const mine = ++round;
    detach();
    states.connecting();
    const isCurrent = (): boolean => mine === round;
    setup.ticket().then(
      (ticket) => isCurrent() && attach(ticket, isCurrent),
      async (error: unknown) => {
        if (!isCurrent()) return;
        if (!(error instanceof TicketRefused)) return retry(0);
        if (error.because === 'origin') return end('origin');
        await recheck(4401);
      },
    );
  };

  return {
    states,
    retry,
    closed: (code: number): void => {
      if (code === 1000) end('closed');
      else if (code === 4401 || code === 4403) void recheck(code);
      else retry(code);
    },
    start: (delayMs: number): void => {
      if (kind() !== 'idle' && kind() !== 'ended') return;
      states.idle();
      later(delayMs, connect);
    },
    stop: (reason: 'closed' | 'signed-out'): void => {
      if (kind() !== 'ended') end(reason);
    },
    retryNow: (): void => {
      if (kind() === 'waiting' || kind() === 'ended') connect();
    },
  };
};
