// One TCP or TLS connection to an AMI, from the greeting to its end: frames, matches replies to requests by ActionID,
// hands events on. It logs in nowhere and comes back never: `login.ts` and `collector.ts` do.
import { X509Certificate } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { encodeAction } from '@ringside/core/ami/action.ts';
import type { ActionFields } from '@ringside/core/ami/action.ts';
import { BlockReader, eventOf, needle } from '@ringside/core/ami/block.ts';
import { clean } from '@ringside/core/ami/clean.ts';
import { createFramer } from '@ringside/core/ami/frame.ts';
import { readReply } from '@ringside/core/ami/reply.ts';
import type { AmiReply } from '@ringside/core/ami/reply.ts';
import { LinkFailure, failureOf } from './link-failure.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';

export interface ConnectionHandlers {
  /** An event that belongs to no list that was asked for. */
  event(name: string, block: string): void;
  /** All messages of one piece of the stream were handed on. */
  chunkEnd(): void;
  /** Once, after the connection was made; pending requests were failed before. */
  ended(failure: LinkFailure): void;
}

export interface RequestHandlers {
  /** An event of the list that the action answers with. */
  item?(name: string, block: string): void;
  /** The reply, or the end of its list: called while the bytes after it still wait. */
  done(reply: AmiReply): void;
  failed(failure: LinkFailure): void;
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
  request(name: string, fields?: ActionFields, waitMs?: number): Promise<AmiReply>;
  /** Ends it; the handlers and what is pending are told why. */
  close(why?: LinkFailure): void;
}

interface Pending extends RequestHandlers {
  reply: AmiReply | null;
  timer: NodeJS.Timeout;
}

const ACTION_ID = needle('ActionID');
const EVENT_LIST = needle('EventList');
const GREETING = /^Asterisk Call Manager(?: Proxy)?\/(\S+)/;

const openSocket = (s: LinkSettings): Socket => {
  if (!s.tls) return connectTcp({ host: s.host, port: s.port, noDelay: true });
  try {
    if (s.caPem !== '') new X509Certificate(s.caPem);
    return connectTls({ host: s.host, port: s.port, ca: s.caPem === '' ? undefined : s.caPem, minVersion: 'TLSv1.2' });
  } catch {
    throw new LinkFailure({ code: 'tls-bad-ca', line: null }, true);
  }
};

/** Resolves at the greeting; `signal` gives up before it. @throws LinkFailure */
export const openConnection = (
  settings: LinkSettings,
  times: LinkTimes,
  handlers: ConnectionHandlers,
  signal?: AbortSignal,
): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const { host, port } = settings;
    let socket: Socket;
    try {
      socket = openSocket(settings);
    } catch (error) {
      return reject(failureOf(error, settings));
    }
    const pending = new Map<string, Pending>();
    let connected = false;
    let greeted = false;
    let amiVersion = '';
    let over = false;
    let nextId = 1;
    let lastByteAt = Date.now();
    let timer: NodeJS.Timeout;

    const end = (failure: LinkFailure): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      socket.destroy();
      for (const request of pending.values()) {
        clearTimeout(request.timer);
        request.failed(failure);
      }
      pending.clear();
      if (greeted) handlers.ended(failure);
      else reject(failure);
    };

    /** Asterisk ends a reader that is too slow, or one too many, without a word; half a message may be left: it is dropped. */
    const closed = (): void =>
      end(
        new LinkFailure(
          connected && !greeted
            ? { code: 'closed-at-once', params: { host, port }, line: null }
            : { code: 'connection-lost', line: null },
        ),
      );

    const finish = (id: string, request: Pending, reply: AmiReply): void => {
      clearTimeout(request.timer);
      pending.delete(id);
      request.done(reply);
    };

    const takeResponse = (block: string): void => {
      const reply = readReply(block);
      const id = reply.fields['ActionID'] ?? '';
      const request = pending.get(id);
      if (request === undefined) return;
      if (request.item !== undefined && reply.success && /^start$/i.test(reply.fields['EventList'] ?? '')) {
        request.reply = reply;
      } else finish(id, request, reply);
    };

    /** True when the event was part of a list's answer. */
    const takeListItem = (name: string, block: string): boolean => {
      if (pending.size === 0) return false;
      const reader = new BlockReader(block);
      const id = reader.raw(ACTION_ID);
      const request = id === null ? undefined : pending.get(id);
      if (id === null || request === undefined || request.reply === null) return false;
      if (reader.raw(EVENT_LIST) === null) request.item?.(name, block);
      else finish(id, request, request.reply);
      return true;
    };

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
        if (over) return;
        const name = eventOf(block);
        if (name === '') takeResponse(block);
        else if (!takeListItem(name, block)) handlers.event(name, block);
      },
      overlong: (start) =>
        end(greeted ? new LinkFailure({ code: 'protocol-error', line: null }) : strangeGreeting(start, settings)),
    });

    const connection: Connection = {
      get amiVersion() {
        return amiVersion;
      },
      get localAddress() {
        return socket.localAddress ?? '';
      },
      lastByteAt: () => lastByteAt,
      send: (name, fields, request, waitMs = times.replyMs) => {
        const id = `r${nextId++}`;
        const text = encodeAction(name, id, fields);
        if (over) return request.failed(new LinkFailure({ code: 'connection-lost', line: null }));
        const expire = () => {
          pending.delete(id);
          request.failed(
            new LinkFailure({ code: 'no-answer', params: { seconds: Math.round(waitMs / 1000) }, line: null }),
          );
        };
        pending.set(id, { ...request, reply: null, timer: setTimeout(expire, waitMs) });
        socket.write(text, 'utf8');
      },
      request: (name, fields = {}, waitMs = times.replyMs) =>
        new Promise((done, failed) => connection.send(name, fields, { done, failed }, waitMs)),
      close: (why = new LinkFailure({ code: 'connection-lost', line: null })) => end(why),
    };

    timer = setTimeout(
      () => end(new LinkFailure({ code: 'connection-timed-out', params: { host, port }, line: null })),
      times.connectMs,
    );
    socket.once(settings.tls ? 'secureConnect' : 'connect', () => {
      connected = true;
      clearTimeout(timer);
      timer = setTimeout(
        () => end(new LinkFailure({ code: 'no-greeting', params: { host, port }, line: null })),
        times.greetingMs,
      );
    });
    socket.setKeepAlive(true, 30_000);
    // Binary text: a character of a name is never cut, and a string search is the fastest scanner.
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      lastByteAt = Date.now();
      framer.push(chunk);
      if (!over && greeted) handlers.chunkEnd();
    });
    /** After the greeting any failure of the network is the same to everybody: the link is gone. */
    socket.on('error', (error) => (greeted ? closed() : end(failureOf(error, settings))));
    socket.on('close', closed);
    signal?.addEventListener('abort', closed, { once: true });
  });

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
