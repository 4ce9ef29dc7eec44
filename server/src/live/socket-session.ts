// One open socket: what it asks, and what may be written to it.
import type { Duplex } from 'node:stream';
import { can } from '@ringside/core/access/ability.ts';
import { LIVE_ACTIONS, readLiveCommand, type LiveCommand } from '@ringside/core/contract/live.ts';
import { errorMap } from '@ringside/core/contract/wording.ts';
import { viewerKey } from '@ringside/core/live/scope.ts';
import type { WebSocket } from 'ws';
import type { Caller } from '../http/context.ts';
import { Refusal } from '../http/errors.ts';
import { answersOf, askedKey, serversFor, type Asked } from './answers.ts';
import type { Listener } from './audience.ts';
import type { RunCommand } from './commands.ts';
import { textFrame } from './frame.ts';
import type { Hub } from './hub.ts';

export const CLOSE = { goingAway: 1001, policy: 1008, badToken: 4401, noLonger: 4403, tooSlow: 4408 } as const;

export interface SocketSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly customerId: string | null;
  /** Looks again whether the session stands with the same rights; closes (4403) when not. */
  recheck(): Promise<void>;
  close(code: number): void;
  /** Closes without waiting for an answer. */
  terminate(): void;
}

export interface SocketParts {
  readonly hub: Hub;
  readonly run: RunCommand;
  /** The caller as he is now, or null. */
  readonly look: (sessionId: string) => Promise<Caller | null>;
  readonly now: () => number;
  readonly onCut: () => void;
  readonly onError: (error: unknown) => void;
}

/** More than that unread, and the reader is cut: it begins anew from a snapshot. */
const MOST_UNREAD_BYTES = 1_048_576;
/** So long a cut reader may take to read the reason. */
const FAREWELL_MS = 3_000;
/** Messages a second, and how many may come at once. */
const RATE = 20;
const BURST = 60;
const MOST_RUNNING = 8;

const READS: Readonly<Record<string, Asked>> = {
  queues: 'Queues',
  corestatus: 'CoreStatus',
  queuestatus: 'QueueStatus',
};

type Message = Readonly<Record<string, unknown>>;

const parse = (data: string): Message | null => {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : null;
  } catch {
    return null;
  }
};

const rightsOf = (caller: Caller): string => JSON.stringify([viewerKey(caller.viewer), caller.abilities]);

/** As AMI, numbers may come as text; what is no server's number is no server. */
const serverIdOf = (m: Message): number | null => {
  const value = m['server_id'] ?? m['serverId'];
  return value === undefined || value === null || value === '' ? null : Number(value);
};
const actionIdOf = (m: Message): string | null => {
  const value = m['ActionID'];
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 128) : null;
};

const createAllowance = (now: () => number): (() => boolean) => {
  let left = BURST;
  let at = now();
  return () => {
    const later = now();
    left = Math.min(BURST, left + ((later - at) * RATE) / 1000) - 1;
    at = later;
    if (left >= 0) return true;
    left = Math.max(left, -BURST);
    return false;
  };
};

/** Writes prepared frames beside `ws`, which itself sends control frames alone, each in one piece. */
const createWriter = (ws: WebSocket, socket: Duplex, onCut: () => void) => {
  let closing = false;
  /** Of a snapshot that is still on its way. */
  let extra = 0;
  const close = (code: number): void => {
    if (closing) return;
    closing = true;
    ws.close(code);
    setTimeout(() => ws.terminate(), FAREWELL_MS).unref();
  };
  return {
    close,
    isClosing: () => closing,
    write: (frames: Buffer, snapshot: boolean): void => {
      if (closing || ws.readyState !== ws.OPEN) return;
      const unread = socket.writableLength;
      if (unread === 0) extra = 0;
      if (unread > MOST_UNREAD_BYTES + extra) {
        onCut();
        return close(CLOSE.tooSlow);
      }
      if (snapshot) extra = Math.min(extra + frames.length, 16 * MOST_UNREAD_BYTES);
      socket.write(frames);
    },
  };
};

/** Rejections of a command in the words of the socket. */
const wordsOf = (error: unknown): string =>
  error instanceof Refusal
    ? error.detail || [error.message, ...error.errors.map((e) => e.path)].join(': ')
    : 'The console failed to do it';

