// The main thread's side of the database worker: sends numbered requests and receives one reply for each.
import { Worker } from 'node:worker_threads';
import type { WorkerQuestion, WorkerReply, WorkerSettings } from './pglite-protocol.ts';

/** A database error with Postgres's code (such as `23505`) and constraint. Has the same fields as errors of the `pg` driver. */
class DatabaseError extends Error {
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly detail: string | undefined;
  constructor(plain: NonNullable<WorkerReply['error']>) {
    super(plain.message);
    this.code = plain.code;
    this.constraint = plain.constraint;
    this.table = plain.table;
    this.column = plain.column;
    this.detail = plain.detail;
  }
}

export interface PgliteProcess {
  ask(question: WorkerQuestion): Promise<NonNullable<WorkerReply['value']>>;
  /** Returns whether the worker ended without `close`. */
  hasEnded(): boolean;
  /** Ends the worker immediately, like a kill of the process. */
  terminate(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: NonNullable<WorkerReply['value']>) => void;
  readonly reject: (error: Error) => void;
}

/** Resolves when the database is open. Rejects with the error that prevented opening. */
export const startPglite = async (settings: WorkerSettings): Promise<PgliteProcess> => {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: settings });
  const waiting = new Map<number, Waiting>();
  let next = 1;
  let dead: Error | null = null;

  const end = (error: Error): void => {
    dead ??= error;
    for (const each of waiting.values()) each.reject(dead);
    waiting.clear();
  };
  worker.on('message', (reply: WorkerReply) => {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error !== undefined) one?.reject(new DatabaseError(reply.error));
    else one?.resolve(reply.value ?? { rows: [] });
  });
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The embedded database has stopped')));

  const opened = new Promise<NonNullable<WorkerReply['value']>>((resolve, reject) =>
    waiting.set(0, { resolve, reject }),
  );
  const ask: PgliteProcess['ask'] = (question) =>
    new Promise((resolve, reject) => {
      if (dead !== null) return reject(dead);
      const id = next++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...question });
    });
  try {
    await opened;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    ask,
    hasEnded: () => dead !== null,
    terminate: async () => {
      await worker.terminate();
    },
    close: async () => {
      if (dead !== null) return;
      await ask({ kind: 'close' }).catch(() => undefined);
      await worker.terminate();
    },
  };
};
