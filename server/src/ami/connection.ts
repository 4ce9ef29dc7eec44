// One TCP or TLS connection to an AMI, from the greeting to its end: frames, matches replies to requests by ActionID,
// hands events on. It logs in nowhere and comes back never: `login.ts` and `collector.ts` do.
import type { Socket } from 'node:net';
import type { ActionFields } from '@ringside/core/ami/action.ts';
import { eventOf } from '@ringside/core/ami/block.ts';
import { clean } from '@ringside/core/ami/clean.ts';
import { createFramer } from '@ringside/core/ami/frame.ts';
import type { AmiReply } from '@ringside/core/ami/reply.ts';
import { isUnwanted } from '@ringside/core/ami/unwanted.ts';
import { LinkFailure, failureOf } from './link-failure.ts';
import { openSocket } from './open-socket.ts';
import { createRequests } from './requests.ts';
import type { RequestHandlers } from './requests.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';

export interface ConnectionHandlers {
  /** An event that belongs to no list that was asked for. */
  event(name: string, block: string): void;
  /** All messages of one piece of the stream were handed on. */
  chunkEnd(): void;
  /** Once, after the connection was made; pending requests were failed before. */
  ended(failure: LinkFailure): void;
}

export interface Connection {
  /** `Asterisk Call Manager/11.0.0` says 11.0.0. */
  readonly amiVersion: string;
  /** Our address as the PBX sees it, for `permit`. */
  readonly localAddress: string;
  /** When bytes last came, epoch ms. */
  lastByteAt(): number;
  /** @throws ActionRefused when it must not be sent at all. */
  send(name: string, fields: ActionFields, handlers: RequestHandlers, waitMs?: number): void;
  /** An action that is no part of the live table: `encode` is given the ActionID. @throws what `encode` throws */
  write(encode: (actionId: string) => string, handlers: RequestHandlers, waitMs?: number): void;
  request(name: string, fields?: ActionFields, waitMs?: number): Promise<AmiReply>;
  /** Ends it; the handlers and what is pending are told why. */
  close(why?: LinkFailure): void;
}

const GREETING = /^Asterisk Call Manager(?: Proxy)?\/(\S+)/;

/** Resolves at the greeting; `signal` gives up before it. @throws LinkFailure */
export const openConnection = (
  settings: LinkSettings,
  times: LinkTimes,
  handlers: ConnectionHandlers,
  signal?: AbortSignal,
): Promise<Connection> => {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  const { host, port } = settings;
  let connected = false;
  let greeted = false;
  let amiVersion = '';
  let over = false;
  let lastByteAt = Date.now();
  let timer: NodeJS.Timeout | undefined;

  const endAfter = (ms: number, code: 'connection-timed-out' | 'no-greeting'): void => {
    clearTimeout(timer);
    timer = setTimeout(() => end(new LinkFailure({ code, params: { host, port }, line: null })), ms);
  };

  const end = (failure: LinkFailure): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    socket.destroy();
    requests.fail(failure);
    if (greeted) handlers.ended(failure);
    else reject(failure);
  };

  /** Asterisk ends a reader that is too slow, or one too many, without a word; half a message may be left: it is dropped. */
  const closed = (): void => end(connected && !greeted ? closedAtOnce(settings) : lost());

  const framer = createFramer({
    greeting: (line) => {
      const version = GREETING.exec(line)?.[1];
      if (version === undefined) return end(strangeGreeting(line, settings));
      greeted = true;
      clearTimeout(timer);
      amiVersion = clean(version);
      resolve(connection);
    },
    block: (block) => {
      if (over || isUnwanted(block)) return;
      const name = eventOf(block);
      if (name === '') requests.response(block);
      else if (!requests.listItem(name, block)) handlers.event(name, block);
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
  const send: Connection['send'] = (name, fields, request, waitMs = times.replyMs) =>
    requests.send(name, fields, request, waitMs);
  const connection: Connection = {
    get amiVersion() {
      return amiVersion;
    },
    get localAddress() {
      return socket.localAddress ?? '';
    },
    lastByteAt: () => lastByteAt,
    send,
    write: (encode, request, waitMs = times.replyMs) => requests.write(encode, request, waitMs),
    request: (name, fields = {}, waitMs) => new Promise((done, failed) => send(name, fields, { done, failed }, waitMs)),
    close: (why = lost()) => end(why),
  };

  endAfter(times.connectMs, 'connection-timed-out');
  socket.once(settings.tls ? 'secureConnect' : 'connect', () => {
    connected = true;
    endAfter(times.greetingMs, 'no-greeting');
  });
  socket.setKeepAlive(true, 30_000);
  /** After the greeting any failure of the network is the same to everybody: the link is gone. */
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
