// Other AMI clients that read the same bytes from the same kind of socket. `asterisk-manager` (MIT) is a development dependency of this
// workspace. `asterisk.io` states no license, so it is measured only where it is installed.
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Peer {
  readonly name: string;
  /** Reads from the loopback port until it closes. Resolves to the number of events. */
  read(port: number): Promise<number>;
}

type OpenManager = (port: number, host: string, user: string, password: string, events: boolean) => EventEmitter;
type OpenIo = { ami: (host: string, port: number, user: string, password: string) => EventEmitter };

const load = <T>(name: string): T | null => {
  try {
    return require(name) as T;
  } catch {
    return null;
  }
};

/** `over`: the client's event for a closed connection. */
const peer = (name: string, event: string, over: string, open: (port: number) => EventEmitter): Peer => ({
  name,
  read: async (port) => {
    const client = open(port);
    let events = 0;
    client.on(event, () => events++);
    await new Promise<void>((resolve) => client.once(over, () => resolve()));
    // Some clients emit their events one turn later.
    await new Promise<void>((resolve) => setImmediate(resolve));
    client.on('error', () => undefined);
    client.removeAllListeners(event);
    return events;
  },
});

export const peers = (): Peer[] => {
  const manager = load<OpenManager>('asterisk-manager');
  const io = load<OpenIo>('asterisk.io');
  return [
    ...(io ? [peer('asterisk.io', 'eventAny', 'error', (port) => io.ami('127.0.0.1', port, 'u', 'p'))] : []),
    ...(manager
      ? [peer('asterisk-manager', 'managerevent', 'close', (port) => manager(port, '127.0.0.1', 'u', 'p', true))]
      : []),
  ];
};
