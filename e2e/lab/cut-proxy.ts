// TCP proxy whose connections tests can cut and refuse.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Cable {
  readonly port: number;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  /** Keeps connections open without passing data, until `resume`. */
  stall(): void;
  resume(): void;
  /** Number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

export const createCable = async (host: string, port: number): Promise<Cable> => {
  const open = new Set<Socket>();
  let whole = true;
  let connections = 0;
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    connections++;
    const far = connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    whole = false;
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      whole = true;
    },
    stall: () => {
      for (const socket of open) socket.pause();
    },
    resume: () => {
      for (const socket of open) socket.resume();
    },
    connections: () => connections,
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
