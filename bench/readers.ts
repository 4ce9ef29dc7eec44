// Many readers of the socket in a process of their own. Most only drain what comes; a few parse it and say how late it was.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

export interface ReaderSettings {
  /** Addresses with their token, one a reader. */
  readonly urls: readonly string[];
  /** Every so-manyth reader parses. */
  readonly parseEvery: number;
  /** These many stop reading altogether once they are open. */
  readonly asleep?: number;
}

export interface Report {
  /** Messages that one reader got, on average of those that parsed. */
  readonly messages: number;
  /** Milliseconds from the console's receipt of an event to its being parsed here. */
  readonly latencies: readonly number[];
  /** Close codes of readers that were cut. */
  readonly closed: Readonly<Record<string, number>>;
}

export interface Readers {
  /** Forgets what was counted so far. */
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

const serve = (): void => {
  let latencies: number[] = [];
  let messages = 0;
  let parsers = 0;
  const closed: Record<string, number> = {};
  const count = (data: Buffer): void => {
    const now = Date.now();
    const parsed = JSON.parse(data.toString('utf8')) as { At?: number } | { At?: number }[];
    for (const m of Array.isArray(parsed) ? parsed : [parsed]) {
      messages++;
      if (m.At !== undefined && latencies.length < 200_000) latencies.push(now - m.At);
    }
  };
  const open = async ({ urls, parseEvery, asleep = 0 }: ReaderSettings): Promise<void> => {
    for (const [i, url] of urls.entries()) {
      const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
      const parses = i % parseEvery === 0 && i >= asleep;
      if (parses) parsers++;
      socket.on('close', (code) => (closed[code] = (closed[code] ?? 0) + 1));
      socket.on('error', () => undefined);
      if (parses) socket.on('message', count);
      await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));
      if (i < asleep) socket.pause();
    }
    process.send?.(urls.length);
  };
  process.on('message', (message) => {
    if (message === 'reset') {
      latencies = [];
      messages = 0;
    } else if (message === 'report') {
      process.send?.({ messages: messages / Math.max(1, parsers), latencies, closed } satisfies Report);
    } else void open(message as ReaderSettings);
  });
};

if (process.argv[2] === '--readers') serve();