export const createSocketSession = (
  ws: WebSocket,
  socket: Duplex,
  caller: Caller,
  style: { readonly batch: boolean },
  parts: SocketParts,
): SocketSession => {
  const { hub, look, now } = parts;
  const rights = rightsOf(caller);
  const { viewer, sessionId, userId, customerId } = caller;
  const writer = createWriter(ws, socket, parts.onCut);
  const listener: Listener = {
    batch: style.batch,
    compress: ws.extensions.includes('permessage-deflate'),
    write: writer.write,
  };
  const leave = hub.join(viewer, listener);
  const mayTake = createAllowance(now);
  let waiting: Promise<void> = Promise.resolve();
  let queued = 0;
  let running = 0;

  const tell = (message: Message): void => {
    const text = JSON.stringify({ Type: 4, ...message });
    writer.write(textFrame(style.batch ? `[${text}]` : text, false), false);
  };
  const reply = (m: Message, fields: Message): void => {
    const serverId = serverIdOf(m);
    const actionId = actionIdOf(m);
    tell({
      ...(serverId === null || Number.isNaN(serverId) ? {} : { server_id: serverId }),
      ...fields,
      ...(actionId === null ? {} : { ActionID: actionId }),
    });
  };
  const refuse = (m: Message, text: string): void => reply(m, { Response: 'Error', Message: text });

  const current = async (): Promise<Caller | null> => {
    const found = await look(sessionId);
    if (found !== null && rightsOf(found) === rights) return found;
    writer.close(CLOSE.noLonger);
    return null;
  };

  const ask = (m: Message, action: Asked): void => {
    const queue = m['Queue'] ?? m['queue'];
    const asked = {
      action,
      serverId: serverIdOf(m),
      queue: action === 'QueueStatus' && typeof queue === 'string' && queue !== '' ? queue : null,
      actionId: actionIdOf(m),
    };
    hub.ask(viewer, listener, askedKey(asked), () => answersOf(hub.state, viewer, asked, now()));
  };

  const command = async (m: Message, who: Caller): Promise<void> => {
    const parsed = readLiveCommand(m, errorMap(who.language));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return refuse(m, issue === undefined ? 'Not a command' : `${issue.path.join('.')}: ${issue.message}`);
    }
    const servers = serversFor(hub.state, viewer, serverIdOf(m));
    if (servers.length === 0) return refuse(m, 'No such server');
    if (running >= MOST_RUNNING) return refuse(m, 'Too many commands at once');
    running++;
    try {
      const done = await Promise.all(servers.map((serverId) => runOn(who, serverId, parsed.data)));
      // Of all servers, those that have no such queue, agent or call have nothing to say.
      const meant = done.filter((d) => !d.unknown);
      for (const { fields } of meant.length > 0 ? meant : done.slice(0, 1)) reply(m, fields);
    } finally {
      running--;
    }
  };

  const runOn = async (who: Caller, serverId: number, command: LiveCommand) => {
    try {
      const { message } = await parts.run(who, serverId, command);
      return { unknown: false, fields: { server_id: serverId, Response: 'Success', Message: message } };
    } catch (error) {
      if (!(error instanceof Refusal)) parts.onError(error);
      const unknown = error instanceof Refusal && error.code === 'not-found';
      return { unknown, fields: { server_id: serverId, Response: 'Error', Message: wordsOf(error) } };
    }
  };

  const handle = async (m: Message): Promise<void> => {
    const action = String(m['action'] ?? m['Action'] ?? '');
    const read = READS[action.toLowerCase()];
    const known = read !== undefined || LIVE_ACTIONS.some((a) => a.toLowerCase() === action.toLowerCase());
    if (m['method'] !== 'cmd' || !known)
      return refuse(m, `Unknown action${action === '' ? '' : `: ${action.slice(0, 40)}`}`);
    const who = await current();
    if (who === null) return;
    if (read !== undefined) ask(m, read);
    // A slow PBX does not hold up what is answered from memory.
    else void command(m, who);
  };

  const received = (data: string): void => {
    if (writer.isClosing()) return;
    const m = parse(data);
    if (m === null) return refuse({}, 'Not a JSON object');
    if (!mayTake() || queued >= BURST) return refuse(m, 'Too many messages');
    queued++;
    waiting = waiting
      .then(() => handle(m))
      .catch((error: unknown) => {
        parts.onError(error);
        refuse(m, 'The console failed to do it');
      })
      .finally(() => queued--);
  };

  ws.on('message', (data, isBinary) => {
    if (isBinary) return writer.close(CLOSE.policy);
    received(String(data));
  });
  ws.on('close', leave);
  if (!can(caller.abilities, 'read', 'live')) writer.close(CLOSE.noLonger);

  return {
    sessionId,
    userId,
    customerId,
    recheck: async () => void (await current()),
    close: writer.close,
    terminate: () => ws.terminate(),
  };
};
