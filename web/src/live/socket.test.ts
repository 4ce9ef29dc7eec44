import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from './read-frame.ts';
import { createSocket, type LiveSocket, type SessionVerdict, TicketRefused } from './socket.ts';
import type { SocketState } from './socket-state.ts';

/** A WebSocket whose other end is the test. */
class Wire {
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];
  readonly url: string;
  closedWith: number | undefined;
  onopen: (() => void) | null = null;
  onmessage: ((e: { data: unknown }) => void) | null = null;
  onclose: ((e: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(url: string) {
    this.url = url;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(code?: number): void {
    this.closedWith = code ?? 1005;
    this.readyState = 2;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(...messages: Message[]): void {
    this.onmessage?.({ data: JSON.stringify(messages) });
  }
  ends(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const SNAPSHOT: readonly Message[] = [
  { Type: 4, server_id: 1, Response: 'Success', CoreStartupDate: '2026-11-21' },
  { Type: 3, server_id: 1, Event: 'CoreShowChannelsComplete' },
  { Type: 4, server_id: 1, Response: 'Success', EventList: 'start' },
  { Type: 3, server_id: 1, Event: 'QueueStatusComplete' },
];

let wires: Wire[];
let states: SocketState[];
let heard: Message[];
let raised: Message[];
let settled: number[][];
let ticket: () => Promise<string>;
let verdict: () => Promise<SessionVerdict>;
let socket: LiveSocket;

const last = (): Wire => wires.at(-1) ?? expect.fail('no connection was opened');
const kind = (): string => states.at(-1)?.kind ?? 'none';
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const goLive = async (): Promise<Wire> => {
  socket.start(1000);
  await wait(1000);
  last().opens();
  await wait(400);
  last().says(...SNAPSHOT);
  return last();
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  wires = [];
  states = [];
  heard = [];
  raised = [];
  settled = [];
  ticket = () => Promise.resolve(`ticket-${wires.length + 1}`);
  verdict = () => Promise.resolve('ok');
  socket = createSocket({
    ticket: () => ticket(),
    open: (token) => {
      const wire = new Wire(token);
      wires.push(wire);
      return wire as unknown as WebSocket;
    },
    checkSession: () => verdict(),
    onMessages: (messages) => heard.push(...messages),
    onError: (message) => raised.push(message),
    onState: (state) => states.push(state),
    onOpen: () => undefined,
    onSettled: (servers) => settled.push([...servers]),
    now: Date.now,
  });
});
afterEach(() => vi.useRealTimers());

describe('opening', () => {
  it('checks first a second after the start, and asks its three questions 400 ms after the opening', async () => {
    socket.start(1000);
    await wait(999);
    expect(wires).toHaveLength(0);
    await wait(1);
    expect(last().url).toBe('ticket-1');
    last().opens();
    await wait(399);
    expect(last().sent).toEqual([]);
    await wait(1);
    expect(last().sent).toEqual([
      { method: 'cmd', action: 'Queues' },
      { method: 'cmd', action: 'CoreStatus' },
      { method: 'cmd', action: 'QueueStatus' },
    ]);
  });

  it('is live only when every server that announced itself gave its queues', async () => {
    socket.start(0);
    await wait(0);
    last().opens();
    await wait(400);
    last().says({ Type: 4, server_id: 2, Response: 'Success', CoreStartupDate: '' }, ...SNAPSHOT);
    expect(kind()).toBe('syncing');
    last().says(
      { Type: 4, server_id: 2, EventList: 'start', Queue: 'one' },
      { server_id: 2, Event: 'QueueStatusComplete' },
    );
    expect(kind()).toBe('syncing');
    last().says({ Type: 4, server_id: 2, EventList: 'start' }, { server_id: 2, Event: 'QueueStatusComplete' });
    expect(kind()).toBe('live');
  });

  it.each([
    ['at once where there is no server', [{ Type: 4, Response: 'Success', Message: 'No servers' }], 0],
    ['after three seconds where nothing comes', [], 3000],
  ])('is live %s', async (_, messages, after) => {
    socket.start(0);
    await wait(0);
    last().opens();
    await wait(400);
    last().says(...messages);
    await wait(after);
    expect(kind()).toBe('live');
  });

  it('says which servers are there once all had time to announce themselves', async () => {
    await goLive();
    await wait(5000);
    expect(settled).toEqual([[1]]);
  });
});

describe('reconnecting', () => {
  /** Closes whatever opens, and says how long it took until the next attempt. */
  const gaps = async (count: number, code: number): Promise<number[]> => {
    const found: number[] = [];
    for (let i = 0; i < count; i++) {
      const before = wires.length;
      last().ends(code);
      let ms = 0;
      while (wires.length === before && ms < 10_000) {
        await wait(100);
        ms += 100;
      }
      found.push(ms);
    }
    return found;
  };

  it('waits 2, 3, 3, 3 seconds while it never opened', async () => {
    socket.start(0);
    await wait(0);
    expect(await gaps(4, 1006)).toEqual([2000, 3000, 3000, 3000]);
  });

  it('waits 1, 2, 3, 3 seconds after a successful opening, with a fresh ticket each time', async () => {
    await goLive();
    expect(await gaps(4, 1006)).toEqual([1000, 2000, 3000, 3000]);
    expect(new Set(wires.map((w) => w.url)).size).toBe(wires.length);
  });

  it.each([1001, 1005, 1006, 1011, 4408])('tries again after close code %i', async (code) => {
    (await goLive()).ends(code);
    expect(states.at(-1)).toMatchObject({ kind: 'waiting', closeCode: code });
    await wait(1000);
    expect(wires).toHaveLength(2);
  });

  it('does not after 1000', async () => {
    (await goLive()).ends(1000);
    await wait(60_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toEqual({ kind: 'ended', reason: 'closed' });
  });

  it('asks for its snapshot anew, so that no gap stays', async () => {
    (await goLive()).ends(1006);
    await wait(1000);
    last().opens();
    expect(kind()).toBe('syncing');
    await wait(400);
    expect(last().sent.map((m) => m['action'])).toEqual(['Queues', 'CoreStatus', 'QueueStatus']);
    last().says(...SNAPSHOT);
    expect(kind()).toBe('live');
  });

  it('hears nothing more of a connection that it gave up', async () => {
    const old = await goLive();
    old.ends(1006);
    const count = heard.length;
    old.says({ Type: 3, server_id: 1, Event: 'Hangup' });
    old.ends(1000);
    expect(heard).toHaveLength(count);
    expect(kind()).toBe('waiting');
  });

  it('goes on when the console cannot give a ticket for now', async () => {
    ticket = () => Promise.reject(new Error('unreachable'));
    socket.start(0);
    await wait(0);
    expect(kind()).toBe('waiting');
    ticket = () => Promise.resolve('later');
    await wait(2000);
    expect(last().url).toBe('later');
  });

  it('closes for good when told, and starts again when told', async () => {
    const wire = await goLive();
    socket.stop('signed-out');
    expect(wire.closedWith).toBe(1000);
    await wait(60_000);
    expect(wires).toHaveLength(1);
    socket.start(0);
    await wait(0);
    expect(wires).toHaveLength(2);
  });
});

describe('a session that ended', () => {
  it.each([
    [4401, 'signed-out'],
    [4403, 'signed-out'],
    [4403, 'forbidden'],
  ] as const)('is asked about after %i, and %s ends it', async (code, answer) => {
    verdict = () => Promise.resolve(answer);
    (await goLive()).ends(code);
    await wait(60_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toEqual({ kind: 'ended', reason: answer });
  });

  it.each([
    ['still stands', () => Promise.resolve<SessionVerdict>('ok')],
    ['cannot be asked about', () => Promise.reject(new Error('unreachable'))],
  ])('opens again when it %s', async (_, answer) => {
    verdict = answer;
    (await goLive()).ends(4403);
    await wait(1000);
    expect(wires).toHaveLength(2);
  });

  it('is asked about when no ticket is given for it', async () => {
    ticket = () => Promise.reject(new TicketRefused());
    verdict = () => Promise.resolve('signed-out');
    socket.start(0);
    await wait(60_000);
    expect(states.at(-1)).toEqual({ kind: 'ended', reason: 'signed-out' });
    expect(wires).toHaveLength(0);
  });
});

describe('commands', () => {
  it('pairs each answer with its command by ActionID', async () => {
    const wire = await goLive();
    const pause = socket.command('QueuePause', { server_id: 1, Interface: 'PJSIP/1', Paused: 'true' });
    const move = socket.command('QueueMove', { server_id: 1, Interface: 'PJSIP/2' });
    const [first, second] = wire.sent.slice(-2);
    expect(first).toMatchObject({ method: 'cmd', action: 'QueuePause', server_id: 1, Interface: 'PJSIP/1' });
    wire.says({ Type: 4, ActionID: second?.['ActionID'], Response: 'Error', Message: 'No such queue' });
    wire.says({ Type: 4, ActionID: first?.['ActionID'], Response: 'Success', Message: 'Paused' });
    expect(await move).toEqual({ kind: 'refused', message: 'No such queue' });
    expect(await pause).toEqual({ kind: 'done', message: 'Paused' });
    // The one who asked shows the refusal; it is no error of the page.
    expect(raised).toEqual([]);
  });

  it('is unanswered after 15 seconds, and lost with the connection', async () => {
    const wire = await goLive();
    const slow = socket.command('Hangup', { server_id: 1, Channel: 'x' });
    await wait(14_000);
    const late = socket.command('Hangup', { server_id: 1, Channel: 'y' });
    wire.says({ Type: 3, server_id: 1, Event: 'Newstate' });
    await wait(1000);
    expect(await slow).toEqual({ kind: 'unanswered' });
    wire.ends(1006);
    expect(await late).toEqual({ kind: 'lost' });
  });

  it('sends nothing unless what is shown is exact', async () => {
    socket.start(0);
    await wait(0);
    last().opens();
    expect(await socket.command('Hangup', { server_id: 1 })).toEqual({ kind: 'offline' });
    expect(last().sent).toEqual([]);
  });

  it('raises an error that nobody asked for', async () => {
    const wire = await goLive();
    wire.says({ Type: 4, server_id: 1, Response: 'Error', Message: 'app_queue is not loaded' });
    expect(raised).toEqual([{ Type: 4, server_id: 1, Response: 'Error', Message: 'app_queue is not loaded' }]);
  });

  it('survives a frame that is no JSON', async () => {
    const wire = await goLive();
    const count = heard.length;
    wire.onmessage?.({ data: '{"Type":' });
    wire.onmessage?.({ data: '"text"' });
    expect(heard).toHaveLength(count);
    expect(kind()).toBe('live');
  });
});

describe('a connection that only looks open', () => {
  it('is asked after 20 quiet seconds, doubted after 3 more, given up after 4 more', async () => {
    const wire = await goLive();
    await wait(20_000);
    expect(wire.sent.at(-1)).toMatchObject({ action: 'Queues' });
    expect(kind()).toBe('live');
    await wait(3000);
    expect(kind()).toBe('silent');
    await wait(4000);
    expect(wire.closedWith).toBe(4000);
    expect(kind()).toBe('waiting');
    await wait(1000);
    expect(wires).toHaveLength(2);
  });

  it('is trusted again as soon as anything is heard', async () => {
    const wire = await goLive();
    await wait(23_000);
    wire.says({ Type: 3, server_id: 1, Event: 'Newstate' });
    expect(kind()).toBe('live');
    await wait(10_000);
    expect(wires).toHaveLength(1);
  });

  it('is in doubt at once after a sleep', async () => {
    const wire = await goLive();
    socket.probe();
    expect(kind()).toBe('silent');
    wire.says({ Type: 4, server_id: 1, Response: 'Success', Message: 'Queues' });
    expect(kind()).toBe('live');
  });

  it('does not wait for its turn when the page comes back', async () => {
    (await goLive()).ends(1006);
    socket.probe();
    await wait(0);
    expect(wires).toHaveLength(2);
  });

  it('gives up an opening that hangs', async () => {
    socket.start(0);
    await wait(10_000);
    expect(last().closedWith).toBeDefined();
    expect(kind()).toBe('waiting');
  });
});
