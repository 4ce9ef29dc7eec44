// Other AMI clients, fed through a stream that stands for their socket, so that every contender has the same costs
// around it. `asterisk-manager` (MIT) is a development dependency of this workspace; `asterisk.io` states no licence, so
// it is measured only where someone put it into node_modules.
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { Duplex } from 'node:stream';

const require = createRequire(import.meta.url);

export interface Peer {
  readonly name: string;
  /** Feeds the chunks; resolves to the number of events that came out. */
  feed(chunks: readonly Buffer[]): Promise<number>;
}

/** A socket without a wire: what is pushed is read, what is written is dropped. */
export const createWire = (): Duplex =>
  Object.assign(
    new Duplex({
      read: () => undefined,
      write: (_chunk, _encoding, done) => done(),
    }),
    { setKeepAlive: () => undefined, setNoDelay: () => undefined, readyState: 'open' },
  );

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Pushes the chunks as a busy socket would, a few each turn of the loop, and waits until all were read. */
export const pour = async (wire: Duplex, chunks: readonly Buffer[]): Promise<void> => {
  for (const [i, chunk] of chunks.entries()) {
    wire.push(chunk);
    if (i % 4 === 3) await turn();
  }
  while (wire.readableLength > 0) await turn();
  await turn();
};

/** Clients open their own socket: they are given the wire instead. */
const withWire = async <T>(wire: Duplex, open: () => T): Promise<T> => {
  const net = require('node:net') as Record<string, unknown>;
  const { createConnection, connect } = net;
  net['createConnection'] = net['connect'] = () => wire;
  try {
    const client = open();
    await turn();
    return client;
  } finally {
    Object.assign(net, { createConnection, connect });
  }
};

type OpenManager = (port: number, host: string, user: string, password: string, events: boolean) => EventEmitter;
type OpenIo = { ami: (host: string, port: number, user: string, password: string) => EventEmitter };

const load = <T>(name: string): T | null => {
  try {
    return require(name) as T;
  } catch {
    return null;
  }
};

const peer = (name: string, event: string, open: () => EventEmitter): Peer => ({
  name,
  feed: async (chunks) => {
    const wire = createWire();
    const client = await withWire(wire, open);
    let events = 0;
    client.on('error', () => undefined);
    client.on(event, () => events++);
    await pour(wire, chunks);
    client.removeAllListeners(event);
    wire.removeAllListeners();
    return events;
  },
});

export const peers = (): Peer[] => {
  const manager = load<OpenManager>('asterisk-manager');
  const io = load<OpenIo>('asterisk.io');
  return [
    ...(io ? [peer('asterisk.io', 'eventAny', () => io.ami('x', 1, 'u', 'p'))] : []),
    ...(manager ? [peer('asterisk-manager', 'managerevent', () => manager(1, 'x', 'u', 'p', true))] : []),
  ];
};
