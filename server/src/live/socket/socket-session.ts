// Handles one open socket: its requests and the messages written to it.
import type { Duplex } from 'node:stream';
import { can } from '@ringside/core/access/ability.ts';
import { includesView } from '@ringside/core/live/includes-view.ts';
import { viewerKey, type Viewer } from '@ringside/core/live/scope.ts';
import type { WebSocket } from 'ws';
import type { Caller } from '../../platform/caller/caller.ts';
import { customersOf } from '../../platform/caller/reach.ts';
import { answerTo, askedKey, type Asked, type AskedFor } from '../answers.ts';
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
  /**
   * Checks that the session still exists with the same abilities. Closes the socket (4403) if not, or if the view lost something. If the
   * view only grew, sends its rows.
   */
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

const abilitiesOf = (caller: Caller): string => JSON.stringify(caller.abilities);

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
  const abilities = abilitiesOf(caller);
  const { sessionId, userId } = caller;
  let { viewer } = caller;
  let customerIds = customersOf(caller);
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
  let leave = hub.join(viewer, listener);
  const { reply, refuse } = createReplies(style.batch, writer.write);
  const command = createSocketCommands({ hub, run, reply, onError });

  const send = (asked: AskedFor, actionId: string | null): void => {
    const answer = () => answerTo(hub.state, viewer, asked, now());
    hub.ask(viewer, { listener, key: askedKey(asked), actionId, answer });
  };
  const ask = (m: SocketMessage, action: Asked): void =>
    send({ action, serverId: serverIdOf(m), queue: action === 'QueueStatus' ? queueOf(m) : null }, actionIdOf(m));

  const grow = (wider: Viewer): void => {
    leave = hub.move(viewer, wider, listener);
    viewer = wider;
    for (const action of ['CoreStatus', 'QueueStatus'] as const) send({ action, serverId: null, queue: null }, null);
  };
  const current = async (): Promise<Caller | null> => {
    const found = await look(sessionId);
    if (writer.isClosing()) return null;
    const isSame = found !== null && viewerKey(found.viewer) === viewerKey(viewer);
    if (found === null || abilitiesOf(found) !== abilities || !(isSame || includesView(found.viewer, viewer))) {
      writer.close(CLOSE.noLonger);
      return null;
    }
    customerIds = customersOf(found);
    if (!isSame) grow(found.viewer);
    return found;
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
  ws.on('close', () => leave());
  if (!can(caller.abilities, 'read', 'live')) writer.close(CLOSE.noLonger);

  return {
    sessionId,
    userId,
    get customerIds() {
      return customerIds;
    },
    tell: (text, to) => {
      if (to === 'anyone' || !caller.apiKey) writer.write([textFrame(style.batch ? `[${text}]` : text, false)], false);
    },
    recheck: async () => void (await current()),
    check: writer.check,
    close: writer.close,
    terminate: () => ws.terminate(),
  };
};
