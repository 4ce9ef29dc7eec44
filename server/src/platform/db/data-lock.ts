// Lets one process at a time open the data folder. The embedded database has no lock of its own, and two writers would lose rows.
// The lock is a file lock (fcntl, held by SQLite on `lock.db`). The kernel releases it with the process. It holds across containers and
// process-ID namespaces that share the folder. Do not open `lock.db` in any other way within this process: closing any descriptor of a file
// releases all fcntl locks of the process on it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lockDefect, mountOf } from './mount-of.ts';

interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Path of the local socket on which the holder accepts commands of `ringside`, or `null`. */
  readonly control: string | null;
}

export class DataFolderInUse extends Error {
  readonly holder: LockHolder | null;
  constructor(folder: string, holder: LockHolder | null) {
    const by =
      holder === null
        ? 'another process'
        : `process ${holder.pid} on host ${holder.host}, running since ${holder.since}`;
    super(`The data folder ${folder} is in use by ${by}. Stop that process, or choose another RINGSIDE_DATA.`);
    this.holder = holder;
  }
}

export class LockImpossible extends Error {
  constructor(folder: string, why: string) {
    super(
      `Cannot lock the data folder ${folder}: ${why}. Set RINGSIDE_DATA to a folder on a local disk, or use PostgreSQL (DATABASE_URL).`,
    );
  }
}

const lockFile = (folder: string): string => join(folder, 'lock.db');
const holderFile = (folder: string): string => join(folder, 'lock');

const SQLITE_BUSY = 5;

/** Returns `null` while another handle has the lock. */
const tryLock = (folder: string): DatabaseSync | null => {
  let file: DatabaseSync | null = null;
  try {
    file = new DatabaseSync(lockFile(folder));
    file.exec('begin exclusive');
    return file;
  } catch (error) {
    file?.close();
    const { errcode }: { readonly errcode?: unknown } = error ?? {};
    if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY) return null;
    throw new LockImpossible(folder, error instanceof Error ? error.message : String(error));
  }
};

const readHolder = (folder: string): LockHolder | null => {
  try {
    const holder: LockHolder = JSON.parse(readFileSync(holderFile(folder), 'utf8'));
    return typeof holder.pid === 'number' && typeof holder.host === 'string' ? holder : null;
  } catch {
    return null;
  }
};

/** Returns the process that holds the folder, or `null`. */
export const readLock = (folder: string): LockHolder | null => {
  if (!existsSync(lockFile(folder))) return null;
  const file = tryLock(folder);
  if (file === null) return readHolder(folder);
  file.close();
  return null;
};

export interface DataLock {
  /** Publishes the socket path on which this process accepts commands. */
  announce(control: string | null): void;
  release(): void;
}

const TAKE_MS = 1_000;
const RETRY_MS = 50;

/** Takes the lock. Throws DataFolderInUse while another process holds it, and LockImpossible if the file system cannot hold locks. */
export const takeLock = async (folder: string): Promise<DataLock> => {
  const mount = mountOf(folder);
  const defect = mount === null ? null : lockDefect(mount);
  if (defect !== null) throw new LockImpossible(folder, defect);
  let file = tryLock(folder);
  // A command that reads the lock holder takes the lock for a moment.
  for (const late = Date.now() + TAKE_MS; file === null && Date.now() < late; file = tryLock(folder)) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  if (file === null) throw new DataFolderInUse(folder, readHolder(folder));
  const held = file;
  const since = new Date().toISOString();
  const write = (control: string | null): void => {
    const holder: LockHolder = { pid: process.pid, host: hostname(), since, control };
    writeFileSync(holderFile(folder), JSON.stringify(holder), { mode: 0o600 });
  };
  try {
    write(null);
  } catch (error) {
    held.close();
    throw error;
  }
  return {
    announce: write,
    release: () => {
      rmSync(holderFile(folder), { force: true });
      held.close();
    },
  };
};
