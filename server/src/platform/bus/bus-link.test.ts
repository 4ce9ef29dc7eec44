import { MessageChannel } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { linkBus, type BusMessage } from './bus-link.ts';
import { createInProcessBus } from './in-process.ts';
import type { RequestTopic, Topic } from './bus.ts';

const NEWS: Topic<{ readonly n: number }> = 'news';
const OTHER: Topic<number> = 'other';
const SUM: RequestTopic<readonly number[], number> = 'sum';

/** Two buses over a real channel. The left one sends `NEWS` and asks for `SUM`. */
const openPair = () => {
  const { port1, port2 } = new MessageChannel();
  const [left, right] = [createInProcessBus(), createInProcessBus()];
  const linkOf = (bus: typeof left, port: typeof port1, sends: string[], asks: string[]) =>
    linkBus(
      bus,
      {
        send: (message) => port.postMessage(message),
        receive: (listener) => port.on('message', (message: BusMessage) => listener(message)),
      },
      { sends, asks },
    );
  const link = linkOf(left, port1, [NEWS], [SUM]);
  linkOf(right, port2, [], []);
  onTestFinished(() => port1.close());
  return { left, right, link };
};

it('carries requests and their answers, and every message that was published before', async () => {
  const { left, right } = openPair();
  const seen: unknown[] = [];
  right.subscribe(NEWS, (message) => void seen.push(message));
  right.subscribe(OTHER, (message) => void seen.push(message));
  right.serve(SUM, async (numbers) => {
    seen.push('asked');
    return numbers.reduce((a, b) => a + b, 0);
  });
  left.publish(NEWS, { n: 1 });
  left.publish(OTHER, 7);
  left.publish(NEWS, { n: 2 });
  expect(await left.request(SUM, [1, 2, 3], 5_000)).toBe(6);
  expect(seen).toEqual([{ n: 1 }, { n: 2 }, 'asked']);
});

it('rejects with the reason of the other side', async () => {
  const { left, right } = openPair();
  await expect(left.request(SUM, [], 5_000)).rejects.toThrow('Nobody serves sum');
  right.serve(SUM, () => Promise.reject(new Error('no numbers')));
  await expect(left.request(SUM, [], 5_000)).rejects.toThrow('no numbers');
});

it('rejects open requests when the link ends, and passes on nothing afterwards', async () => {
  const { left, right, link } = openPair();
  let asked = (): void => undefined;
  const started = new Promise<void>((resolve) => (asked = resolve));
  right.serve(SUM, () => {
    asked();
    return new Promise<number>(() => undefined);
  });
  const open = left.request(SUM, [1], 5_000);
  await started;
  link.close('the thread ended');
  await expect(open).rejects.toThrow('the thread ended');
  await expect(left.request(SUM, [1], 5_000)).rejects.toThrow('Nobody serves sum');
});
