// Every socket message with hostile and foreign content.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from './seeded-random.ts';
import type { Role, Target } from './target.ts';

const ACTIONS = [
  ...['Queues', 'CoreStatus', 'QueueStatus', 'QueuePause', 'QueueAdd', 'QueueRemove', 'QueuePenalty', 'QueueMove'],
  ...[
    'QueueChangePriorityCaller',
    'QueueWithdrawCaller',
    'Hangup',
    'BlindTransfer',
    'Atxfer',
    'Park',
    'Listen',
    'Whisper',
  ],
  ...['Barge', 'Command', 'Originate', 'GetConfig', 'UpdateConfig', '__proto__', ''],
] as const;

const NASTY: readonly unknown[] = [
  ...[null, true, -1, 1e308, '', 'x\r\nAction: Command\r\nCommand: core stop now\r\n\r\n', '\u0000', '‮', '\ud800'],
  ...[[], {}, { a: { b: [] } }, 'PJSIP/twin-b-100', 'support', 'a'.repeat(600)],
];
const RAW: readonly string[] = [
  ...['', ' ', '{', '[]', 'null', '"x"', '[[[[[[', '{"method":"cmd"}', '{"method":"__proto__"}'],
  ...['['.repeat(20_000), `{"method":"cmd","action":"QueueStatus","x":"${'y'.repeat(100_000)}"}`],
];
const FIELDS = [
  'server_id',
  'Queue',
  'Interface',
  'MemberName',
  'Penalty',
  'Paused',
  'Reason',
  'Channel',
  'Exten',
  'FromQueue',
  'ToQueue',
  'Caller',
  'Priority',
];

/** Messages per second that the console handles for one socket. It rejects faster messages unread. */
const ACCEPTED_RATE = 20;

/** Close codes for an invalid or expired token. */
const REFUSED: ReadonlySet<number> = new Set([4401, 4403]);

const ticketOf = async (target: Target, role: Role): Promise<string | null> => {
  const answer = await target.ask(role, 'POST', '/realtime/ticket', {}, 20_000);
  if (answer === 'hang' || answer.status >= 300) return null;
  return (JSON.parse(answer.text) as { ticket: string }).ticket;
};

interface Line {
  /** Sends one message and waits for the reply with its `ActionID`. */
  request(message: Readonly<Record<string, unknown>>): Promise<'answered' | 'closed' | 'hang'>;
  close(): void;
  /** Code of the close frame, or 0 while the socket is open. */
  code(): number;
}

const openLine = async (url: string, token: string, seen: (text: string) => void): Promise<Line | null> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime?token=${token}`);
  const waiting = new Map<string, (outcome: 'answered' | 'closed') => void>();
  const { promise: opened, resolve } = Promise.withResolvers<boolean>();
  let closeCode = 0;
  const over = (event: Event): void => {
    if (event instanceof CloseEvent) closeCode = event.code;
    resolve(false);
    for (const end of waiting.values()) end('closed');
  };
  socket.addEventListener('open', () => resolve(true));
  socket.addEventListener('close', over);
  socket.addEventListener('error', over);
  socket.addEventListener('message', ({ data }) => {
    const text = String(data);
    seen(text);
    const id = /"ActionID":"([^"]+)"/.exec(text)?.[1] ?? '';
    if (/"Type":4/.test(text)) waiting.get(id)?.('answered');
  });
  if (!(await opened)) return null;
  return {
    request: (message) => {
      if (socket.readyState !== WebSocket.OPEN) return Promise.resolve('closed');
      const { promise, resolve: end } = Promise.withResolvers<'answered' | 'closed' | 'hang'>();
      const late = setTimeout(() => end('hang'), 20_000);
      waiting.set(String(message['ActionID']), end);
      socket.send(JSON.stringify(message));
      return promise.finally(() => clearTimeout(late));
    },
    close: () => socket.close(),
    code: () => closeCode,
  };
};

/** Sends every action with hostile fields, then frames that are not valid messages. Returns the faults. */
export const tryEveryMessage = async (
  target: Target,
  role: Role,
  random: SeededRandom,
  rounds: number,
): Promise<string[]> => {
  const faults = new Set<string>();
  const foreignServer = target.world.b.endpointId;
  const ticket = await ticketOf(target, role);
  const line = await openLine(target.url, ticket ?? 'made-up', (text) => {
    const leak = target.leakIn(role, text, `${NASTY.join(' ')} twin-b`);
    if (leak !== null) faults.add(`${role.name}: the socket named ${leak}`);
    const isEvent = new RegExp(`"server_id":${foreignServer}\\b`).test(text) && !/"Response":"Error"/.test(text);
    if (!role.staff && isEvent)
      faults.add(`${role.name}: the socket showed another customer's server: ${text.slice(0, 200)}`);
  });
  if (line === null) return ticket === null ? [] : [`${role.name}: the socket did not open`];
  // With an invalid token, or a role without live view, the console closes the socket with a reason.
  if ((await line.request({ method: 'cmd', action: 'Queues', ActionID: 'first' })) === 'closed')
    return REFUSED.has(line.code()) ? [] : [`${role.name}: the socket closed with ${line.code()}`];
  if (ticket === null) return [`${role.name}: the socket answered without a session`];
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await sleep((ACTIONS.length / ACCEPTED_RATE) * 1_000);
    for (const action of ACTIONS) {
      const fields = Object.fromEntries(
        FIELDS.filter(() => random.chance(0.5)).map((field) => [field, random.pick(NASTY)]),
      );
      const server = random.chance(0.5) ? { server_id: foreignServer } : {};
      const message = { method: 'cmd', ...fields, ...server, action, ActionID: `${round}-${action}` };
      const outcome = await line.request(message);
      if (outcome !== 'answered') faults.add(`${role.name}: ${outcome}: ${JSON.stringify(message).slice(0, 300)}`);
      if (outcome === 'closed') return [...faults];
    }
  }
  line.close();
  for (const raw of RAW) {
    const next = await ticketOf(target, role);
    if (next !== null) await sendRaw(target, next, raw);
  }
  return [...faults];
};

const sendRaw = (target: Target, ticket: string, raw: string): Promise<void> =>
  new Promise((done) => {
    const socket = new WebSocket(`${target.url.replace('http', 'ws')}/realtime?token=${ticket}`);
    const finish = (): void => {
      socket.close();
      done();
    };
    socket.addEventListener('close', () => done());
    socket.addEventListener('error', () => done());
    socket.addEventListener('open', () => {
      socket.send(raw);
      setTimeout(finish, 20);
    });
  });
