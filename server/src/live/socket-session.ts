// One open socket: what it asks, and what may be written to it.
import type { Duplex } from 'node:stream';
import { can } from '@ringside/core/access/ability.ts';
import { viewerKey } from '@ringside/core/live/scope.ts';
import type { WebSocket } from 'ws';
import type { Caller } from '../http/context.ts';
import { customersOf } from '../http/reaches.ts';
import { answersOf, askedKey, type Asked } from './answers.ts';
import type { Listener } from './audience.ts';
import type { RunCommand } from './commands.ts';
import { textFrame } from './frame.ts';
import type { Hub } from './hub.ts';
import { BURST, createMessageRate } from './message-rate.ts';
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

export interface SocketSession {
  readonly sessionId: string;
  readonly userId: string;
  /** Whose changes may change what it shows; empty: the platform's staff. */
  readonly customerIds: readonly string[];
  /** A message to this person alone, as JSON text; not to a program that holds his key. */
  tell(text: string): void;
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

const rightsOf = (caller: Caller): string => JSON.stringify([viewerKey(caller.viewer), caller.abilities]);

/** Type 4 messages to this socket alone. */
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
    write(textFrame(batch ? `[${text}]` : text, false), false);
  };
  return { reply, refuse: (m: SocketMessage, text: string) => reply(m, { Response: 'Error', Message: text }) };
};

/** Takes messages one after the other, at a rate that one client may have. */
const createInbox = (parts: {
  readonly now: () => number;
  readonly handle: (m: SocketMessage) => Promise<void>;
  readonly refuse: (m: SocketMessage, text: string) => void;
  /** Who sends far more than he may, refusals notwithstanding. */
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
  const writer = createSocketWriter(ws, socket, parts.onCut);
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
    const asked = { action, serverId: serverIdOf(m), queue, actionId: actionIdOf(m) };
    hub.ask(viewer, listener, askedKey(asked), () => answersOf(hub.state, viewer, asked, now()));
  };

  const handle = async (m: SocketMessage): Promise<void> => {
    const wish = wishOf(m);
    const action = actionOf(m);
    if (wish.kind === 'unknown') return refuse(m, `Unknown action${action === '' ? '' : `: ${action.slice(0, 40)}`}`);
    const who = await current();
    if (who === null) return;
    if (wish.kind === 'read') ask(m, wish.asked);
    // A slow PBX does not hold up what is answered from memory.
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
    tell: (text) => {
      if (!caller.apiKey) writer.write(textFrame(style.batch ? `[${text}]` : text, false), false);
    },
    recheck: async () => void (await current()),
    close: writer.close,
    terminate: () => ws.terminate(),
  };
};
