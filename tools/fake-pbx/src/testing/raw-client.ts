// Minimal AMI client for tests: a socket, text in, blocks out. It shares no decoder with the console, and so no error.
import { connect, type Socket } from 'node:net';
import { blocksOf, type Block } from './transcript.ts';

export interface RawClient {
  readonly socket: Socket;
  readonly greeting: () => string;
  /** Returns all blocks after the greeting. */
  readonly blocks: () => readonly Block[];
  readonly text: () => string;
  /** Sends an action with its own ActionID and waits for the response block. */
  readonly ask: (action: string, fields?: Readonly<Record<string, string>>) => Promise<Block>;
  /** Like `ask`, until the end of the list. Returns the items without response and end. */
  readonly list: (action: string, fields?: Readonly<Record<string, string>>) => Promise<readonly Block[]>;
  readonly write: (text: string) => void;
  /** Waits until the blocks satisfy `done`. Rejects if the connection closes first. */
  readonly until: (done: (blocks: readonly Block[]) => boolean) => Promise<void>;
  readonly closed: Promise<void>;
  readonly end: () => void;
}

export const rawClient = async (port: number): Promise<RawClient> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let ids = 0;
  const waiting = new Set<() => void>();
  let isClosed = false;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
    for (const check of waiting) check();
  });
  socket.on('error', () => socket.destroy());
  const closed = new Promise<void>((done) =>
    socket.on('close', () => {
      isClosed = true;
      for (const check of waiting) check();
      done();
    }),
  );
  // Parses only new text, because tests receive a day of events.
  const parsed: Block[] = [];
  let read = 0;
  const blocks = (): readonly Block[] => {
    if (read === 0) read = text.indexOf('\r\n') + 2;
    const end = text.lastIndexOf('\r\n\r\n') + 4;
    if (end > read) parsed.push(...blocksOf(text.slice(read, end)));
    read = Math.max(read, end);
    return parsed;
  };
  const until = (done: (b: readonly Block[]) => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (done(blocks())) resolve();
        else if (isClosed) reject(new Error('The connection ended'));
        else return;
        waiting.delete(check);
      };
      waiting.add(check);
      check();
    });
  const write = (t: string): void => void socket.write(t);
  const request = (action: string, fields: Readonly<Record<string, string>>): string => {
    const id = `t${++ids}`;
    const lines = Object.entries({ Action: action, ActionID: id, ...fields }).map(([k, v]) => `${k}: ${v}\r\n`);
    write(`${lines.join('')}\r\n`);
    return id;
  };
  const ask: RawClient['ask'] = async (action, fields = {}) => {
    const id = request(action, fields);
    const find = (): Block | undefined => blocks().find((b) => b.name === 'Response' && b.get('ActionID') === id);
    await until(() => find() !== undefined);
    return find()!;
  };
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (text.includes('\r\n')) {
        waiting.delete(check);
        resolve();
      }
    };
    waiting.add(check);
  });
  return {
    socket,
    greeting: () => text.slice(0, text.indexOf('\r\n')),
    blocks,
    text: () => text,
    ask,
    list: async (action, fields = {}) => {
      const id = request(action, fields);
      await until((all) => all.some((b) => b.get('ActionID') === id && b.get('EventList') === 'Complete'));
      return blocks().filter((b) => b.get('ActionID') === id && b.name !== 'Response' && b.get('EventList') === '');
    },
    write,
    until,
    closed,
    end: () => socket.destroy(),
  };
};
