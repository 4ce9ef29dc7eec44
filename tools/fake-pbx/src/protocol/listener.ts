// The TCP or TLS port of a simulated PBX, and its connections.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createSession, type Session, type SessionHost } from './session.ts';

export interface Listener {
  /** Opens the port and returns it. Opens the same port again after `shut`. */
  readonly open: () => Promise<number>;
  /** Closes the port and every connection. */
  readonly shut: () => Promise<void>;
  readonly cut: () => void;
  readonly sessions: () => Iterable<Session>;
  readonly connections: () => number;
  readonly port: () => number;
}

interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly key: string; readonly cert: string };
}

export const createListener = (options: ListenerOptions, host: SessionHost): Listener => {
  let { port } = options;
  let server: Server | null = null;
  const sessions = new Map<Socket, Session>();
  const accept = (socket: Socket): void => {
    const session = createSession(socket, host, () => sessions.delete(socket));
    sessions.set(socket, session);
  };
  const cut = (): void => {
    for (const socket of sessions.keys()) socket.destroy();
    sessions.clear();
  };
  return {
    open: async () => {
      server = options.tls ? createTlsServer(options.tls, accept) : createServer(accept);
      server.on('tlsClientError', () => undefined);
      server.listen(port, options.host);
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
      return port;
    },
    shut: async () => {
      const old = server;
      server = null;
      cut();
      if (old) await new Promise<void>((done) => old.close(() => done()));
    },
    cut,
    sessions: () => sessions.values(),
    connections: () => sessions.size,
    port: () => port,
  };
};
