// Serves the socket `/realtime`: decides who may open it and when it must close.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import type { RunCommand } from '../commands/commands.ts';
import type { Hub } from '../hub.ts';
import { PERSONAL_TOPIC } from '../../boards/notification/personal-topic.ts';
import { createSocketSession, type SocketSession } from './socket-session.ts';
import { CLOSE } from './socket-writer.ts';

export interface Realtime {
  /** Upgrades a request. `ip` is the client's address, also behind trusted proxies. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): Promise<void>;
  stats(): { readonly open: number; readonly cut: number };
  close(): void;
}

interface RealtimeParts {
  readonly hub: Hub;
  readonly run: RunCommand;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly sessions: SessionStore;
  readonly ticketsOnly: boolean;
  /** Build id of the page that this console serves. An open page of another build is out of date. */
  readonly build: string;
  /** Returns whether a page of this origin may open a socket. */
  readonly allowsOrigin: (headers: IncomingMessage['headers']) => boolean;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Increase this when older clients would misread the messages. */
const PROTOCOL = 1;
const MOST_MESSAGE_BYTES = 16_384;
/** How often sockets are checked for clients that do not read. */
const CHECK_MS = 1_000;
/** How often the sessions of open sockets are touched and checked. */
const SESSION_CHECK_MS = 50_000;

/** Returns the token and the frame style. The query holds a secret, so do not log or pass it on. */
const queryOf = (request: IncomingMessage): { readonly token: string; readonly batch: boolean } => {
  const { searchParams } = new URL(request.url ?? '/', 'http://console');
  return { token: searchParams.get('token') ?? '', batch: searchParams.get('batch') === '1' };
};

const refuseUpgrade = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

const createServer = (): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: {
      // The frames are compressed here, once for all sockets. `ws` only negotiates the extension and unpacks client messages.
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      serverMaxWindowBits: false as unknown as number,
      threshold: Number.MAX_SAFE_INTEGER,
    },
  });

/** Rechecks and closes open sockets as their sessions change and end, and passes personal messages on. Returns the end of it. */
const watchSessions = (
  open: ReadonlySet<SocketSession>,
  { sessions, bus, onError }: Pick<RealtimeParts, 'sessions' | 'bus' | 'onError'>,
): (() => void) => {
  const recheck = (affects: (s: SocketSession) => boolean): void => {
    for (const session of open) if (affects(session)) session.recheck().catch(onError);
  };
  // An open socket counts as use of its session. A session that ends by age sends no notice.
  const touchAll = (): void => {
    const bySession = Map.groupBy(open, (s) => s.sessionId);
    for (const [id, mine] of bySession)
      sessions
        .touch(id)
        .then(() => Promise.all(mine.map((s) => s.recheck())))
        .catch(onError);
  };
  const timer = setInterval(touchAll, SESSION_CHECK_MS).unref();
  const stopEnded = sessions.onEnded((ids) => {
    for (const session of open) if (ids.includes(session.sessionId)) session.close(CLOSE.noLonger);
  });
  const stopChanged = sessions.onChanged((news) => {
    if (news.kind === 'changed') recheck((s) => news.userIds.includes(s.userId));
    else recheck((s) => s.customerIds.some((id) => news.customerIds.includes(id)));
  });
  const stopPersonal = bus.subscribe(PERSONAL_TOPIC, ({ userId, message }) => {
    const text = JSON.stringify(message);
    for (const session of open) if (session.userId === userId) session.tell(text);
  });
  return () => {
    clearInterval(timer);
    stopEnded();
    stopChanged();
    stopPersonal();
  };
};

export const createRealtime = (parts: RealtimeParts): Realtime => {
  const { hub, run, sessions, now, onError } = parts;
  const server = createServer();
  const open = new Set<SocketSession>();
  let cut = 0;

  const callerOf = async (token: string, ip: string, userAgent: string): Promise<Caller | null> => {
    if (sessions.tickets.isTicket(token)) return sessions.byTicket(token, ip);
    return parts.ticketsOnly ? null : sessions.byToken(token, ip, userAgent);
  };
  const begin = (ws: WebSocket, socket: Duplex, caller: Caller, batch: boolean): void => {
    const session = createSocketSession(
      ws,
      socket,
      caller,
      { batch },
      { hub, run, look: sessions.bySession, now, onCut: () => cut++, onError },
    );
    open.add(session);
    session.tell(JSON.stringify({ Type: 3, Event: 'Welcome', protocol: PROTOCOL, Build: parts.build }), 'anyone');
    ws.on('close', () => open.delete(session));
    // The session may have ended since its token was checked, before this socket was listening.
    session.recheck().catch(onError);
  };

  const stopWatching = watchSessions(open, parts);
  const readTimer = setInterval(() => {
    for (const session of open) session.check(performance.now());
  }, CHECK_MS).unref();

  return {
    accept: async (request, socket, head, ip) => {
      if (!parts.allowsOrigin(request.headers)) return refuseUpgrade(socket, '403 Forbidden');
      const { token, batch } = queryOf(request);
      const caller = await callerOf(token, ip, String(request.headers['user-agent'] ?? '').slice(0, 400)).catch(
        (error: unknown) => {
          // The token is valid, but not from this address.
          if (error instanceof Refusal) return null;
          throw error;
        },
      );
      server.handleUpgrade(request, socket, head, (ws) => {
        ws.on('error', () => ws.terminate());
        // A close code needs an open socket, so an unknown caller gets one briefly.
        if (caller === null) ws.close(CLOSE.badToken);
        else begin(ws, socket, caller, batch);
      });
    },
    stats: () => ({ open: open.size, cut }),
    close: () => {
      clearInterval(readTimer);
      stopWatching();
      for (const session of open) {
        session.close(CLOSE.goingAway);
        session.terminate();
      }
    },
  };
};
