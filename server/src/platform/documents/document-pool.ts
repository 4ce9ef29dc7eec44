// Makes PDFs and workbooks in worker threads with a memory limit. Each owner (a customer, or a user of the platform staff) has one thread
// at a time, so one customer's export does not delay another's.
import { Worker } from 'node:worker_threads';
import { Refusal } from '../caller/refusal.ts';
import type { DocumentJob, DocumentRow, FromThread, ToThread } from './document-job.ts';

export interface DocumentLimits {
  /** Maximum number of documents made concurrently. */
  readonly threads: number;
  /** JavaScript heap limit of one thread, in MB. */
  readonly heapMb: number;
  /** Maximum number of waiting documents per owner. */
  readonly waiting: number;
  /** Time limit for one step of a thread, and for the client to take one chunk. */
  readonly stepMs: number;
}

const LIMITS: DocumentLimits = { threads: 4, heapMb: 256, waiting: 5, stepMs: 60_000 };
/** An idle thread ends after this time. */
const IDLE_MS = 60_000;

type Rows = AsyncIterable<readonly DocumentRow[]>;

interface DocumentPool {
  /** @throws Refusal `too-many`, or `too-large` if the document exceeds the memory or time limit */
  make(job: DocumentJob, owner: string, rows?: Rows): AsyncGenerator<Uint8Array>;
  /** Returns the number of working threads, for tests. */
  busy(): number;
}

const tooLarge = (): Refusal =>
  new Refusal('too-large', {
    detail: 'The file would be too large. Export fewer rows or a shorter period, or choose CSV.',
  });

interface Thread {
  /** Resolves with the next message. Rejects if the thread ends or exceeds the time limit. */
  next(): Promise<FromThread>;
  send(message: ToThread): void;
  end(): void;
}

const startThread = ({ heapMb, stepMs }: DocumentLimits): Thread => {
  const worker = new Worker(new URL('./document-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
  });
  worker.unref();
  const received: FromThread[] = [];
  let dead: Error | null = null;
  let wake: (() => void) | null = null;
  const end = (error: Error): void => {
    dead ??= error;
    wake?.();
  };
  worker.on('message', (message: FromThread) => {
    received.push(message);
    wake?.();
  });
  worker.on('error', (error: Error & { code?: string }) =>
    end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
  );
  worker.on('exit', () => end(new Error('The document worker exited')));
  return {
    next: async () => {
      const timer = setTimeout(() => {
        end(tooLarge());
        void worker.terminate();
      }, stepMs);
      worker.ref();
      try {
        while (received.length === 0) {
          if (dead !== null) throw dead;
          await new Promise<void>((resolve) => (wake = resolve));
        }
        return received.shift()!;
      } finally {
        clearTimeout(timer);
        worker.unref();
      }
    },
    send: (message) => worker.postMessage(message),
    end: () => {
      end(new Error('The document request was canceled'));
      void worker.terminate();
    },
  };
};

interface Turn {
  readonly owner: string;
  readonly begin: () => void;
}

/** Grants turns in order of arrival, with one active turn per owner. */
const createJobQueue = ({ threads, waiting: mostWaiting }: DocumentLimits) => {
  const active = new Set<string>();
  const waiting: Turn[] = [];
  const serve = (): void => {
    while (active.size < threads) {
      const at = waiting.findIndex(({ owner }) => !active.has(owner));
      const [turn] = at < 0 ? [] : waiting.splice(at, 1);
      if (turn === undefined) return;
      active.add(turn.owner);
      turn.begin();
    }
  };
  return {
    take: (owner: string): Promise<void> => {
      if (waiting.filter((turn) => turn.owner === owner).length >= mostWaiting) {
        throw new Refusal('too-many', {
          detail: 'Your other files are still being created. Wait until they are ready.',
          retryAfterSeconds: 10,
        });
      }
      return new Promise((begin) => {
        waiting.push({ owner, begin });
        serve();
      });
    },
    leave: (owner: string): void => {
      active.delete(owner);
      serve();
    },
    busy: () => active.size,
  };
};

/** Keeps idle threads, so that the next document starts without loading fonts and libraries again. */
const createIdle = () => {
  const idle: { readonly thread: Thread; readonly timer: NodeJS.Timeout }[] = [];
  return {
    take: (): Thread | undefined => {
      const free = idle.pop();
      clearTimeout(free?.timer);
      return free?.thread;
    },
    keep: (thread: Thread): void => {
      const timer = setTimeout(() => {
        const at = idle.findIndex((each) => each.thread === thread);
        if (at >= 0) idle.splice(at, 1);
        thread.end();
      }, IDLE_MS).unref();
      idle.push({ thread, timer });
    },
  };
};

/** Exchanges messages with the thread and yields the document's bytes until it is complete. */
async function* converse(
  thread: Thread,
  job: DocumentJob,
  rows: AsyncIterator<readonly DocumentRow[]> | undefined,
  stepMs: number,
): AsyncGenerator<Uint8Array> {
  thread.send({ kind: 'start', job });
  for (;;) {
    const message = await thread.next();
    if (message.kind === 'done') return;
    if (message.kind === 'failed') throw new Error(message.message);
    if (message.kind === 'need-rows') {
      const next = await rows?.next();
      thread.send({ kind: 'rows', rows: next === undefined || next.done === true ? null : next.value });
      continue;
    }
    // A client that stops reading must not occupy a thread.
    const timer = setTimeout(() => thread.end(), stepMs);
    try {
      yield message.bytes;
    } finally {
      clearTimeout(timer);
    }
    thread.send({ kind: 'continue' });
  }
}

export const createDocumentPool = (limits: DocumentLimits = LIMITS): DocumentPool => {
  const jobs = createJobQueue(limits);
  const idle = createIdle();
  return {
    busy: jobs.busy,
    make: async function* (job, owner, rows) {
      await jobs.take(owner);
      const thread = idle.take() ?? startThread(limits);
      const batches = rows?.[Symbol.asyncIterator]();
      let complete = false;
      try {
        yield* converse(thread, job, batches, limits.stepMs);
        complete = true;
      } finally {
        if (complete) idle.keep(thread);
        else thread.end();
        jobs.leave(owner);
        await batches?.return?.();
      }
    },
  };
};

/** The pool of the console. */
export const documents = createDocumentPool();

/** Returns the key that shares a turn: users of a customer share one, each user of the platform staff has their own. */
export const ownerOf = (caller: { readonly customerId: string | null; readonly userId: string }): string =>
  caller.customerId ?? caller.userId;

/** Returns a document in one piece. */
export const madeWhole = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
};
