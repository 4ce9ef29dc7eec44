// Runs one piece of work at a time on each PBX, also among several processes on one database.
import type { PbxLocks } from '../../platform/db/pbx-locks.ts';

interface PbxRunLocks {
  isBusy(serverId: number): boolean;
  /**
   * Starts the work after the current work on the PBX has ended. Resolves with `null` if another process keeps the
   * PBX for longer than `patienceMs`.
   */
  run<T>(serverId: number, patienceMs: number, work: () => Promise<T>): Promise<T | null>;
  /** Stops waiting for other processes. Resolves when all work has ended. */
  close(): Promise<void>;
}

const LOCK_EVERY_MS = 500;

export const createPbxRunLocks = (
  locks: PbxLocks,
  now: () => number,
  onError: (error: unknown) => void,
): PbxRunLocks => {
  const running = new Map<number, Promise<unknown>>();
  let closed = false;

  const takeLock = async (serverId: number, patienceMs: number): Promise<boolean> => {
    const until = now() + patienceMs;
    for (;;) {
      if (await locks.take(serverId)) return true;
      if (closed || now() >= until) return false;
      await new Promise((resolve) => setTimeout(resolve, LOCK_EVERY_MS));
    }
  };
  const locked = async <T>(serverId: number, patienceMs: number, work: () => Promise<T>): Promise<T | null> => {
    if (!(await takeLock(serverId, patienceMs))) return null;
    try {
      return await work();
    } finally {
      await locks.release(serverId).catch(onError);
    }
  };

  return {
    isBusy: (serverId) => running.has(serverId),
    run: (serverId, patienceMs, work) => {
      const before = running.get(serverId) ?? Promise.resolve();
      const mine = before.catch(() => undefined).then(() => locked(serverId, patienceMs, work));
      running.set(serverId, mine);
      const forget = (): void => {
        if (running.get(serverId) === mine) running.delete(serverId);
      };
      mine.then(forget, forget);
      return mine;
    },
    close: async () => {
      closed = true;
      await Promise.allSettled(running.values());
      await locks.close();
    },
  };
};
