// The socket `/realtime`: who may open it, and when it must close.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Caller } from '../http/context.ts';
import { Refusal } from '../http/errors.ts';
import type { Bus } from '../bus/bus.ts';
import type { SessionStore } from '../sessions/store.ts';
import type { RunCommand } from './commands.ts';
import type { Hub } from './hub.ts';
import { PERSONAL_TOPIC, type PersonalMessage } from './live-batch.ts';
import { createSocketSession, type SocketSession } from './socket-session.ts';
import { CLOSE } from './socket-writer.ts';

export interface Realtime {
  /** `ip`: of the client, behind trusted proxies too. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): Promise<void>;
  stats(): { readonly open: number; readonly cut: number };
  close(): void;
}

export interface RealtimeParts {
  readonly hub: Hub;
  readonly run: RunCommand;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly sessions: SessionStore;
  readonly ticketsOnly: boolean;
  /** Origin under which people reach the console, when it is set. */
  readonly publicUrl: string | null;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const MOST_MESSAGE_BYTES = 16_384;
const HEARTBEAT_MS = 25_000;
/** An open socket is use of its session, and the session may end without a word (too old). */
const LOOK_EVERY_BEATS = 2;

const originAllowed = (request: IncomingMessage, publicUrl: string | null): boolean => {
  const { origin, host } = request.headers;
  // Programs send none; browsers always do.
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== null && new URL(publicUrl).origin === origin);
};

/** The token, and whether frames are arrays. The query goes nowhere else: it holds a secret. */
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
      // Frames are compressed by ourselves, once for all; `ws` only agrees on it and unpacks what clients send.
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      serverMaxWindowBits: false as unknown as number,
      threshold: Number.MAX_SAFE_INTEGER,
    },
  });

/** Pings, and ends who did not answer the one before. */
const createHeart = (ws: WebSocket) => {
  let answered = true;
  ws.on('pong', () => (answered = true));
  return (): void => {
    if (!answered) return ws.terminate();
    answered = false;
    if (ws.readyState === ws.OPEN) ws.ping();
  };
};

export const createRealtime = (parts: RealtimeParts): Realtime => {
  const { hub, run, sessions, now, onError } = parts;
  const server = createServer();
  const open = new Map<SocketSession, () => void>();
  let cut = 0;
  let beats = 0;

  const callerOf = async (token: string, ip: string, userAgent: string): Promise<Caller | null> => {
    if (sessions.tickets.isTicket(token)) return sessions.byTicket(token, ip);
    return parts.ticketsOnly ? null : sessions.byToken(token, ip, userAgent);
  };
  const recheckAll = (which: (s: SocketSession) => boolean): void => {
    for (const session of open.keys()) if (which(session)) session.recheck().catch(onError);
  };

  const begin = (ws: WebSocket, socket: Duplex, caller: Caller, batch: boolean): void => {
    const session = createSocketSession(
      ws,
      socket,
      caller,
      { batch },
      { hub, run, look: sessions.bySession, now, onCut: () => cut++, onError },
    );
    open.set(session, createHeart(ws));
    ws.on('close', () => open.delete(session));
    // What ended between the look at the token and this moment was announced before anybody listened.
    session.recheck().catch(onError);
  };

  const beat = (): void => {
    for (const heart of open.values()) heart();
    if (++beats % LOOK_EVERY_BEATS !== 0) return;
    const bySession = Map.groupBy(open.keys(), (s) => s.sessionId);
    for (const [id, mine] of bySession)
      sessions
        .touch(id)
        .then(() => Promise.all(mine.map((s) => s.recheck())))
        .catch(onError);
  };
  const timer = setInterval(beat, HEARTBEAT_MS).unref();
  const stopEnded = sessions.onEnded((ids) => {
    for (const session of open.keys()) if (ids.includes(session.sessionId)) session.close(CLOSE.noLonger);
  });
  const stopChanged = sessions.onChanged((news) => {
    if (news.kind === 'changed') recheckAll((s) => news.userIds.includes(s.userId));
    else recheckAll((s) => s.customerIds.some((id) => news.customerIds.includes(id)));
  });

  const stopPersonal = parts.bus.subscribe(PERSONAL_TOPIC, (news) => {
    const { userId, message } = news as PersonalMessage;
    const text = JSON.stringify(message);
    for (const session of open.keys()) if (session.userId === userId) session.tell(text);
  });

  return {
    accept: async (request, socket, head, ip) => {
      if (!originAllowed(request, parts.publicUrl)) return refuseUpgrade(socket, '403 Forbidden');
      const { token, batch } = queryOf(request);
      const caller = await callerOf(token, ip, String(request.headers['user-agent'] ?? '').slice(0, 400)).catch(
        (error: unknown) => {
          // Known, but not from this address.
          if (error instanceof Refusal) return null;
          throw error;
        },
      );
      server.handleUpgrade(request, socket, head, (ws) => {
        ws.on('error', () => ws.terminate());
        // A close code needs an open socket: who is not known gets one for that long.
        if (caller === null) ws.close(CLOSE.badToken);
        else begin(ws, socket, caller, batch);
      });
    },
    stats: () => ({ open: open.size, cut }),
    close: () => {
      clearInterval(timer);
      stopEnded();
      stopChanged();
      stopPersonal();
      for (const session of open.keys()) {
        session.close(CLOSE.goingAway);
        session.terminate();
      }
    },
  };
};
