// Handles one open socket: its requests and the messages written to it.
import type { Duplex } from 'node:stream';
import { can } from '@ringside/core/access/ability.ts';
import { viewerKey } from '@ringside/core/live/scope.ts';
import type { WebSocket } from 'ws';
import type { Caller } from '../../platform/caller/caller.ts';
import { customersOf } from '../../platform/caller/reach.ts';
import { answerTo, askedKey, type Asked } from '../answers.ts';
import type { Listener } from './audience.ts';
import type { RunCommand } from '../commands/commands.ts';
import { textFrame } from './frame.ts';
import type { Hub } from '../hub.ts';
import { createSocketCommands } from './socket-commands.ts';
import {
  actionIdOf,
  actionOf,
  parseMessage,
  queueOf,
  serverIdOf,
  wishOf,
  type SocketMessage,
} from './socket-message.ts';
import { CLOSE, createSocketWriter } from './socket-writer.ts';

// Limits how many messages a socket may send: a steady rate with occasional bursts.

/** Messages per second. */
export const RATE = 20;
/** Messages accepted at once. As many more are refused one by one; after that the sender counts as flooding. */
export const BURST = 60;

type RateVerdict = 'taken' | 'refused' | 'flood';

/** Returns a rate limiter. `now` returns epoch milliseconds. */
export const createMessageRate = (now: () => number): (() => RateVerdict) => {
  let left = BURST;
  let at = now();
  return () => {
    const later = now();
    left = Math.min(BURST, left + (Math.max(0, later - at) * RATE) / 1000) - 1;
    at = later;
    if (left >= 0) return 'taken';
    return left >= -BURST ? 'refused' : 'flood';
  };
};

export interface SocketSession {
  readonly sessionId: string;
  readonly userId: string;
  /** Customers whose changes can affect the view; empty for platform staff. */
  readonly customerIds: readonly string[];
  /** Sends a message (JSON text) to this user. API keys get it only with `anyone`. */
  tell(text: string, to?: 'anyone'): void;
  /** Checks that the session still exists with the same permissions. Closes the socket (4403) if not. */
  recheck(): Promise<void>;
  /** Checks whether the client still reads. Call it about once a second. */
  check(now: number): void;
  close(code: number): void;
  /** Closes without waiting for the client. */
  terminate(): void;
}

interface SocketParts {
  readonly hub: Hub;
  readonly run: RunCommand;
  /** Returns the caller with their current permissions, or `null`. */
  readonly look: (sessionId: string) => Promise<Caller | null>;
  readonly now: () => number;
  readonly onCut: () => void;
  readonly onError: (error: unknown) => void;
}

const rightsOf = (caller: Caller): string => JSON.stringify([viewerKey(caller.viewer), caller.abilities]);

/** Creates functions that send Type 4 messages to this socket only. */
const createReplies = (batch: boolean, write: Listener['write']) => {
  const reply = (m: SocketMessage, fields: SocketMessage): void => {
    const serverId = serverIdOf(m);
    const actionId = actionIdOf(m);
    const text = JSON.stringify({
      Type: 4,
      ...(serverId === null || Number.isNaN(serverId) ? {} : { server_id: serverId }),
      ...fields,
      ...(actionId === null ? {} : { ActionID: actionId }),
    });
    write([textFrame(batch ? `[${text}]` : text, false)], false);
  };
  return { reply, refuse: (m: SocketMessage, text: string) => reply(m, { Response: 'Error', Message: text }) };
};

/** Processes messages in order, within the rate limit of one client. */
const createInbox = (parts: {
  readonly now: () => number;
  readonly handle: (m: SocketMessage) => Promise<void>;
  readonly refuse: (m: SocketMessage, text: string) => void;
  /** Called for a client that keeps sending far above its rate limit. */
  readonly onFlood: () => void;
  readonly onError: (error: unknown) => void;
}): ((data: string) => void) => {
  const { handle, refuse, onFlood, onError } = parts;
  const rate = createMessageRate(parts.now);
  let waiting: Promise<void> = Promise.resolve();
  let queued = 0;
  return (data) => {
    const verdict = rate();
    if (verdict === 'flood') return onFlood();
    const m = parseMessage(data);
    if (m === null) return refuse({}, 'Not a JSON object');
    if (verdict === 'refused' || queued >= BURST) return refuse(m, 'Too many messages');
    queued++;
    waiting = waiting
      .then(() => handle(m))
      .catch((error: unknown) => {
        onError(error);
        refuse(m, 'The console failed to do it');
      })
      .finally(() => queued--);
  };
};

export const createSocketSession = (
  ws: WebSocket,
  socket: Duplex,
  caller: Caller,
  style: { readonly batch: boolean },
  parts: SocketParts,
): SocketSession => {
  const { hub, run, look, now, onError } = parts;
  const rights = rightsOf(caller);
  const { viewer, sessionId, userId } = caller;
  const writer = createSocketWriter(ws, socket, () => {
    parts.onCut();
    // Stops events for a closed client, even while it still reads the close code.
    leave();
  });
  const listener: Listener = {
    batch: style.batch,
    compress: ws.extensions.includes('permessage-deflate'),
    write: writer.write,
  };
  const leave = hub.join(viewer, listener);
  const { reply, refuse } = createReplies(style.batch, writer.write);
  const command = createSocketCommands({ hub, run, reply, onError });

  const current = async (): Promise<Caller | null> => {
    const found = await look(sessionId);
    if (found !== null && rightsOf(found) === rights) return found;
    writer.close(CLOSE.noLonger);
    return null;
  };

  const ask = (m: SocketMessage, action: Asked): void => {
    const queue = action === 'QueueStatus' ? queueOf(m) : null;
    const asked = { action, serverId: serverIdOf(m), queue };
    const answer = () => answerTo(hub.state, viewer, asked, now());
    hub.ask(viewer, { listener, key: askedKey(asked), actionId: actionIdOf(m), answer });
  };

  const handle = async (m: SocketMessage): Promise<void> => {
    const wish = wishOf(m);
    const action = actionOf(m);
    if (wish.kind === 'unknown') return refuse(m, `Unknown action${action === '' ? '' : `: ${action.slice(0, 40)}`}`);
    const who = await current();
    if (who === null) return;
    if (wish.kind === 'read') ask(m, wish.asked);
    // Not awaited, so that a slow PBX does not delay answers from memory.
    else void command(m, who);
  };
  const received = createInbox({ now, handle, refuse, onFlood: () => writer.close(CLOSE.policy), onError });

  ws.on('message', (data, isBinary) => {
    if (isBinary) return writer.close(CLOSE.policy);
    if (!writer.isClosing()) received(String(data));
  });
  ws.on('close', leave);
  if (!can(caller.abilities, 'read', 'live')) writer.close(CLOSE.noLonger);

  return {
    sessionId,
    userId,
    customerIds: customersOf(caller),
    tell: (text, to) => {
      if (to === 'anyone' || !caller.apiKey) writer.write([textFrame(style.batch ? `[${text}]` : text, false)], false);
    },
    recheck: async () => void (await current()),
    check: writer.check,
    close: writer.close,
    terminate: () => ws.terminate(),
  };
};
