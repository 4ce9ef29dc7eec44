// One process at a time may open the data folder: the embedded database has no lock of its own, and two writers lose rows.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockHolder {
  readonly pid: number;
  /** Where the holder takes commands of `ringside` (a local socket), or null. */
  readonly control: string | null;
}

export class DataFolderInUse extends Error {
  readonly holder: LockHolder;
  constructor(folder: string, holder: LockHolder) {
    super(
      `The data folder ${folder} is in use by process ${holder.pid}; stop that one, or choose another RINGSIDE_DATA`,
    );
    this.holder = holder;
  }
}

const lockFile = (folder: string): string => join(folder, 'lock');

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Who holds the folder, or null. A holder that no longer runs does not count. */
export const readLock = (folder: string): LockHolder | null => {
  try {
    const holder = JSON.parse(readFileSync(lockFile(folder), 'utf8')) as LockHolder;
    return typeof holder.pid === 'number' && isAlive(holder.pid) ? holder : null;
  } catch {
    return null;
  }
};

export interface DataLock {
  /** Tells where this process takes commands. */
  announce(control: string | null): void;
  release(): void;
}

/** Throws DataFolderInUse while another process lives that holds it. */
export const takeLock = (folder: string): DataLock => {
  const path = lockFile(folder);
  const write = (control: string | null, flag: 'wx' | 'w'): void =>
    writeFileSync(path, JSON.stringify({ pid: process.pid, control }), { flag, mode: 0o600 });
  try {
    write(null, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = readLock(folder);
    if (holder !== null) throw new DataFolderInUse(folder, holder);
    rmSync(path, { force: true });
    write(null, 'wx');
  }
  return {
    announce: (control) => write(control, 'w'),
    release: () => rmSync(path, { force: true }),
  };
};
