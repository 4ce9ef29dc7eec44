import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from './socket.ts';
import { createSocket, type LiveSocket } from './socket.ts';
import type { SocketState } from './socket-state.ts';
import { SNAPSHOT, Wire } from './testing/wire.ts';

let wires: Wire[];
let states: SocketState[];
let heard: Message[];
let raised: Message[];
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
  socket = createSocket({
    ticket: () => Promise.resolve(`ticket-${wires.length + 1}`),
    open: (token) => {
      const wire = new Wire(token);
      wires.push(wire);
      return wire as unknown as WebSocket;
    },
    checkSession: () => Promise.resolve('ok'),
    onMessages: (messages) => heard.push(...messages),
    onError: (message) => raised.push(message),
    onState: (state) => states.push(state),
    onOpen: () => undefined,
    onSettled: () => undefined,
    now: Date.now,
  });
});
afterEach(() => vi.useRealTimers());

describe('commands', () => {
  it('match answers to commands by ActionID', async () => {
    const wire = await goLive();
    const pause = socket.command('QueuePause', { server_id: 1, Interface: 'PJSIP/1', Paused: 'true' });
    const move = socket.command('QueueMove', { server_id: 1, Interface: 'PJSIP/2' });
    const [first, second] = wire.sent.slice(-2);
    expect(first).toMatchObject({ method: 'cmd', action: 'QueuePause', server_id: 1, Interface: 'PJSIP/1' });
    wire.says({ Type: 4, ActionID: second?.['ActionID'], Response: 'Error', Message: 'No such queue' });
    wire.says({ Type: 4, ActionID: first?.['ActionID'], Response: 'Success', Message: 'Paused' });
    expect(await move).toEqual({ kind: 'refused', message: 'No such queue' });
    expect(await pause).toEqual({ kind: 'done', message: 'Paused', confirmed: true, space: null });
    // The sender of a command shows the refusal. The page shows no error.
    expect(raised).toEqual([]);
  });

  it('become "unanswered" after 15 seconds, and "lost" when the connection closes', async () => {
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

  it('are not sent unless the shown state is current', async () => {
    socket.start(0);
    await wait(0);
    last().opens();
    expect(await socket.command('Hangup', { server_id: 1 })).toEqual({ kind: 'offline' });
    expect(last().sent).toEqual([]);
  });

  it('raise an error that answers no command of the page', async () => {
    const wire = await goLive();
    wire.says({ Type: 4, server_id: 1, Response: 'Error', Message: 'app_queue is not loaded' });
    expect(raised).toEqual([{ Type: 4, server_id: 1, Response: 'Error', Message: 'app_queue is not loaded' }]);
  });

  it('ignore a frame that is not JSON', async () => {
    const wire = await goLive();
    const count = heard.length;
    wire.onmessage?.({ data: '{"Type":' });
    wire.onmessage?.({ data: '"text"' });
    expect(heard).toHaveLength(count);
    expect(kind()).toBe('live');
  });
});

describe('dead connection detection', () => {
  it('probes after 20 s of silence, marks the connection silent after 3 s more, and gives it up after another 4 s', async () => {
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

  it('trusts the connection again when data arrives', async () => {
    const wire = await goLive();
    await wait(23_000);
    wire.says({ Type: 3, server_id: 1, Event: 'Newstate' });
    expect(kind()).toBe('live');
    await wait(10_000);
    expect(wires).toHaveLength(1);
  });

  it('doubts the connection immediately after sleep', async () => {
    const wire = await goLive();
    socket.probe();
    expect(kind()).toBe('silent');
    wire.says({ Type: 4, server_id: 1, Response: 'Success', Message: 'Queues' });
    expect(kind()).toBe('live');
  });

  it('reconnects immediately when the page comes back', async () => {
    (await goLive()).ends(1006);
    socket.probe();
    await wait(0);
    expect(wires).toHaveLength(2);
  });

  it('gives up a connection attempt that hangs', async () => {
    socket.start(0);
    await wait(10_000);
    expect(last().closedWith).toBeDefined();
    expect(kind()).toBe('waiting');
  });
});
