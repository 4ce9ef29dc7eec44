// The life of the thread of the collectors, with scripts in place of collectors.
import { expect, it, onTestFinished } from 'vitest';
import { collectorsIn } from './collector-thread.ts';
import { FAULT, OWNER_ROWS, STOP } from './live/collector-topics.ts';
import { createInProcessBus } from './platform/bus/in-process.ts';

/** `onMessage`: what the thread does with a message `m`. It sends a last message before it stops. */
const script = (onMessage: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    const send = (message) => parentPort.postMessage([message]);
    const fault = (text) => send({ kind: 'news', topic: 'fault', message: { message: text, stack: '' } });
    parentPort.on('message', ([m]) => {
      if (m.topic === 'stop') {
        fault('last batch');
        return send({ kind: 'answer', id: m.id, answer: null });
      }
      ${onMessage}
    });`)}`,
  );

const open = (onMessage: string) => {
  const bus = createInProcessBus();
  const losses: string[] = [];
  const faults: string[] = [];
  let epoch = 10;
  let starts = 0;
  const waiting: (() => void)[] = [];
  const note = (): void => waiting.splice(0).forEach((wake) => wake());
  bus.subscribe(FAULT, ({ message }) => {
    faults.push(message);
    note();
  });
  const collectors = collectorsIn(script(onMessage))(bus, {
    firstEpoch: () => (epoch += 5),
    started: () => {
      starts++;
      bus.publish(OWNER_ROWS, { queues: [], names: [] });
    },
    lost: (error, retryInMs) => {
      losses.push(error.message);
      expect(retryInMs).toBeLessThanOrEqual(30_000);
      note();
    },
  });
  onTestFinished(() => collectors.close());
  const until = async (test: () => boolean): Promise<void> => {
    while (!test()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { bus, losses, faults, collectors, until, starts: () => starts };
};

it('starts another thread after an error, with a greater epoch', async () => {
  const { losses, faults, until, starts } = open(`
    if (workerData.firstEpoch < 20) throw new Error('broken collector');
    fault('epoch ' + workerData.firstEpoch);`);
  await until(() => faults.length > 0);
  expect([losses, faults, starts()]).toEqual([['broken collector'], ['epoch 20'], 2]);
});

it('waits for the last batches when it closes', async () => {
  const { bus, collectors, faults, losses } = open('');
  await collectors.close();
  expect([faults, losses]).toEqual([['last batch'], []]);
  await expect(bus.request(STOP, null, 1_000)).rejects.toThrow('Nobody serves stop');
});

it('ends the sleep of the thread when a message arrives', async () => {
  const { bus, faults, until } = open(`
    const counter = new Int32Array(workerData.wakes);
    while (Atomics.load(counter, 0) === 0);
    if (Atomics.load(counter, 0) > 1) return;
    fault('asleep');
    fault(Atomics.wait(counter, 0, 1, 60_000));`);
  await until(() => faults.length === 1);
  bus.publish(OWNER_ROWS, { queues: [], names: [] });
  await until(() => faults.length === 2);
  expect(faults[1]).not.toBe('timed-out');
});
