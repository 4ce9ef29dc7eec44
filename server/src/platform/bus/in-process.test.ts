import { describe, expect, it } from 'vitest';
import { BusTimeout } from './bus.ts';
import { createInProcessBus } from './in-process.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('publish and subscribe', () => {
  it('delivers messages asynchronously and in order, only to subscribers of the topic', async () => {
    const bus = createInProcessBus();
    const heard: unknown[] = [];
    bus.subscribe('a', (m) => heard.push(m));
    bus.subscribe('b', () => heard.push('wrong topic'));
    bus.publish('a', 1);
    bus.publish('a', 2);
    bus.publish('nobody', 3);
    expect(heard).toEqual([]);
    await turn();
    expect(heard).toEqual([1, 2]);
  });

  it('queues a message that a listener publishes, so that all listeners receive messages in the same order', async () => {
    const bus = createInProcessBus();
    const first: unknown[] = [];
    const second: unknown[] = [];
    bus.subscribe('a', (m) => {
      first.push(m);
      if (m === 1) bus.publish('a', 'because of 1');
    });
    bus.subscribe('a', (m) => second.push(m));
    bus.publish('a', 1);
    bus.publish('a', 2);
    await turn();
    expect(first).toEqual([1, 2, 'because of 1']);
    expect(second).toEqual(first);
  });

  it('continues after a listener throws and reports the error', async () => {
    const errors: unknown[] = [];
    const bus = createInProcessBus((error) => errors.push(error));
    const heard: unknown[] = [];
    const broken = new Error('broken');
    bus.subscribe('a', () => {
      throw broken;
    });
    bus.subscribe('a', (m) => heard.push(m));
    bus.publish('a', 1);
    bus.publish('a', 2);
    await turn();
    expect(heard).toEqual([1, 2]);
    expect(errors).toEqual([broken, broken]);
  });

  it('delivers nothing more to a listener that unsubscribed, even during a delivery', async () => {
    const bus = createInProcessBus();
    const heard: unknown[] = [];
    const stop = bus.subscribe('a', (m) => {
      heard.push(m);
      stop();
    });
    bus.subscribe('a', (m) => heard.push(`other ${String(m)}`));
    bus.publish('a', 1);
    bus.publish('a', 2);
    await turn();
    expect(heard).toEqual([1, 'other 1', 'other 2']);
  });
});

describe('request and serve', () => {
  it('resolves with the answer of the handler', async () => {
    const bus = createInProcessBus();
    bus.serve('double', async (m) => Number(m) * 2);
    expect(await bus.request('double', 21, 1000)).toBe(42);
  });

  it('rejects with the error that the handler throws', async () => {
    const bus = createInProcessBus();
    bus.serve('fails', () => {
      throw new Error('at once');
    });
    bus.serve('fails-later', () => Promise.reject(new Error('later')));
    await expect(bus.request('fails', null, 1000)).rejects.toThrow('at once');
    await expect(bus.request('fails-later', null, 1000)).rejects.toThrow('later');
  });

  it('rejects with BusTimeout at once without a handler, and after the timeout without an answer', async () => {
    const bus = createInProcessBus();
    await expect(bus.request('nobody', null, 60_000)).rejects.toThrow(BusTimeout);
    bus.serve('silent', () => new Promise(() => undefined));
    await expect(bus.request('silent', null, 1)).rejects.toThrow(BusTimeout);
  });

  it('routes a topic to its latest handler, which the removal of an earlier handler does not affect', async () => {
    const bus = createInProcessBus();
    const stopOld = bus.serve('who', async () => 'old');
    const stopNew = bus.serve('who', async () => 'new');
    stopOld();
    expect(await bus.request('who', null, 1000)).toBe('new');
    stopNew();
    await expect(bus.request('who', null, 1000)).rejects.toThrow(BusTimeout);
  });
});

it('delivers and answers nothing after close', async () => {
  const bus = createInProcessBus();
  const heard: unknown[] = [];
  bus.subscribe('a', (m) => heard.push(m));
  bus.serve('who', async () => 'me');
  bus.publish('a', 'before');
  await bus.close();
  bus.publish('a', 'after');
  await turn();
  expect(heard).toEqual([]);
  await expect(bus.request('who', null, 1000)).rejects.toThrow(BusTimeout);
});
