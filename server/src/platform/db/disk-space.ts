// Monitors free space on the embedded database's disk. Without space for its next log segment (16 MB) the engine stops permanently in the
// middle of a statement, so writes are refused earlier.
import { statfsSync } from 'node:fs';

/** Two segments of the write-ahead log. */
const LOW_BYTES = 32 * 1024 * 1024;
/** Writes resume above this limit. */
const ENOUGH_BYTES = 48 * 1024 * 1024;
const LOOK_MS = 250;

export interface DiskSpace {
  /** Checks the disk again if the last check is older than LOOK_MS. */
  isFull(): boolean;
  /** Free megabytes at the last check. */
  freeMegabytes(): number;
}

export const createDiskSpace = (folder: string, readFree = freeBytes): DiskSpace => {
  let full = false;
  let free = Infinity;
  let lookedAt = -Infinity;
  return {
    isFull: () => {
      if (performance.now() - lookedAt >= LOOK_MS) {
        lookedAt = performance.now();
        free = readFree(folder);
        full = free < (full ? ENOUGH_BYTES : LOW_BYTES);
      }
      return full;
    },
    freeMegabytes: () => Math.floor(free / 1024 / 1024),
  };
};

/** Returns the bytes that this user can still write. */
const freeBytes = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
};
