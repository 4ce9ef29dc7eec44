// One TCP or TLS connection to an AMI, from the greeting to its end. Splits the stream into messages, matches replies to
// requests by ActionID and passes events on. `login.ts` logs in, `collector.ts` reconnects.
import type { Socket } from 'node:net';
import type { ActionFields } from '@ringside/core/asterisk/action.ts';
import { eventOf } from '@ringside/core/asterisk/block.ts';
import { clean } from '@ringside/core/asterisk/clean.ts';
import { createFramer } from '@ringside/core/asterisk/frame.ts';
import type { AmiReply } from '@ringside/core/asterisk/reply.ts';
import { isUnwanted } from '@ringside/core/asterisk/decode.ts';
import { LinkFailure, failureOf } from './link-failure.ts';
import { openSocket } from './open-socket.ts';
import { createRequests } from './requests.ts';
import type { RequestHandlers, Requests } from './requests.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';

interface ConnectionHandlers {
  /** An event that is not part of the answer to a request. */
  event(name: string, block: string): void;
  /** All messages of one chunk of the stream were passed on. */
  chunkEnd(): void;
  /** Called once, if the greeting came. Pending requests have failed before. */
  ended(failure: LinkFailure): void;
}

export interface Connection {
  /** `Asterisk Call Manager/11.0.0` says 11.0.0. */
  readonly amiVersion: string;
  /** Our address as the PBX sees it, for `permit`. */
  readonly localAddress: string;
  /** Time of the last received byte, epoch ms. */
  lastByteAt(): number;
  /** @throws ActionRefused if the action is not allowed. */
  send(name: string, fields: ActionFields, handlers: RequestHandlers, waitMs?: number): void;
  /** Sends an action outside the list of live actions. `encode` receives the ActionID. @throws the errors of `encode` */
  write(encode: (actionId: string) => string, handlers: RequestHandlers, waitMs?: number): void;
  request(name: string, fields?: ActionFields, waitMs?: number): Promise<AmiReply>;
  /** Closes the connection. Handlers and pending requests get the reason. */
  close(why?: LinkFailure): void;
}

const GREETING = /^Asterisk Call Manager(?: Proxy)?\/(\S+)/;

/** Time limits of the opening: for the connection, then for the greeting. */
const limitOpening = ({ host, port }: LinkSettings, times: LinkTimes, expired: (failure: LinkFailure) => void) => {
  let timer: NodeJS.Timeout | undefined;
  const limit = (ms: number, code: 'connection-timed-out' | 'no-greeting'): void => {
    clearTimeout(timer);
    timer = setTimeout(() => expired(new LinkFailure({ code, params: { host, port }, line: null })), ms);
  };
  limit(times.connectMs, 'connection-timed-out');
  return {
    connected: () => limit(times.greetingMs, 'no-greeting'),
    stop: () => clearTimeout(timer),
  };
};

/** Passes a message to the request that it answers, or to `onEvent`. */
const dispatch = (block: string, requests: Requests, onEvent: ConnectionHandlers['event']): void => {
  const name = eventOf(block);
  if (name === '') requests.response(block);
  else if (!requests.listItem(name, block)) onEvent(name, block);
};

/** Requests with the default time limit, as callbacks and as a promise. */
const requestsWithLimit = (requests: Requests, replyMs: number): Pick<Connection, 'send' | 'write' | 'request'> => {
  const send: Connection['send'] = (name, fields, request, waitMs = replyMs) =>
    requests.send(name, fields, request, waitMs);
  return {
    send,
    write: (encode, request, waitMs = replyMs) => requests.write(encode, request, waitMs),
    request: (name, fields = {}, waitMs) => new Promise((done, failed) => send(name, fields, { done, failed }, waitMs)),
  };
};

/** Resolves at the greeting. `signal` aborts the opening. @throws LinkFailure */
export const openConnection = (
  settings: LinkSettings,
  times: LinkTimes,
  handlers: ConnectionHandlers,
  signal?: AbortSignal,
): Promise<Connection> => {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  let connected = false;
  let greeted = false;
  let over = false;
  let lastByteAt = Date.now();

  const end = (failure: LinkFailure): void => {
    if (over) return;
    over = true;
    opening.stop();
    socket.destroy();
    requests.fail(failure);
    if (greeted) handlers.ended(failure);
    else reject(failure);
  };

  /** Asterisk closes the connection of a slow reader, or of one login too many, without a message. A partial message is dropped. */
  const closed = (): void => end(connected && !greeted ? closedAtOnce(settings) : lost());

  const framer = createFramer({
    greeting: (line) => {
      const version = GREETING.exec(line)?.[1];
      if (version === undefined) return end(strangeGreeting(line, settings));
      greeted = true;
      opening.stop();
      resolve({
        ...requestsWithLimit(requests, times.replyMs),
        amiVersion: clean(version),
        get localAddress() {
          return socket.localAddress ?? '';
        },
        lastByteAt: () => lastByteAt,
        close: (why = lost()) => end(why),
      });
    },
    block: (block) => {
      if (!over && !isUnwanted(block)) dispatch(block, requests, handlers.event);
    },
    overlong: (start) =>
      end(greeted ? new LinkFailure({ code: 'protocol-error', line: null }) : strangeGreeting(start, settings)),
  });

  const take = (text: string): void => {
    lastByteAt = Date.now();
    framer.push(text);
    if (!over && greeted) handlers.chunkEnd();
  };

  let socket: Socket;
  try {
    socket = openSocket(settings, take);
  } catch (error) {
    return Promise.reject(failureOf(error, settings));
  }
  const requests = createRequests((text) => socket.write(text, 'utf8'));
  const opening = limitOpening(settings, times, end);
  socket.once(settings.tls ? 'secureConnect' : 'connect', () => {
    connected = true;
    opening.connected();
  });
  socket.setKeepAlive(true, 30_000);
  // After the greeting every network error counts as a lost connection.
  socket.on('error', (error) => (greeted ? closed() : end(failureOf(error, settings))));
  socket.on('close', closed);
  signal?.addEventListener('abort', closed, { once: true });
  return promise;
};

const lost = (): LinkFailure => new LinkFailure({ code: 'connection-lost', line: null });

const closedAtOnce = ({ host, port }: LinkSettings): LinkFailure =>
  new LinkFailure({ code: 'closed-at-once', params: { host, port }, line: null });

/** A TLS server answers plain text with an alert: content type 21, version 3. */
const isTlsAlert = (start: string): boolean => start.startsWith('\x15\x03');

const strangeGreeting = (start: string, { host, port }: LinkSettings): LinkFailure =>
  isTlsAlert(start)
    ? new LinkFailure({ code: 'tls-needed', params: { host, port }, line: null })
    : new LinkFailure({
        code: 'not-asterisk',
        params: { host, port, greeting: clean(start).slice(0, 60) },
        line: null,
      });
