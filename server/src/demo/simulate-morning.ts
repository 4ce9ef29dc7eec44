// Runs the thread that simulates this morning.
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RecordedDay } from './record-days.ts';
import type { Manifest } from './snapshot.ts';

/** Starts at once. Yields what each PBX brought until `now` (epoch ms). */
export const simulateMorning = (now: number, manifest: Manifest): AsyncIterable<RecordedDay> => {
  const worker = new Worker(new URL('./morning-thread.ts', import.meta.url), { workerData: { now, manifest } });
  // Listens from now on, and ends with the thread. An error of the thread is thrown to the reader.
  const messages = on(worker, 'message', { close: ['exit'] });
  return {
    [Symbol.asyncIterator]: async function* () {
      for await (const [recorded] of messages) yield recorded;
    },
  };
};
