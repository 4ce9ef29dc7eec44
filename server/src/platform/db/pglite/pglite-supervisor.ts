// Keeps the embedded engine running: replaces an engine that ended or hangs on a full disk. Acknowledged commits are in its log on disk,
// and the new engine replays them.
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { DiskSpace } from '../disk-space.ts';
import type { PgliteProcess } from './pglite-process.ts';

interface Engine extends PgliteProcess {
  /** Increases when the engine is replaced, which ends its session and open transaction. */
  generation(): number;
}

const LOOK_MS = 500;
/** A statement that takes this long on a full disk counts as hung. Without a full disk it may be a long report. */
const HUNG_MS = 5_000;
const RETRY_MS = 1_000;

/** `open` rejects with the error that prevents opening the database. */
export const superviseEngine = async (open: () => Promise<PgliteProcess>, disk: DiskSpace): Promise<Engine> => {
  let engine: PgliteProcess | null = await open();
  let generation = 1;
  let closed = false;
  const asked = new Map<object, { readonly at: number; readonly reject: (error: Error) => void }>();

  const unavailable = (): DatabaseUnavailable => new DatabaseUnavailable(disk.isFull() ? 'read-only' : 'away');
  const reopen = async (): Promise<void> => {
    while (engine === null && !closed) {
      // The engine must write to replay its log.
      if (!disk.isFull()) {
        const opened = await open().catch(() => null);
        if (opened !== null && closed) await opened.terminate();
        else engine = opened;
      }
      if (engine === null) await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
  };
  const replace = (gone: PgliteProcess): void => {
    if (engine !== gone || closed) return;
    engine = null;
    generation += 1;
    for (const { reject } of asked.values()) reject(unavailable());
    asked.clear();
    void gone.terminate().then(reopen);
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const hangs = [...asked.values()].some(({ at }) => now - at > HUNG_MS);
    if (engine !== null && (engine.hasEnded() || (hangs && disk.isFull()))) replace(engine);
  }, LOOK_MS).unref();

  const ask: Engine['ask'] = (question) => {
    const current = engine;
    if (current === null) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const key = {};
      asked.set(key, { at: performance.now(), reject });
      current
        .ask(question)
        .then(resolve, reject)
        .finally(() => asked.delete(key));
    });
  };
  return {
    ask,
    generation: () => generation,
    hasEnded: () => engine === null,
    terminate: async () => {
      closed = true;
      clearInterval(timer);
      await engine?.terminate();
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await engine?.close();
    },
  };
};
