// Runs the collectors in a worker thread (`collector-thread.ts`). Messages to the console leave together at the end of each turn of the
// event loop. After a turn that read from a PBX server the thread sleeps, so that the kernel gathers what the servers write: one read costs
// as much as several events.
import { parentPort, workerData } from 'node:worker_threads';
import { createCollector } from './pbx/ami/collector.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { BusMessage } from './platform/bus/bus-link.ts';
import { linkBus } from './platform/bus/bus-link.ts';
import { createInProcessBus } from './platform/bus/in-process.ts';
import { COLLECTOR_TOPICS, FAULT, faultOf } from './live/collector-topics.ts';
import type { CollectorWorkerData } from './collector-thread.ts';
import { runCollectors } from './live/run-collectors.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread');
const { firstEpoch, wakes, gatherMs }: CollectorWorkerData = workerData;

/** Sends messages and sleeps at the end of a turn. A change of `wakes` ends the sleep at once. */
const createTurns = () => {
  const counter = new Int32Array(wakes);
  let seen = Atomics.load(counter, 0);
  let outgoing: BusMessage[] = [];
  let hasRead = false;
  let scheduled = false;
  const end = (): void => {
    scheduled = false;
    const messages = outgoing;
    outgoing = [];
    if (messages.length > 0) port.postMessage(messages);
    if (!hasRead) return;
    hasRead = false;
    Atomics.wait(counter, 0, seen, gatherMs);
    seen = Atomics.load(counter, 0);
  };
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(end);
  };
  return {
    send: (message: BusMessage): void => {
      outgoing.push(message);
      schedule();
    },
    read: (): void => {
      hasRead = true;
      schedule();
    },
  };
};

const turns = createTurns();
const bus: Bus = createInProcessBus((error) => bus.publish(FAULT, faultOf(error)));
linkBus(
  bus,
  {
    send: turns.send,
    receive: (listener) =>
      port.on('message', (messages: readonly BusMessage[]) => {
        for (const message of messages) listener(message);
      }),
  },
  COLLECTOR_TOPICS,
);
runCollectors(bus, { firstEpoch, now: Date.now, create: createCollector, chunkEnd: turns.read });
