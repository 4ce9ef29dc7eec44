// Minimal AMI client that requests lists. It shares no code with the product.
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export type Block = Readonly<Record<string, string>>;

export interface Witness {
  /** Sends one request and returns the response block. */
  ask(action: string, fields?: Block): Promise<Block>;
  /** Sends a request that returns a list. Returns its events without the closing one. */
  list(action: string, fields?: Block): Promise<Block[]>;
  close(): void;
}

const parse = (text: string): Block =>
  Object.fromEntries(
    text.split('\r\n').flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
    }),
  );

interface Pending {
  readonly events: Block[];
  readonly wantsList: boolean;
  response: Block | null;
  resolve(value: { response: Block; events: Block[] }): void;
  reject(error: Error): void;
}

const feed = (socket: Socket, pending: Map<string, Pending>): void => {
  let rest = '';
  let greeted = false;
  const take = (block: Block): void => {
    const id = block['ActionID'];
    const wait = id === undefined ? undefined : pending.get(id);
    if (id === undefined || wait === undefined) return;
    if (block['Response'] !== undefined) wait.response = block;
    else wait.events.push(block);
    const refused = block['Response'] === 'Error';
    const done = wait.wantsList ? refused || block['EventList'] === 'Complete' : wait.response !== null;
    if (!done || wait.response === null) return;
    pending.delete(id);
    wait.resolve({ response: wait.response, events: wait.events.filter((e) => e['EventList'] !== 'Complete') });
  };
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    rest += chunk;
    if (!greeted && rest.includes('\r\n')) {
      greeted = true;
      rest = rest.slice(rest.indexOf('\r\n') + 2);
    }
    for (let end = rest.indexOf('\r\n\r\n'); end >= 0; end = rest.indexOf('\r\n\r\n')) {
      const block = parse(rest.slice(0, end));
      rest = rest.slice(end + 4);
      take(block);
    }
  });
};

export const createWitness = async (
  host: string,
  port: number,
  username = 'console',
  secret = 'console-secret',
): Promise<Witness> => {
  const socket = connect(port, host);
  const pending = new Map<string, Pending>();
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const fail = (error: Error): void => {
    for (const wait of pending.values()) wait.reject(error);
    pending.clear();
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error(`${host}:${port} closed the connection`)));
  feed(socket, pending);
  let next = 1;
  const send = (action: string, fields: Block, wantsList: boolean) =>
    new Promise<{ response: Block; events: Block[] }>((resolve, reject) => {
      const id = `w${next++}`;
      pending.set(id, { events: [], wantsList, response: null, resolve, reject });
      const lines = Object.entries({ Action: action, ActionID: id, ...fields }).map(([k, v]) => `${k}: ${v}\r\n`);
      socket.write(`${lines.join('')}\r\n`);
    });
  const hello = await send('Login', { Username: username, Secret: secret, Events: 'off' }, false);
  if (hello.response['Response'] !== 'Success') throw new Error(`Login refused: ${hello.response['Message']}`);
  return {
    ask: async (action, fields = {}) => (await send(action, fields, false)).response,
    list: async (action, fields = {}) => {
      const { response, events } = await send(action, fields, true);
      if (response['Response'] === 'Error') throw new Error(`${action}: ${response['Message']}`);
      return events;
    },
    close: () => socket.destroy(),
  };
};
