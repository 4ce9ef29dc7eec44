// The page's only live connection. The first page with live data starts it, and the end of the session closes it.
import { can } from '@ringside/core/access/ability.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { createWireReader } from '@ringside/core/live/wire-reader.ts';
import { API_BASE } from '../api/call.ts';
import { ProblemError } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';
import { realtimeTicket, userQuery } from '../api/session.ts';
import { onSignOut } from '../api/sign-out.ts';
import { getToken, onToken } from '../api/token.ts';
import { correctClock, createClockSync, onSecond, serverNow } from '../base/clock.ts';
import { noteBuild } from './build.ts';
import { createErrorBoard } from './error-board.ts';
import { takeFirstFigures } from './first-figures.ts';
import { announceInterruption, deliverPersonal } from './personal-news.ts';
import { type CommandResult } from './pending-commands.ts';
import { type SessionVerdict, TicketRefused } from './reconnect.ts';
import { createSocket, type Message } from './socket.ts';
import type { SocketState } from './socket-state.ts';
import { createLiveStore } from './store.ts';

const HIDDEN_MS = 1000;
/** Runs after the current task, so that all messages of a frame are one change. Hidden pages are drawn for nobody. */
const later = (run: () => void, ms: number): void => {
  if (document.hidden) setTimeout(run, HIDDEN_MS);
  else if (ms === 0) queueMicrotask(run);
  else setTimeout(run, ms);
};

export const store = createLiveStore({ now: serverNow, clock: () => performance.now(), later });
export const errors = createErrorBoard();

const stateListeners = new Set<() => void>();
let state: SocketState = { kind: 'idle' };
export const socketState = (): SocketState => state;
export const onSocketState = (listener: () => void): (() => void) => {
  stateListeners.add(listener);
  return () => {
    stateListeners.delete(listener);
  };
};

/** `/realtime` is next to the API's base path. */
const addressOf = (ticket: string): string => {
  const base = new URL(API_BASE, location.href);
  const url = new URL('/realtime', base);
  url.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = new URLSearchParams({ token: ticket, batch: '1' }).toString();
  return url.href;
};

const verdictOf = (error: unknown): SessionVerdict | null => {
  if (!(error instanceof ProblemError)) return null;
  return error.status === 401 ? 'signed-out' : error.status === 403 ? 'forbidden' : null;
};

/** Source of tickets, and the state of the session that requests them. */
export interface LiveSource {
  readonly ticket: () => Promise<string>;
  readonly checkSession: () => Promise<SessionVerdict>;
}

let early: Promise<string> | null = null;
const ticket = async (): Promise<string> => {
  const asked = early ?? source.ticket();
  early = null;
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'origin-refused') throw new TicketRefused('origin');
    if (verdictOf(error)) throw new TicketRefused('session');
    throw error;
  }
};

const checkUser = async (): Promise<SessionVerdict> => {
  if (getToken() === null) return 'signed-out';
  try {
    const { abilities } = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
    // Every signed-in user gets a ticket. Without this permission the console would close each connection.
    return can(abilities, 'read', 'live') ? 'ok' : 'forbidden';
  } catch (error) {
    const verdict = verdictOf(error);
    if (verdict) return verdict;
    throw error;
  }
};

const SIGNED_IN: LiveSource = { ticket: () => realtimeTicket(), checkSession: checkUser };
let source = SIGNED_IN;

const clock = createClockSync();
/** Minimum correction in ms. Smaller corrections would only make the seconds jump. */
const CLOCK_STEP = 250;

const follow = (events: readonly LiveEvent[]): void => {
  const now = Date.now();
  for (const e of events) if (e.kind !== 'server-snapshot' && e.kind !== 'queues-snapshot') clock.sample(e.at, now);
  const offset = clock.offsetMs();
  if (offset !== null && Math.abs(now + offset - serverNow()) > CLOCK_STEP) correctClock(now + offset);
};

let reader = createWireReader();
/** Whether the socket sent rows in this session. They are newer than the first figures. */
let filled = false;
/** Whether a connection was open before, so that the next one is a reconnect. */
let opened = false;
const receive = (messages: readonly Message[]): void => {
  const events = messages.flatMap((m) => reader.read(m));
  follow(events);
  filled ||= events.length > 0;
  store.apply(events);
  deliverPersonal(messages);
  for (const m of messages) if (m['Event'] === 'Welcome') noteBuild(m['Build']);
};

const socket = createSocket({
  ticket,
  checkSession: () => source.checkSession(),
  open: (token) => new WebSocket(addressOf(token)),
  onMessages: receive,
  onError: (m) => errors.raise(String(m['Message'] ?? ''), Number(m['server_id'] ?? 1)),
  onState: (next) => {
    state = next;
    for (const listener of stateListeners) listener();
  },
  onOpen: () => {
    reader = createWireReader();
    // Personal messages sent during the interruption were lost.
    if (opened) announceInterruption();
    opened = true;
  },
  onSettled: (servers) => store.keepOnly(servers, serverNow()),
  now: Date.now,
});

/** The first check runs one second after the page load, or at once on a page that is older. */
const FIRST_CHECK = 1000;

/** Shows the figures of the HTTP request until the socket's snapshot replaces them. */
const showFirstFigures = (messages: readonly Message[]): void => {
  if (filled) return;
  const first = createWireReader();
  store.apply(messages.flatMap((m) => first.read(m)));
  store.flush();
};

let begun = false;
/** Starts the live connection. Idempotent. Needs a signed-in user. */
export const startLive = (): void => {
  if (!begun) {
    begun = true;
    onSignOut(() => socket.stop('signed-out'));
    onToken((token) => {
      socket.stop('signed-out');
      store.clear();
      errors.dismissAll();
      filled = false;
      // The next user of this browser starts with an empty page.
      if (token !== null) socket.start(0);
    });
    onSecond(store.tick);
    watchSleep();
  }
  takeFirstFigures(showFirstFigures);
  if (state.kind === 'idle' || (state.kind === 'ended' && state.reason === 'signed-out')) {
    const wait = Math.max(0, FIRST_CHECK - performance.now());
    if (state.kind === 'idle' && early) return;
    // Requests the ticket during the wait. It is valid for 30 seconds.
    early = realtimeTicket();
    early.catch(() => undefined);
    socket.start(wait);
  }
};

/** Starts the live connection of a page without sign-in: a wallboard opened by its link. Runs once per page load. */
export const startLiveFrom = (other: LiveSource): void => {
  if (begun) return;
  begun = true;
  source = other;
  onSecond(store.tick);
  watchSleep();
  socket.start(0);
};

const SLEPT = 5000;
/** After sleep, background or network loss, a dead connection may still look open. */
const watchSleep = (): void => {
  let seen = Date.now();
  onSecond(() => {
    const now = Date.now();
    if (now - seen > SLEPT && !document.hidden) socket.probe();
    seen = now;
  });
  document.addEventListener('visibilitychange', () => {
    const heard = socket.lastMessageAt() ?? 0;
    if (!document.hidden && Date.now() - heard > SLEPT) socket.probe();
  });
  window.addEventListener('online', () => socket.probe());
};

export const retryNow = (): void => socket.retryNow();
export const lastMessageAt = (): number | null => socket.lastMessageAt();

/** Sends a command over the socket; never rejects. */
export const sendCommand = (
  serverId: number,
  action: string,
  fields: Readonly<Record<string, string | number | readonly string[]>>,
): Promise<CommandResult> => socket.command(action, { server_id: serverId, ...fields });
