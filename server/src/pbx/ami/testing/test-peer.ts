// A scripted AMI server over real TCP or TLS: the test decides its answers and events, closes the link or stops answering.
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { TEST_CERTIFICATE, TEST_KEY } from './test-certificate.ts';

type Fields = Readonly<Record<string, string>>;
/** Returns the text to send, or `null` for no answer. `head` writes the Response and ActionID lines. */
export type Answer = (fields: Fields, session: PeerSession) => string | null;

interface PeerSession {
  readonly actions: Fields[];
  say(text: string): void;
  /** Closes the connection after this text. */
  cut(words?: string): void;
}

export interface TestPeer {
  readonly port: number;
  readonly sessions: PeerSession[];
  /** Returns how often the action was sent, over all sessions. */
  asked(action: string): number;
  answer(action: string, answer: Answer): void;
  /** Sends the text to every session. */
  say(text: string): void;
  cut(): void;
  close(): Promise<void>;
}

export interface PeerOptions {
  readonly tls?: boolean;
  readonly greeting?: string;
  readonly port?: number;
}

export const USER = 'ringside';
export const SECRET = 'sécret';

/** Returns header lines as one message. */
export const message = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
export const head = (fields: Fields, response = 'Success'): string[] => [
  `Response: ${response}`,
  `ActionID: ${fields['ActionID'] ?? ''}`,
];
export const refuse =
  (text: string): Answer =>
  (fields) =>
    message(...head(fields, 'Error'), `Message: ${text}`);
export const unknownCommand: Answer = (fields) =>
  refuse(`Invalid/unknown command: ${fields['Action']}. Use Action: ListCommands to show available commands.`)(
    fields,
    NOBODY,
  );
const NOBODY: PeerSession = { actions: [], say: () => undefined, cut: () => undefined };

/** Returns a list reply. Its items are header lines without ActionID. */
export const list = (fields: Fields, items: readonly (readonly string[])[], complete: string): string =>
  message(...head(fields), 'EventList: start', 'Message: will follow') +
  items.map((lines) => message(...lines, `ActionID: ${fields['ActionID']}`)).join('') +
  message(`Event: ${complete}`, `ActionID: ${fields['ActionID']}`, 'EventList: Complete', `ListItems: ${items.length}`);

export const queueParams = (queue: string, completed = 0): string[] => [
  'Event: QueueParams',
  `Queue: ${queue}`,
  'Max: 0',
  'Strategy: ringall',
  'Calls: 0',
  'Holdtime: 0',
  'TalkTime: 0',
  `Completed: ${completed}`,
];

export const bootedEvent = message('Event: FullyBooted', 'Privilege: system,all', 'Status: Fully Booted');

const CHALLENGE = '160693874';
const accept = (fields: Fields): string => message(...head(fields), 'Message: Authentication accepted') + bootedEvent;

const DEFAULTS: Readonly<Record<string, Answer>> = {
  Challenge: (f) => message(...head(f), `Challenge: ${CHALLENGE}`),
  Login: (f) => {
    const key = createHash('md5')
      .update(CHALLENGE + SECRET)
      .digest('hex');
    return f['Username'] === USER && (f['Key'] === key || f['Secret'] === SECRET)
      ? accept(f)
      : message(...head(f, 'Error'), 'Message: Authentication failed');
  },
  Ping: (f) => message(...head(f), 'Ping: Pong'),
  CoreStatus: (f) => message(...head(f), 'CoreStartupDate: 2026-11-21', 'CoreStartupTime: 03:41:48'),
  CoreSettings: (f) => message(...head(f), 'AsteriskVersion: 22.10.1', 'SystemName: pbx1'),
  QueueStatus: (f) => list(f, [queueParams('support')], 'QueueStatusComplete'),
  QueueSummary: (f) => list(f, [['Event: QueueSummary', 'Queue: support']], 'QueueSummaryComplete'),
  CoreShowChannels: (f) => list(f, [], 'CoreShowChannelsComplete'),
  ListCommands: (f) =>
    message(
      ...head(f),
      ...['QueuePause', 'Redirect', 'Originate', 'CoreShowChannels'].map((c) => `${c}: x  (Priv: y)`),
    ),
  Getvar: (f) => message(...head(f), `Variable: ${f['Variable']}`, 'Value: all'),
  Logoff: (f) => message(...head(f, 'Goodbye'), 'Message: Thanks for all the fish.'),
};

const fieldsOf = (text: string): Fields =>
  Object.fromEntries(
    text.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );

export const startTestPeer = async (options: PeerOptions = {}): Promise<TestPeer> => {
  const answers = new Map(Object.entries(DEFAULTS));
  const sessions: PeerSession[] = [];
  const sockets = new Set<Socket>();

  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const session: PeerSession = {
      actions: [],
      say: (text) => void socket.write(text),
      cut: (words = '') => void socket.end(words),
    };
    sessions.push(session);
    session.say(options.greeting ?? 'Asterisk Call Manager/11.0.0\r\n');
    let rest = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\r\n\r\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const fields = fieldsOf(part);
        session.actions.push(fields);
        const reply = (answers.get(fields['Action'] ?? '') ?? unknownCommand)(fields, session);
        if (reply !== null) session.say(reply);
      }
    });
  };

  const server: Server =
    options.tls === true ? createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, serve) : createServer(serve);
  if (options.tls === true) server.on('tlsClientError', () => undefined);
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));

  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    sessions,
    asked: (action) => sessions.flatMap((s) => s.actions).filter((f) => f['Action'] === action).length,
    answer: (action, answer) => void answers.set(action, answer),
    say: (text) => sessions.forEach((s) => s.say(text)),
    cut,
    close: () =>
      new Promise((done) => {
        cut();
        server.close(() => done());
      }),
  };
};
