// Keeps the worker thread of the collectors running: starts it, and starts another one after an error, with back-off.
import { Worker } from 'node:worker_threads';
import { retryDelayMs } from './pbx/ami/back-off.ts';
import type { Bus } from './platform/bus/bus.ts';
import { linkBus, type BusLink, type BusMessage } from './platform/bus/bus-link.ts';
import type { StartCollectors } from './live/collector-side.ts';
import { CONSOLE_TOPICS, STOP } from './live/collector-topics.ts';

export interface CollectorWorkerData {
  readonly firstEpoch: number;
  /** A counter. The console adds 1 and notifies after each message, which ends the sleep of the thread. */
  readonly wakes: SharedArrayBuffer;
  /** How long the thread sleeps after a turn that read. */
  readonly gatherMs: number;
}

/** Far below `writetimeout` of Asterisk (100 ms), after which it closes the session of a slow reader. */
const GATHER_MS = 15;
const STOP_MS = 10_000;
/** A thread that ran this long starts again without back-off from earlier errors. */
const STEADY_MS = 60_000;

interface Running {
  readonly worker: Worker;
  readonly link: BusLink;
  readonly startedAt: number;
}

const startWorker = (script: URL, bus: Bus, firstEpoch: number, ended: (error: Error) => void): Running => {
  const wakes = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(wakes);
  const workerData: CollectorWorkerData = { firstEpoch, wakes, gatherMs: GATHER_MS };
  const worker = new Worker(script, { workerData });
  worker.unref();
  const link = linkBus(
    bus,
    {
      send: (message) => {
        worker.postMessage([message]);
        Atomics.add(counter, 0, 1);
        Atomics.notify(counter, 0);
      },
      receive: (listener) =>
        worker.on('message', (messages: readonly BusMessage[]) => {
          for (const message of messages) listener(message);
        }),
    },
    CONSOLE_TOPICS,
  );
  worker.once('error', ended);
  worker.once('exit', (code) => ended(new Error(`The collector thread ended with code ${code}`)));
  return { worker, link, startedAt: Date.now() };
};

/** Returns a function that runs `script` in a thread. */
export const collectorsIn =
  (script: URL): StartCollectors =>
  (bus, events) => {
    let running: Running | null = null;
    let timer: NodeJS.Timeout | undefined;
    let attempt = 0;
    let closing = false;

    const start = (): void => {
      const mine = startWorker(script, bus, events.firstEpoch(), (error) => {
        if (closing || running !== mine) return;
        running = null;
        mine.link.close(error.message);
        attempt = Date.now() - mine.startedAt > STEADY_MS ? 0 : attempt + 1;
        const retryInMs = retryDelayMs(attempt, Math.random);
        timer = setTimeout(start, retryInMs).unref();
        events.lost(error, retryInMs);
      });
      running = mine;
      events.started();
    };
    start();

    return {
      close: async () => {
        clearTimeout(timer);
        if (running === null) return void (closing = true);
        const { worker, link } = running;
        await bus.request(STOP, null, STOP_MS).catch(() => undefined);
        closing = true;
        link.close('The console closes');
        await worker.terminate();
      },
    };
  };

export const startCollectorThread = collectorsIn(new URL('./collector-worker.ts', import.meta.url));
