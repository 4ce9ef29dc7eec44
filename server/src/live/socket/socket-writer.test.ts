import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { expect, it } from 'vitest';
import { createSocketWriter } from './socket-writer.ts';

/** Creates a socket whose client reads only on demand, and a `ws` stub that records calls. */
const openSocket = () => {
  const taken: (() => void)[] = [];
  let bytes = 0;
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      taken.push(done);
    },
  });
  const pings: string[] = [];
  const closed: number[] = [];
  let terminated = false;
  const ws = Object.assign(new EventEmitter(), {
    ...{ OPEN: 1, readyState: 1 },
    ping: (id: string) => pings.push(id),
    close: (code: number) => closed.push(code),
    terminate: () => (terminated = true),
  });
  let cuts = 0;
  const writer = createSocketWriter(ws as unknown as WebSocket, socket, () => cuts++);
  return {
    ...{ writer, pings, closed },
    /** Lets the kernel accept everything that is pending. */
    drain: async () => {
      for (let done = taken.shift(); done !== undefined; done = taken.shift()) {
        done();
        await new Promise(setImmediate);
      }
    },
    pong: () => ws.emit('pong', Buffer.from(pings.at(-1) ?? '')),
    written: () => bytes,
    cuts: () => cuts,
    terminated: () => terminated,
  };
};
const seconds = (n: number): number => n * 1_000;

it('closes with 4408 and counts a client whose backlog does not shrink for 7 seconds', () => {
  const { writer, closed, cuts } = openSocket();
  writer.write([Buffer.alloc(100)], false);
  for (let n = 0; n < 6; n++) writer.check(seconds(n));
  expect(closed).toEqual([]);
  writer.check(seconds(7));
  expect([closed, cuts(), writer.isClosing()]).toEqual([[4408], 1, true]);
});

it('keeps a slow client whose backlog shrinks', async () => {
  const { writer, closed, drain, pong } = openSocket();
  for (let n = 0; n < 60; n++) {
    writer.write([Buffer.alloc(1_000)], false);
    writer.check(seconds(n));
    if (n % 5 === 0) {
      await drain();
      pong();
    }
  }
  expect(closed).toEqual([]);
});

it('closes with 4408 when the kernel accepts everything but the client answers no ping within 10 seconds', async () => {
  const { writer, closed, pings, drain, cuts } = openSocket();
  let at = 0;
  while (closed.length === 0 && at < 20) {
    writer.write([Buffer.alloc(100)], false);
    await drain();
    writer.check(seconds(at++));
  }
  expect([closed, cuts(), pings.length]).toEqual([[4408], 1, 1]);
  expect(at).toBeLessThanOrEqual(10);
});

it('gives a backlog on a slow line time in proportion to its bytes', async () => {
  const { writer, closed, pings, drain, pong } = openSocket();
  writer.write([Buffer.alloc(2_000_000)], true);
  await drain();
  for (let at = 0; at < 30; at++) writer.check(seconds(at));
  expect([closed, pings.length]).toEqual([[], 1]);
  pong();
  for (let at = 30; at < 60; at++) writer.check(seconds(at));
  expect(closed).toEqual([]);
});

it('ends an idle connection that answers no heartbeat, without counting it', () => {
  const { writer, closed, cuts, terminated } = openSocket();
  for (let at = 0; at < 60; at++) writer.check(seconds(at));
  expect([terminated(), closed, cuts()]).toEqual([true, [], 0]);
});

it('keeps only the group in flight when it closes, so that the close code comes next', () => {
  const { writer, written, closed } = openSocket();
  for (let n = 0; n < 20; n++) writer.write([Buffer.alloc(60_000)], false);
  expect([written(), closed]).toEqual([60_000, [4408]]);
  writer.write([Buffer.alloc(60_000)], false);
  expect(written()).toBe(60_000);
});

it('lets a requested answer exceed the limit', () => {
  const { writer, closed } = openSocket();
  writer.write([Buffer.alloc(3_000_000)], true);
  writer.write([Buffer.alloc(10)], false);
  expect(closed).toEqual([]);
});
