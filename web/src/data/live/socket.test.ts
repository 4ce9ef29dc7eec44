import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from './socket.ts';
import { type SessionVerdict, TicketRefused } from './reconnect.ts';
import { createSocket, type LiveSocket } from './socket.ts';
import { isRenewal, type SocketState } from './socket-state.ts';
import { SNAPSHOT, Wire } from './testing/wire.ts';

let wires: Wire[];
let states: SocketState[];
let heard: Message[];
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
    onError: () => undefined,
    onState: (state) => states.push(state),
    onOpen: () => undefined,
    onSettled: (servers) => settled.push([...servers]),
    now: Date.now,
  });
});
afterEach(() => vi.useRealTimers());

describe('opening', () => {
  it('first connects one second after the start, and sends its three commands 400 ms after opening', async () => {
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

  it('is live only when every announced server has sent its queues', async () => {
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

  it('reports the present servers after all had time to announce themselves', async () => {
    await goLive();
    await wait(5000);
    expect(settled).toEqual([[1]]);
  });
});

describe('reconnecting', () => {
  /** Closes each new connection and returns the delays before the next attempts. */
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

  it('waits 2, 3, 3, 3 seconds if it never opened', async () => {
    socket.start(0);
    await wait(0);
    expect(await gaps(4, 1006)).toEqual([2000, 3000, 3000, 3000]);
  });

  it('waits 1, 2, 3, 3 seconds after a successful opening, with a new ticket each time', async () => {
    await goLive();
    expect(await gaps(4, 1006)).toEqual([1000, 2000, 3000, 3000]);
    expect(new Set(wires.map((w) => w.url)).size).toBe(wires.length);
  });

  it.each([1001, 1005, 1006, 1011, 4408])('reconnects after close code %i', async (code) => {
    (await goLive()).ends(code);
    expect(states.at(-1)).toMatchObject({ kind: 'waiting', closeCode: code });
    await wait(1000);
    expect(wires).toHaveLength(2);
  });

  it('does not reconnect after code 1000', async () => {
    (await goLive()).ends(1000);
    await wait(60_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toEqual({ kind: 'ended', reason: 'closed' });
  });

  it('requests new snapshots, so that no changes are missing', async () => {
    (await goLive()).ends(1006);
    await wait(1000);
    last().opens();
    expect(kind()).toBe('syncing');
    await wait(400);
    expect(last().sent.map((m) => m['action'])).toEqual(['Queues', 'CoreStatus', 'QueueStatus']);
    last().says(...SNAPSHOT);
    expect(kind()).toBe('live');
  });

  it('ignores events of a connection that it gave up', async () => {
    const old = await goLive();
    old.ends(1006);
    const count = heard.length;
    old.says({ Type: 3, server_id: 1, Event: 'Hangup' });
    old.ends(1000);
    expect(heard).toHaveLength(count);
    expect(kind()).toBe('waiting');
  });

  it('retries when the console cannot issue a ticket', async () => {
    ticket = () => Promise.reject(new Error('unreachable'));
    socket.start(0);
    await wait(0);
    expect(kind()).toBe('waiting');
    ticket = () => Promise.resolve('later');
    await wait(2000);
    expect(last().url).toBe('later');
  });

  it('closes for good on stop, and opens again on start', async () => {
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

describe('session checks', () => {
  it.each([
    [4401, 'signed-out'],
    [4403, 'signed-out'],
    [4403, 'forbidden'],
  ] as const)('checks the session after code %i and ends when the answer is %s', async (code, answer) => {
    verdict = () => Promise.resolve(answer);
    (await goLive()).ends(code);
    await wait(60_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toEqual({ kind: 'ended', reason: answer });
  });

  it.each([
    ['still stands', () => Promise.resolve<SessionVerdict>('ok')],
    ['cannot be asked about', () => Promise.reject(new Error('unreachable'))],
  ])('reconnects when the session check says %s', async (_, answer) => {
    verdict = answer;
    (await goLive()).ends(4403);
    await wait(1000);
    expect(wires).toHaveLength(2);
  });

  it('reconnects at once when permissions changed, and tells this renewal from an outage', async () => {
    (await goLive()).ends(4403);
    await wait(0);
    expect(wires).toHaveLength(2);
    expect(states.slice(-2).every(isRenewal)).toBe(true);
    // The new connection breaks before it is live. That is an outage, so the normal delay applies.
    wires.at(-1)?.ends(4403);
    await wait(0);
    expect(states.some((one, i) => i > 0 && one.kind === 'waiting' && !isRenewal(one))).toBe(true);
    expect(wires).toHaveLength(2);
  });

  it('does not treat a broken connection as a renewal', async () => {
    (await goLive()).ends(1006);
    await wait(0);
    expect(states.filter(isRenewal)).toEqual([]);
    expect(states.at(-1)?.kind).toBe('waiting');
  });

  it('checks the session when a ticket is refused', async () => {
    ticket = () => Promise.reject(new TicketRefused());
    verdict = () => Promise.resolve('signed-out');
    socket.start(0);
    await wait(60_000);
    expect(states.at(-1)).toEqual({ kind: 'ended', reason: 'signed-out' });
    expect(wires).toHaveLength(0);
  });
});
