// Many socket readers in a separate process: bare TCP sockets with the handshake of a browser. Most discard the data. A few parse it and
// report delays.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createFrameReader, createSharedInflate } from './frame-reader.ts';

export interface ReaderSettings {
  /** Addresses with their token, one per reader. */
  readonly urls: readonly string[];
  /** Every n-th reader parses. */
  readonly parseEvery: number;
  /** Offers permessage-deflate, as every browser does. */
  readonly compress?: boolean;
  /** Requests the initial snapshots of a dashboard. */
  readonly opening?: boolean;
  /** Opens all readers at once, with `opening`. The report counts those that have their snapshots. */
  readonly atOnce?: { readonly servers: number };
  /** Number of readers that stop reading after the connection opens. */
  readonly asleep?: number;
}

export interface Report {
  /** Messages per reader, averaged over those that parse. */
  readonly messages: number;
  /** Milliseconds from the console's receipt of an event to its parsing here. */
  readonly latencies: readonly number[];
  /** Milliseconds from the PBX's write, for events marked with the time, to their parsing here. */
  readonly marks: readonly number[];
  /** Of all readers. */
  readonly bytes: number;
  /** Number of readers whose connection is closed. */
  readonly closed: number;
  /** With `atOnce`: milliseconds of each reader from its QueueStatus to the last QueueStatusComplete. */
  readonly snapshots: readonly number[];
}

export interface Readers {
  /** Resets the counts. */
  reset(): void;
  report(): Promise<Report>;
  stop(): void;
}

export const startReaders = async (settings: ReaderSettings): Promise<Readers> => {
  const child = fork(fileURLToPath(import.meta.url), ['--readers']);
  const next = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      child.once('message', (message) => resolve(message as T));
      child.once('exit', () => reject(new Error('The readers ended')));
    });
  const open = next<number>();
  child.send(settings);
  await open;
  return {
    reset: () => void child.send('reset'),
    report: () => {
      const report = next<Report>();
      child.send('report');
      return report;
    },
    stop: () => void child.kill(),
  };
};

/** Pause reason of marked events: `mark` and the epoch milliseconds. */
export const MARK = 'mark ';

interface Told {
  readonly Type?: number;
  readonly At?: number;
  readonly PausedReason?: string;
}

const OPENING = ['Queues', 'CoreStatus', 'QueueStatus'];
const TEXT = 1;
const PONG = 10;
/** The console disconnects clients that do not answer pings. A pong may be sent unsolicited (RFC 6455, 5.5.3). */
const PONG_EVERY_MS = 10_000;

/** A client's frame. An all-zero mask leaves the payload unchanged. */
const clientFrame = (opcode: number, text: string): Buffer => {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
};

/** Resolves to an open, paused socket, or null if the console refused it. */
const shakeHands = async (address: string, compress: boolean): Promise<Socket | null> => {
  const url = new URL(address);
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true).on('error', () => socket.destroy());
  const extensions = compress ? 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n' : '';
  socket.write(
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${extensions}\r\n`,
  );
  for (let head = Buffer.alloc(0); ;) {
    const [chunk] = (await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [null])])) as [
      Buffer | null,
    ];
    if (chunk === null) return null;
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) continue;
    socket.pause();
    if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
    return socket;
  }
};

const COMPLETE = '"Event":"QueueStatusComplete"';
const countComplete = (text: string): number => text.split(COMPLETE).length - 1;

/** Connections that shake hands at the same time, as with browsers that reconnect. The kernel's queue of new connections is limited. */
const HANDSHAKES = 250;

const inTurn = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, i: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) {
      const item = items[i];
      if (item !== undefined) await work(item, i);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
};

/** Reads frames until the lists of all servers are complete, then discards. */
const createArrivals = (servers: number) => {
  const snapshots: number[] = [];
  const unpack = createSharedInflate();
  const counts = new Map<string, number>();
  const countOf = (text: string): number => {
    const known = counts.get(text) ?? countComplete(text);
    if (counts.size > HANDSHAKES) counts.clear();
    counts.set(text, known);
    return known;
  };
  return {
    snapshots,
    reader: (): ((chunk: Buffer) => void) => {
      const asked = performance.now();
      let left = servers;
      const read = createFrameReader((text) => {
        if (left <= 0) return;
        left -= countOf(text);
        if (left <= 0) snapshots.push(performance.now() - asked);
      }, unpack);
      return (chunk) => {
        if (left > 0) read(chunk);
      };
    },
  };
};

const serve = (): void => {
  let arrivals = createArrivals(1);
  let latencies: number[] = [];
  let marks: number[] = [];
  let messages = 0;
  let bytes = 0;
  let parsers = 0;
  let closed = 0;
  const count = (text: string): void => {
    const now = Date.now();
    const read = JSON.parse(text) as Told | Told[];
    for (const m of Array.isArray(read) ? read : [read]) {
      messages++;
      if (m.At !== undefined && m.Type === 3 && latencies.length < 200_000) latencies.push(now - m.At);
      if (m.PausedReason?.startsWith(MARK) === true) marks.push(now - Number(m.PausedReason.slice(MARK.length)));
    }
  };
  const begin = (socket: Socket, settings: ReaderSettings, i: number): void => {
    const { parseEvery, opening = false, asleep = 0 } = settings;
    const parses = i % parseEvery === 0 && i >= asleep;
    if (parses) parsers++;
    let read = parses ? createFrameReader(count) : null;
    const pongs = setInterval(() => socket.write(clientFrame(PONG, '')), PONG_EVERY_MS);
    socket.on('close', () => {
      closed++;
      clearInterval(pongs);
    });
    if (opening)
      for (const action of OPENING) socket.write(clientFrame(TEXT, JSON.stringify({ method: 'cmd', action })));
    if (settings.atOnce !== undefined) {
      const [arrival, later] = [arrivals.reader(), read];
      read = (chunk) => {
        arrival(chunk);
        later?.(chunk);
      };
    }
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      read?.(chunk);
    });
    if (i < asleep) socket.pause();
    else socket.resume();
  };
  const open = async (settings: ReaderSettings): Promise<void> => {
    const { urls, compress = false, atOnce } = settings;
    const openOne = async (url: string, i: number): Promise<void> => {
      const socket = await shakeHands(url, compress);
      if (socket === null) closed++;
      else begin(socket, settings, i);
    };
    if (atOnce !== undefined) {
      arrivals = createArrivals(atOnce.servers);
      process.send?.(urls.length);
    }
    await inTurn(urls, atOnce === undefined ? 1 : HANDSHAKES, openOne);
    if (atOnce === undefined) process.send?.(urls.length);
  };
  process.on('message', (message) => {
    if (message === 'reset') {
      latencies = [];
      marks = [];
      messages = 0;
      bytes = 0;
    } else if (message === 'report') {
      const { snapshots } = arrivals;
      process.send?.({
        messages: messages / Math.max(1, parsers),
        ...{ latencies, marks, bytes, closed, snapshots },
      } satisfies Report);
    } else void open(message as ReaderSettings);
  });
};

if (process.argv[2] === '--readers') serve();
